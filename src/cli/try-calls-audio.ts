import type { Take, TryRow } from './try-call.ts';
import { keepsId, readBytes, readGone, readHeard, readListWith } from './try-reads.ts';

const speech = 'demo-speech';
const transcribe = 'demo-transcribe';
const product = (take: Take): Readonly<Record<string, string>> => ({ 'x-product-sku': take('product') });

/** A form with one recording: what `audio/speech` said before. */
function soundForm(take: Take, field: string, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set(field, new Blob([Buffer.from(take('sound'), 'base64')], { type: 'audio/wav' }), 'hello.wav');
  return form;
}

/** Speech, hearing it again, and a voice of one's own. */
export const audioCalls: readonly TryRow[] = [
  {
    operation: 'POST /v1/audio/speech',
    model: speech,
    body: () => ({ model: speech, input: 'Hello from the gateway.', voice: 'alloy', response_format: 'wav' }),
    read: readBytes('sound'),
  },
  {
    operation: 'POST /v1/audio/transcriptions',
    model: transcribe,
    body: (take) => soundForm(take, 'file', { model: transcribe }),
    read: readHeard,
  },
  {
    operation: 'POST /v1/audio/voice_consents',
    model: speech,
    headers: product,
    body: (take) => soundForm(take, 'recording', { name: 'diglot try', language: 'en' }),
    read: keepsId('consent'),
  },
  {
    operation: 'POST /v1/audio/voices',
    model: speech,
    headers: product,
    body: (take) => soundForm(take, 'audio_sample', { name: 'diglot try', consent: take('consent') }),
    read: keepsId('voice'),
  },
  { operation: 'GET /v1/audio/voices', model: speech, headers: product, read: readListWith('voice') },
  { operation: 'DELETE /v1/audio/voices/{voice}', model: speech, headers: product, read: readGone },
  { operation: 'DELETE /v1/audio/voice_consents/{consent}', model: speech, headers: product, read: readGone },
];

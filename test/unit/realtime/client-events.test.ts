import { describe, expect, it } from 'vitest';
import { makeTranscriber, readClientEvent, type ClientEvent } from '../../../src/realtime/client-events.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';

const pinning = {
  model: { requested: 'voice', upstream: 'gpt-realtime-2' },
  transcriber: (name: string): string => {
    if (name !== 'scribe') throw new GatewayError('model_not_found', 'No such model.');
    return 'gpt-4o-transcribe';
  },
};
const read = (text: string): ClientEvent => readClientEvent(Buffer.from(text), JSON.parse(text) as never, pinning);
const written = (text: string): string => read(text).bytes.toString('utf8');

describe('the model of transcriptions in force', () => {
  const upstream: Readonly<Record<string, string>> = { scribe: 'gpt-4o-transcribe', whisper: 'whisper-1' };
  const make = () => makeTranscriber({ ...pinning, transcriber: (name) => upstream[name] ?? name }, null);

  it('is the one that was asked for until the provider says which', () => {
    const { ask, model } = make();
    expect(model()).toBe('');
    ask('scribe');
    expect(model()).toBe('scribe');
  });

  it('is the one that the provider says, by the caller’s name, also when another has been asked for since', () => {
    const { ask, confirm, model } = make();
    ask('scribe');
    ask('whisper');
    confirm('gpt-4o-transcribe');
    expect(model()).toBe('scribe');
    confirm('whisper-1');
    expect(model()).toBe('whisper');
    confirm('another');
    expect(model()).toBe('another');
    confirm(null);
    expect(model()).toBe('');
  });
});

describe('an event of a realtime client', () => {
  it.each([
    '{"type":"input_audio_buffer.append", "audio":"AAAA"}',
    '{"type":"session.update","session":{"model":"gpt-realtime-2","temperature":1.0}}',
    '{"type":"session.update","session":{"audio":{"input":{"transcription":null}}}}',
    '{"type":"response.create","response":{"conversation":"none","seed":12345678901234567890}}',
    '{"type":"session.update","session":{"voice":"marin","audio":{"output":{"voice":"marin"}}}}',
    '{"type":"something.new","model":"gpt-realtime-2"}',
  ])('keeps its bytes: %s', (text) => {
    expect(written(text)).toBe(text);
  });

  it('gets the names of the provider for its models, and for nothing else', () => {
    expect(written('{"type":"session.update","session":{"model":"voice","n":1.0}}')).toBe(
      '{"type":"session.update","session":{"model":"gpt-realtime-2","n":1.0}}',
    );
    expect(
      written('{"session":{"audio":{"input":{"transcription":{"model":"scribe","n":1.0}}}},"type":"session.update"}'),
    ).toBe(
      '{"session":{"audio":{"input":{"transcription":{"model":"gpt-4o-transcribe","n":1.0}}}},"type":"session.update"}',
    );
    expect(written('{"type":"session.update","session":{"input_audio_transcription":{"model":"scribe"}}}')).toContain(
      'gpt-4o-transcribe',
    );
    expect(read('{"type":"session.update","session":{"input_audio_transcription":null}}').transcription).toBeNull();
  });

  it.each([
    ['session.model', '{"type":"session.update","session":{"model":"other"}}'],
    ['session.model', '{"type":"session.update","session":{"model":null}}'],
    ['response.model', '{"type":"response.create","response":{"model":"other"}}'],
    ['model', '{"type":"response.create","model":"other"}'],
    ['response', '{"type":"response.create","session":{},"response":{"model":"other"}}'],
    ['session.type', '{"type":"session.update","session":{"type":"transcription"}}'],
    ['session.audio.output.voice', '{"type":"session.update","session":{"audio":{"output":{"voice":{"id":"x"}}}}}'],
    ['session.voice', '{"type":"session.update","session":{"voice":"voice_theirs"}}'],
    ['response.audio.output.voice', '{"type":"response.create","response":{"audio":{"output":{"voice":"voice_x"}}}}'],
    ['type', '{"session":{}}'],
  ])('is refused by %s: %s', (param, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ param }) as Error);
  });

  it('says what it adds to the input, and whether it asks for a response', () => {
    expect(read('{"type":"response.create"}').request).toMatchObject({ readsConversation: true });
    const audio = Buffer.alloc(48_000).toString('base64');
    expect(read(`{"type":"input_audio_buffer.append","audio":"${audio}"}`)).toMatchObject({
      request: null,
      input: { text: 0, audio: 10 },
    });
    const item = { type: 'message', content: [{ type: 'input_text', text: 'x'.repeat(40) }] };
    expect(read(JSON.stringify({ type: 'conversation.item.create', item })).input).toEqual({ text: 10, audio: 0 });
  });
});

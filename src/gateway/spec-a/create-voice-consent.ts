import { formOutgoing, withForm } from '../form-outgoing.ts';
import type { GatewayServices } from '../services.ts';
import { keepVoice } from '../voices/keep-voice.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /audio/voice_consents`: the recording flows through. */
export const createVoiceConsent =
  ({ relay, openSpool, ...rooms }: GatewayServices): SpecAHandlers['createVoiceConsent'] =>
  (call) =>
    withForm(call.upload, { needs: [], openSpool }, (form) =>
      relay(call, {
        ...formOutgoing({ form, model: null, input: 0 }),
        keeping: (route) => keepVoice(call, { kind: 'voice-consent', route }, rooms),
      }),
    );

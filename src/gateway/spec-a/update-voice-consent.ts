import { keepWhole } from '../kept/keep-whole.ts';
import { relayKept } from '../kept/relay-kept.ts';
import type { GatewayServices } from '../services.ts';
import type { SpecAHandlers } from './spec-a-handlers.ts';

/** `POST /audio/voice_consents/{consent_id}`: a new name, at the provider and here. */
export const updateVoiceConsent =
  ({ relay, objects }: GatewayServices): SpecAHandlers['updateVoiceConsent'] =>
  (call) =>
    relayKept(relay, call, {
      body: () => call.bytes,
      keeping: () =>
        keepWhole(async (record) => {
          await objects.change(call.object, { fields: { ...call.object.fields, record } });
          return { id: call.object.id };
        }),
    });

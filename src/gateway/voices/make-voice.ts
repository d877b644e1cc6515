import type { Call } from '../call.ts';
import { formOutgoing, withForm } from '../form-outgoing.ts';
import { withOwnIds } from '../kept/relay-kept.ts';
import { wayTo } from '../kept/kept-outgoing.ts';
import type { GatewayServices } from '../services.ts';
import { keepVoice } from './keep-voice.ts';

/**
 * Makes a voice. The consent that it is made with is named to the provider by the provider's id, and the voice is made
 * where the consent is.
 *
 * @throws {GatewayError} `not_found` for a consent that is not the workspace's
 */
export const makeVoice =
  ({ relay, openSpool, findOwned, ...rooms }: GatewayServices) =>
  (call: Call): Promise<void> =>
    withForm(call.upload, { needs: 'all', openSpool }, async (form) => {
      const id = form.fields.get('consent');
      const { spec, caller } = call;
      const consent = id ? await findOwned({ spec, kind: 'voice-consent', id, caller, param: 'consent' }) : null;
      const edits = consent ? { consent: consent.upstreamId } : {};
      const outgoing = formOutgoing({ form, model: null, input: 0, edits: () => edits });
      try {
        await relay(call, {
          ...outgoing,
          ...(consent && wayTo(consent)),
          keeping: (route) => keepVoice(call, { kind: 'voice', route }, rooms),
        });
      } catch (error) {
        throw withOwnIds(error, consent ? [consent] : []);
      }
    });

import type { Owned } from '../../resources/owned-object.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import { routeRequestOf } from '../route-request-of.ts';
import type { GatewayServices } from '../services.ts';
import { showVoice, type VoiceKind } from './keep-voice.ts';

/**
 * The record of what the workspace owns.
 *
 * @throws {GatewayError} `product_required` and the other refusals of routing
 */
export const getVoiceOf =
  ({ router }: GatewayServices) =>
  async (call: Call & { readonly object: Owned<VoiceKind> }): Promise<void> => {
    router.route(routeRequestOf(call, null));
    replyJson(call.reply, 200, showVoice(call.object));
  };

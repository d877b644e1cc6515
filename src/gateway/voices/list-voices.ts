import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import { listAnswer } from '../list-answer.ts';
import { routeRequestOf } from '../route-request-of.ts';
import type { GatewayServices } from '../services.ts';
import { showVoice, type VoiceKind } from './keep-voice.ts';

/** What a page of voices is asked for by. */
type ListCall = Call & {
  readonly query: { readonly after?: string | undefined; readonly limit?: number | undefined };
};

/**
 * Lists what the workspace owns, newest first.
 *
 * @throws {GatewayError} `product_required` and the other refusals of routing: voice routes want their Product named
 */
export const listVoicesOf =
  ({ objects, router }: GatewayServices, kind: VoiceKind) =>
  async (call: ListCall): Promise<void> => {
    router.route(routeRequestOf(call, null));
    const { spec, caller, query, reply } = call;
    const { limit = 20, after = null } = query;
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind, workspaceId, limit, order: 'desc', after });
    replyJson(reply, 200, listAnswer(page, showVoice));
  };

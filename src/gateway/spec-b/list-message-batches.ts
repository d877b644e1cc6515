import type { Handlers } from '../../../generated/spec-b/operations.ts';
import { objectOf } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';

/** `GET /v1/messages/batches`, newest first: each as it was when it was last read by itself. */
export const listMessageBatches =
  ({ objects }: GatewayServices): Handlers<Call>['listMessageBatches'] =>
  async ({ reply, spec, caller, query }) => {
    const { limit = 20, after_id: after = null, before_id: before = null } = query;
    const { workspaceId } = caller;
    const { data, hasMore } = await objects.page({
      spec,
      kind: 'batch',
      workspaceId,
      limit,
      order: 'desc',
      after,
      before,
      names: { after: 'after_id', before: 'before_id' },
    });
    replyJson(reply, 200, {
      data: data.map(({ fields }) => objectOf(fields['record'])),
      has_more: hasMore,
      first_id: data[0]?.id ?? null,
      last_id: data.at(-1)?.id ?? null,
    });
  };

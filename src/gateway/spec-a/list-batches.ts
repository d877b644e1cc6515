import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { objectOf } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import { listAnswer } from '../list-answer.ts';
import type { GatewayServices } from '../services.ts';

/** `GET /batches`, newest first: each as it was when it was last read by itself. */
export const listBatches =
  ({ objects }: GatewayServices): Handlers<Call>['listBatches'] =>
  async ({ reply, spec, caller, query }) => {
    const { limit = 20, after = null } = query;
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind: 'batch', workspaceId, limit, order: 'desc', after });
    replyJson(
      reply,
      200,
      listAnswer(page, ({ fields }) => objectOf(fields['record'])),
    );
  };

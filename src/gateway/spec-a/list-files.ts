import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { objectOf } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import { listAnswer } from '../list-answer.ts';
import type { GatewayServices } from '../services.ts';

/** `GET /files`: the workspace's own, wherever they are kept. */
export const listFiles =
  ({ objects }: GatewayServices): Handlers<Call>['listFiles'] =>
  async ({ reply, spec, caller, query }) => {
    const { limit = 10_000, order = 'desc', after = null, purpose } = query;
    const where = purpose === undefined ? [] : [{ path: ['record', 'purpose'], equals: purpose } as const];
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind: 'file', workspaceId, limit, order, after, where });
    replyJson(
      reply,
      200,
      listAnswer(page, ({ fields }) => objectOf(fields['record'])),
    );
  };

import type { Handlers } from '../../../generated/spec-b/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { objectOf } from '../../shared/json.ts';
import { replyJson } from '../../shared/reply.ts';
import type { Call } from '../call.ts';
import type { GatewayServices } from '../services.ts';

/**
 * `GET /v1/files`, newest first. Both ways of paging are always filled in: `next_page`, and `has_more` with the cursors. No
 * file here belongs to a session, so `scope_id` finds none.
 *
 * @throws {GatewayError} `invalid_value` for both ways at once
 */
export const listFiles =
  ({ objects }: GatewayServices): Handlers<Call>['listFiles'] =>
  async ({ reply, spec, caller, query }) => {
    const { limit = 20, page = null, after_id: afterId = null, before_id: before = null, scope_id: scope } = query;
    if (page !== null && (afterId ?? before) !== null) {
      const message = 'page and after_id or before_id are two ways of paging. Send one of them.';
      throw new GatewayError('invalid_value', message, { param: 'page' });
    }
    const sent = query['ids[]'];
    const ids = sent === undefined ? undefined : [sent].flat();
    const found = await objects.page({
      spec,
      kind: 'file',
      workspaceId: caller.workspaceId,
      limit,
      order: 'desc',
      after: page ?? afterId,
      before,
      names: { after: page === null ? 'after_id' : 'page', before: 'before_id' },
      where: scope === undefined ? [] : [{ path: ['scope_id'], equals: scope }],
      ...(ids && { ids }),
    });
    const last = found.data.at(-1)?.id ?? null;
    replyJson(reply, 200, {
      data: found.data.map(({ fields }) => objectOf(fields['record'])),
      has_more: found.hasMore,
      first_id: found.data[0]?.id ?? null,
      last_id: last,
      next_page: found.hasMore && before === null ? last : null,
    });
  };

import type { Handlers } from '../../../generated/spec-a/operations.ts';
import type { Call } from '../call.ts';
import { listAnswer } from '../list-answer.ts';
import { replyJson } from '../../shared/reply.ts';
import type { GatewayServices } from '../services.ts';

/** `GET /chat/completions`: the stored ones, narrowed by `model` and `metadata[name]`. */
export const listChatCompletions =
  ({ objects }: GatewayServices): Handlers<Call>['listChatCompletions'] =>
  async ({ reply, spec, caller, query, search }) => {
    const { limit = 20, order = 'asc', after = null, model } = query;
    const where = [
      ...(model === undefined ? [] : [{ path: ['model'], equals: model } as const]),
      ...metadataFilter(search),
    ];
    const { workspaceId } = caller;
    const page = await objects.page({ spec, kind: 'chat-completion', workspaceId, limit, order, after, where });
    replyJson(
      reply,
      200,
      listAnswer(page, ({ fields }) => fields),
    );
  };

/** `metadata[team]=search` as often as it stands in the query. */
const metadataFilter = (search: string) =>
  [...new URLSearchParams(search)].flatMap(([name, equals]) => {
    const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
    return key === undefined ? [] : [{ path: ['metadata', key], equals } as const];
  });

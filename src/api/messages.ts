import { GatewayError, invalidValue } from '../errors/gateway-error.ts';
import type { Call } from '../pipeline/call.ts';
import type { Router, RouteRequest } from '../routing/route.ts';
import { routeRequestOf } from '../routing/router.ts';
import { type Json, objectOf, stringOf } from '../shared/json/json.ts';
import { dropMember } from '../shared/json/raw-json.ts';
import { replyJson } from '../shared/reply.ts';
import { countTokensIn } from '../shared/tokens/count-tokens.ts';
import type { WireId } from '../wires/meter.ts';
import type { ApiDeps, SpecBHandlers } from './deps.ts';
import { type JsonDraft, relayJson } from './relay-json.ts';

type MessageRequest = Parameters<SpecBHandlers['createMessage']>[0]['body'];

/**
 * Refuses a request without the whole conversation. SDKs then send all of it.
 *
 * @param at what the paths of its members begin with: empty, or with a full stop at the end
 * @throws {GatewayError} `thread_not_found`; `invalid_value` if there are no messages
 */
export function refusePartial({ messages, thread }: Pick<MessageRequest, 'messages' | 'thread'>, at = ''): void {
  const param = `${at}thread`;
  if (thread && thread.type !== 'create')
    throw new GatewayError(
      'thread_not_found',
      `${param} continues a thread, and the gateway keeps none. Send the whole conversation in messages.`,
      { param },
    );
  if (messages.length === 0) throw invalidValue(`${at}messages`, `${at}messages must not be empty.`);
}

/** `POST /v1/messages`: relayed as it is, apart from a new thread, which is not kept. */
const createMessage =
  (deps: ApiDeps): SpecBHandlers['createMessage'] =>
  async (call) => {
    refusePartial(call.body);
    if (!call.body.thread) return relayJson(deps, call);
    const { thread: _, ...body } = call.body;
    return relayJson(deps, call, { bytes: dropMember(call.bytes, 'thread'), body });
  };

/** `POST /v1/messages/count_tokens`. */
const countMessageTokens =
  (deps: ApiDeps): SpecBHandlers['countMessageTokens'] =>
  (call) =>
    countInput(deps, call, { conversation: 'messages', answer: (tokens) => ({ input_tokens: tokens }) });

export const messageOperations = { createMessage, countMessageTokens };

/** Members of a request whose texts a model reads. */
const readMembers = ['system', 'instructions', 'tools', 'messages', 'input'] as const;

/** How an operation counts what a conversation would read. */
interface Counting {
  /** The wire format of the conversations that it counts. */
  readonly conversation: WireId;
  /** The answer. */
  readonly answer: (tokens: number) => object;
}

const isServedInOwnFormat = (router: Router, request: RouteRequest): boolean => {
  try {
    return router.route(request).wires === undefined;
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'model_not_found') return false;
    throw error;
  }
};

/**
 * Counts the tokens of a request. Where the provider of the model counts none in the caller's format, the answer is an estimate
 * in a vocabulary of another model, and its head says so.
 *
 * @throws {GatewayError} what a conversation with the model would be refused with
 */
export async function countInput(
  deps: ApiDeps,
  call: Call & { readonly body: unknown },
  { conversation, answer, ...draft }: Counting & JsonDraft,
): Promise<void> {
  const body = objectOf(draft.body ?? call.body);
  const request = routeRequestOf(call, stringOf(body['model']) ?? draft.defaultModel ?? null);
  if (request.model === null || isServedInOwnFormat(deps.router, request)) return relayJson(deps, call, draft);
  deps.router.route({ ...request, operation: { ...request.operation, wire: conversation } });
  const tokens = await countTokensIn(
    Object.fromEntries(readMembers.map((name): [string, Json] => [name, body[name] ?? null])),
  );
  replyJson(call.reply, { status: 200, headers: { 'x-diglot-approximated': 'input_tokens' } }, answer(tokens));
}

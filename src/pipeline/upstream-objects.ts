import { GatewayError, UpstreamError } from '../errors/gateway-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Owned, OwnedObject } from '../objects/owned-object.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/splice-json.ts';
import { runExclusive } from '../shared/keyed-mutex.ts';
import { replyJson } from '../shared/reply.ts';
import type { RequestFacts } from '../wires/facts.ts';
import { plainHook, type AnswerHook } from './answer-hook.ts';
import type { Call } from './call.ts';
import type { Relay } from './relay.ts';
import type { UpstreamDraft } from './upstream-draft.ts';

/**
 * Sends a call about a kept thing to where it is kept. An error that speaks of it by the provider's id speaks of it by ours.
 *
 * @throws {UpstreamError} what the provider refused
 */
export async function relayStored(
  relay: Relay,
  call: Call & { readonly object: OwnedObject },
  own: Partial<UpstreamDraft> = {},
): Promise<void> {
  try {
    await relay(call, { ...draftForObject(call, call.object), ...own });
  } catch (error) {
    throw withOwnIds(error, [call.object]);
  }
}

/** An upstream's error in which things are called by our ids. */
export function withOwnIds(error: unknown, objects: readonly Pick<OwnedObject, 'id' | 'upstreamId'>[]): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const message = objects.reduce(
    (text, { id, upstreamId }) => (upstreamId ? text.replaceAll(upstreamId, id) : text),
    error.message,
  );
  return new UpstreamError(error.status, message, error);
}

/** A call that asks for nothing that could be counted. */
export const noFacts: RequestFacts = {
  model: null,
  stream: false,
  referenced: [],
  usageChunk: false,
  bound: { input: 0, output: 0, answers: 1 },
  units: {},
  body: {},
};

/** The part of `Outgoing` that leads to where a thing is kept. */
export type ObjectPlace = Required<Pick<UpstreamDraft, 'providerId' | 'region'>>;

/** Where a thing is kept: the provider and the region in which it was made, whatever the call says of regions. */
export function placeOf({ providerId, fields }: OwnedObject): ObjectPlace {
  const region = stringOf(fields['region']);
  if (providerId === null || region === null) throw new Error('Nobody keeps this object but us.');
  return { providerId, region };
}

/** A call about a thing that a provider keeps, without a body: it goes where the thing is, under the provider's own id. */
const draftForObject = (call: Call, object: OwnedObject): UpstreamDraft => ({
  facts: noFacts,
  body: () => null,
  ...placeOf(object),
  path: call.operation.path.replace(/\{[^}]+\}/, encodeURIComponent(object.upstreamId ?? '')),
});

/** Keeps something of a provider's record, and says what stands in it in the place of the provider's ids. */
type StoreRecord = (record: JsonObject) => Promise<JsonObject>;

/** For calls whose answer is one record: what `keep` gives is spliced into its bytes. */
export const recordHook = (keep: StoreRecord): AnswerHook => ({
  ...plainHook,
  whole: async (body) => {
    const record = objectOf(parseJson(body.toString('utf8')));
    return spliceJson(body, editsOf(await keep(record)));
  },
});

/**
 * The id that a provider gave a new thing.
 *
 * @throws {GatewayError} `upstream_invalid` when it gave none: nobody could come back for it
 */
export function upstreamIdOf(record: JsonObject): string {
  const id = stringOf(record['id']);
  if (id !== null && id !== '') return id;
  throw new GatewayError('upstream_invalid', 'The upstream kept something and gave it no id. Send the request again.');
}

interface DeleteDeps {
  readonly relay: Relay;
  readonly objects: Pick<ObjectStore, 'delete' | 'isShared'>;
}

/**
 * Deletes an object at its provider, and then here. It is deleted here alone while another object has the same id at the
 * provider, and if the provider does not have it any more. Deletions of one id at a provider wait for each other, so that the
 * last one is known.
 *
 * @param farewell the answer where it is deleted here alone
 */
export const deleteStored = (
  deps: DeleteDeps,
  call: Call & { readonly object: Owned },
  farewell: JsonObject,
): Promise<void> => {
  const { kind, providerId, upstreamId } = call.object;
  const name = JSON.stringify([kind, providerId, upstreamId]);
  return runExclusive({ owner: deps.relay, name }, () => deleteOne(deps, call, farewell));
};

async function deleteOne(
  { relay, objects }: DeleteDeps,
  call: Call & { readonly object: Owned },
  farewell: JsonObject,
): Promise<void> {
  const { object, reply } = call;
  if (await objects.isShared(object)) {
    await objects.delete(object);
    return replyJson(reply, 200, farewell);
  }
  const keep = async (): Promise<JsonObject> => {
    await objects.delete(object);
    return { id: object.id };
  };
  try {
    await relayStored(relay, call, { hooks: () => [recordHook(keep)] });
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
    await objects.delete(object);
    replyJson(reply, 200, farewell);
  }
}

/** When a provider's record says that its thing goes, in epoch milliseconds: Unix seconds on Spec A, RFC 3339 on Spec B. */
export function expiryOf({ expires_at: expiresAt }: JsonObject): number | null {
  if (typeof expiresAt === 'number') return expiresAt * 1000;
  const moment = typeof expiresAt === 'string' ? Date.parse(expiresAt) : Number.NaN;
  return Number.isNaN(moment) ? null : moment;
}

import { GatewayError, UpstreamError } from '../errors/gateway-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import type { Owned, OwnedObject } from '../objects/owned-object.ts';
import { isStorableId, longestForeignId } from '../shared/ids.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/raw-json.ts';
import { replyJson } from '../shared/reply.ts';
import type { Router } from '../routing/route.ts';
import type { RequestFacts } from '../wires/wire.ts';
import { plainHook, type AnswerHook } from './delivery.ts';
import type { Call } from './call.ts';
import type { Relay } from './relay.ts';
import type { UpstreamDraft } from './upstream-draft.ts';

/**
 * Sends a call about a stored object to the provider that stores it. Errors name the object by its id at the gateway.
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

/** An upstream's error with the gateway's ids in place of the provider's. */
export function withOwnIds(error: unknown, objects: readonly Pick<OwnedObject, 'id' | 'upstreamId'>[]): unknown {
  if (!(error instanceof UpstreamError)) return error;
  const message = objects.reduce(
    (text, { id, upstreamId }) => (upstreamId ? text.replaceAll(upstreamId, id) : text),
    error.message,
  );
  return new UpstreamError(error.status, message, error);
}

/** The request facts of a call that has nothing to count. */
export const noFacts: RequestFacts = {
  model: null,
  stream: false,
  referenced: [],
  usageChunk: false,
  bound: { input: 0, output: 0, answers: 1 },
  units: {},
  body: () => ({}),
};

/** The part of an `UpstreamDraft` that says where a stored object is. */
export type ObjectPlace = Required<Pick<UpstreamDraft, 'providerId' | 'region'>>;

/** Where an object is stored: its provider, and the region in which it was created, whatever region the call names. */
export function placeOf({ providerId, fields }: OwnedObject): ObjectPlace {
  const region = stringOf(fields['region']);
  if (providerId === null || region === null) throw new Error('This object is not stored at a provider.');
  return { providerId, region };
}

/** Drafts a call without a body for an object that a provider stores. It goes to that provider, with the provider's id. */
const draftForObject = (call: Call, object: OwnedObject): UpstreamDraft => ({
  facts: noFacts,
  body: () => null,
  ...placeOf(object),
  path: call.operation.path.replace(/\{[^}]+\}/, encodeURIComponent(object.upstreamId ?? '')),
});

/** Stores a provider's record, and returns the members that replace the provider's ids in it. */
type StoreRecord = (record: JsonObject) => Promise<JsonObject>;

/** A hook for calls whose answer is one record: the result of `keep` is spliced into its bytes. */
export const recordHook = (keep: StoreRecord): AnswerHook => ({
  ...plainHook,
  whole: async (body) => {
    const record = objectOf(parseJson(body));
    return spliceJson(body, editsOf(await keep(record)));
  },
});

/**
 * Returns the id that a provider gave a new object, of any length.
 *
 * @throws {GatewayError} `upstream_invalid` if it gave none: the object could not be retrieved
 */
export function givenIdOf(record: JsonObject): string {
  const id = stringOf(record['id']);
  if (id !== null && id !== '') return id;
  throw new GatewayError(
    'upstream_invalid',
    'The upstream stored an object without returning its id. Send the request again.',
  );
}

/** @throws {GatewayError} `upstream_invalid` for an id that cannot be stored: the object could not be retrieved */
export function assertStorableId(id: string): void {
  if (isStorableId(id)) return;
  const what =
    id.length > longestForeignId
      ? `an id of ${id.length} characters; at most ${longestForeignId} are accepted`
      : 'an id that cannot be in a path';
  throw new GatewayError('upstream_invalid', `The upstream stored an object under ${what}.`);
}

/**
 * Returns the id that a provider gave a new object.
 *
 * @throws {GatewayError} as `givenIdOf` and `assertStorableId`
 */
export function upstreamIdOf(record: JsonObject): string {
  const id = givenIdOf(record);
  assertStorableId(id);
  return id;
}

interface DeleteDeps {
  readonly relay: Relay;
  readonly objects: Pick<ObjectStore, 'delete' | 'deleteShared'>;
  readonly router: Pick<Router, 'hasProvider'>;
  /** Runs before the deletion; throws if the object must stay. Absent: nothing runs. */
  readonly before?: () => Promise<void>;
}

/**
 * Deletes an object at its provider, and then here, whether or not the client waits. If another object has the same id at the
 * provider, the provider no longer has it, or the catalogue no longer has the provider, it is deleted only here. If the provider
 * refuses, it stays.
 *
 * @param deleted the answer if the object is deleted here only, or the provider answers nothing
 */
export async function deleteStored(
  { relay, objects, router, before }: DeleteDeps,
  call: Call & { readonly object: Owned },
  deleted: JsonObject,
): Promise<void> {
  const { object, reply } = call;
  await before?.();
  if (await objects.deleteShared(object)) return replyJson(reply, 200, deleted);
  const keep = async (): Promise<JsonObject> => {
    await objects.delete(object);
    return { id: object.id };
  };
  try {
    if (router.hasProvider(placeOf(object).providerId)) {
      const hooks = () => [recordHook(keep)];
      return await relayStored(relay, call, { outlivesClient: true, emptyAnswer: deleted, hooks });
    }
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status !== 404) throw error;
  }
  await objects.delete(object);
  replyJson(reply, 200, deleted);
}

/**
 * When an object expires according to its provider's record (Unix seconds on Spec A, RFC 3339 on Spec B), in epoch milliseconds. Some
 * hosts write 0 for never.
 */
export function expiryOf({ expires_at: expiresAt }: JsonObject): number | null {
  const moment = typeof expiresAt === 'number' ? Math.floor(expiresAt * 1000) : Date.parse(stringOf(expiresAt) ?? '');
  return Number.isSafeInteger(moment) && moment > 0 ? moment : null;
}

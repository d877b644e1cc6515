import { termsOf } from '../batches/batch-account.ts';
import { chargeBefore } from '../batches/charge-batch.ts';
import { relayNewBatch } from '../batches/new-batch.ts';
import { routeInput } from '../batches/batch-input.ts';
import { routeBatch } from '../batches/route-batch.ts';
import { batchFiles, relayBatch, resultsUrl } from '../batches/stored-batch.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Owned } from '../objects/owned-object.ts';
import { countReads } from '../pipeline/call.ts';
import { mostOfCall } from '../pipeline/hold-estimate.ts';
import { readRequestFacts } from '../pipeline/upstream-draft.ts';
import { deleteStored, noFacts, placeOf, relayStored, withOwnIds } from '../pipeline/upstream-objects.ts';
import { objectOf, type JsonObject } from '../shared/json/json.ts';
import { rawObject, spliceJson, spliceMember } from '../shared/json/raw-json.ts';
import { replyStored } from '../shared/reply.ts';
import { mapInTurns } from '../shared/time/turns.ts';
import { type ApiDeps, listAnswer, pageAnswer, type SpecAHandlers, type SpecBHandlers } from './deps.ts';
import { refusePartial } from './messages.ts';
import { resolveFileIds } from './object-references.ts';

/** Members by which Azure reads requests from storage of its customer, and writes results there, and why each is refused. */
const elsewhere = {
  input_blob: 'The requests are read when they are uploaded. Send them to POST /v1/files, and name that file.',
  output_folder: 'The results are read, and charged, from the file that the batch names. Omit it.',
} as const;

/** @throws {GatewayError} `invalid_value` for a batch whose requests or results would be where the gateway cannot read them */
function refuseElsewhere(body: JsonObject): void {
  for (const [param, why] of Object.entries(elsewhere))
    if ((body[param] ?? null) !== null)
      throw new GatewayError('invalid_value', `${param} is not accepted. ${why}`, { param });
}

/**
 * `POST /batches`, sent to the provider that stores the input file.
 *
 * @throws {GatewayError} `not_found` if the file is not this workspace's; `invalid_value` for requests or results that are stored
 *   elsewhere; the errors of routing for each model in the file, and of admission for the largest cost of all lines
 */
const createBatch =
  ({ router: live, findOwned, metering, assertStorageLeft, ...deps }: ApiDeps): SpecAHandlers['createBatch'] =>
  async (call) => {
    await assertStorageLeft(call);
    const { spec, caller, body } = call;
    refuseElsewhere(body);
    const file = await findOwned({ spec, kind: 'file', id: body.input_file_id, caller, param: 'input_file_id' });
    const startedAt = deps.clock.now();
    const router = live.at(startedAt);
    const { parts, names, lines, referenced } = routeInput({ ...call, startedAt }, file, router);
    const place = placeOf(file);
    const terms = termsOf(call, { parts, referenced, ...place, at: startedAt }, router);
    const bytes = spliceJson(call.bytes, { input_file_id: JSON.stringify(file.upstreamId) });
    const ownMembers = batchFiles(deps, { record: { input_file_id: file.id } });
    const reservation = await metering.reserve({ caller, startedAt, parts });
    const draft = { facts: noFacts, body: () => bytes, ...place };
    try {
      const { endpoint, output_expires_after: expiry } = body;
      const work = { endpoint, outputSeconds: expiry?.seconds, lines, names, ...terms };
      await relayNewBatch(call, draft, { ...deps, metering, ownMembers, reservation, ...work });
    } catch (error) {
      throw withOwnIds(error, [file]);
    }
  };

/** `GET /batches`, newest first, each in the state in which it was last read. */
const listBatches =
  ({ objects }: ApiDeps): SpecAHandlers['listBatches'] =>
  async (call) => {
    const { spec, caller, query } = call;
    const { limit = 20, after = null } = query;
    const { workspaceId } = caller;
    const wanted = { spec, kind: 'batch', workspaceId, limit, order: 'desc', after } as const;
    const page = await objects.page(wanted, countReads(call));
    await replyStored(
      call.reply,
      listAnswer(page, ({ fields }) => objectOf(fields['record'])),
    );
  };

/** `GET /batches/{batch_id}`, and `POST /batches/{batch_id}/cancel`. */
const relayWithFiles =
  (services: ApiDeps): SpecAHandlers['getBatch'] & SpecAHandlers['cancelBatch'] =>
  (call) =>
    relayBatch(services, call, batchFiles(services, call.object.fields));

const wire = 'messages';

/**
 * `POST /v1/messages/batches`, sent to the provider of its models.
 *
 * @throws {GatewayError} the errors of routing for each model, and of admission for the largest cost of all requests
 */
const createMessageBatch =
  ({ router: live, findOwned, metering, assertStorageLeft, ...deps }: ApiDeps): SpecBHandlers['createMessageBatch'] =>
  async (call) => {
    await assertStorageLeft(call);
    const { requests } = call.body;
    const all = await mapInTurns(requests, ({ params }, index) => {
      refusePartial(params, `requests[${index}].params.`);
      const length = Buffer.byteLength(JSON.stringify(params));
      return { ...readRequestFacts({ length }, params, wire), model: params.model };
    });
    const startedAt = deps.clock.now();
    const router = live.at(startedAt);
    const { names, routes, referenced, ...place } = await routeBatch(call, all, router);
    const mostOf = (facts: (typeof all)[number]) => {
      const route = routes.get(facts.model);
      return route === undefined ? [] : [{ route, ...mostOfCall(facts, route, { wire, at: startedAt, router }) }];
    };
    const most = await mapInTurns(all, mostOf, ({ alternatives = [] }) => 1 + alternatives.length);
    const parts = most.flat();
    const terms = termsOf(call, { parts, referenced, ...place, at: startedAt }, router);
    const written = await withModels(call, names);
    const { bytes, files, providerId } = await resolveFileIds(call, { bytes: written, body: call.body }, findOwned);
    if (providerId !== null && providerId !== place.providerId) throw filesElsewhere();
    const ownMembers = resultsUrl(deps);
    const callersNames = new Map([...names].map(([name, there]) => [there, name] as const));
    const reservation = await metering.reserve({ caller: call.caller, startedAt, parts });
    const draft = { facts: noFacts, body: () => bytes, ...place };
    try {
      const work = { endpoint: null, lines: requests.length, names: callersNames, ...terms };
      await relayNewBatch(call, draft, { ...deps, metering, ownMembers, reservation, ...work });
    } catch (error) {
      throw withOwnIds(error, files);
    }
  };

/** The body with the models' names at the provider, and all else as it was sent. */
async function withModels(
  { bytes, body }: Parameters<SpecBHandlers['createMessageBatch']>[0],
  names: ReadonlyMap<string, string>,
): Promise<Buffer> {
  if ([...names].every(([name, there]) => name === there)) return bytes;
  const raw = rawObject(bytes.toString(), body as JsonObject);
  const list = raw.slice(['requests']) ?? '';
  let end = 0;
  const pieces = await mapInTurns(body.requests, ({ params }, index) => {
    const request = raw.slice(['requests', index]) ?? '';
    const start = list.indexOf(request, end);
    const name = names.get(params.model) ?? params.model;
    const edits = name === params.model ? {} : { model: JSON.stringify(name) };
    const written = spliceMember(Buffer.from(request), 'params', (sent) => spliceJson(sent, edits));
    const piece = list.slice(end, start) + written.toString();
    end = start + request.length;
    return piece;
  });
  const renamed = pieces.join('') + list.slice(end);
  // The value in the bytes has the white space around it.
  return spliceMember(bytes, 'requests', (value) => Buffer.from(value.toString().replace(list, () => renamed)));
}

const filesElsewhere = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    'The files of this batch are stored by another provider than its models. Upload them again in the region of the batch.',
    { param: 'requests' },
  );

/** `GET /v1/messages/batches`, newest first, each in the state in which it was last read. */
const listMessageBatches =
  ({ objects }: ApiDeps): SpecBHandlers['listMessageBatches'] =>
  async (call) => {
    const { spec, caller, query } = call;
    const { limit = 20, after_id: after = null, before_id: before = null } = query;
    const { workspaceId } = caller;
    const names = { after: 'after_id', before: 'before_id' };
    const wanted = { spec, kind: 'batch', workspaceId, limit, order: 'desc', after, before, names } as const;
    const page = await objects.page(wanted, countReads(call));
    await replyStored(
      call.reply,
      pageAnswer(page, ({ fields }) => objectOf(fields['record'])),
    );
  };

/** `GET /v1/messages/batches/{message_batch_id}`, and `POST /v1/messages/batches/{message_batch_id}/cancel`. */
const relayWithResults =
  (services: ApiDeps): SpecBHandlers['getMessageBatch'] & SpecBHandlers['cancelMessageBatch'] =>
  (call) =>
    relayBatch(services, call, resultsUrl(services));

/** What Anthropic's reference says about a batch that has not ended. */
const stillRuns =
  "Message Batches can only be deleted once they've finished processing. If you'd like to delete an in-progress batch, you must first cancel it.";

/**
 * `DELETE /v1/messages/batches/{message_batch_id}`. Completed lines are charged first, because the results are deleted too.
 *
 * @throws {GatewayError} `invalid_value` while the batch runs; `overloaded` if it cannot be charged now
 */
const deleteMessageBatch =
  ({ relay, objects, metering, router, ...deps }: ApiDeps): SpecBHandlers['deleteMessageBatch'] =>
  async (call) => {
    const { id } = call.object;
    const own = {
      delete: async (batch: Owned): Promise<boolean> => {
        const isRemoved = await objects.delete(batch);
        // A batch that its provider no longer knows was never marked as charged, so its reservation ends here.
        await metering.finish(id);
        return isRemoved;
      },
      deleteShared: async (batch: Owned): Promise<boolean> => {
        const isShared = await objects.deleteShared(batch);
        if (isShared) await metering.finish(id);
        return isShared;
      },
    };
    const before = () => chargeBefore(call.object, stillRuns, deps);
    const stored = { relay, objects: own, router, before };
    await deleteStored(stored, call, { id, type: 'message_batch_deleted' });
  };

/** `GET /v1/messages/batches/{message_batch_id}/results`, streamed. */
const getMessageBatchResults =
  ({ relay }: ApiDeps): SpecBHandlers['getMessageBatchResults'] =>
  (call) =>
    relayStored(relay, call, { download: true });

export const batchOperations = {
  specA: { listBatches, createBatch, getBatch: relayWithFiles, cancelBatch: relayWithFiles },
  specB: {
    listMessageBatches,
    createMessageBatch,
    getMessageBatch: relayWithResults,
    deleteMessageBatch,
    cancelMessageBatch: relayWithResults,
    getMessageBatchResults,
  },
};

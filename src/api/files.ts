import { writeBatchInput } from '../batches/batch-input.ts';
import { chargeBefore } from '../batches/charge-batch.ts';
import { watchBatchInput } from '../batches/watch-batch-input.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { newObjectId, type Owned } from '../objects/owned-object.ts';
import type { AnswerHook } from '../pipeline/delivery.ts';
import { type Call, countReads } from '../pipeline/call.ts';
import { draftForm, withForm } from '../pipeline/multipart/draft.ts';
import { deleteStored, expiryOf, recordHook, relayStored, upstreamIdOf } from '../pipeline/upstream-objects.ts';
import type { UpstreamDraft } from '../pipeline/upstream-draft.ts';
import type { Route } from '../routing/route.ts';
import { objectOf, type JsonObject } from '../shared/json/json.ts';
import { replyStored } from '../shared/reply.ts';
import type { Clock } from '../shared/time/clock.ts';
import { type ApiDeps, listAnswer, pageAnswer, type SpecAHandlers, type SpecBHandlers } from './deps.ts';

/** `GET /files`: the workspace's files at all providers. */
const listFilesA =
  ({ objects }: ApiDeps): SpecAHandlers['listFiles'] =>
  async (call) => {
    const { spec, caller, query } = call;
    const { limit = 10_000, order = 'desc', after = null, purpose } = query;
    const where = purpose === undefined ? [] : [{ path: ['record', 'purpose'], equals: purpose } as const];
    const { workspaceId } = caller;
    const wanted = { spec, kind: 'file', workspaceId, limit, order, after, where } as const;
    const page = await objects.page(wanted, countReads(call));
    await replyStored(
      call.reply,
      listAnswer(page, ({ fields }) => objectOf(fields['record'])),
    );
  };

const batchRuns =
  'This file belongs to a batch that has not ended. Wait until it has, or cancel it, then delete the file.';

/**
 * `DELETE /files/{file_id}`. For the results of a batch, the batch is charged first.
 *
 * @throws {GatewayError} `invalid_value` while that batch runs; `overloaded` if it cannot be charged now
 */
const deleteFileA =
  (services: ApiDeps): SpecAHandlers['deleteFile'] =>
  async (call) => {
    const { id, workspaceId, batchId } = call.object;
    const before = async (): Promise<void> => {
      const batch =
        batchId && (await services.objects.find({ spec: call.spec, kind: 'batch', id: batchId, workspaceId }));
      if (batch) await chargeBefore(batch, batchRuns, services);
    };
    await deleteStored({ ...services, before }, call, { id, object: 'file', deleted: true });
  };

/**
 * `GET /v1/files`, newest first. Answers support both ways of paging: `next_page`, and `has_more` with cursors. No file belongs
 * to a session, so `scope_id` matches none.
 *
 * @throws {GatewayError} `invalid_value` if both are used at once
 */
const listFilesB =
  ({ objects }: ApiDeps): SpecBHandlers['listFiles'] =>
  async (call) => {
    const { spec, caller, query } = call;
    const { limit = 20, page = null, after_id: afterId = null, before_id: before = null, scope_id: scope } = query;
    if (page !== null && (afterId ?? before) !== null) {
      const message = 'page cannot be combined with after_id or before_id. Send one of them.';
      throw new GatewayError('invalid_value', message, { param: 'page' });
    }
    const sent = query['ids[]'];
    const ids = sent === undefined ? undefined : [sent].flat();
    const wanted = {
      spec,
      kind: 'file',
      workspaceId: caller.workspaceId,
      limit,
      order: 'desc',
      after: page ?? afterId,
      before,
      names: { after: page === null ? 'after_id' : 'page', before: 'before_id' },
      where: scope === undefined ? [] : ([{ path: ['scope_id'], equals: scope }] as const),
      ...(ids && { ids }),
    } as const;
    const found = await objects.page(wanted, countReads(call));
    const answer = pageAnswer(found, ({ fields }) => objectOf(fields['record']));
    const next = found.hasMore && before === null ? answer['last_id'] : null;
    await replyStored(call.reply, { ...answer, next_page: next });
  };

/** `DELETE /v1/files/{file_id}`. */
const deleteFileB =
  (services: ApiDeps): SpecBHandlers['deleteFile'] =>
  (call) =>
    deleteStored(services, call, { id: call.object.id, type: 'file_deleted' });

/** Uploads a file for either spec. The form is forwarded byte for byte while it arrives. */
const uploadFile =
  ({ relay, openFormSpool, assertStorageLeft, ...deps }: ApiDeps) =>
  async (call: Call): Promise<void> => {
    await assertStorageLeft(call);
    // Batches of Spec B contain their requests, so only Spec A's files can be batch input.
    const { memory, upload } = call;
    const watch = call.spec === 'a' && upload ? watchBatchInput({ memory, turn: upload.turn }) : undefined;
    const seen = async (): Promise<JsonObject> => {
      const input = (await watch?.result()) ?? null;
      return input === null ? {} : { input: writeBatchInput(input) };
    };
    return withForm(call, { needs: [], openFormSpool, ...(watch && { watch }) }, (form) => {
      const upstreamDraft = draftForm({ form, model: null, input: 0 });
      const hooks: UpstreamDraft['hooks'] = (route) => [storeNewFile(call, { ...deps, seen }, route)];
      return relay(call, { ...upstreamDraft, outlivesClient: true, hooks });
    });
  };

/** Streams a file, or a range of it, for either spec. */
const downloadFile =
  ({ relay }: ApiDeps) =>
  (call: Call & { readonly object: Owned<'file'> }): Promise<void> =>
    relayStored(relay, call, { download: true });

/** Reads a file's record from its provider, for either spec. */
const readFile =
  ({ relay, objects }: ApiDeps) =>
  (call: Call & { readonly object: Owned<'file'> }): Promise<void> =>
    relayStored(relay, call, { hooks: () => [refreshFile(call.object, { objects })] });

interface Deps {
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

interface NewFileDeps extends Deps {
  /** Fields derived from the file's content. Called after the upload. */
  readonly seen: () => Promise<JsonObject>;
}

/** Stores the record of a new file under an id of the gateway. */
const storeNewFile = ({ spec, caller }: Call, { objects, clock, seen }: NewFileDeps, route: Route): AnswerHook =>
  recordHook(async (record) => {
    const id = newObjectId('file');
    const fields = await seen();
    await objects.add({
      id,
      kind: 'file',
      spec,
      workspaceId: caller.workspaceId,
      providerId: route.provider.id,
      upstreamId: upstreamIdOf(record),
      createdAt: clock.now(),
      expiresAt: expiryOf(record),
      fields: { record: { ...record, id }, region: route.region, ...fields },
    });
    return { id };
  });

/** Replaces the stored record of a file by the provider's current one. */
const refreshFile = (file: Owned<'file'>, { objects }: Pick<Deps, 'objects'>): AnswerHook =>
  recordHook(async (record) => {
    const { id } = file;
    await objects.change(file, ({ fields }) => ({
      fields: { ...fields, record: { ...record, id } },
      expiresAt: expiryOf(record),
    }));
    return { id };
  });

export const fileOperations = {
  specA: {
    listFiles: listFilesA,
    createFile: uploadFile,
    getFile: readFile,
    deleteFile: deleteFileA,
    getFileContent: downloadFile,
  },
  specB: {
    listFiles: listFilesB,
    createFile: uploadFile,
    getFile: readFile,
    deleteFile: deleteFileB,
    getFileContent: downloadFile,
  },
};

import type { Spec } from '../../catalog/catalog.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { newObjectId, type Owned, type OwnedObject } from '../../objects/owned-object.ts';
import type { AnswerHook } from '../../pipeline/answer-hook.ts';
import type { Call } from '../../pipeline/call.ts';
import type { UpstreamDraft } from '../../pipeline/upstream-draft.ts';
import type { Route } from '../../routing/route.ts';
import { objectOf, parseJson, stringOf, type Json } from '../../shared/json/json.ts';
import { readEventFields } from '../../shared/json/sse.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { mayNameFiles, renameFileIds } from './file-references.ts';

interface Deps {
  readonly objects: Pick<ObjectStore, 'add' | 'idOfUpstream'>;
  readonly clock: Clock;
}

/** A call whose answer may name files. */
interface NamingCall {
  readonly call: Call;
  /** The parsed body as sent. */
  readonly body: unknown;
  /** The files named in the request. */
  readonly files: readonly Owned<'file'>[];
  /** A further hook for the answer. */
  readonly hook: UpstreamDraft['hook'];
}

/**
 * Replaces the provider's file ids in an answer by ids of the gateway: those of files in the request and, on Spec B, of files
 * that executed code created, which then belong to the workspace. Returns the inner hook if the answer cannot name files.
 */
export function nameAnswerFiles({ call, body, files, hook }: NamingCall, deps: Deps): UpstreamDraft['hook'] {
  if (files.length === 0 && !mayMakeFiles(call.spec, body)) return hook;
  return (route, answer, hold) =>
    withOwnFiles(makeNames({ call, files, route }, deps), hook?.(route, answer, hold) ?? null);
}

type Names = ReturnType<typeof makeNames>;

function withOwnFiles({ learn, rename }: Names, inner: AnswerHook | null): AnswerHook {
  return {
    id: inner?.id ?? null,
    ...(inner?.headers && { headers: inner.headers }),
    ...(inner?.bytes && { bytes: inner.bytes }),
    whole: async (bytes) => {
      if (mayNameFiles(bytes)) await learn(bytes.toString('utf8'));
      const named = rename(bytes);
      return inner === null ? named : inner.whole(named);
    },
    beforeEvents: async (events) => {
      for (const bytes of events.filter(mayNameFiles)) await learn(readEventFields(bytes).data ?? '');
    },
    event: (bytes, data) => {
      const named = rename(bytes);
      if (inner === null) return named;
      const same = named === bytes || data === undefined;
      return inner.event(named, same ? data : parseJson(rename(Buffer.from(JSON.stringify(data))).toString('utf8')));
    },
    end: async () => inner?.end(),
    drop: async () => inner?.drop?.(),
  };
}

interface NamingAnswer {
  readonly call: Call;
  readonly files: readonly Owned<'file'>[];
  readonly route: Route;
}

/** Maps the provider's file ids of one answer to ids of the gateway, as the answer arrives. */
function makeNames({ call, files, route }: NamingAnswer, { objects, clock }: Deps) {
  const ours = new Map(files.map(({ id, upstreamId }) => [upstreamId ?? '', id]));

  /** Stores a created file before its id is delivered: it exists at the provider even if the answer then breaks. */
  const learn = async (json: string): Promise<void> => {
    if (call.spec !== 'b') return;
    for (const upstreamId of madeFileIds(parseJson(json))) {
      if (ours.has(upstreamId)) continue;
      ours.set(upstreamId, await storedId(objects, newFile({ call, route, upstreamId, createdAt: clock.now() })));
    }
  };

  return {
    learn,
    /** Returns the same buffer if it names no file. */
    rename: (bytes: Buffer): Buffer => renameFileIds(bytes, ours),
  };
}

interface MadeFile {
  readonly call: Call;
  readonly route: Route;
  readonly upstreamId: string;
  readonly createdAt: number;
}

type StoredFile = OwnedObject & { readonly providerId: string; readonly upstreamId: string };

/** A preliminary record of a created file. Reading the file later adds its name and size. */
function newFile({ call, route, upstreamId, createdAt }: MadeFile): StoredFile {
  const id = newObjectId('file');
  const shown = { id, type: 'file', filename: 'output', mime_type: 'application/octet-stream', size_bytes: 0 };
  const record = { ...shown, created_at: new Date(createdAt).toISOString(), downloadable: true };
  return {
    id,
    kind: 'file',
    spec: call.spec,
    workspaceId: call.caller.workspaceId,
    providerId: route.provider.id,
    upstreamId,
    createdAt,
    expiresAt: null,
    fields: { record, region: route.region },
  };
}

/** Stores a file unless an earlier answer did, and returns its id. */
async function storedId(objects: Deps['objects'], file: StoredFile): Promise<string> {
  const known = await objects.idOfUpstream(file);
  if (known === null) await objects.add(file);
  return known ?? file.id;
}

const arrayOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Whether a request lets its model run code, which may create files at the provider. */
const mayMakeFiles = (spec: Spec, body: unknown): boolean =>
  spec === 'b' &&
  arrayOf(objectOf(body)['tools']).some((tool) => stringOf(objectOf(tool)['type'])?.startsWith('code_execution'));

/**
 * Returns the provider's ids of files that code created, from a message or an event. It reads only members that the provider
 * writes, because the model's own text is untrusted.
 */
function madeFileIds(data: Json | undefined): readonly string[] {
  const answer = objectOf(data);
  const blocks = [
    answer['content_block'],
    ...arrayOf(answer['content']),
    ...arrayOf(objectOf(answer['message'])['content']),
  ];
  return blocks
    .map(objectOf)
    .filter(({ type }) => stringOf(type)?.endsWith('code_execution_tool_result'))
    .flatMap(({ content }) => arrayOf(objectOf(content)['content']).map(objectOf))
    .filter(({ type }) => stringOf(type)?.endsWith('code_execution_output'))
    .flatMap(({ file_id: id }) => stringOf(id) ?? []);
}

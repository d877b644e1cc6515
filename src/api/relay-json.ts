import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { newObjectId, type Owned, type OwnedObject } from '../objects/owned-object.ts';
import type { Call } from '../pipeline/call.ts';
import { type AnswerHook, plainHook } from '../pipeline/delivery.ts';
import { draftJson, type UpstreamDraft } from '../pipeline/upstream-draft.ts';
import { withOwnIds } from '../pipeline/upstream-objects.ts';
import type { Route } from '../routing/route.ts';
import { isStorableId } from '../shared/ids.ts';
import { arrayOf, type Json, objectOf, parseJson, stringOf } from '../shared/json/json.ts';
import { readEventFields } from '../shared/json/sse.ts';
import type { ApiDeps } from './deps.ts';
import { mayNameFiles, renameFileIds, type ResolvedBody, resolveFileIds } from './object-references.ts';

/** What a JSON call sends, where that is not what the caller sent. */
export interface JsonDraft {
  readonly bytes?: Buffer;
  /** The JSON of the bytes. */
  readonly body?: unknown;
  readonly hooks?: UpstreamDraft['hooks'];
  /** The model of a request that names none; absent: it is refused. */
  readonly defaultModel?: string;
  /** The voice of the workspace that `bytes` names, with its provider's id. */
  readonly voice?: Owned<'voice'>;
}

type RelayDeps = Pick<ApiDeps, 'relay' | 'findOwned' | 'objects' | 'clock'>;

/**
 * Sends a JSON call that may name files of the workspace: it goes to where they are kept. What waits for the answer does not
 * hold the parsed body.
 *
 * @throws {GatewayError} `not_found` for a file of another workspace, and what the pipeline refuses
 */
export function relayJson(
  services: RelayDeps,
  call: Call & { readonly body: unknown },
  draft: JsonDraft = {},
): Promise<void> {
  const send = ({ upstreamDraft, named }: Prepared): Promise<void> => {
    const served = services.relay(call, upstreamDraft);
    if (named.length === 0) return served;
    return served.catch((error: unknown) => {
      throw withOwnIds(error, named);
    });
  };
  try {
    const prepared = prepare(services, call, draft);
    return prepared instanceof Promise ? prepared.then(send) : send(prepared);
  } catch (error) {
    return Promise.reject(error);
  }
}

/** What goes out, and the objects that it names. */
interface Prepared {
  readonly upstreamDraft: UpstreamDraft;
  readonly named: readonly Owned[];
}

/** Waits only where the body names files. */
function prepare(
  services: RelayDeps,
  call: Call & { readonly body: unknown },
  { bytes = call.bytes, body = call.body, hooks: own, defaultModel, voice }: JsonDraft,
): Prepared | Promise<Prepared> {
  const write = (resolved: ResolvedBody): Prepared => {
    const { files } = resolved;
    const providerId = commonProvider(resolved, voice);
    const named = voice ? [...files, voice] : files;
    const sends = resolved.bytes === call.bytes ? call : { ...call, bytes: resolved.bytes };
    const upstreamDraft = draftJson(sends, body, defaultModel);
    const isNaming = files.length > 0 || mayMakeFiles(call.spec, body);
    const naming = isNaming ? fileNameHooks({ call, files }, services) : undefined;
    const hooks: UpstreamDraft['hooks'] =
      naming && own ? (...answered) => [...naming(...answered), ...own(...answered)] : (naming ?? own);
    if (providerId === null && !hooks) return { upstreamDraft, named };
    return {
      upstreamDraft: { ...upstreamDraft, ...(providerId !== null && { providerId }), ...(hooks && { hooks }) },
      named,
    };
  };
  if (!mayHoldIds(bytes)) return write({ bytes, files: [], providerId: null });
  const resolved = resolveFileIds(call, { bytes, body }, services.findOwned);
  return resolved instanceof Promise ? resolved.then(write) : write(resolved);
}

/**
 * The provider of the files and of the voice; null: routing chooses.
 *
 * @throws {GatewayError} `invalid_value` if there are two
 */
function commonProvider(files: Pick<ResolvedBody, 'providerId'>, voice: Owned<'voice'> | undefined): string | null {
  if (!voice || files.providerId === null) return voice?.providerId ?? files.providerId;
  if (files.providerId === voice.providerId) return voice.providerId;
  const message = 'The voice of this request is stored by another provider than its files. Upload them in its region.';
  throw new GatewayError('invalid_value', message, { param: 'audio.voice' });
}

/** False for a text in which no member names files, however it is written: a native search is quicker than a walk. */
const mayHoldIds = (bytes: Buffer): boolean => bytes.includes('_id') || bytes.includes('\\u');

/** Whether a request lets its model run code, which may create files at the provider. */
const mayMakeFiles = (spec: Spec, body: unknown): boolean =>
  spec === 'b' &&
  arrayOf(objectOf(body)['tools']).some((tool) => stringOf(objectOf(tool)['type'])?.startsWith('code_execution'));

type NamingDeps = Pick<ApiDeps, 'objects' | 'clock'>;

/** A call whose answer may name files. */
interface NamingCall {
  readonly call: Call;
  /** The files named in the request. */
  readonly files: readonly Owned<'file'>[];
}

/**
 * Replaces the provider's file ids in an answer by ids of the gateway: those of files in the request and, on Spec B, of files
 * that executed code created, which then belong to the workspace. Runs before all other hooks.
 */
const fileNameHooks =
  (naming: NamingCall, deps: NamingDeps): NonNullable<UpstreamDraft['hooks']> =>
  (route) => [fileNameHook(makeNames({ ...naming, route }, deps))];

const fileNameHook = ({ learn, rename }: ReturnType<typeof makeNames>): AnswerHook => ({
  ...plainHook,
  whole: async (bytes) => {
    if (mayNameFiles(bytes)) await learn(bytes.toString('utf8'));
    return rename(bytes);
  },
  events: async (events) => {
    for (const { bytes } of events) if (mayNameFiles(bytes)) await learn(readEventFields(bytes).data ?? '');
    return events.map((event) => {
      const bytes = rename(event.bytes);
      return bytes === event.bytes ? event : { ...event, bytes, data: renamedData(event.data, rename) };
    });
  },
});

const renamedData = (data: Json | undefined, rename: (bytes: Buffer) => Buffer): Json | undefined =>
  data === undefined ? undefined : parseJson(rename(Buffer.from(JSON.stringify(data))));

interface NamingAnswer extends NamingCall {
  readonly route: Route;
}

/** Maps the provider's file ids of one answer to ids of the gateway, as the answer arrives. */
function makeNames({ call, files, route }: NamingAnswer, { objects, clock }: NamingDeps) {
  const ours = new Map(files.map(({ id, upstreamId }) => [upstreamId ?? '', id]));

  /** Stores a created file before its id is delivered: it exists at the provider even if the answer then breaks. */
  const learn = async (json: string): Promise<void> => {
    if (call.spec !== 'b') return;
    for (const upstreamId of madeFileIds(parseJson(json))) {
      // The answer passes; what is stored under such an id at the provider is not remembered.
      if (ours.has(upstreamId) || !isStorableId(upstreamId)) continue;
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
async function storedId(objects: NamingDeps['objects'], file: StoredFile): Promise<string> {
  const known = await objects.idOfUpstream(file);
  if (known === null) await objects.add(file);
  return known ?? file.id;
}

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

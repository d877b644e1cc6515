import type { ObjectStore } from '../../resources/object-store.ts';
import { newObjectId, type Owned, type OwnedObject } from '../../resources/owned-object.ts';
import type { Route } from '../../routing/route.ts';
import type { Clock } from '../../shared/clock.ts';
import { parseJson } from '../../shared/json.ts';
import { readEventFields } from '../../shared/sse-frame.ts';
import type { Call } from '../call.ts';
import type { Keeping } from '../keeping.ts';
import type { Outgoing } from '../outgoing.ts';
import { mayNameFiles, renameFileIds } from './file-members.ts';
import { madeFileIds, mayMakeFiles } from './made-files.ts';

interface Rooms {
  readonly objects: Pick<ObjectStore, 'add' | 'idOfUpstream'>;
  readonly clock: Clock;
}

/** A call whose answer may name files. */
export interface NamingCall {
  readonly call: Call;
  /** As it is sent, parsed. */
  readonly body: unknown;
  /** The files that the request names. */
  readonly files: readonly Owned<'file'>[];
  /** What else is kept of the answer. */
  readonly keeping: Outgoing['keeping'];
}

/**
 * Puts our ids in the place of the provider's wherever an answer names files: those that the request named, and on Spec B
 * those that code has left, which belong to the workspace from then on. Any other answer is kept as it is.
 */
export function nameAnswerFiles({ call, body, files, keeping }: NamingCall, rooms: Rooms): Outgoing['keeping'] {
  if (files.length === 0 && !mayMakeFiles(call.spec, body)) return keeping;
  return (route, answer) => withOwnFiles(makeNames({ call, files, route }, rooms), keeping?.(route, answer) ?? null);
}

type Names = ReturnType<typeof makeNames>;

function withOwnFiles({ learn, rename }: Names, inner: Keeping | null): Keeping {
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

/** Our names of the files of one answer, as far as it has come. */
function makeNames({ call, files, route }: NamingAnswer, { objects, clock }: Rooms) {
  const ours = new Map(files.map(({ id, upstreamId }) => [upstreamId ?? '', id]));

  /** What code has left is kept before anybody reads its name: it is at the provider even when the answer breaks then. */
  const learn = async (json: string): Promise<void> => {
    if (call.spec !== 'b') return;
    for (const upstreamId of madeFileIds(parseJson(json))) {
      if (ours.has(upstreamId)) continue;
      ours.set(upstreamId, await keptId(objects, newFile({ call, route, upstreamId, createdAt: clock.now() })));
    }
  };

  return {
    learn,
    /** The same buffer where it names no file. */
    rename: (bytes: Buffer): Buffer => renameFileIds(bytes, ours),
  };
}

interface MadeFile {
  readonly call: Call;
  readonly route: Route;
  readonly upstreamId: string;
  readonly createdAt: number;
}

type KeptFile = OwnedObject & { readonly providerId: string; readonly upstreamId: string };

/** What is known of a file that code has left; reading its record tells its name and size. */
function newFile({ call, route, upstreamId, createdAt }: MadeFile): KeptFile {
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

/** A file that an earlier answer named keeps the id that it has. */
async function keptId(objects: Rooms['objects'], file: KeptFile): Promise<string> {
  const known = await objects.idOfUpstream(file);
  if (known === null) await objects.add(file);
  return known ?? file.id;
}

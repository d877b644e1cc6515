import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { formatMinute } from '../shared/time/format-date.ts';
import type { CountRead, Life, ObjectStore } from './object-store.ts';
import type { ObjectKind, Owned } from './owned-object.ts';

/** Names of the kinds in messages. */
const nouns: Readonly<Record<ObjectKind | 'item', string>> = {
  response: 'response',
  conversation: 'conversation',
  'chat-completion': 'stored chat completion',
  voice: 'voice',
  'voice-consent': 'voice consent',
  file: 'file',
  batch: 'batch',
  'drive-file': 'drive file',
  item: 'item',
};

/** The object that a request names. */
interface Wanted<Kind extends ObjectKind> {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly id: string;
  readonly caller: Pick<Caller, 'workspaceId'>;
  /** The field that names it; absent if the path does. */
  readonly param?: string;
  /** Counts its bytes before they are read; absent: they are few. */
  readonly count?: CountRead | undefined;
}

/** The owner check: returns the object if it belongs to the caller's workspace. */
export type FindOwned = <Kind extends ObjectKind>(wanted: Wanted<Kind>) => Promise<Owned<Kind>>;

/** What a request may ask not to be stored. */
const storable: ReadonlySet<string> = new Set<ObjectKind>(['response', 'chat-completion']);

/** The error for an object that the caller cannot have. It omits the id, so that all such answers are equal. */
export const noSuchObject = (kind: ObjectKind | 'item', param?: string): GatewayError =>
  new GatewayError(
    'not_found',
    `This workspace has no such ${nouns[kind]}. It does not exist, ${storable.has(kind) ? 'was not stored, ' : ''}was deleted, has expired, or belongs to another workspace.`,
    param === undefined ? {} : { param },
  );

const daySeconds = 86_400;

/** `3 days` for whole days, else seconds. */
function formatSpan({ createdAt, expiresAt }: Life): string {
  const seconds = Math.round((expiresAt - createdAt) / 1_000);
  const days = seconds / daySeconds;
  return Number.isInteger(days) ? `${days} day${days === 1 ? '' : 's'}` : `${seconds.toLocaleString('en-US')} s`;
}

const fileExpired = (life: Life): GatewayError =>
  new GatewayError(
    'file_expired',
    `This file expired after ${formatSpan(life)}, on ${formatMinute(life.expiresAt)}. Download files before they expire.`,
  );

/**
 * Makes the owner check.
 *
 * @throws {GatewayError} 404 `not_found`, equal for missing, expired and foreign objects; `file_expired` to the owner of an
 *   expired drive file
 */
export const makeFindOwned =
  (store: Pick<ObjectStore, 'find' | 'lifeOfExpired'>): FindOwned =>
  async ({ spec, kind, id, caller, param, count }) => {
    const name = { spec, kind, id, workspaceId: caller.workspaceId };
    const found = await store.find(name, count);
    if (found !== null) return found;
    const life = kind === 'drive-file' ? await store.lifeOfExpired(name) : null;
    throw life === null ? noSuchObject(kind, param) : fileExpired(life);
  };

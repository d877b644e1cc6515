import type { Spec } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Caller } from '../identity/caller.ts';
import { formatMinute } from '../shared/time/format-date.ts';
import type { Life, ObjectStore } from './object-store.ts';
import type { ObjectKind, Owned } from './owned-object.ts';

/** What people call each kind. */
const words: Readonly<Record<ObjectKind | 'item', string>> = {
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

/** The object that somebody asks for. */
export interface Wanted<Kind extends ObjectKind> {
  readonly spec: Spec;
  readonly kind: Kind;
  readonly id: string;
  readonly caller: Pick<Caller, 'workspaceId'>;
  /** The field that names it, where that is not the path. */
  readonly param?: string;
}

/** The one owner check: an object of the caller's workspace, or nothing. */
export type FindOwned = <Kind extends ObjectKind>(wanted: Wanted<Kind>) => Promise<Owned<Kind>>;

/** What is said of an object that the caller cannot have; the id is not repeated, so that every such answer is the same. */
export const noSuchObject = (kind: ObjectKind | 'item', param?: string): GatewayError =>
  new GatewayError(
    'not_found',
    `This workspace has no such ${words[kind]}. It never existed, was deleted, has expired, or belongs to somebody else.`,
    param === undefined ? {} : { param },
  );

const daySeconds = 86_400;

/** `3 days` where it is whole days, else seconds. */
function formatSpan({ createdAt, expiresAt }: Life): string {
  const seconds = Math.round((expiresAt - createdAt) / 1_000);
  const days = seconds / daySeconds;
  return Number.isInteger(days) ? `${days} day${days === 1 ? '' : 's'}` : `${seconds.toLocaleString('en-US')} s`;
}

/** What its owner is told of a file that was there. */
const fileExpired = (life: Life): GatewayError =>
  new GatewayError(
    'file_expired',
    `This file was kept for ${formatSpan(life)}, until ${formatMinute(life.expiresAt)}. Download what you need when it is made.`,
  );

/**
 * Makes the owner check.
 *
 * @throws {GatewayError} 404 `not_found`, the same for what is absent, expired and foreign; `file_expired` to the owner of
 *   a drive file
 */
export const makeFindOwned =
  (store: Pick<ObjectStore, 'find' | 'lifeOfExpired'>): FindOwned =>
  async ({ spec, kind, id, caller, param }) => {
    const name = { spec, kind, id, workspaceId: caller.workspaceId };
    const found = await store.find(name);
    if (found !== null) return found;
    const life = kind === 'drive-file' ? await store.lifeOfExpired(name) : null;
    throw life === null ? noSuchObject(kind, param) : fileExpired(life);
  };

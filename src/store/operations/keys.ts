import type { CredentialReference, StoredCredential } from '../../catalog/provider-overrides.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { KeyLimits, Scope } from '../../identity/caller.ts';
import type { KeyClient } from '../../identity/key-uses.ts';
import type { KeyRecord, WorkspaceRecord } from '../../identity/stores.ts';
import {
  all,
  asItIs,
  type ChangedArea,
  each,
  type EngineFacts,
  hasRoom,
  number,
  one,
  run,
  type Steps,
  type StoredRow,
  tableOf,
  updateOf,
  type Value,
} from '../shared/repository.ts';
import type { Changes } from '../store.ts';
import { accountsOf, allAccounts } from './accounts.ts';

const workspaceTable = tableOf<WorkspaceRecord>('workspace', {
  id: asItIs(),
  name: asItIs(),
  planId: asItIs(),
  timeZone: asItIs(),
  createdAt: number(),
  suspendedAt: number(),
  version: number(),
});

export interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly name: string;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly previous_expires_at: bigint | null;
  readonly prefix: string;
  readonly last_four: string;
  readonly scope: string;
  readonly day_limit: bigint | null;
  readonly month_limit: bigint | null;
  readonly total_limit: bigint | null;
  readonly created_at: bigint;
  readonly expires_at: bigint | null;
  readonly revoked_at: bigint | null;
  readonly previous_grace: bigint | null;
  readonly version: bigint;
  readonly owner: string | null;
}

const timeOf = (value: bigint | null): number | null => (value === null ? null : Number(value));

const unlimited: KeyLimits = { day: null, month: null, total: null };

const limitsOf = ({ day_limit: day, month_limit: month, total_limit: total }: KeyRow): KeyLimits =>
  day === null && month === null && total === null ? unlimited : { day, month, total };

/** @param scopeOf parses a scope; by default, each key gets an object of its own */
const keyOf = (row: KeyRow, scopeOf = (text: string) => JSON.parse(text) as Scope): KeyRecord => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  hash: row.hash,
  previousHash: row.previous_hash,
  previousGrace: timeOf(row.previous_grace),
  previousExpiresAt: timeOf(row.previous_expires_at),
  prefix: row.prefix,
  lastFour: row.last_four,
  scope: scopeOf(row.scope),
  limits: limitsOf(row),
  createdAt: Number(row.created_at),
  expiresAt: timeOf(row.expires_at),
  revokedAt: timeOf(row.revoked_at),
  owner: row.owner,
  version: Number(row.version),
});

/** Reads all keys. Equal scopes share one object, because there may be hundreds of thousands of keys and few scopes. */
export function allKeysOf(rows: Iterable<KeyRow>): readonly KeyRecord[] {
  const scopes = new Map<string, Scope>();
  const scopeOf = (text: string): Scope => {
    const known = scopes.get(text) ?? (JSON.parse(text) as Scope);
    scopes.set(text, known);
    return known;
  };
  return Array.from(rows, (row) => keyOf(row, scopeOf));
}

const keyValues = (key: KeyRecord) => [
  key.id,
  key.workspaceId,
  key.name,
  key.hash,
  key.previousHash,
  key.previousExpiresAt,
  key.prefix,
  key.lastFour,
  JSON.stringify(key.scope),
  key.limits.day,
  key.limits.month,
  key.limits.total,
  key.createdAt,
  key.expiresAt,
  key.revokedAt,
  key.previousGrace,
  key.version,
  key.owner,
];

const placesOf = (values: readonly Value[]): string => values.map((_, index) => `$${index + 1}`).join(', ');

/** Workspaces and keys as rows. Each write runs in a transaction. */
export function makeKeyOperations(engine: EngineFacts) {
  /** Writes a row. @throws {GatewayError} `conflict` if its id is taken, or its workspace does not exist */
  function* write(what: string, sql: string, values: readonly Value[]): Steps<number> {
    try {
      return yield* run(sql, ...values);
    } catch (cause) {
      if (!engine.isConstraint(cause)) throw cause;
      throw new GatewayError('conflict', `${what} exists already, or refers to a workspace that does not.`, { cause });
    }
  }
  return {
    /** Adds a key. @returns false if the workspace has `most` already */
    *addKey(key: KeyRecord, most?: number): Steps<boolean> {
      if (!(yield* hasRoom(engine, 'api_key', { owner: key.workspaceId, most }))) return false;
      const values = keyValues(key);
      yield* write(`Key ${key.id}`, `insert into api_key values (${placesOf(values)})`, values);
      return true;
    },
    /** Updates a key if its version is unchanged. @returns false if another change came first */
    *putKey(key: KeyRecord): Steps<boolean> {
      const sql = `update api_key set workspace_id = $2, name = $3, hash = $4, previous_hash = $5, previous_expires_at = $6,
        prefix = $7, last_four = $8, scope = $9, day_limit = $10, month_limit = $11, total_limit = $12, created_at = $13,
        expires_at = $14, revoked_at = $15, previous_grace = $16, owner = $18, version = version + 1
        where id = $1 and version = $17`;
      return (yield* write(`Key ${key.id}`, sql, keyValues(key))) > 0;
    },
    *addWorkspace(workspace: WorkspaceRecord): Steps<void> {
      yield* write(`Workspace ${workspace.id}`, workspaceTable.insert, workspaceTable.values(workspace));
    },
    /** Updates a workspace if its version is unchanged. @returns false if another change came first */
    *putWorkspace(workspace: WorkspaceRecord): Steps<boolean> {
      const values = workspaceTable.values(workspace);
      return (yield* write(`Workspace ${workspace.id}`, updateOf(workspaceTable), values)) > 0;
    },
  };
}

/** Reading many keys and workspaces: all, or those with the given ids. */
function makeKeyLists({ isOneOf }: EngineFacts) {
  const ofIds = `where ${isOneOf('id', '$1')}`;
  const keys = (where: string) => `select * from api_key ${where} order by created_at, id`;
  const workspaces = (where: string) => `select * from workspace ${where} order by created_at, id`;
  return {
    *allKeys(): Steps<readonly KeyRecord[]> {
      return allKeysOf(yield* each<KeyRow>(keys('')));
    },
    *keysOf(ids: readonly string[]): Steps<readonly KeyRecord[]> {
      return allKeysOf(yield* all<KeyRow>(keys(ofIds), ids));
    },
    *allWorkspaces(): Steps<readonly WorkspaceRecord[]> {
      return (yield* all<StoredRow>(workspaces(''))).map(workspaceTable.read);
    },
    *workspacesOf(ids: readonly string[]): Steps<readonly WorkspaceRecord[]> {
      return (yield* all<StoredRow>(workspaces(ofIds), ids)).map(workspaceTable.read);
    },
  };
}

interface Latest {
  readonly latest: bigint;
  readonly history: string;
}

const latestOf = (row: Latest | undefined): Pick<Changes, 'epoch' | 'history'> => ({
  epoch: Number(row?.latest ?? 0n),
  history: row?.history ?? '',
});

/** The change feed: which keys, workspaces and accounts changed, in the order in which the changes were committed. */
export function makeChangeOperations(engine: EngineFacts) {
  const lists = makeKeyLists(engine);
  return {
    /** All keys, workspaces and accounts, and the number up to which they are current, from one moment. */
    *snapshot(): Steps<Changes> {
      const latest = yield* one<Latest>(`select value as latest, ${engine.history} as history from epoch`);
      return {
        ...latestOf(latest),
        keys: yield* lists.allKeys(),
        workspaces: yield* lists.allWorkspaces(),
        accounts: yield* allAccounts(),
      };
    },
    /**
     * Number and names are of one statement, so of one moment; the records are read after it, and are as new or newer.
     *
     * @see ChangeFeed.since
     */
    *changesSince(from: number): Steps<Changes> {
      const changed = yield* all<Latest & { area: ChangedArea | null; id: string }>(
        `select area, id, latest.value as latest, ${engine.history} as history from epoch as latest
          left join change on change.epoch > $1 order by change.epoch`,
        from,
      );
      const ids = (wanted: ChangedArea): readonly string[] =>
        changed.filter(({ area }) => area === wanted).map(({ id }) => id);
      function* read<Kept>(
        wanted: ChangedArea,
        records: (ids: readonly string[]) => Steps<readonly Kept[]>,
      ): Steps<readonly Kept[]> {
        const named = ids(wanted);
        return named.length === 0 ? [] : yield* records(named);
      }
      return {
        ...latestOf(changed[0]),
        keys: yield* read('key', (named) => lists.keysOf(named)),
        workspaces: yield* read('workspace', (named) => lists.workspacesOf(named)),
        accounts: yield* read('account', (named) => accountsOf(engine, named)),
      };
    },
  };
}

const clientTable = tableOf<KeyClient>('key_client', { keyId: asItIs(), client: asItIs(), seenAt: number() });

/** The last clients of keys as rows. */
export const makeKeyClientOperations = ({ isOneOf, rowsOf }: EngineFacts) => ({
  *keyClients(keyIds: readonly string[]): Steps<readonly KeyClient[]> {
    const rows = yield* all<StoredRow>(`select * from key_client where ${isOneOf('key_id', '$1')}`, keyIds);
    return rows.map(clientTable.read);
  },
  /** In the order of the keys, so that two instances do not wait for each other. */
  *putKeyClients(clients: readonly KeyClient[]): Steps<void> {
    const { sql, values } = rowsOf(
      { key_id: 'text', client: 'text', seen_at: 'bigint' },
      clients.map(({ keyId, client, seenAt }) => [keyId, client, seenAt]),
    );
    yield* run(
      `insert into key_client (key_id, client, seen_at)
        select id, client, seen_at from ${sql} join api_key on id = key_id order by id
        on conflict (key_id) do update set client = excluded.client, seen_at = excluded.seen_at
          where excluded.seen_at >= key_client.seen_at`,
      ...values,
    );
  },
});

const credentialTable = tableOf<StoredCredential>('provider_credential', {
  providerId: asItIs(),
  secret: asItIs(),
  changedAt: number(),
  version: number(),
});

/** Keys of providers as rows. */
export const credentialOperations = {
  *credentials(): Steps<readonly StoredCredential[]> {
    return (yield* all<StoredRow>('select * from provider_credential order by provider_id')).map(credentialTable.read);
  },
  /** Adds a credential, with version 0, or updates it if its version is unchanged. @returns false if another change came first */
  *putCredential({ providerId, secret, changedAt, version }: StoredCredential): Steps<boolean> {
    const insert = `${credentialTable.insert} on conflict (provider_id) do nothing`;
    const update = `update provider_credential set secret = $2, changed_at = $3, version = version + 1
      where provider_id = $1 and version = $4`;
    const changes =
      version === 0
        ? yield* run(insert, ...credentialTable.values({ providerId, secret, changedAt, version: 1 }))
        : yield* run(update, providerId, secret, changedAt, version);
    return changes > 0;
  },
  /** Removes a credential if its version is unchanged. @returns false if another change came first */
  *removeCredential({ providerId, version }: CredentialReference): Steps<boolean> {
    const sql = 'delete from provider_credential where provider_id = $1 and version = $2';
    return (yield* run(sql, providerId, version)) > 0;
  },
  *resealCredential(providerId: string, from: string, to: string): Steps<void> {
    const sql = 'update provider_credential set secret = $3 where provider_id = $1 and secret = $2';
    yield* run(sql, providerId, from, to);
  },
};

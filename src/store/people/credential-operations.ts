import type { DatabaseSync } from 'node:sqlite';
import type { CredentialReference, StoredCredential } from '../../catalog/credential-store.ts';
import { query } from '../sqlite/query.ts';

export interface CredentialRow {
  readonly provider_id: string;
  readonly secret: string;
  readonly changed_at: bigint;
  readonly version: bigint;
}

export const credentialOf = (row: CredentialRow): StoredCredential => ({
  providerId: row.provider_id,
  secret: row.secret,
  changedAt: Number(row.changed_at),
  version: Number(row.version),
});

/** Statements of both engines; PostgreSQL names its parameters `$1`. */
export const credentialSql = {
  list: 'select * from provider_credential order by provider_id',
  insert: `insert into provider_credential (provider_id, secret, changed_at, version) values ($1, $2, $3, 1)
    on conflict (provider_id) do nothing`,
  update: `update provider_credential set secret = $2, changed_at = $3, version = version + 1
    where provider_id = $1 and version = $4`,
  remove: 'delete from provider_credential where provider_id = $1 and version = $2',
  reseal: 'update provider_credential set secret = $3 where provider_id = $1 and secret = $2',
} as const;

/** Keys of providers as rows. */
export function makeCredentialOperations(database: DatabaseSync) {
  const prepare = (sql: string) => database.prepare(sql.replaceAll('$', '?'));
  const all = query<CredentialRow>(database, credentialSql.list);
  const insert = prepare(credentialSql.insert);
  const update = prepare(credentialSql.update);
  const remove = prepare(credentialSql.remove);
  const reseal = prepare(credentialSql.reseal);
  return {
    credentials: (): readonly StoredCredential[] => all.all().map(credentialOf),
    putCredential: ({ providerId, secret, changedAt, version }: StoredCredential): boolean => {
      const { changes } =
        version === 0 ? insert.run(providerId, secret, changedAt) : update.run(providerId, secret, changedAt, version);
      return changes > 0;
    },
    removeCredential: ({ providerId, version }: CredentialReference): boolean =>
      remove.run(providerId, version).changes > 0,
    resealCredential: (providerId: string, from: string, to: string): void => void reseal.run(providerId, from, to),
  };
}

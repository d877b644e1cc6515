import type { CredentialReference, StoredCredential } from '../../catalog/credential-store.ts';
import { all, run, type Steps } from '../shared/steps.ts';

interface CredentialRow {
  readonly provider_id: string;
  readonly secret: string;
  readonly changed_at: bigint;
  readonly version: bigint;
}

const credentialOf = (row: CredentialRow): StoredCredential => ({
  providerId: row.provider_id,
  secret: row.secret,
  changedAt: Number(row.changed_at),
  version: Number(row.version),
});

/** Keys of providers as rows. */
export const credentialOperations = {
  *credentials(): Steps<readonly StoredCredential[]> {
    return (yield* all<CredentialRow>('select * from provider_credential order by provider_id')).map(credentialOf);
  },
  /** Whether it still had its version; a new one has version 0. */
  *putCredential({ providerId, secret, changedAt, version }: StoredCredential): Steps<boolean> {
    const insert = `insert into provider_credential (provider_id, secret, changed_at, version) values ($1, $2, $3, 1)
      on conflict (provider_id) do nothing`;
    const update = `update provider_credential set secret = $2, changed_at = $3, version = version + 1
      where provider_id = $1 and version = $4`;
    const changes =
      version === 0
        ? yield* run(insert, providerId, secret, changedAt)
        : yield* run(update, providerId, secret, changedAt, version);
    return changes > 0;
  },
  *removeCredential({ providerId, version }: CredentialReference): Steps<boolean> {
    const sql = 'delete from provider_credential where provider_id = $1 and version = $2';
    return (yield* run(sql, providerId, version)) > 0;
  },
  *resealCredential(providerId: string, from: string, to: string): Steps<void> {
    const sql = 'update provider_credential set secret = $3 where provider_id = $1 and secret = $2';
    yield* run(sql, providerId, from, to);
  },
};

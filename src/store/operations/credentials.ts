import type { CredentialReference, StoredCredential } from '../../catalog/credential.ts';
import { all, asItIs, number, run, type Steps, type StoredRow, tableOf } from '../shared/repository.ts';

const table = tableOf<StoredCredential>('provider_credential', {
  providerId: asItIs(),
  secret: asItIs(),
  changedAt: number(),
  version: number(),
});

/** Keys of providers as rows. */
export const credentialOperations = {
  *credentials(): Steps<readonly StoredCredential[]> {
    return (yield* all<StoredRow>('select * from provider_credential order by provider_id')).map(table.read);
  },
  /** Whether it still had its version; a new one has version 0. */
  *putCredential({ providerId, secret, changedAt, version }: StoredCredential): Steps<boolean> {
    const insert = `${table.insert} on conflict (provider_id) do nothing`;
    const update = `update provider_credential set secret = $2, changed_at = $3, version = version + 1
      where provider_id = $1 and version = $4`;
    const changes =
      version === 0
        ? yield* run(insert, ...table.values({ providerId, secret, changedAt, version: 1 }))
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

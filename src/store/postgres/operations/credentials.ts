import type { CredentialReference, StoredCredential } from '../../../catalog/credential-store.ts';
import { credentialOf, credentialSql, type CredentialRow } from '../../people/credential-operations.ts';
import type { Session } from '../session.ts';

/** Keys of providers as rows. */
export const credentials = {
  credentials: async (session: Session): Promise<readonly StoredCredential[]> =>
    (await session.all<CredentialRow>(credentialSql.list)).map(credentialOf),
  putCredential: async (
    session: Session,
    { providerId, secret, changedAt, version }: StoredCredential,
  ): Promise<boolean> => {
    const written =
      version === 0
        ? session.run(credentialSql.insert, providerId, secret, changedAt)
        : session.run(credentialSql.update, providerId, secret, changedAt, version);
    return (await written) > 0;
  },
  removeCredential: async (session: Session, { providerId, version }: CredentialReference): Promise<boolean> =>
    (await session.run(credentialSql.remove, providerId, version)) > 0,
  resealCredential: async (
    session: Session,
    providerId: string,
    ...[from, to]: readonly [string, string]
  ): Promise<void> => {
    await session.run(credentialSql.reseal, providerId, from, to);
  },
};

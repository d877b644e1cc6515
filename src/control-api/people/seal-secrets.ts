import type { CredentialStore } from '../../catalog/provider-overrides.ts';
import { everyPerson, type PersonStore } from '../../identity/people/person-store.ts';
import { alertsByWorkspace, type AlertStore } from '../../notify/alert-store.ts';
import type { Log } from '../../shared/log.ts';
import { sealColumn, type SealedColumn, type Sealer } from '../../shared/secret.ts';

/** The columns of the database whose secrets must be read again, so that a hash is not enough. */
export const makeSealedColumns = (sealer: Sealer) => ({
  totpSecrets: sealColumn(sealer, 'person.totp_secret'),
  webhookSecrets: sealColumn(sealer, 'alert.secret'),
  providerKeys: sealColumn(sealer, 'provider_credential.secret'),
});

interface Deps extends ReturnType<typeof makeSealedColumns> {
  readonly people: Pick<PersonStore, 'list' | 'put'>;
  readonly alerts: Pick<AlertStore, 'page' | 'reseal'>;
  readonly credentials: Pick<CredentialStore, 'list' | 'reseal'>;
  readonly log: Log;
}

/**
 * Seals what is stored unsealed, or under a key that no longer seals, so that an old key can be removed from `server.seal_keys`
 * after a start of all instances. What no configured key opens stays as it is and is reported in the log.
 */
export async function sealStoredSecrets(deps: Deps): Promise<void> {
  const { people, alerts, credentials, totpSecrets, webhookSecrets, providerKeys, log } = deps;
  const lost = { people: 0, alerts: 0 };
  for await (const person of everyPerson(people)) {
    const { id, totp } = person;
    if (!totp || totpSecrets.isCurrent(totp.secret)) continue;
    const secret = resealed(totpSecrets, totp.secret, id);
    if (secret === null) lost.people += 1;
    // Null if the person was changed meanwhile: the next start seals it.
    else await people.put({ ...person, totp: { ...totp, secret } }, null);
  }
  for await (const [, ofWorkspace] of alertsByWorkspace(alerts)) {
    for (const alert of ofWorkspace) {
      const { id, secret: stored } = alert;
      if (stored === null || webhookSecrets.isCurrent(stored)) continue;
      const secret = resealed(webhookSecrets, stored, id);
      if (secret === null) lost.alerts += 1;
      else await alerts.reseal(alert, stored, secret);
    }
  }
  for (const { providerId, secret: stored } of await credentials.list()) {
    if (providerKeys.isCurrent(stored)) continue;
    const secret = resealed(providerKeys, stored, providerId);
    // One that is lost is reported when it would be used.
    if (secret !== null) await credentials.reseal(providerId, stored, secret);
  }
  if (lost.people + lost.alerts === 0) return;
  log.error('server.seal_keys lacks the key of stored secrets: these second factors and webhooks do not work', lost);
}

function resealed(column: SealedColumn, stored: string, rowId: string): string | null {
  const secret = column.open(stored, rowId);
  return secret === null ? null : column.seal(secret, rowId);
}

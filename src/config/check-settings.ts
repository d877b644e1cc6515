import { buildCatalog, type BuiltCatalog } from '../catalog/build-catalog.ts';
import { addressKey } from '../catalog/check-providers.ts';
import { findDuplicates } from '../catalog/find-duplicates.ts';
import { wrong, type Finding } from '../catalog/finding.ts';
import { claimsIssued, isWhole } from '../identity/key-format.ts';
import { nearestName } from '../shared/nearest-name.ts';
import type { Settings } from './schema/settings-schema.ts';

/** `host:port` under which this gateway itself can be reached. */
function ownAddresses({ host, port, public_url: publicUrl }: Settings['server']): ReadonlySet<string> {
  const everywhere = host === '0.0.0.0' || host === '::';
  const listening = port === 0 ? [] : [addressKey(host, port), ...(everywhere ? [addressKey('localhost', port)] : [])];
  if (publicUrl === null) return new Set(listening);
  const url = new URL(publicUrl);
  return new Set([...listening, addressKey(url.hostname, url.port || (url.protocol === 'https:' ? 443 : 80))]);
}

function checkBootstrap({ bootstrap, plans }: Settings): readonly Finding[] {
  const workspaces = bootstrap.workspaces.map(({ id }) => id);
  const planIds = plans.map(({ id }) => id);
  return [
    ...findDuplicates(workspaces, (index) => ['bootstrap', 'workspaces', index, 'id']),
    ...bootstrap.workspaces.flatMap(({ plan }, index) =>
      plan === null || planIds.includes(plan)
        ? []
        : [
            wrong(
              ['bootstrap', 'workspaces', index, 'plan'],
              `names no plan of this file: ${plan}`,
              nearestName(plan, planIds),
            ),
          ],
    ),
    ...bootstrap.keys.flatMap(({ workspace, secret }, index) => {
      const path = ['bootstrap', 'keys', index];
      if (!workspaces.includes(workspace)) {
        const message = `names no workspace of bootstrap: ${workspace}`;
        return [wrong([...path, 'workspace'], message, nearestName(workspace, workspaces))];
      }
      if (claimsIssued(secret) && !isWhole(secret)) {
        const message =
          'begins like a key issued here, but its checksum does not fit: it would never be accepted. Copy the key again, or choose a secret that begins otherwise';
        return [wrong([...path, 'secret'], message)];
      }
      const twin = bootstrap.keys.findIndex((key) => key.secret === secret);
      return twin < index ? [wrong([...path, 'secret'], `is the secret of key number ${twin + 1} as well`)] : [];
    }),
  ];
}

/** Compares every part of the settings with every other, and builds the catalogue out of them. */
export function checkSettings(settings: Settings): BuiltCatalog {
  const { catalog, findings } = buildCatalog(settings, ownAddresses(settings.server));
  return { catalog, findings: [...findings, ...checkBootstrap(settings)] };
}

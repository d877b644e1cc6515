import { setImmediate } from 'node:timers/promises';
import { buildCatalog, type BuiltCatalog } from '../catalog/build-catalog.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { addressKey } from '../catalog/check-address.ts';
import { findDuplicates, noted, wrong, type DocumentPath, type Finding } from '../catalog/finding.ts';
import { checkFirstPrices, checkPriceChanges, type Priced } from '../catalog/check-products.ts';
import { parseNetwork } from '../identity/caller.ts';
import { claimsIssued, isWhole } from '../identity/key-format.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { nearestName } from '../shared/text/names.ts';
import { explainIssue, type Hidden, mendDocument, type SchemaProblem, touches, writePath } from './problems.ts';
import { settingsSchema, type Settings } from './schema/settings-schema.ts';

/** What a document is checked against. */
export interface CheckContext {
  /** The catalogue in force, or that was last: its prices that have begun must not change. */
  readonly running?: Priced;
  /** Epoch milliseconds. Without it, checks that depend on the time are skipped: future prices, and prices that have begun. */
  readonly now?: number;
  /** Id of the workspace that has a key with this secret; null: none has. Absent: it is not known which secrets are in use. */
  readonly holderOf?: (secret: string) => string | null;
}

/** The result of checking a document. */
interface CheckedDocument {
  /** The errors; the document can be used only if there are none. */
  readonly wrong: readonly SchemaProblem[];
  /** Null if the document does not match the schema. */
  readonly read: {
    readonly settings: Settings;
    readonly catalog: Catalog;
    readonly findings: readonly Finding[];
  } | null;
}

/** Findings that depend on the time. */
function timedFindings(catalog: Catalog, { running, now }: CheckContext): readonly Finding[] {
  if (now === undefined) return [];
  return [...checkFirstPrices(catalog, now), ...(running ? checkPriceChanges(running, catalog, now) : [])];
}

/** Keys cannot move between workspaces: calls, charges and limits of a key belong to the one that it was made for. */
const takenSecrets = ({ bootstrap }: Settings, { holderOf }: CheckContext): readonly Finding[] =>
  bootstrap.keys.flatMap(({ workspace, secret }, index) => {
    const holder = holderOf?.(secret) ?? workspace;
    const message = `is the secret of a key of workspace ${holder}. Give every workspace its own key`;
    return holder === workspace ? [] : [wrong(['bootstrap', 'keys', index, 'secret'], message)];
  });

/**
 * Checks a merged document, first by the schema, then by cross-checks. Calls are served in between: both are long if the file is.
 *
 * @param hidden values that what the schema says does not repeat
 */
export async function checkDocument(
  document: JsonObject,
  context: CheckContext,
  hidden: Hidden,
): Promise<CheckedDocument> {
  const { settings, problems } = await setImmediate(parse(document, hidden));
  if (settings === null) return { wrong: [...problems, ...checkRest(document, problems, hidden)], read: null };
  const { catalog, findings: own } = checkSettings(settings);
  const broken = errorsOf(own);
  const timed = timedFindings(catalog, context).filter(({ path }) => !broken.some((one) => touches(one.path, path)));
  const findings = [...own, ...timed, ...takenSecrets(settings, context)];
  return { wrong: errorsOf(findings), read: { settings, catalog, findings } };
}

function parse(
  document: JsonObject,
  hidden: Hidden,
): {
  readonly settings: Settings | null;
  readonly problems: readonly SchemaProblem[];
} {
  const parsed = settingsSchema.safeParse(document);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  const problems = parsed.error.issues.flatMap((issue) => explainIssue(issue, document, hidden));
  return { settings: null, problems: firstOfEach(problems) };
}

/** The first problem of each value. A text of the wrong type, for example, is also too short. */
const firstOfEach = (problems: readonly SchemaProblem[]): readonly SchemaProblem[] =>
  [...new Map(problems.toReversed().map((problem) => [writePath(problem.path), problem])).values()].toReversed();

const errorsOf = (findings: readonly Finding[]): readonly SchemaProblem[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message, suggestion = null }) => ({ path, part: 'value', message, suggestion }));

/** The required prices depend on models and providers, so they are unknown while those are wrong. */
const dependsOn = (path: DocumentPath, section: string): boolean =>
  path[0] === section || (path[0] === 'products' && path[2] === 'prices' && /^(models|providers)$/.test(section));

/** Cross-checks the valid parts of a document of which other parts do not match the schema. */
function checkRest(document: JsonObject, problems: readonly SchemaProblem[], hidden: Hidden): readonly SchemaProblem[] {
  if (problems.some(({ path, part }) => path.length < 2 && part === 'value')) return [];
  let mended = mendDocument(document, problems, false);
  let { settings, problems: left } = parse(mended, hidden);
  if (settings === null) {
    mended = mendDocument(mended, left, true);
    ({ settings, problems: left } = parse(mended, hidden));
  }
  if (settings === null) return [];
  return errorsOf(checkSettings(settings).findings).filter(
    ({ path }) =>
      !problems.some(
        (problem) =>
          touches(problem.path, path) || (path[0] !== problem.path[0] && dependsOn(path, String(problem.path[0]))),
      ),
  );
}

/** The gateway's own addresses, as `host:port`. */
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
          'begins like an issued key, but its checksum does not match, so it would never be accepted. Copy the key again, or choose a secret with another beginning';
        return [wrong([...path, 'secret'], message)];
      }
      const twin = bootstrap.keys.findIndex((key) => key.secret === secret);
      return twin < index ? [wrong([...path, 'secret'], `is also the secret of key number ${twin + 1}`)] : [];
    }),
  ];
}

/** The shortest prefixes of networks of proxies that are not noted. */
const proxyBits = { ipv4: 24, ipv6: 64 } as const;

const checkProxies = ({ sign_in: { trusted_proxies: networks } }: Settings): readonly Finding[] =>
  networks.flatMap((text, index) => {
    const network = parseNetwork(text);
    if (network === null || network.bits >= proxyBits[network.family]) return [];
    const message = `${text} is wide: a caller whose own address is in it can claim any address in X-Forwarded-For, also one that a key is bound to. Name the addresses of the proxies alone.`;
    return [noted(['sign_in', 'trusted_proxies', index], message)];
  });

/** Builds the catalogue and cross-checks the settings. */
function checkSettings(settings: Settings): BuiltCatalog {
  const { catalog, findings } = buildCatalog(settings, ownAddresses(settings.server));
  return { catalog, findings: [...findings, ...checkBootstrap(settings), ...checkProxies(settings)] };
}

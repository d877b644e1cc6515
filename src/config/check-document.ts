import { buildCatalog, type BuiltCatalog } from '../catalog/build-catalog.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { addressKey } from '../catalog/check-providers.ts';
import { findDuplicates, wrong, type DocumentPath, type Finding } from '../catalog/finding.ts';
import { checkFirstPrices, checkPriceChanges } from '../catalog/prices.ts';
import { claimsIssued, isWhole } from '../identity/key-format.ts';
import type { JsonObject } from '../shared/json/json.ts';
import { nearestName } from '../shared/text/nearest-name.ts';
import { explainIssue, mendDocument, touches, type SchemaProblem } from './schema-problems.ts';
import { settingsSchema, type Settings } from './schema/settings-schema.ts';

/** What a document is checked against besides itself. */
export interface Circumstances {
  /** The catalogue in force, where a changed file is read: what it said of the past must stand. */
  readonly running?: Catalog;
  /** Epoch milliseconds. Without it nothing is said of what depends on the moment: prices to come, prices that have begun. */
  readonly now?: number;
}

/** What a document is worth. */
interface CheckedDocument {
  /** What keeps it from being used. */
  readonly wrong: readonly SchemaProblem[];
  /** Null where its form is not right: then its parts were not compared with each other. */
  readonly read: {
    readonly settings: Settings;
    readonly catalog: Catalog;
    readonly findings: readonly Finding[];
  } | null;
}

/** What the moment makes of a catalogue. */
function findingsOfNow(catalog: Catalog, { running, now }: Circumstances): readonly Finding[] {
  if (now === undefined) return [];
  return [...checkFirstPrices(catalog, now), ...(running ? checkPriceChanges(running, catalog, now) : [])];
}

/** Checks a document with everything in place: its form first, then each part against every other. */
export function checkDocument(document: JsonObject, circumstances: Circumstances): CheckedDocument {
  const { settings, problems } = parse(document);
  if (settings === null) return { wrong: [...problems, ...compareRest(document, problems)], read: null };
  const { catalog, findings: own } = checkSettings(settings);
  const findings = [...own, ...findingsOfNow(catalog, circumstances)];
  return { wrong: errorsOf(findings), read: { settings, catalog, findings } };
}

function parse(document: JsonObject): {
  readonly settings: Settings | null;
  readonly problems: readonly SchemaProblem[];
} {
  const parsed = settingsSchema.safeParse(document);
  if (parsed.success) return { settings: parsed.data, problems: [] };
  return { settings: null, problems: parsed.error.issues.flatMap((issue) => explainIssue(issue, document)) };
}

const errorsOf = (findings: readonly Finding[]): readonly SchemaProblem[] =>
  findings
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message, suggestion = null }) => ({ path, part: 'value', message, suggestion }));

/** Which prices are needed follows from models and providers: while these are wrong, it is not known. */
const dependsOn = (path: DocumentPath, section: string): boolean =>
  path[0] === section || (path[0] === 'products' && path[2] === 'prices' && /^(models|providers)$/.test(section));

/** What the comparison of all parts says of those that are right, where the form of others is not. */
function compareRest(document: JsonObject, problems: readonly SchemaProblem[]): readonly SchemaProblem[] {
  if (problems.some(({ path, part }) => path.length < 2 && part === 'value')) return [];
  let mended = mendDocument(document, problems, false);
  let { settings, problems: left } = parse(mended);
  if (settings === null) {
    mended = mendDocument(mended, left, true);
    ({ settings, problems: left } = parse(mended));
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
function checkSettings(settings: Settings): BuiltCatalog {
  const { catalog, findings } = buildCatalog(settings, ownAddresses(settings.server));
  return { catalog, findings: [...findings, ...checkBootstrap(settings)] };
}

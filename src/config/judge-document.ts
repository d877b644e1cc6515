import type { Catalog } from '../catalog/catalog.ts';
import { checkFirstPrices } from '../catalog/check-first-prices.ts';
import { checkPriceChanges } from '../catalog/check-price-changes.ts';
import type { DocumentPath, Finding } from '../catalog/finding.ts';
import type { JsonObject } from '../shared/json.ts';
import { checkSettings } from './check-settings.ts';
import { mendDocument, touches } from './mend-document.ts';
import { explainIssue, type SchemaProblem } from './schema-problems.ts';
import { settingsSchema, type Settings } from './schema/settings-schema.ts';

/** What a document is judged against besides itself. */
export interface Circumstances {
  /** The catalogue in force, where a changed file is read: what it said of the past must stand. */
  readonly running?: Catalog;
  /** Epoch milliseconds. Without it nothing is said of what depends on the moment: prices to come, prices that have begun. */
  readonly now?: number;
}

/** What a document is worth. */
export interface Judgement {
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

/** Judges a document with everything in place: its form first, then each part against every other. */
export function judgeDocument(document: JsonObject, circumstances: Circumstances): Judgement {
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

import type { Catalog } from '../catalog/catalog.ts';
import { checkFirstPrices } from '../catalog/check-first-prices.ts';
import { checkPriceChanges } from '../catalog/check-price-changes.ts';
import type { Finding } from '../catalog/finding.ts';
import type { JsonObject } from '../shared/json.ts';
import { checkSettings } from './check-settings.ts';
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
  const parsed = settingsSchema.safeParse(document);
  if (!parsed.success) {
    return { wrong: parsed.error.issues.flatMap((issue) => explainIssue(issue, document)), read: null };
  }
  const { catalog, findings: own } = checkSettings(parsed.data);
  const findings = [...own, ...findingsOfNow(catalog, circumstances)];
  const wrong = findings
    .filter(({ severity }) => severity === 'error')
    .map(({ path, message, suggestion = null }) => ({ path, part: 'value' as const, message, suggestion }));
  return { wrong, read: { settings: parsed.data, catalog, findings } };
}

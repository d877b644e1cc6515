import { join } from 'node:path';
import type { DocumentPath } from '../catalog/finding.ts';
import { isObject, objectOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { writePath, type Remark } from './problems.ts';
import type { ReadDocument } from './read-yaml.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { isNullable, readScalar, schemaAt } from './schema/walk-schema.ts';
import type { OutsideSetting } from './variables.ts';

/** Returns a copy with one value set. If a parent is not a mapping, the document is unchanged, and the schema refuses it. */
function withValue(document: JsonObject, path: DocumentPath, value: Json): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return document;
  if (rest.length === 0) return { ...document, [step]: value };
  const part = document[step];
  if (part != null && !isObject(part)) return document;
  return { ...document, [step]: withValue(objectOf(part), rest, value) };
}

const valueAt = (document: JsonObject, path: DocumentPath): Json | undefined =>
  path.reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), document);

/** Converts flags (`{ 'server.port': '9000' }`) to settings. */
export const flagSettings = (flags: Readonly<Record<string, string | undefined>>): readonly OutsideSetting[] =>
  Object.entries(flags).flatMap(([setting, text]) => {
    if (text === undefined) return [];
    const path = setting.split('.');
    return [
      {
        path,
        value: readScalar(schemaAt(settingsSchema, path), text),
        origin: `flag --${path.slice(1).join('-').replaceAll('_', '-')}`,
      },
    ];
  });

const storageDefaults = (dataFolder: string): readonly OutsideSetting[] => [
  { path: ['storage', 'database'], value: `sqlite:${join(dataFolder, 'diglot.db')}`, origin: 'data folder' },
  { path: ['storage', 'drive'], value: `file:${join(dataFolder, 'drive')}`, origin: 'data folder' },
];

/** Whether a path is one of these places or lies below one. */
export const isAmong = (path: DocumentPath, places: readonly DocumentPath[]): boolean =>
  places.some((place) => place.every((step, index) => path[index] === step));

type Nulls = Pick<ReadDocument, 'isNull'>;

/** The member above a setting that the document turns off with null; null: none. */
function offAbove({ isNull }: Nulls, path: DocumentPath): DocumentPath | null {
  const above = path.slice(0, -1).map((_, index) => path.slice(0, index + 1));
  return above.find((part) => isNull(part) && isNullable(settingsSchema, part)) ?? null;
}

/** Leaves variables out that would turn on what the file turns off, with a notice for each. A flag turns it on. */
export function obeyNull(written: Nulls, variables: readonly OutsideSetting[], flags: readonly OutsideSetting[]) {
  const flagged = flags.map(({ path }) => path);
  const compared = variables.map((setting) => {
    const off = offAbove(written, setting.path);
    return { setting, off: off !== null && flagged.some((path) => isAmong(path, [off])) ? null : off };
  });
  const notices = compared.flatMap(({ setting: { origin: place }, off }): readonly Remark[] => {
    if (off === null) return [];
    return [{ place, path: '', message: `has no effect, because ${writePath(off)} is null`, suggestion: null }];
  });
  return { settings: compared.filter(({ off }) => off === null).map(({ setting }) => setting), notices };
}

/** Merges settings from flags and variables into the document, with storage in the data folder by default. */
export function mergeSettings(written: JsonObject, outside: readonly OutsideSetting[], dataFolder: string): JsonObject {
  const missing = storageDefaults(dataFolder).filter(({ path }) => valueAt(written, path) == null);
  return [...missing, ...outside].reduce((document, { path, value }) => withValue(document, path, value), written);
}

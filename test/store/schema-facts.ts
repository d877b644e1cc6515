import { storedItemId } from '../../src/shared/ids.ts';

/** What the release before a migration relies on: each fact by its name. */
export type Facts = ReadonlyMap<string, string>;

/** The tables, as far as statements depend on them. */
export interface Schema {
  readonly columns: Facts;
  readonly functions: Facts;
  readonly rules: Facts;
}

/** What the release before would trip over, in words. */
export function tripsOver(before: Schema, after: Schema): readonly string[] {
  const tables = new Set([...before.columns.keys()].map((name) => name.split('.')[0]));
  const isOld = (name: string): boolean => tables.has(name.split(/[.:]/)[0]);
  const gone = [...before.columns.keys(), ...before.functions.keys()]
    .filter((name) => !after.columns.has(name) && !after.functions.has(name))
    .map((name) => `${name} is gone`);
  const changed = [...before.columns, ...before.functions].flatMap(([name, fact]) => {
    const now = after.columns.get(name) ?? after.functions.get(name) ?? fact;
    return now === fact || `${fact} default` === now ? [] : [`${name} was ${fact} and is ${now}`];
  });
  const demanded = [...after.columns]
    .filter(([name, fact]) => isOld(name) && !before.columns.has(name) && !/nullable|default/.test(fact))
    .map(([name]) => `${name} is new and must be given`);
  const stricter = [...after.rules.keys()]
    .filter((name) => isOld(name) && !before.rules.has(name))
    .map((name) => `a new rule: ${name}`);
  return [...gone, ...changed, ...demanded, ...stricter];
}

/** Objects of two workspaces before they were counted, in both engines. */
export const storedBefore = `
  insert into object (id, kind, spec, workspace_id, created_at, fields) values
    ('conv_1', 'conversation', 'a', 'acme', 1, '{}'), ('file_1', 'file', 'a', 'acme', 1, '{"a":"ö"}'),
    ('resp_1', 'response', 'a', 'acme', 1, '{}'), ('conv_2', 'conversation', 'a', 'other', 1, '{}');
  insert into object_item (object_id, part, item_id, body) values
    ('conv_1', 'input', 'a', '{"b":1}'), ('conv_1', 'input', 'b', '{}'), ('resp_1', 'input', 'a', '{"b":1}');`;

/** What they count: 1 KiB a row beside its text. */
export const countedUse = [
  { workspace_id: 'acme', bytes: 4 * 1_024 + 2 + 10 + 7 + 2 },
  { workspace_id: 'other', bytes: 1_024 + 2 },
];

/** An item before its id was replaced: its object, part, id and JSON. */
type ItemBefore = readonly [objectId: string, part: string, itemId: string, body: string];

const long = '"ü\\\n'.repeat(129);

/** Items of such objects under the ids that callers sent, in both engines; one is stored twice. */
export const itemsBefore: readonly ItemBefore[] = [
  ...['a'.repeat(512), 'a'.repeat(513), '🌍'.repeat(256), '🌍'.repeat(257), '\u0001\u007f\u2028🌍'.repeat(120)].map(
    (itemId): ItemBefore => ['conv_1', 'input', itemId, '{}'],
  ),
  ...['.', '..', '...'].map((itemId): ItemBefore => ['resp_1', 'output', itemId, '{"dots":1}']),
  ['conv_2', 'input', storedItemId(long), '{"twice":"no"}'],
  ['conv_2', 'input', long, '{"twice":"yes"}'],
  ['conv_1', 'input', long, '{"twice":"no"}'],
];

/** What becomes of them. */
export const itemsKept = (before: readonly ItemBefore[]): readonly ItemBefore[] =>
  before
    .filter(([, , , body]) => body !== '{"twice":"yes"}')
    .map(([objectId, part, itemId, body]) => [objectId, part, storedItemId(itemId), body]);

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

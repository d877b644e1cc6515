/** What keys are called: by their names, and where several have the same name, also by the end of their ids. */
export function keyNames(
  rows: readonly { readonly key_id?: string | undefined; readonly key_name?: string | undefined }[],
): ReadonlyMap<string | undefined, string> {
  const names = new Map(rows.flatMap(({ key_id: id, key_name: name }) => (id && name ? [[id, name] as const] : [])));
  const bearers = new Map<string, number>();
  for (const name of names.values()) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  return new Map(
    [...names].map(([id, name]) => [id, bearers.get(name) === 1 ? name : `${name} (…${id.slice(-6)})`] as const),
  );
}

/**
 * The members of `after` that differ from those of `before`; undefined if none does. A form sends only these, so that it does not
 * undo what another person changed since it was opened.
 */
export function changed<Members extends object>(before: Members, after: Members): Partial<Members> | undefined {
  const old = new Map<string, unknown>(Object.entries(before));
  const entries = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Partial<Members>);
}

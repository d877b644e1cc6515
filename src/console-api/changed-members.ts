/** What differs between two values of one shape: each member that changed, before and after. */
export function changedMembers(before: object, after: object): Readonly<Record<string, unknown>> {
  const old: Readonly<Record<string, unknown>> = { ...before };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { before: old[name] ?? null, after: value }]),
  );
}

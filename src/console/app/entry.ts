const kept = 'diglot.entry';

/** The address of a page that was asked for before the sign-in. One that is no page of this console is not followed. */
export const entryOf = (next: string | undefined): string =>
  next !== undefined && /^\/(?!\/)/.test(next) ? `/console${next}` : '/console/';

/** Keeps in this tab which page was asked for, over the way to an identity provider and back. */
export function keepEntry(next: string | undefined): void {
  if (next === undefined) sessionStorage.removeItem(kept);
  else sessionStorage.setItem(kept, next);
}

export const keptEntry = (): string | undefined => sessionStorage.getItem(kept) ?? undefined;

/** Where a person who comes back from an identity provider arrives, leads once to the page that was asked for. */
export function followEntry(): void {
  if (location.pathname !== '/console/') return;
  const next = keptEntry();
  keepEntry(undefined);
  if (next !== undefined) history.replaceState(history.state, '', entryOf(next));
}

/**
 * True when `name` is what `pattern` says: the very name, or any name that begins as a pattern ending in `*` does.
 * A `*` elsewhere is an ordinary character. Case matters.
 */
export const matchesPattern = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.length >= pattern.length - 1 && name.startsWith(pattern.slice(0, -1)) : pattern === name;

/** True when a list of patterns lets `name` through; null is no restriction, an empty list lets nothing through. */
export const allows = (patterns: readonly string[] | null, name: string): boolean =>
  patterns === null || patterns.some((pattern) => matchesPattern(pattern, name));

/** True when there can be a name that both let through; either may be a name or a pattern. */
export const overlap = (one: string, other: string): boolean =>
  matchesPattern(one, other) || matchesPattern(other, one);

/**
 * True if `name` matches `pattern`: a pattern that ends in `*` matches by prefix, any other only itself. A `*` elsewhere is an
 * ordinary character. Case matters.
 */
export const matchesPattern = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.length >= pattern.length - 1 && name.startsWith(pattern.slice(0, -1)) : pattern === name;

/** True if one of the patterns matches `name`, or if the list is null. */
export const allows = (patterns: readonly string[] | null, name: string): boolean =>
  patterns === null || patterns.some((pattern) => matchesPattern(pattern, name));

/** True if some name can match both; either may be a name or a pattern. */
export const overlap = (one: string, other: string): boolean =>
  matchesPattern(one, other) || matchesPattern(other, one);

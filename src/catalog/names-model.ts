/**
 * True when a pattern names a model.
 *
 * @param pattern an exact id, or `prefix*`
 */
export const namesModel = (pattern: string, id: string): boolean =>
  pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : pattern === id;

/** The kinds of an input whose total contains what was read from the cache and what was written to it. None is below 0. */
export function splitInput({
  total,
  cached,
  written,
}: {
  readonly total: number;
  readonly cached: number;
  readonly written: number;
}): { readonly input: number; readonly cached: number; readonly written: number } {
  const read = Math.min(total, cached);
  const kept = Math.min(total - read, written);
  return { input: total - read - kept, cached: read, written: kept };
}

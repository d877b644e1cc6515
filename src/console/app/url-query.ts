/** Reads the query of an address. Every value is plain text, so that addresses can be read and written by hand. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text));

/** The query of an address; empty values are left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const kept = Object.entries(search).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
}

/** Keeps the named values that are text. */
export const pick =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): { readonly [key in Name]?: string } =>
    Object.fromEntries(names.flatMap((name) => (typeof search[name] === 'string' ? [[name, search[name]]] : []))) as {
      readonly [key in Name]?: string;
    };

/** A document as the index names it. */
export interface IndexEntry {
  /** File name of its page without `.html`, and of its JSON without `.json`. */
  readonly name: string;
  readonly title: string;
  readonly summary: string;
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The page that leads to the reference of each document; no script, no request to anywhere else. */
export function writeIndex(entries: readonly IndexEntry[]): string {
  const items = entries.map(
    ({ name, title, summary }) =>
      `    <li><a href="/docs/${name}.html">${escape(title)}</a>${summary === '' ? '' : ` – ${escape(summary)}`}` +
      ` (<a href="/openapi/${name}.json">OpenAPI document</a>)</li>`,
  );
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Diglot reference</title>
  <style>body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 4rem auto; padding: 0 1rem }</style>
  <h1>Reference</h1>
  <ul>
${items.join('\n')}
  </ul>
</html>
`;
}

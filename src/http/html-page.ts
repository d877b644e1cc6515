const style = `
:root{color-scheme:light dark;--line:#d8dae0;--soft:#5a5f6b;--card:#f7f8fa}
@media (prefers-color-scheme:dark){:root{--line:#3a3d45;--soft:#a6abb7;--card:#1d1f24}}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:3rem 1.25rem}
h1{font-size:1.9rem;margin:0}p{margin:.4rem 0 0}.lead{color:var(--soft);margin-bottom:2rem}
ul{list-style:none;padding:0;margin:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
li{border:1px solid var(--line);border-radius:.6rem;padding:1.1rem 1.25rem;background:var(--card)}
h2{font-size:1.15rem;margin:0}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}.links{margin-top:.9rem}a+a{margin-left:1rem}
section{margin-bottom:1.5rem}table{border-collapse:collapse}td,th{border-bottom:1px solid var(--line);padding:.4rem 1.2rem .4rem 0;text-align:left;font-weight:inherit;vertical-align:top}`;

/** A whole page that needs nothing else: `body` is HTML, `title` is text. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as HTML shows it. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

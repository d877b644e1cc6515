import { createHash } from 'node:crypto';
import { errorCodes, type Explanation, isErrorCode } from '../../errors/codes.ts';
import { anthropicTypeOf } from '../../errors/gateway-error.ts';
import { isUpstreamCode, upstreamCodes } from '../../errors/upstream-codes.ts';
import {
  arrayOf,
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  parseJson,
  stringOf,
} from '../../shared/json/json.ts';

/** A document on the first page of the reference. */
export interface DocsEntry {
  readonly name: string;
  /** Whether its reference page has been built. */
  readonly built: boolean;
}

interface Description {
  readonly title: string;
  readonly text: string;
  /** The base address for clients, without the origin. */
  readonly base: string;
  /** The other base address, and the clients that need it. */
  readonly other?: { readonly base: string; readonly clients: string };
}

const descriptions: Readonly<Record<string, Description>> = {
  'spec-a': {
    title: 'Spec A',
    text: 'The OpenAI-compatible API, for any OpenAI SDK.',
    base: '/v1',
    other: { base: '', clients: 'clients that add /v1 themselves' },
  },
  'spec-b': {
    title: 'Spec B',
    text: 'The Anthropic-compatible API, for any Anthropic SDK.',
    base: '',
    other: {
      base: '/v1',
      clients: 'clients that do not add /v1 themselves, such as @ai-sdk/anthropic of the Vercel AI SDK',
    },
  },
  console: {
    title: 'Control API',
    text: 'Workspaces, keys, limits, credits, usage and the ledger, with the administrator key.',
    base: '/console/api',
  },
};

/** The first page of the reference: each document with the base address for its clients. */
export const docsIndex = (origin: string, entries: readonly DocsEntry[]): string =>
  htmlPage(
    'Diglot API reference',
    `<h1>Diglot API reference</h1>
<p class="lead">One origin and one key for both SDK families. Only the base address and the key differ from the SDK’s own documentation.</p>
<ul>${entries.map((entry) => card(origin, entry)).join('')}</ul>
<p class="links"><a href="/errors">Every error: what it means and what to do</a></p>`,
  );

function card(origin: string, { name, built }: DocsEntry): string {
  const { title, text, base, other }: Description = descriptions[name] ?? { title: name, text: '', base: '' };
  const others = other ? `<p>For ${other.clients}: <code>${escaped(origin)}${other.base}</code></p>\n` : '';
  const reference = built
    ? `<a href="/docs/${name}">Reference</a>`
    : '<span>Reference: not built, <code>npm run docs</code></span> ';
  return `<li><h2>${title}</h2><p>${text}</p><p>Base address: <code>${escaped(origin)}${base}</code></p>
${others}<p class="links">${reference}<a href="/openapi/${name}.json">OpenAPI document</a></p></li>`;
}

/** A description of this server for language models (`/llms.txt`). */
export const llmsText = (origin: string, names: readonly string[]): string => `# Diglot

> A gateway for model APIs. OpenAI SDKs use the base address ${origin}/v1, Anthropic SDKs ${origin}; one key serves both.
> A client that posts to /messages or /chat/completions without adding /v1 needs ${origin}/v1, whichever the spec.

## API
${names.map((name) => `- [${descriptions[name]?.title ?? name}](${origin}/docs/${name}.md): ${descriptions[name]?.text ?? ''} OpenAPI: ${origin}/openapi/${name}.json`).join('\n')}
- [Errors](${origin}/errors): every code, what it means and what to do.
`;

const pageStyle = `
:root{color-scheme:light dark;--line:#e4e7ec;--soft:#5c6370;--card:#f7f8fa;--text:#16181d;--body:#fff;--accent:#3b4fd8}
@media (prefers-color-scheme:dark){:root{--line:#30343e;--soft:#a3a9b5;--card:#21252d;--text:#e6e8ec;--body:#1b1e25;--accent:#9fb0ff}}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:0 auto;padding:1.5rem 1.25rem 3rem;color:var(--text);background:var(--body)}
a{color:var(--accent)}header{display:flex;gap:1.25rem;margin-bottom:2.5rem}header a{text-decoration:none;font-size:.95rem}header a:first-child{font-weight:650;color:var(--text);margin-right:auto}header a+a{margin:0}
h1{font-size:1.9rem;margin:0}p{margin:.4rem 0 0}.lead{color:var(--soft);margin-bottom:2rem}
ul{list-style:none;padding:0;margin:0;display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(16rem,1fr))}
li{border:1px solid var(--line);border-radius:.6rem;padding:1.1rem 1.25rem;background:var(--card)}
h2{font-size:1.15rem;margin:0}code{font:.9em ui-monospace,monospace;overflow-wrap:anywhere}.links{margin-top:.9rem}a+a{margin-left:1rem}
section{margin-bottom:1.5rem}table{border-collapse:collapse}td,th{border-bottom:1px solid var(--line);padding:.4rem 1.2rem .4rem 0;text-align:left;font-weight:inherit;vertical-align:top}`;

/** The hash by which a policy allows the style of these pages. */
export const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/** The logo of the console, without its file. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#3b4fd8"/><path d="M8 9h7a7 7 0 0 1 0 14H8zM24 9v14" fill="none" stroke="#fff" stroke-width="3"/></svg>',
)}`;

/** A complete page without further files: `body` is HTML, `title` is text. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escaped(title)}</title><link rel="icon" href="${icon}"><style>${pageStyle}</style></head>
<body><header><a href="/">Diglot</a><a href="/docs">Reference</a><a href="/errors">Errors</a><a href="/console/">Console</a></header><main>${body}</main></body></html>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Every code with its explanations. If the gateway and upstreams share a code, the gateway's explanation comes first. */
const explanations: ReadonlyMap<string, readonly Explanation[]> = new Map(
  [...Object.keys(errorCodes), ...Object.keys(upstreamCodes)].map((code) => [
    code,
    [...(isErrorCode(code) ? [errorCodes[code]] : []), ...(isUpstreamCode(code) ? [upstreamCodes[code]] : [])],
  ]),
);

type Fact = 'title' | 'status' | 'openai' | 'anthropic' | 'again';

/** The properties of a code. Those of an upstream's error come from the upstream. */
function factsOf(code: string): Readonly<Record<Fact, string>> {
  if (!isErrorCode(code)) {
    const its = 'as the upstream’s status';
    return {
      title: 'Upstream error',
      status: 'the upstream’s',
      openai: its,
      anthropic: its,
      again: 'as the upstream says',
    };
  }
  const { title, status, openai, retry } = errorCodes[code];
  const anthropic = anthropicTypeOf(status);
  return { title, status: String(status), openai, anthropic, again: retry ? 'yes' : 'no' };
}

/** Escapes text, and marks text between backticks as code. */
const prose = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/** The page at a problem's `type` (RFC 9457, section 3.1.1); null for an unknown code. */
export function errorPage(code: string): string | null {
  const words = explanations.get(code);
  if (words === undefined) return null;
  const { title, status, openai, anthropic, again } = factsOf(code);
  const [first, second] = words;
  const rows = [
    ['HTTP status', status],
    ['<code>error.type</code> on Spec A', openai],
    ['<code>error.type</code> on Spec B', anthropic],
    ['Can a retry help?', again],
  ];
  return htmlPage(
    `${title} (${code})`,
    `<h1>${escaped(title)}</h1><p class="lead"><code>${code}</code></p>
<section><h2>What it means</h2><p>${prose(first?.means ?? '')}</p></section>
<section><h2>What to do</h2><p>${prose(first?.remedy ?? '')}</p></section>
${second ? `<section><h2>As the code of an upstream’s error</h2><p>${prose(`${second.means} ${second.remedy}`)}</p></section>\n` : ''}<table>${rows.map(([name, value]) => `<tr><th scope="row">${name}</th><td>${value}</td></tr>`).join('')}</table>
<p class="links"><a href="/errors">All errors</a><a href="/docs">API reference</a></p>`,
  );
}

/** Every code with its meaning. */
export const errorIndex = (): string =>
  htmlPage(
    'Diglot errors',
    `<h1>Errors</h1><p class="lead">The <code>code</code> of an error of Spec A and of the control API; errors of Spec B have it as <code>details.error_code</code>. An upstream’s error also has one of these codes, chosen from the upstream’s answer.</p>
<ul>${[...explanations]
      .map(
        ([code, [words]]) =>
          `<li><h2><a href="/errors/${code}"><code>${code}</code></a></h2><p>${prose(words?.means ?? '')}</p></li>`,
      )
      .join('')}</ul>`,
  );

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Follows references within the document. An operation's own parameters and bodies nest less deeply than this. */
function resolved(document: JsonObject, value: Json | undefined, depth = 0): JsonObject {
  const found = objectOf(value);
  const reference = stringOf(found['$ref']);
  if (reference === null || depth > 8) return found;
  const target = reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, name) => objectOf(at)[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  return resolved(document, target, depth + 1);
}

const oneLine = (text: Json | undefined): string => (stringOf(text) ?? '').trim().replaceAll(/\s+/g, ' ');

/** `string`, `string or null`, or nothing for a choice of schemas. */
const typeOf = ({ type }: JsonObject): string => (Array.isArray(type) ? type.join(' or ') : (stringOf(type) ?? ''));

interface Member {
  readonly name: string;
  readonly facts: readonly string[];
  readonly text: string;
}

const line = ({ name, facts, text }: Member): string => {
  const known = facts.filter((fact) => fact !== '').join(', ');
  return `- \`${name}\`${known && ` (${known})`}${text && `: ${text}`}\n`;
};

/** The members of a JSON body, one level deep. */
function bodyLines(document: JsonObject, operation: JsonObject): string {
  const content = objectOf(resolved(document, operation['requestBody'])['content']);
  return Object.entries(content)
    .map(([type, media]) => {
      const schema = resolved(document, objectOf(media)['schema']);
      const required = arrayOf(schema['required']);
      const members = Object.entries(objectOf(schema['properties'])).map(([name, value]) => {
        const member = resolved(document, value);
        const facts = [typeOf(member), required.includes(name) ? 'required' : ''];
        return line({ name, facts, text: oneLine(objectOf(value)['description'] ?? member['description']) });
      });
      return `\nBody, \`${type}\`:\n\n${members.join('') || `${oneLine(schema['description'])}\n`}`;
    })
    .join('');
}

function parameterLines(document: JsonObject, declared: readonly Json[]): string {
  if (declared.length === 0) return '';
  const lines = declared.map((each) => {
    const parameter = resolved(document, each);
    const facts = [stringOf(parameter['in']) ?? '', parameter['required'] === true ? 'required' : ''];
    return line({ name: stringOf(parameter['name']) ?? '', facts, text: oneLine(parameter['description']) });
  });
  return `\nParameters:\n\n${lines.join('')}`;
}

/** An OpenAPI document as Markdown, for people and programs that read text: each operation with its parameters and body. */
export function openApiMarkdown(text: string): string {
  const document = objectOf(parseJson(text));
  const info = objectOf(document['info']);
  const operations = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = objectOf(item)[method];
      if (!isObject(operation)) return [];
      const declared = [...arrayOf(objectOf(item)['parameters']), ...arrayOf(operation['parameters'])];
      const parts = [parameterLines(document, declared), bodyLines(document, operation)];
      const head = `## ${oneLine(operation['summary'])}\n\n\`${method.toUpperCase()} ${path}\`\n`;
      return [`${head}\n${(stringOf(operation['description']) ?? '').trim()}\n${parts.join('')}`];
    }),
  );
  const head = `# ${oneLine(info['title'])}\n\n${(stringOf(info['description']) ?? '').trim()}\n`;
  return [head, ...operations].join('\n');
}

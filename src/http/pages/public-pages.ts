import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import {
  type DocsEntry,
  docsIndex,
  errorIndex,
  errorPage,
  llmsText,
  openApiMarkdown,
  styleHash,
} from './docs-pages.ts';
import { exact } from '../operation-router.ts';
import { runHeader } from '../../shared/ids.ts';
import { idHeaders } from '../request-head.ts';

/** The pages that need no key: health, OpenAPI documents, API reference, error codes. */
interface PublicPages {
  /** Bundled documents by name, as JSON text. */
  readonly documents: Readonly<Record<string, string>>;
  /** Folder of the built reference pages. It may not exist. */
  readonly docsFolder: URL;
  readonly origin: () => string;
  /** Id of the run of this process; null: it has none. */
  readonly run: string | null;
  /** False during shutdown, or if the storage cannot be used. */
  readonly ready: () => boolean;
  /** What is wrong with the storage, for operators, without paths; null if nothing is. */
  readonly trouble: () => string | null;
  /** What an operator should look at while the server is ready; null: nothing. */
  readonly warning: () => string | null;
}

const html = 'text/html; charset=utf-8';

const securityHeaders = {
  'content-security-policy': `default-src 'none'; style-src ${styleHash}; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'`,
  'x-content-type-options': 'nosniff',
};

const inlineScript = /<script(?:\s[^>]*)?>([\s\S]*?)<\/script>/g;

/** What a policy names the scripts by that stand in a page. */
const scriptHashes = (page: string): readonly string[] =>
  [...page.matchAll(inlineScript)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * The policy of a page of the reference: it runs the scripts that were built into it and no others, and connects to nothing, so
 * that it cannot use the session of the console. The style is written by those scripts.
 */
const referencePolicy = (page: string): string =>
  [
    "default-src 'none'",
    `script-src ${scriptHashes(page).join(' ')}`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data:",
    'font-src data:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** By version of the page. */
const referencePolicies = new Map<string, string>();

function referenceHeaders({ version, bytes }: Compressed): Readonly<Record<string, string>> {
  const policy = referencePolicies.get(version) ?? referencePolicy(String(bytes('identity')));
  referencePolicies.set(version, policy);
  return { ...securityHeaders, 'content-security-policy': policy };
}

/** Targets that may be a page. All others skip the router. No page has an escape in its path. */
const targets = /^\/(?:(?:livez|healthz|readyz|openapi|llms\.txt|docs|errors)(?:\/[^?%]*)?)?(?:\?|$)/;

/**
 * Serves pages, which need no key. They are neither logged nor counted. Requests for anything else go on.
 *
 * @param mayBePage whether a request target may be one of the router's pages: all others skip the router
 */
export function servePages(router: RequestHandler, mayBePage: (url: string) => boolean): RequestHandler {
  return (request, response, next) => {
    if (!mayBePage(request.url)) return next();
    const { call } = request;
    call.isPage = true;
    response.set(idHeaders(call.requestId));
    router(request, response, (error?: unknown) => {
      call.isPage = Boolean(error);
      next(error);
    });
  };
}

/** Serves the pages. */
export function publicPages(pages: PublicPages): RequestHandler {
  const router = Router(exact);
  mountPages(router, pages);
  return servePages(router, (url) => targets.test(url));
}

/** Whether one of the pages is at a path. `/` is a page for browsers only. */
export function hasPublicPage({ documents, docsFolder }: Pick<PublicPages, 'documents' | 'docsFolder'>) {
  const names = Object.keys(documents);
  const fixed = new Set([
    ...['/livez', '/healthz', '/readyz', '/llms.txt', '/docs', '/errors'],
    ...names.flatMap((name) => [`/openapi/${name}.json`, `/docs/${name}.md`]),
  ]);
  const built = (name: string): boolean => names.includes(name) && existsSync(new URL(`${name}.html`, docsFolder));
  return (path: string): boolean => {
    const [, folder, name = ''] = /^\/(docs|errors)\/([^/]+)$/.exec(path) ?? [];
    return fixed.has(path) || (folder === 'docs' && built(name)) || (folder === 'errors' && errorPage(name) !== null);
  };
}

/** A document, compressed at its first request. */
function compressedDocument(text: string, type = 'application/json'): Compressed {
  const identity = Buffer.from(text);
  const made: Partial<Record<Encoding, Buffer>> = { identity };
  const make: Readonly<Record<Encoding, () => Buffer>> = {
    br: () => brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: () => gzipSync(identity),
    identity: () => identity,
  };
  const version = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { type, version, bytes: (encoding) => (made[encoding] ??= make[encoding]()) };
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** A file as it was last read. */
interface PageFile {
  /** Changes with the file. */
  readonly version: string;
  readonly bytes: Buffer;
}

/** By address. Files that are built are few, and are rarely replaced. */
const readFiles = new Map<string, PageFile>();

/** Reads a file of a page; null if there is none. Answers share its bytes, because many may wait for slow clients. */
export function readPageFile(file: URL): PageFile | null {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  const version = `${Math.floor(stats.mtimeMs).toString(36)}-${stats.size.toString(36)}`;
  const known = readFiles.get(file.href);
  if (known?.version === version) return known;
  const fresh = { version, bytes: readFileSync(file) };
  readFiles.set(file.href, fresh);
  return fresh;
}

/** A built file, whose compressed forms may be in the same folder; null if there is none. */
export function builtFile(file: URL, type: string): Compressed | null {
  const read = readPageFile(file);
  return (
    read && {
      type,
      version: read.version,
      bytes: (encoding) => readPageFile(new URL(`${file.href}${endings[encoding]}`))?.bytes ?? null,
    }
  );
}

function mountPages(app: Router, pages: PublicPages): void {
  const { documents, docsFolder, origin, run, ready, trouble, warning } = pages;
  const pageOf = (name: string): URL => new URL(`${name}.html`, docsFolder);
  const entries = (): DocsEntry[] => Object.keys(documents).map((name) => ({ name, built: existsSync(pageOf(name)) }));
  // A browser is redirected to the reference. An SDK gets the right base address in the error of `unknownUrl`.
  app.get('/', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.redirect('/docs');
  });
  app.get(['/livez', '/healthz'], (_request, response) => {
    if (run !== null) response.set(runHeader, run);
    response.json({ status: 'ok' });
  });
  app.get('/readyz', (_request, response) => {
    const isReady = ready();
    const reason = isReady ? null : trouble();
    const status = isReady ? 'ready' : 'not ready';
    const seen = isReady ? warning() : null;
    const body = { status, ...(reason !== null && { reason }), ...(seen !== null && { warning: seen }) };
    response.status(isReady ? 200 : 503).json(body);
  });
  for (const [name, text] of Object.entries(documents)) {
    const document = compressedDocument(text);
    app.get(`/openapi/${name}.json`, (request, response) => sendCompressed(request, response, document));
    // Written at its first request: most servers are never asked for it.
    let twin: Compressed | null = null;
    app.get(`/docs/${name}.md`, (request, response) => {
      twin ??= compressedDocument(openApiMarkdown(text), 'text/markdown; charset=utf-8');
      sendCompressed(request, response, twin);
    });
  }
  app.get(
    '/llms.txt',
    (_request, response) =>
      void response.type('text/plain; charset=utf-8').send(llmsText(origin(), Object.keys(documents))),
  );
  app.get(
    '/docs',
    (_request, response) => void response.set(securityHeaders).type(html).send(docsIndex(origin(), entries())),
  );
  app.get('/errors', (_request, response) => void response.set(securityHeaders).type(html).send(errorIndex()));
  app.get('/errors/:code', (request, response, next) => {
    const page = errorPage(request.params.code);
    if (page === null) return next();
    response.set(securityHeaders).type(html).send(page);
  });
  app.get('/docs/:name', (request, response, next) => {
    const { name } = request.params;
    const file = name in documents ? builtFile(pageOf(name), html) : null;
    if (file === null) return next();
    sendCompressed(request, response.set(referenceHeaders(file)), file);
  });
}

/** Content codings, preferred ones first. */
const encodings = ['br', 'gzip', 'identity'] as const;

type Encoding = (typeof encodings)[number];

/** Content in several codings. */
interface Compressed {
  readonly type: string;
  /** Changes with the content. The entity tag adds the name of the coding. */
  readonly version: string;
  /** The bytes in this coding; null if it is not available. `identity` always is. */
  readonly bytes: (encoding: Encoding) => Buffer | null;
}

/**
 * Sends the smallest form that the client accepts, or 304 if it has that already (RFC 9110, sections 8.8.3, 12.5.3, 13.1.2). Caches
 * ask each time, unless the response says otherwise.
 */
export function sendCompressed(request: Request, response: Response, { type, version, bytes }: Compressed): void {
  const accepted = request.acceptsEncodings();
  const encoding = encodings.find((each) => accepted.includes(each) && bytes(each) !== null) ?? 'identity';
  response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  response.set('etag', `"${version}-${encoding}"`);
  if (response.get('cache-control') === undefined) response.set('cache-control', 'no-cache');
  // Express answers 304 if the entity tag matches the client's.
  response.type(type).send(bytes(encoding));
}

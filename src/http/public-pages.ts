import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { docsIndex, llmsText, type DocsEntry } from './docs-pages.ts';
import { errorIndex, errorPage } from './error-pages.ts';
import { exact } from './operation-router.ts';

/** What anybody may read: health, the documents, the reference, what errors mean. */
interface PublicPages {
  /** Bundled documents by name, as JSON text. */
  readonly documents: Readonly<Record<string, string>>;
  /** Folder of the built reference pages; it may be absent. */
  readonly docsFolder: URL;
  readonly origin: () => string;
  /** False while draining, or without a database. */
  readonly ready: () => boolean;
  /** What is wrong with the storage, for operators, without paths; null: nothing. */
  readonly trouble: () => string | null;
}

const html = 'text/html; charset=utf-8';

const securityHeaders = {
  'content-security-policy': "default-src 'self' 'unsafe-inline' data:; worker-src blob:; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** Targets that may be a page; all others need not try them. No page has an escape in its path. */
const targets = /^\/(?:(?:livez|readyz|openapi|llms\.txt|docs|errors)(?:\/[^?%]*)?)?(?:\?|$)/;

/** Serves the pages. No authentication, no upstream call, and no line in the request log. */
export function publicPages(pages: PublicPages): RequestHandler {
  const router = Router(exact);
  mountPages(router, pages);
  return (request, response, next) => {
    if (!targets.test(request.url) || request.method === 'OPTIONS') return next();
    const { call } = request;
    call.isPage = true;
    router(request, response, (error?: unknown) => {
      call.isPage = Boolean(error);
      next(error);
    });
  };
}

/** A document, compressed when it is first asked for. */
function compressedDocument(text: string): Compressed {
  const identity = Buffer.from(text);
  const made: Partial<Record<Encoding, Buffer>> = { identity };
  const make: Readonly<Record<Encoding, () => Buffer>> = {
    br: () => brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    gzip: () => gzipSync(identity),
    identity: () => identity,
  };
  const version = createHash('sha256').update(identity).digest('base64url').slice(0, 16);
  return { type: 'application/json', version, bytes: (encoding) => (made[encoding] ??= make[encoding]()) };
}

const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };

/** A page of the reference, whose compressed forms were built beside it. */
function pageFile(page: URL): Compressed {
  const { mtimeMs, size } = statSync(page);
  return {
    type: html,
    version: `${Math.floor(mtimeMs).toString(36)}-${size.toString(36)}`,
    bytes: (encoding) => {
      const form = new URL(`${page.href}${endings[encoding]}`);
      return existsSync(form) ? readFileSync(form) : null;
    },
  };
}

function mountPages(app: Router, { documents, docsFolder, origin, ready, trouble }: PublicPages): void {
  const pageOf = (name: string): URL => new URL(`${name}.html`, docsFolder);
  const entries = (): DocsEntry[] => Object.keys(documents).map((name) => ({ name, built: existsSync(pageOf(name)) }));
  // A browser that was pointed at the bare address is shown the way; an SDK there is told its base address by `unknownUrl`.
  app.get('/', (request, response, next) => {
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.redirect('/docs');
  });
  app.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    const isReady = ready();
    const reason = isReady ? null : trouble();
    const status = isReady ? 'ready' : 'not ready';
    response.status(isReady ? 200 : 503).json({ status, ...(reason !== null && { reason }) });
  });
  for (const [name, text] of Object.entries(documents)) {
    const document = compressedDocument(text);
    app.get(`/openapi/${name}.json`, (request, response) => sendCompressed(request, response, document));
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
    const page = name in documents ? pageOf(name) : null;
    if (page === null || !existsSync(page)) return next();
    sendCompressed(request, response.set(securityHeaders), pageFile(page));
  });
}

/** How bytes are sent, by preference. */
const encodings = ['br', 'gzip', 'identity'] as const;

type Encoding = (typeof encodings)[number];

/** Something to read that has several forms. */
interface Compressed {
  readonly type: string;
  /** Changes with the content; each encoding adds its own name. */
  readonly version: string;
  /** The bytes in this encoding; null where there are none. There are always some for `identity`. */
  readonly bytes: (encoding: Encoding) => Buffer | null;
}

/** Sends the smallest form that the client takes, or 304 to one that has it (RFC 9110 sections 8.8.3, 12.5.3 and 13.1.2). */
function sendCompressed(request: Request, response: Response, { type, version, bytes }: Compressed): void {
  const accepted = request.acceptsEncodings();
  const wanted = encodings.find((encoding) => accepted.includes(encoding)) ?? 'identity';
  const found = wanted === 'identity' ? null : bytes(wanted);
  const encoding = found ? wanted : 'identity';
  response.vary('Accept-Encoding');
  if (encoding !== 'identity') response.set('content-encoding', encoding);
  response.set({ etag: `"${version}-${encoding}"`, 'cache-control': 'no-cache' });
  // Express answers 304 by itself where the entity tag is the one that the client has.
  response.type(type).send(found ?? bytes('identity'));
}

import { existsSync, readFileSync } from 'node:fs';
import type { Express } from 'express';
import { docsIndex, llmsText, type DocsEntry } from './docs-index.ts';
import { errorIndex, errorPage } from './error-pages.ts';

/** What anybody may read: health, the documents, the reference, what errors mean. */
export interface PublicPages {
  /** Bundled documents by name, as JSON text. */
  readonly documents: Readonly<Record<string, string>>;
  /** Folder of the built reference pages; it may be absent. */
  readonly docsFolder: URL;
  readonly origin: () => string;
  /** False while draining, or without a database. */
  readonly ready: () => boolean;
}

const html = 'text/html; charset=utf-8';

const securityHeaders = {
  'content-security-policy': "default-src 'self' 'unsafe-inline' data:; worker-src blob:; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

/** No page has an encoded character in its path: Express fails at one that it cannot decode, and answers in its own way. */
const pages = /^\/(?:livez|readyz|openapi|llms\.txt|docs|errors)(?:\/[\w.-]*)*(?:\?|$)/;

/** True for a request target that may be one of the pages; all others need not ask. */
export const isPublicPage = (url: string): boolean => pages.test(url);

/** Puts the pages on the application, before the journey. No authentication, no upstream call. */
export function mountPublicPages(app: Express, { documents, docsFolder, origin, ready }: PublicPages): void {
  const pageOf = (name: string): URL => new URL(`${name}.html`, docsFolder);
  const entries = (): DocsEntry[] => Object.keys(documents).map((name) => ({ name, built: existsSync(pageOf(name)) }));
  app.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', (_request, response) => {
    const isReady = ready();
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready' });
  });
  for (const [name, text] of Object.entries(documents)) {
    app.get(`/openapi/${name}.json`, (_request, response) => void response.type('application/json').send(text));
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
    response.set(securityHeaders).type(html).send(readFileSync(page));
  });
}

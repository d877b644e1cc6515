import { existsSync, readFileSync } from 'node:fs';
import type { Express } from 'express';

/** What anybody may read: health, the documents, the reference. */
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

/** Puts the pages on the application, before the journey. No authentication, no upstream call. */
export function mountPublicPages(app: Express, { documents, docsFolder, origin, ready }: PublicPages): void {
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
    (_request, response) =>
      void response
        .set(securityHeaders)
        .type(html)
        .send(docsIndex(Object.keys(documents), docsFolder)),
  );
  app.get('/docs/:name', (request, response, next) => {
    const { name } = request.params;
    const page = name in documents ? new URL(`${name}.html`, docsFolder) : null;
    if (page === null || !existsSync(page)) return next();
    response.set(securityHeaders).type(html).send(readFileSync(page));
  });
}

const titles: Readonly<Record<string, string>> = {
  'spec-a': 'Spec A: the OpenAI-compatible API',
  'spec-b': 'Spec B: the Anthropic-compatible API',
  console: 'The control API',
};

function docsIndex(names: readonly string[], docsFolder: URL): string {
  const entries = names.map((name) => {
    const built = existsSync(new URL(`${name}.html`, docsFolder));
    const reference = built ? `<a href="/docs/${name}">reference</a>, ` : '';
    return `<li>${titles[name] ?? name}: ${reference}<a href="/openapi/${name}.json">OpenAPI document</a></li>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Diglot API reference</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:4rem auto;padding:0 1rem}</style>
<h1>Diglot API reference</h1><ul>${entries.join('')}</ul></html>`;
}

const llmsText = (origin: string, names: readonly string[]): string => `# Diglot

> A gateway for model APIs. OpenAI SDKs use the base address ${origin}/v1, Anthropic SDKs ${origin}; one key serves both.

## API
${names.map((name) => `- [${titles[name] ?? name}](${origin}/openapi/${name}.json)`).join('\n')}
`;

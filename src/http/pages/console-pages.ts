import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { htmlPage, styleHash } from './docs-pages.ts';
import { builtFile, readPageFile, sendCompressed, servePages } from './public-pages.ts';

/** What Vite writes in the place of a nonce into every tag that it makes. */
const noncePlaceholder = '__DIGLOT_CSP_NONCE__';

/** Where a page may get anything from: this server, and of scripts and styles those alone that it has just sent. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of everything below `/console`. */
const ownHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A page of our own words, with no script. */
const plainPolicy = `default-src 'none'; style-src ${styleHash}; base-uri 'none'; frame-ancestors 'none'`;

const notBuilt = htmlPage(
  'Diglot console',
  '<h1>Diglot console</h1><p>The pages of the console have not been built. Run <code>npm run console</code>.</p>',
);

/** Media types by file ending; what is not here is not served. */
const mediaTypes: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
  woff2: 'font/woff2',
};

/** Paths of the web console and of the pages about clients; `/console/api` is the control API. No page has an escape in its path. */
const consolePath = /^\/(?:connect\/[a-z0-9-]+|console(?:\/(?!api(?:[/?]|$))[^?%]*)?)(?:\?|$)/;

/** True for a request target that the web console answers, if it is a browser that asks. */
export const isConsolePage = (url: string): boolean => consolePath.test(url);

/** Sends a page of the folder with a nonce of its own; false if it has not been built. */
function sendPage(response: Response, page: URL): boolean {
  const file = readPageFile(page);
  if (file === null) return false;
  const nonce = randomBytes(16).toString('base64');
  const text = file.bytes.toString('utf8').replaceAll(noncePlaceholder, nonce);
  response.set({ ...ownHeaders, 'content-security-policy': policyWith(nonce), 'cache-control': 'no-store' });
  response.type('text/html; charset=utf-8').send(text);
  return true;
}

/** A built file and its media type; null if there is none of that name, or it is not served. */
function findAsset(name: string, folder: URL): { readonly asset: URL; readonly type: string } | null {
  const type = mediaTypes[/\.([a-z0-9]+)$/.exec(name)?.[1] ?? ''];
  if (type === undefined || !/^[\w.-]+$/.test(name)) return null;
  const asset = new URL(`assets/${name}`, folder);
  return existsSync(asset) ? { asset, type } : null;
}

/** A built file has a hash in its name: who has it need never ask again. */
function sendAsset(request: Request, response: Response, folder: URL): boolean {
  const { file } = request.params;
  const found = findAsset(typeof file === 'string' ? file : '', folder);
  const built = found && builtFile(found.asset, found.type);
  if (built === null) return false;
  response.set({ ...ownHeaders, 'cache-control': 'public, max-age=31536000, immutable' });
  sendCompressed(request, response, built);
  return true;
}

/** At `/`, where calls to a wrong base address arrive too: a client that takes anything gets JSON, as all errors are. */
const prefersPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** Below `/console`, where there is nothing else: everybody gets the page but who asks for JSON. */
const takesPage = (request: Request): boolean => request.accepts(['html', 'json']) === 'html';

/** Puts the files and the pages on a router. */
function mountPages(router: Router, folder: URL): void {
  router.get(['/', '/connect/:client'], (request, response, next) => {
    if (prefersPage(request) && sendPage(response, new URL('front.html', folder))) return;
    next();
  });
  router.get('/console', (_request, response) => response.redirect(308, '/console/'));
  router.get('/console/assets/:file', (request, response, next) => {
    if (!sendAsset(request, response, folder)) next();
  });
  router.get('/console/{*page}', (request, response, next) => {
    if (request.path.startsWith('/console/assets/') || !takesPage(request)) return next();
    if (sendPage(response, new URL('index.html', folder))) return;
    response.set({ ...ownHeaders, 'content-security-policy': plainPolicy });
    response.type('text/html; charset=utf-8').send(notBuilt);
  });
}

const isFrontPage = (url: string): boolean => url === '/' || url.startsWith('/?');

/**
 * The web console: its files, and its page for every address below `/console` that a browser is sent to, because the page finds
 * its way by itself. And the front page, at `/`.
 *
 * @param folder what Vite has built; it may be absent
 */
export function consolePages(folder: URL): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  mountPages(router, folder);
  return servePages(router, (url) => isConsolePage(url) || isFrontPage(url));
}

const assetPath = /^\/console\/assets\/(.*)$/;

/** Whether the console has a page or a file at a path. The front page is not one of them: calls to a wrong base address arrive there. */
export const hasConsolePage =
  (folder: URL) =>
  (path: string): boolean => {
    const file = assetPath.exec(path)?.[1];
    return file === undefined ? isConsolePage(path) : findAsset(file, folder) !== null;
  };

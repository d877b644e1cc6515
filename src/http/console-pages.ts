import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Request, RequestHandler, Response } from 'express';

/** Targets that may be a page of the console or the front door; the control API below `/console/api` is none. */
const targets = /^\/(?:\?|$|connect\/[a-z0-9-]+(?:\?|$)|console(?:\?|$|\/(?!api(?:\/|\?|$))))/;

/** True for a request target that may be one of the pages; all others need not ask. */
export const isConsolePage = (url: string): boolean => targets.test(url);

const placeholder = '__DIGLOT_CSP_NONCE__';

/** Only what this server sends, and of scripts and styles only those of this very answer and its own files. */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const assetPath = /^\/console\/assets\/([\w.-]+\.(js|css|svg|woff2))$/;
const oneYear = 'public, max-age=31536000, immutable';

/**
 * Serves what `npm run console` built: the front door at `/` and `/connect/…`, the console and its files below `/console`.
 * Whatever has not been built, and what asks for no page, is passed on.
 *
 * @param folder where the pages are; it may be absent
 */
export function consolePages(folder: URL): RequestHandler {
  return (request, response, next) => {
    const { path, method } = request;
    if (!isConsolePage(request.url) || (method !== 'GET' && method !== 'HEAD')) return next();
    const asset = assetPath.exec(path);
    if (asset) {
      const [, name = '', ending = ''] = asset;
      return sendAsset(request, response, { file: new URL(`assets/${name}`, folder), ending, next });
    }
    const page = new URL(path.startsWith('/console') ? 'index.html' : 'front.html', folder);
    // A program at the bare address is told its base address; a browser is shown the page.
    if (request.accepts(['json', 'html']) !== 'html' || !existsSync(page)) return next();
    if (path === '/console') return response.redirect(308, '/console/');
    sendPage(response, page);
  };
}

/** An HTML page with a nonce of its own, which nobody keeps. */
function sendPage(response: Response, page: URL): void {
  const nonce = randomBytes(16).toString('base64url');
  response.set({
    'content-security-policy': policy(nonce),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  response.type('text/html; charset=utf-8').send(readFileSync(page, 'utf8').replaceAll(placeholder, nonce));
}

interface Asset {
  readonly file: URL;
  readonly ending: string;
  readonly next: () => void;
}

/** A file whose name changes with its content: it is kept for a year. */
function sendAsset(request: Request, response: Response, { file, ending, next }: Asset): void {
  if (!existsSync(file)) return next();
  const accepted = request.acceptsEncodings();
  const forms = [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const;
  const form = forms.find(([name, end]) => accepted.includes(name) && existsSync(new URL(`${file.href}${end}`)));
  response.vary('Accept-Encoding');
  if (form) response.set('content-encoding', form[0]);
  response.set({ 'cache-control': oneYear, 'x-content-type-options': 'nosniff' });
  response
    .type(types[ending] ?? 'application/octet-stream')
    .send(readFileSync(new URL(`${file.href}${form?.[1] ?? ''}`)));
}

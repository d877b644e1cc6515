import type { RequestHandler } from 'express';

/** Seconds for which a browser remembers the answer to a preflight. */
const maxAge = 7_200;

/** Names of headers, separated by commas, as a preflight asks for them. */
const headerNames = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+(?:[ \t]*,[ \t]*[A-Za-z0-9!#$%&'*+.^_`|~-]+)*$/;

/**
 * Lets pages of these origins call the gateway (Fetch standard, section 3.2): puts the headers of CORS on every answer to
 * them, errors and streams included, and answers their preflights. Cookies are never allowed, so `*` as the exposed headers
 * is valid. The control API is left out: an administrator key does not belong into a page.
 */
export const allowOrigins =
  (allowed: () => readonly string[]): RequestHandler =>
  (request, response, next) => {
    const origins = allowed();
    if (origins.length === 0) return next();
    const { path } = request.call.marks;
    if (path === '/console' || path.startsWith('/console/')) return next();
    // Also without an origin: a cache must not give one origin's answer to another.
    response.setHeader('vary', 'Origin');
    const { origin, 'access-control-request-headers': wanted } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      response.setHeader('access-control-expose-headers', '*');
      return next();
    }
    // Every header may be sent: what the gateway does not know it ignores, and forwards none of it.
    if (wanted !== undefined && headerNames.test(wanted)) response.setHeader('access-control-allow-headers', wanted);
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-max-age': String(maxAge),
    });
    response.end();
  };

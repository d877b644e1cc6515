import type { RequestHandler } from 'express';

/** Seconds for which a browser caches the answer to a preflight. */
const maxAge = 7_200;

/** Header names separated by commas, as a preflight sends them. */
const headerNames = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+(?:[ \t]*,[ \t]*[A-Za-z0-9!#$%&'*+.^_`|~-]+)*$/;

/**
 * Lets pages of these origins call the gateway (Fetch standard, section 3.2). Adds the CORS headers to every answer to them,
 * including errors and streams, and answers their preflights. Cookies are never allowed, so `*` is valid for the exposed headers.
 * The control API is excluded, because an administrator key must not be used in a page.
 */
export const allowOrigins =
  (allowed: () => readonly string[]): RequestHandler =>
  (request, response, next) => {
    const origins = allowed();
    if (origins.length === 0) return next();
    const { path } = request.call.marks;
    if (path === '/console' || path.startsWith('/console/')) return next();
    // Also without an Origin header, so that a cache does not serve one origin's answer to another.
    response.setHeader('vary', 'Origin');
    const { origin, 'access-control-request-headers': wanted } = request.headers;
    if (origin === undefined || !origins.includes(origin)) return next();
    response.setHeader('access-control-allow-origin', origin);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      response.setHeader('access-control-expose-headers', '*');
      return next();
    }
    // Every header may be sent: unknown ones are ignored and not forwarded.
    if (wanted !== undefined && headerNames.test(wanted)) response.setHeader('access-control-allow-headers', wanted);
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, HEAD, POST, PATCH, DELETE',
      'access-control-max-age': String(maxAge),
    });
    response.end();
  };

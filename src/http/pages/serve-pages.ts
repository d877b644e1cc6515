import type { RequestHandler } from 'express';
import { idHeaders } from '../request-head.ts';

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

import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import type { Surface } from '../errors/shapes.ts';

/** The parts of a request that distinguish the two specs where both have its path. */
export interface RequestMarks {
  /** Without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly search: string;
  readonly hasHeader: (name: string) => boolean;
}

/** Splits a request target into path and query. */
export function marksOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RequestMarks {
  const mark = url.indexOf('?');
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    hasHeader: (name) => headers[name] !== undefined,
  };
}

/** Query parameters of the model list that only Spec B has. */
const specBParameter = /(?:^|&)(?:after_id|before_id|limit)=/;

/** Segments that only paths of Spec B have, except below resources of Spec A that have messages of their own. */
const specBPath = /\/(?:messages|complete)(?:\/|$)/;
const specAOwner = /\/(?:chat|threads|conversations|responses)\//;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** True if a request has headers or parameters that only Spec B has. Decides where both specs have its path. */
export function speaksSpecB({ path, search, hasHeader }: RequestMarks): boolean {
  if (hasHeader('anthropic-version') || hasHeader('anthropic-beta')) return true;
  return startsWith(path, '/v1/models') && specBParameter.test(search);
}

/** Returns the surface whose error shape a request gets, whether or not its path exists. */
export function surfaceOf(marks: RequestMarks): Surface {
  const { path } = marks;
  if (startsWith(path, '/console')) return 'console';
  if (startsWith(path, '/anthropic') || speaksSpecB(marks)) return 'b';
  if (startsWith(path, '/openai')) return 'a';
  return specBPath.test(path) && !specAOwner.test(path) ? 'b' : 'a';
}

/** True if Spec B serves the request where both specs have its path. */
export const isForSpecB = ({ call }: Request): boolean => speaksSpecB(call.marks);

/** True if Spec A serves the request where both specs have its path. */
export const isForSpecA = ({ call }: Request): boolean => !speaksSpecB(call.marks);

/** A router for some requests. No document has OPTIONS, and Express's routers would answer it themselves. */
export const serving =
  (router: RequestHandler, isFor: (request: Request) => boolean = () => true): RequestHandler =>
  (request, response, next) =>
    request.method === 'OPTIONS' || !isFor(request) ? next() : router(request, response, next);

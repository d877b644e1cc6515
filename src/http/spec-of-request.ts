import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Surface } from '../errors/shapes.ts';

/** What tells the two specs apart where a path does not. */
export interface RequestMarks {
  /** Without the query. */
  readonly path: string;
  /** Raw, without the question mark. */
  readonly search: string;
  readonly hasHeader: (name: string) => boolean;
}

/** Path and query of a request target, and how to ask for its headers. */
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

/** Names that only Spec B's paths have, apart from those of Spec A that hold messages of their own. */
const specBPath = /\/(?:messages|complete)(?:\/|$)/;
const specAOwner = /\/(?:chat|threads|conversations|responses)\//;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The spec that a request speaks where both have its path: by the headers and parameters that only Spec B has. */
export function speaksSpecB({ path, search, hasHeader }: RequestMarks): boolean {
  if (hasHeader('anthropic-version') || hasHeader('anthropic-beta')) return true;
  return startsWith(path, '/v1/models') && specBParameter.test(search);
}

/** Whose error shape a request gets, whether or not its path exists. */
export function surfaceOf(marks: RequestMarks): Surface {
  const { path } = marks;
  if (startsWith(path, '/console')) return 'console';
  if (startsWith(path, '/anthropic') || speaksSpecB(marks)) return 'b';
  if (startsWith(path, '/openai')) return 'a';
  return specBPath.test(path) && !specAOwner.test(path) ? 'b' : 'a';
}

/** Two orders of the same routers. */
interface Orders {
  readonly specAFirst: RequestHandler;
  readonly specBFirst: RequestHandler;
}

/** Where both specs have a path, the spec that the request speaks serves it. */
export const chooseSpec =
  ({ specAFirst, specBFirst }: Orders): RequestHandler =>
  (request, response, next) => {
    // No document has it, and Express's routers would answer it themselves.
    if (request.method === 'OPTIONS') return next();
    const serve = speaksSpecB(request.call.marks) ? specBFirst : specAFirst;
    return serve(request, response, next);
  };

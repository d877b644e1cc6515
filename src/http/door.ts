import type { Request, Response } from 'express';
import type { Surface } from '../errors/shapes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { checkHead } from './check-head.ts';
import { readRequestId } from './request-id.ts';
import type { Match, RouteTable, SurfaceOperation } from './route-table.ts';
import { speaksSpecB, type RequestMarks } from './surface-of.ts';
import { explainUnknownPath } from './wrong-address.ts';

/** What the door needs to know. */
export interface DoorRules<Operation extends SurfaceOperation> {
  readonly table: RouteTable<Operation>;
  /** What links and advice start with: scheme, host and port, no trailing slash. */
  readonly origin: () => string;
}

/** Path and query of a request target, and how to ask for its headers. */
export function marksOf(request: Pick<Request, 'url' | 'headers'>): RequestMarks {
  const { url, headers } = request;
  const mark = url.indexOf('?');
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    hasHeader: (name) => headers[name] !== undefined,
  };
}

/** Gives a request its id, the caller's own where it sent a usable one, and puts it on the answer under both names. */
export function nameRequest(request: Request, response: Response, newRequestId: () => string): string {
  const sent = request.headers['x-request-id'];
  let requestId = newRequestId();
  try {
    requestId = readRequestId(typeof sent === 'string' ? sent : undefined) ?? requestId;
  } finally {
    response.setHeader('x-request-id', requestId);
    response.setHeader('request-id', requestId);
  }
  return requestId;
}

/**
 * Room 1: which operation a request wants.
 *
 * @throws {GatewayError} for a head that is not to be trusted, a path that does not exist, a method that it does not have
 */
export function findOperation<Operation extends SurfaceOperation>(
  request: Request,
  surface: Surface,
  { table, origin }: DoorRules<Operation>,
): Match<Operation> {
  checkHead(request);
  const marks = marksOf(request);
  const found = table.find(request.method, marks.path);
  const match = found.length > 1 ? found.find((one) => one.surface === (speaksSpecB(marks) ? 'b' : 'a')) : found[0];
  if (match) return match;
  const allow = table.methods(marks.path);
  if (allow.length > 0) {
    throw new GatewayError(
      'method_not_allowed',
      `${request.method} is not possible on ${marks.path}; it has ${allow.join(', ')}.`,
      { headers: { allow: allow.join(', ') } },
    );
  }
  const { method } = request;
  throw new GatewayError(
    'unknown_url',
    explainUnknownPath({ method, path: marks.path, surface, origin: origin() }, table),
  );
}

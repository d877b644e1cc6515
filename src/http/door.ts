import type { IncomingMessage } from 'node:http';
import type { Surface } from '../errors/shapes.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { checkHead } from './check-head.ts';
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
export function marksOf({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RequestMarks {
  const mark = url.indexOf('?');
  return {
    path: mark === -1 ? url : url.slice(0, mark),
    search: mark === -1 ? '' : url.slice(mark + 1),
    hasHeader: (name) => headers[name] !== undefined,
  };
}

/**
 * Room 1: which operation a request wants.
 *
 * @throws {GatewayError} for a head that is not to be trusted, a path that does not exist, a method that it does not have
 */
export function findOperation<Operation extends SurfaceOperation>(
  request: IncomingMessage,
  { marks, surface }: { readonly marks: RequestMarks; readonly surface: Surface },
  { table, origin }: DoorRules<Operation>,
): Match<Operation> {
  checkHead(request);
  const { method = '' } = request;
  const found = table.find(method, marks.path);
  const match = found.length > 1 ? found.find((one) => one.surface === (speaksSpecB(marks) ? 'b' : 'a')) : found[0];
  if (match) return match;
  const allow = table.methods(marks.path, method);
  if (allow.length > 0) {
    throw new GatewayError(
      'method_not_allowed',
      `${method} is not possible on ${marks.path}; it has ${allow.join(', ')}.`,
      { headers: { allow: allow.join(', ') } },
    );
  }
  throw new GatewayError(
    'unknown_url',
    explainUnknownPath({ method, path: marks.path, surface, origin: origin() }, table),
  );
}

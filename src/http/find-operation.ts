import type { IncomingMessage } from 'node:http';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Surface } from '../errors/shapes.ts';
import { checkHead } from './check-head.ts';
import type { Match, RouteTable, SurfaceOperation } from './route-table.ts';
import { speaksSpecB, type RequestMarks } from './spec-of-request.ts';

/** What the door needs to know. */
interface DoorRules<Operation extends SurfaceOperation> {
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

/** Segments that people put into a base address beside `v1`, or twice. */
const baseWords: ReadonlySet<string> = new Set(['', 'v1', 'api', 'openai', 'anthropic']);

/** Behind a `v1` only such words can be a base: `/v1/threads/t/messages` is no mistaken `/v1/messages`. */
const isBase = (segments: readonly string[]): boolean =>
  !segments.includes('v1') || segments.slice(segments.indexOf('v1')).every((segment) => baseWords.has(segment));

interface RequestFacts {
  readonly method: string;
  readonly path: string;
  readonly surface: Surface;
  readonly origin: string;
}

/** What stands before an endpoint that was given as the base address: `/v1` in `/v1/messages/v1/messages`. */
function beforePasted(segments: readonly string[], table: RouteTable<SurfaceOperation>): readonly string[] {
  const bare = segments.at(-1) === 'v1' ? segments.slice(0, -1) : segments;
  const from = bare.findIndex((_, index) =>
    table.find('POST', `/v1/${bare.slice(index).join('/')}`).some(({ params }) => Object.keys(params).length === 0),
  );
  return from === -1 ? segments : bare.slice(0, from);
}

/**
 * The base address that works, for a client that sent `/v1` itself or not. Without `/v1` in the path the client adds none,
 * whatever its spec: only `…/v1` works. With it, one cannot see who wrote it: OpenAI SDKs take it from the base address,
 * Anthropic SDKs add it.
 */
function rightBase(spec: 'a' | 'b', origin: string, sentVersion: boolean): string {
  if (!sentVersion) return `${origin}/v1`;
  return spec === 'a'
    ? `${origin}/v1, or ${origin} if your client adds /v1 itself`
    : `${origin}, or ${origin}/v1 if your client does not add /v1 itself`;
}

/**
 * What to say of a path that does not exist. Most come from a base address with one `/v1` too many or too few: the
 * longest end of the path that would exist under the right base gives it away.
 */
export function explainUnknownPath<Operation extends SurfaceOperation>(
  facts: RequestFacts,
  table: RouteTable<Operation>,
): string {
  const { method, path, surface, origin } = facts;
  const shown = `${method} ${path.length > 150 ? `${path.slice(0, 150)}…` : path}`;
  if (surface === 'console') return `${shown} does not exist. GET /openapi/console.json lists what does.`;
  const plain = path.replace(/\/+$/, '');
  const segments = plain.split('/').slice(1);
  for (let from = 0; from < segments.length; from += 1) {
    const [before, endpoint] = [segments.slice(0, from), segments.slice(from)];
    if (!isBase(before) && !isBase(beforePasted(before, table))) continue;
    const end = `/v1/${endpoint.join('/')}`;
    const specs = table.find(method, end).map((found) => found.surface);
    if (!specs.includes('a') && !specs.includes('b')) continue;
    if (end === plain) return `${shown}: drop the slash at its end.`;
    const spec = specs.includes(surface) ? surface : specs.find((one) => one !== 'console');
    return `${shown}: wrong base address; use ${rightBase(spec === 'b' ? 'b' : 'a', origin, before.at(-1) === 'v1')}.`;
  }
  return `${shown} does not exist. The base address is ${origin}/v1, or ${origin} for clients that add /v1 themselves, as Anthropic SDKs do; ${origin}/docs lists all operations.`;
}

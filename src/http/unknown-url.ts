import type { RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Surface } from '../errors/shapes.ts';

/** One document: where it is served and what it holds. */
export interface Mount {
  readonly surface: Surface;
  /** What stands before the document's paths, for example `/v1` and `/openai/v1`. */
  readonly bases: readonly string[];
  readonly operations: readonly Pick<OperationFacts, 'method' | 'path'>[];
  /** The vendor's operations that are not served although their path has others: they do not exist, as all that is not served. */
  readonly notServed?: readonly Pick<OperationFacts, 'method' | 'path'>[];
}

interface KnownPath {
  readonly surface: Surface;
  /** Upper case. */
  readonly method: string;
  readonly segments: readonly string[];
  /** False where a segment is a parameter. */
  readonly isFixed: boolean;
}

/** What there is at a path, for the words about what is not there. Requests are routed by Express. */
export interface KnownPaths {
  /** The operations that method and path lead to, of all documents. */
  readonly find: (method: string, path: string) => readonly KnownPath[];
  /** Methods that the path has, upper case; empty when the path does not exist, or not for the method that was sent. */
  readonly methods: (path: string, sent: string) => readonly string[];
}

/** Reads the paths out of the documents. */
export function knownPaths(mounts: readonly Mount[]): KnownPaths {
  const pathsOf = (listed: (mount: Mount) => Mount['operations']): readonly KnownPath[] =>
    mounts.flatMap((mount) =>
      mount.bases.flatMap((base) =>
        listed(mount).map(({ method, path }) => {
          const segments = (base + path).split('/').slice(1);
          const isFixed = !segments.some(isParameter);
          return { surface: mount.surface, method: method.toUpperCase(), segments, isFixed };
        }),
      ),
    );
  const served = pathsOf(({ operations }) => operations);
  const notServed = pathsOf(({ notServed: listed = [] }) => listed);
  const at = (paths: readonly KnownPath[], path: string): readonly KnownPath[] => {
    const segments = path.split('/').slice(1);
    return paths.filter((known) => fits(known.segments, segments));
  };
  return {
    find: (method, path) => at(served, path).filter((known) => known.method === (method === 'HEAD' ? 'GET' : method)),
    methods: (path, sent) => {
      if (at(notServed, path).some(({ method }) => method === sent)) return [];
      const found = new Set(at(served, path).map(({ method }) => method));
      if (found.has('GET')) found.add('HEAD');
      return [...found].toSorted();
    },
  };
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]));

/** Refuses a method that the path does not have. */
export const methodNotAllowed =
  (paths: KnownPaths): RequestHandler =>
  ({ method, call }, _response, next) => {
    const { path } = call.marks;
    const allow = paths.methods(path, method).join(', ');
    if (allow === '') return next();
    throw new GatewayError('method_not_allowed', `${method} is not possible on ${path}; it has ${allow}.`, {
      headers: { allow },
    });
  };

/**
 * Refuses a path that does not exist, and says which base address would have worked.
 *
 * @param origin scheme, host and port, without a slash at its end
 */
export const unknownUrl =
  (paths: KnownPaths, origin: () => string): RequestHandler =>
  ({ method, call }) => {
    const { surface, marks } = call;
    const message = explainUnknownPath({ method, path: marks.path, surface, origin: origin() }, paths);
    throw new GatewayError('unknown_url', message);
  };

/** Segments that people put into a base address beside `v1`, or twice. */
const baseWords: ReadonlySet<string> = new Set(['', 'v1', 'api', 'openai', 'anthropic']);

/** Behind a `v1` only such words can be a base: `/v1/threads/t/messages` is no mistaken `/v1/messages`. */
const isBase = (segments: readonly string[]): boolean =>
  !segments.includes('v1') || segments.slice(segments.indexOf('v1')).every((segment) => baseWords.has(segment));

interface UnknownRequest {
  readonly method: string;
  readonly path: string;
  readonly surface: Surface;
  readonly origin: string;
}

/** What stands before an endpoint that was given as the base address: `/v1` in `/v1/messages/v1/messages`. */
function beforePasted(segments: readonly string[], paths: KnownPaths): readonly string[] {
  const bare = segments.at(-1) === 'v1' ? segments.slice(0, -1) : segments;
  const from = bare.findIndex((_, index) =>
    paths.find('POST', `/v1/${bare.slice(index).join('/')}`).some(({ isFixed }) => isFixed),
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
export function explainUnknownPath(facts: UnknownRequest, paths: KnownPaths): string {
  const { method, path, surface, origin } = facts;
  const shown = `${method} ${path.length > 150 ? `${path.slice(0, 150)}…` : path}`;
  if (surface === 'console') return `${shown} does not exist. GET /openapi/console.json lists what does.`;
  const plain = path.replace(/\/+$/, '');
  const segments = plain.split('/').slice(1);
  for (let from = 0; from < segments.length; from += 1) {
    const [before, endpoint] = [segments.slice(0, from), segments.slice(from)];
    if (!isBase(before) && !isBase(beforePasted(before, paths))) continue;
    const end = `/v1/${endpoint.join('/')}`;
    const specs = paths.find(method, end).map((found) => found.surface);
    if (!specs.includes('a') && !specs.includes('b')) continue;
    if (end === plain) return `${shown}: drop the slash at its end.`;
    const spec = specs.includes(surface) ? surface : specs.find((one) => one !== 'console');
    return `${shown}: wrong base address; use ${rightBase(spec === 'b' ? 'b' : 'a', origin, before.at(-1) === 'v1')}.`;
  }
  return `${shown} does not exist. The base address is ${origin}/v1, or ${origin} for clients that add /v1 themselves, as Anthropic SDKs do; ${origin}/docs lists all operations.`;
}

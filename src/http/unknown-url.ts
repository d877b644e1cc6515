import type { RequestHandler } from 'express';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError, type Surface } from '../errors/gateway-error.ts';

/** The base paths and operations of one document. */
interface Mount {
  readonly surface: Surface;
  /** Prefixes of the document's paths, for example `/v1` and `/openai/v1`. */
  readonly bases: readonly string[];
  readonly operations: readonly Pick<OperationFacts, 'method' | 'path'>[];
  /** Operations of the vendor that are not served, on paths that have other operations. They get 404 like unknown paths. */
  readonly notServed?: readonly Pick<OperationFacts, 'method' | 'path'>[];
}

interface KnownPath {
  readonly surface: Surface;
  /** Upper case. */
  readonly method: string;
  readonly segments: readonly string[];
  /** False if a segment is a parameter. */
  readonly isFixed: boolean;
}

/** The served paths, for messages about unknown ones. Express routes the requests. */
interface KnownPaths {
  /** Operations of all documents that match method and path. */
  readonly find: (method: string, path: string) => readonly KnownPath[];
  /** Methods of the path, upper case; empty if the path does not exist, or does not exist for the method that was sent. */
  readonly methods: (path: string, sent: string) => readonly string[];
}

/** Collects the paths of the documents. */
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

const reads: readonly string[] = ['GET', 'HEAD'];

/**
 * Refuses a method that the path does not have.
 *
 * @param hasPage whether a page is at a path. Every page has only GET and HEAD
 */
export const methodNotAllowed =
  (paths: KnownPaths, hasPage: readonly ((path: string) => boolean)[]): RequestHandler =>
  ({ method, call }, _response, next) => {
    const { path } = call.marks;
    const isPage = !reads.includes(method) && hasPage.some((has) => has(path));
    const allow = (isPage ? reads : paths.methods(path, method)).join(', ');
    if (allow === '') return next();
    throw new GatewayError('method_not_allowed', `${method} is not supported by ${path}; use ${allow}.`, {
      headers: { allow },
    });
  };

/**
 * Refuses an unknown path, and names the base address that would have worked.
 *
 * @param origin scheme, host and port, without a trailing slash
 */
export const unknownUrl =
  (paths: KnownPaths, origin: () => string): RequestHandler =>
  ({ method, call }) => {
    const { surface, marks } = call;
    const message = explainUnknownPath({ method, path: marks.path, surface, origin: origin() }, paths);
    throw new GatewayError('unknown_url', message);
  };

/** Segments that people add to a base address, or repeat in it. */
const baseWords: ReadonlySet<string> = new Set(['', 'v1', 'api', 'openai', 'anthropic']);

/** The first segments of the base addresses that serve one specification alone. */
const mounts: ReadonlySet<string> = new Set(['openai', 'anthropic']);

/** What helps the clients of Azure, which put the model into the path. */
const aboutAzure = (path: string): string =>
  /\/deployments\/[^/]+\//.test(path) ? ' With an SDK of OpenAI, use the class OpenAI instead of AzureOpenAI.' : '';

/** After `v1`, only these segments can belong to a base: `/v1/threads/t/messages` is not a mistaken `/v1/messages`. */
const isBase = (segments: readonly string[]): boolean =>
  !segments.includes('v1') || segments.slice(segments.indexOf('v1')).every((segment) => baseWords.has(segment));

interface UnknownRequest {
  readonly method: string;
  readonly path: string;
  readonly surface: Surface;
  readonly origin: string;
}

/** The part before an endpoint that was used as the base address: `/v1` in `/v1/messages/v1/messages`. */
function beforePasted(segments: readonly string[], paths: KnownPaths): readonly string[] {
  const bare = segments.at(-1) === 'v1' ? segments.slice(0, -1) : segments;
  const from = bare.findIndex((_, index) =>
    paths.find('POST', `/v1/${bare.slice(index).join('/')}`).some(({ isFixed }) => isFixed),
  );
  return from === -1 ? segments : bare.slice(0, from);
}

/**
 * Returns the base address that works. If the path has no `/v1`, the client does not add it, so only `…/v1` works. If it has one,
 * either the client or the base address may have added it: OpenAI SDKs take it from the base address, Anthropic SDKs add it.
 */
function rightBase(spec: 'a' | 'b', address: string, sentVersion: boolean): string {
  if (!sentVersion) return `${address}/v1`;
  return spec === 'a'
    ? `${address}/v1, or ${address} if your client adds /v1 itself`
    : `${address}, or ${address}/v1 if your client does not add /v1 itself`;
}

/** The operation that a path means under a right base address. */
interface Meant {
  /** `/openai` or `/anthropic`, if the path begins so and the operation is served there; else empty. */
  readonly mount: string;
  readonly surfaces: readonly Surface[];
}

/** Finds what `end`, a path that begins with `/v1`, means after the segments before it. */
function meantBy(
  end: string,
  { method, before }: { method: string; before: readonly string[] },
  paths: KnownPaths,
): Meant {
  const surfacesAt = (path: string): readonly Surface[] =>
    paths.find(method, path).flatMap(({ surface }) => (surface === 'console' ? [] : [surface]));
  const [first = ''] = before;
  const mounted = mounts.has(first) ? surfacesAt(`/${first}${end}`) : [];
  return mounted.length > 0 ? { mount: `/${first}`, surfaces: mounted } : { mount: '', surfaces: surfacesAt(end) };
}

/**
 * Explains why a path does not exist. Most of these paths come from a base address with one `/v1` too many or too few. It is found
 * by the longest end of the path that exists under the right base address.
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
    const { mount, surfaces } = meantBy(end, { method, before }, paths);
    if (surfaces.length === 0) continue;
    if (mount + end === plain) return `${shown}: remove the trailing slash.`;
    const spec = surfaces.includes(surface) ? surface : surfaces[0];
    const base = rightBase(spec === 'b' ? 'b' : 'a', origin + mount, before.at(-1) === 'v1');
    return `${shown}: wrong base address; use ${base}.${aboutAzure(plain)}`;
  }
  return `${shown} does not exist.${aboutAzure(plain)} The base address is ${origin}/v1, or ${origin} for clients that add /v1 themselves, as Anthropic SDKs do; ${origin}/docs lists all operations.`;
}

import type { OperationFacts } from '../../generated/operation-facts.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Surface } from '../errors/shapes.ts';

/** What a document says of its operations, as the door needs it. */
export type SurfaceOperation = Pick<OperationFacts, 'id' | 'method' | 'path'>;

/** One document: where it is served and what it holds. */
export interface Mount<Operation extends SurfaceOperation = SurfaceOperation> {
  readonly surface: Surface;
  /** What stands before the document's paths, for example `/v1` and `/openai/v1`. */
  readonly bases: readonly string[];
  readonly operations: readonly Operation[];
  /** The vendor's operations that are not served although their path has others: they do not exist, as all that is not served. */
  readonly notServed?: readonly Pick<SurfaceOperation, 'method' | 'path'>[];
}

/** An operation that answers to a path, and the values in it. */
export interface Match<Operation extends SurfaceOperation = SurfaceOperation> {
  readonly surface: Surface;
  readonly operation: Operation;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

export interface RouteTable<Operation extends SurfaceOperation> {
  /** Every operation that answers to method and path: none, one, or one of each spec. */
  readonly find: (method: string, path: string) => readonly Match<Operation>[];
  /** Methods that the path has, upper case; empty when the path does not exist, or not for the method that was sent. */
  readonly methods: (path: string, sent: string) => readonly string[];
}

interface Pattern<Operation> {
  readonly segments: readonly string[];
  readonly surface: Surface;
  readonly operation: Operation;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');

/**
 * The paths of all documents, looked up without walking them: fixed paths by a map, others by their number of
 * segments. Fixed segments win over parameters (`/responses/compact` over `/responses/{id}`).
 */
export function makeRouteTable<Operation extends SurfaceOperation>(
  mounts: readonly Mount<Operation>[],
): RouteTable<Operation> {
  const byLength = new Map<number, Pattern<Operation>[]>();
  const notServed = mounts.flatMap(({ bases, notServed: listed = [] }) =>
    bases.flatMap((base) =>
      listed.map(({ method, path }) => ({ method, segments: (base + path).split('/').slice(1) })),
    ),
  );
  for (const { surface, bases, operations } of mounts) {
    for (const operation of operations) {
      for (const base of bases) {
        const segments = (base + operation.path).split('/').slice(1);
        byLength.set(segments.length, [...(byLength.get(segments.length) ?? []), { segments, surface, operation }]);
      }
    }
  }
  /** By method, then by path. */
  const fixed = new Map<string, Map<string, readonly Match<Operation>[]>>();

  const matching = (path: string): readonly Pattern<Operation>[] => {
    const segments = path.split('/').slice(1);
    return (byLength.get(segments.length) ?? []).filter((pattern) => fits(pattern.segments, segments));
  };

  const find = (method: string, path: string): readonly Match<Operation>[] => {
    const known = fixed.get(method)?.get(path);
    if (known) return known;
    const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
    const patterns = matching(path).filter(({ operation }) => operation.method === wanted);
    const fewest = Math.min(...patterns.map(parameters));
    const best = patterns.filter((pattern) => parameters(pattern) === fewest);
    const found = best.map(({ segments, surface, operation }) => ({
      surface,
      operation,
      params: paramsOf(segments, path),
    }));
    if (fewest === 0) {
      const paths = fixed.get(method) ?? new Map<string, readonly Match<Operation>[]>();
      fixed.set(method, paths.set(path, found));
    }
    return found;
  };

  const methods = (path: string, sent: string): readonly string[] => {
    const parts = path.split('/').slice(1);
    const isLeftOut = notServed.some(
      ({ method, segments }) =>
        method === sent.toLowerCase() && segments.length === parts.length && fits(segments, parts),
    );
    if (isLeftOut) return [];
    const found = new Set(matching(path).map(({ operation }) => operation.method.toUpperCase()));
    if (found.has('GET')) found.add('HEAD');
    return [...found].toSorted();
  };

  return { find, methods };
}

const parameters = ({ segments }: { readonly segments: readonly string[] }): number =>
  segments.filter(isParameter).length;

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]));

function paramsOf(pattern: readonly string[], path: string): Record<string, string> {
  const segments = path.split('/').slice(1);
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (isParameter(part)) params[part.slice(1, -1)] = decoded(segments[index] ?? '');
  }
  return params;
}

/** @throws {GatewayError} `malformed_request` for a percent sign that escapes no character */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new GatewayError(
      'malformed_request',
      'The path has a `%` that begins no character of UTF-8. Write a plain one as `%25`.',
    );
  }
}

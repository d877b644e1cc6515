import type { Surface } from '../errors/shapes.ts';
import type { RouteTable, SurfaceOperation } from './route-table.ts';

/** Segments that people put into a base address beside `v1`, or twice. */
const baseWords: ReadonlySet<string> = new Set(['', 'v1', 'api', 'openai', 'anthropic']);

/** Behind a `v1` only such words can be a base: `/v1/threads/t/messages` is no mistaken `/v1/messages`. */
const isBase = (segments: readonly string[]): boolean =>
  !segments.includes('v1') || segments.slice(segments.indexOf('v1')).every((segment) => baseWords.has(segment));

interface Asked {
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
  asked: Asked,
  table: RouteTable<Operation>,
): string {
  const { method, path, surface, origin } = asked;
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

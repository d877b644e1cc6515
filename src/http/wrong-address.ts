import type { Surface } from '../errors/shapes.ts';
import type { RouteTable, SurfaceOperation } from './route-table.ts';

/** The base addresses that the two SDK families are to be given. */
const rightBase: Readonly<Record<'a' | 'b', (origin: string) => string>> = {
  a: (origin) => `${origin}/v1`,
  b: (origin) => origin,
};

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

/**
 * What to say of a path that does not exist. Most come from a base address with one `/v1` too many or too few: the
 * longest end of the path that would exist under the right base gives it away.
 */
export function explainUnknownPath<Operation extends SurfaceOperation>(
  asked: Asked,
  table: RouteTable<Operation>,
): string {
  const { method, path, surface, origin } = asked;
  const shown = `${method} ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
  if (surface === 'console') return `${shown} does not exist. GET /openapi/console.json lists what does.`;
  const plain = path.replace(/\/+$/, '');
  const segments = plain.split('/').slice(1);
  for (let from = 0; from < segments.length; from += 1) {
    const end = `/v1/${segments.slice(from).join('/')}`;
    if (!isBase(segments.slice(0, from))) break;
    const match = table.find(method, end).find((found) => found.surface !== 'console');
    if (!match || match.surface === 'console') continue;
    if (end === plain) return `${shown}: drop the slash at its end.`;
    const spec = match.surface === surface ? match.surface : (table.find(method, end).at(-1)?.surface ?? match.surface);
    return `${shown}: wrong base address; use ${rightBase[spec === 'b' ? 'b' : 'a'](origin)}.`;
  }
  return `${shown} does not exist. The base address is ${rightBase[surface](origin)}; ${origin}/docs lists all operations.`;
}

import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import type { Some } from '../identity/check-key-terms.ts';
import type { Scope } from '../identity/caller.ts';
import { echo } from '../shared/echo.ts';
import { overlap } from '../shared/name-pattern.ts';
import { nearestName } from '../shared/nearest-name.ts';

/** Where the names of one part of a scope come from. */
interface Source {
  readonly noun: string;
  readonly names: (catalog: Catalog) => readonly string[];
  /** Where all of them can be read, for the end of a sentence. */
  readonly where: string;
}

/** The parts whose names the configuration decides. Families are the document's, and networks are nobody's. */
const sources = {
  models: {
    noun: 'model',
    names: ({ models }) => models.map(({ id }) => id),
    where: '`models` of the configuration lists them',
  },
  products: {
    noun: 'Product',
    names: ({ products }) => [...products.keys()],
    where: '`products` of the configuration lists them',
  },
  regions: { noun: 'region', names: ({ regions }) => regions, where: '`regions` of the configuration lists them' },
} as const satisfies Partial<Record<keyof Scope, Source>>;

type NamedPart = keyof typeof sources;

/**
 * Refuses a scope that names what nobody can call: the key would be locked out in silence. A name may be that of a model
 * behind a `prefix*` of the catalogue, and a pattern must let something through that there is.
 *
 * @param kept the key's present scope: what stands there may stay when the configuration has lost it
 * @throws {GatewayError} 400 `invalid_value` on the part, with the nearest name
 */
export function checkScopeNames(scope: Some<Scope> | undefined, catalog: Catalog, kept?: Scope): void {
  for (const part of Object.keys(sources) as readonly NamedPart[]) {
    const known = sources[part].names(catalog);
    const old = kept?.[part] ?? [];
    const unknown = scope?.[part]?.find((entry) => !old.includes(entry) && !isServed(entry, known));
    if (unknown !== undefined) throw refuse(part, unknown, known);
  }
}

const isServed = (entry: string, known: readonly string[]): boolean =>
  entry === '*' || known.some((name) => overlap(entry, name));

const mostListed = 10;

function refuse(part: NamedPart, entry: string, known: readonly string[]): GatewayError {
  const { noun, where } = sources[part];
  const what = entry.endsWith('*') ? `no ${noun} that begins as ${echo(entry)} says` : `no ${noun} ${echo(entry)}`;
  const nearest = nearestEntry(entry, known);
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`;
  const more = known.length > mostListed ? ` and ${known.length - mostListed} more` : '';
  const listed =
    known.length === 0 ? `There is no ${noun} yet` : `There are: ${known.slice(0, mostListed).join(', ')}${more}`;
  return new GatewayError('invalid_value', `The configuration has ${what}.${hint} ${listed}; ${where}.`, {
    param: `scope.${part}`,
  });
}

/** For a pattern the nearest beginning of a name, about as long as the pattern's own. */
function nearestEntry(entry: string, known: readonly string[]): string | null {
  if (!entry.endsWith('*')) return nearestName(entry, known);
  const { length } = entry.slice(0, -1);
  const beginnings = [length, length - 1, length + 1].flatMap((end) => known.map((name) => `${name.slice(0, end)}*`));
  return nearestName(entry, beginnings);
}

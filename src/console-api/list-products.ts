import type { Price, Product } from '../catalog/catalog.ts';
import { effectivePrice } from '../catalog/effective-price.ts';
import { formatPico } from '../shared/money.ts';
import { unitKinds, type UnitKind } from '../shared/usage.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { writeInstant } from './instant.ts';

/** `GET /products` */
export const listProducts: ConsoleHandler<'listProducts'> =
  ({ catalog, clock }) =>
  async (call) => {
    const now = clock.now();
    const data = [...catalog().products.values()].map((product) => writeProduct(product, now));
    answer(call, 200, { object: 'list', data } satisfies Answers['ProductList']);
  };

function writeProduct(product: Product, now: number): Answers['Product'] {
  const inForce = effectivePrice(product, now);
  return {
    object: 'product',
    sku: product.sku,
    name: product.name,
    free: product.free,
    models: product.models && [...product.models],
    prices: product.prices.map((price) => ({
      from: writeInstant(price.from),
      in_force: price === inForce,
      rates: writeRates(price),
    })),
  };
}

const writeRates = ({ rates }: Price): Answers['Rate'][] =>
  unitKinds.flatMap((kind) => {
    const rate = rates[kind];
    const per = customaryQuantity(kind);
    return rate === undefined ? [] : [{ unit_kind: kind, credits: formatPico(rate * BigInt(per)), per }];
  });

/** Tokens and characters are priced by the million, everything else one by one. */
const customaryQuantity = (kind: UnitKind): number =>
  kind === 'characters' || kind.endsWith('_tokens') ? 1_000_000 : 1;

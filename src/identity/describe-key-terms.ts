import { formatCredits } from '../shared/money.ts';
import type { KeyLimits, Scope } from './caller.ts';

/** What decides what a key may do. */
interface Terms {
  readonly scope: Scope;
  readonly limits: KeyLimits;
  readonly expiresAt: number | null;
}

const list = (names: readonly string[], last = 'and'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;

const named = (names: readonly string[] | null, one: string, all: string): string =>
  names === null ? all : names.length === 0 ? `no ${one}` : list(names);

const windows = { day: 'a day', month: 'a month', total: 'in total' } as const;

/** What a key may do, as one sentence: `May call gpt-5* with chat, up to 50 credits a day, until 20 February 2027.` */
export function describeKeyTerms({ scope, limits, expiresAt }: Terms): string {
  const { models, operations, products, regions, networks, onLoss } = scope;
  const allowances = (Object.keys(windows) as (keyof typeof windows)[]).flatMap((window) => {
    const limit = limits[window];
    return limit === null ? [] : [`${formatCredits(limit)} credits ${windows[window]}`];
  });
  const parts = [
    `May call ${named(models, 'model', 'every model')} with ${named(operations, 'operation', 'every operation')}`,
    products && `billed to ${named(products, 'Product', '')}`,
    regions && `in ${named(regions, 'region', '')}`,
    networks && `from ${named(networks, 'network', '')}`,
    onLoss === 'warn' && 'without what a model of another format cannot take',
    onLoss === 'error' && 'whole or not at all where a model takes another format',
    allowances.length > 0 && `up to ${list(allowances)}`,
    expiresAt !== null && `until ${dateOf(expiresAt)}`,
  ];
  return `${parts.filter((part) => typeof part === 'string').join(', ')}.`;
}

let dateFormat: Intl.DateTimeFormat | null = null;

/** Makes the format with the first date: that takes 2 % of a start. */
const dateOf = (time: number): string =>
  (dateFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })).format(time);

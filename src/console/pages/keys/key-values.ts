import type {
  Key,
  KeyLimits,
  OperationFamily,
  Problem,
  Scope,
  UpdateKey,
} from '../../../../generated/console/types.ts';
import { t, type TextKey } from '../../text/text.ts';
import { changed } from '../../values/changed.ts';
import { groupDigits, isAmount } from '../../values/decimal.ts';
import { dayMilliseconds } from '../../values/zone.ts';

/** The parts of a scope that are lists. */
export const scopeLists = ['models', 'operations', 'products', 'regions', 'networks'] as const;

/** The entries of a list in a scope; null does not restrict, and an empty list allows nothing. */
type Entries = readonly string[] | null;

/** What the form of a key holds. */
export interface KeyValues extends Record<(typeof scopeLists)[number], Entries> {
  name: string;
  /** Empty: nothing is known. */
  owner: string;
  /** `model`: as the model is configured. */
  onLoss: 'model' | 'error' | 'warn';
  day: string;
  month: string;
  total: string;
  /** Days from now, `never`, or `keep`: as it is. */
  expires: string;
}

/** All families of operations, in the order of the form. */
export const families: readonly OperationFamily[] = [
  'chat',
  'responses',
  'messages',
  'completions',
  'embeddings',
  'images',
  'audio',
  'realtime',
  'moderations',
  'files',
  'batches',
  'conversations',
  'models',
  'drive',
];

/** What people call a family of operations. */
export const familyName = (family: string): string => t(`scope.${family}` as TextKey);

export const newKey: KeyValues = {
  name: '',
  owner: '',
  models: null,
  operations: null,
  products: null,
  regions: null,
  networks: null,
  onLoss: 'model',
  day: '',
  month: '',
  total: '',
  expires: '90',
};

/** What the form holds of a key that exists. */
export const valuesOf = ({ name, owner, scope, limits }: Key): KeyValues => ({
  name,
  owner: owner ?? '',
  models: scope.models ?? null,
  operations: scope.operations ?? null,
  products: scope.products ?? null,
  regions: scope.regions ?? null,
  networks: scope.networks ?? null,
  onLoss: scope.on_loss ?? 'model',
  day: limits.day ?? '',
  month: limits.month ?? '',
  total: limits.total ?? '',
  expires: 'keep',
});

export const ownerOf = ({ owner }: KeyValues): string | null => owner.trim() || null;
const amountOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const copyOf = <Entry>(entries: readonly Entry[] | null): Entry[] | null => entries && [...entries];

export const scopeOf = ({ models, operations, products, regions, networks, onLoss }: KeyValues): Scope => ({
  models: copyOf(models),
  operations: copyOf(operations as readonly OperationFamily[] | null),
  products: copyOf(products),
  regions: copyOf(regions),
  networks: copyOf(networks),
  on_loss: onLoss === 'model' ? null : onLoss,
});

export const limitsOf = ({ day, month, total }: KeyValues): KeyLimits => ({
  day: amountOrNull(day),
  month: amountOrNull(month),
  total: amountOrNull(total),
});

/**
 * What was changed in the form, part by part: what another person changed meanwhile stays as it is.
 *
 * @param now milliseconds since 1970, from which a new expiry is counted
 */
export function changesOf(before: KeyValues, after: KeyValues, now: number): UpdateKey {
  const own = (values: KeyValues) => ({ name: values.name.trim(), owner: ownerOf(values) });
  const scope = changed(scopeOf(before), scopeOf(after));
  const limits = changed(limitsOf(before), limitsOf(after));
  const expiresAt = expiryOf(after.expires, now);
  return {
    ...changed(own(before), own(after)),
    ...(scope && { scope }),
    ...(limits && { limits }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}

/** The instant at which the key ends; null: never; undefined: as it is. */
export function expiryOf(expires: string, now: number): string | null | undefined {
  if (expires === 'keep') return undefined;
  return expires === 'never' ? null : new Date(now + Number(expires) * dayMilliseconds).toISOString();
}

const network = /^[0-9a-fA-F.:]+(\/[0-9]{1,3})?$/;
const amountFault = (text: string): string | null =>
  text.trim() === '' || isAmount(text.trim()) ? null : t('form.amount');

/** What is wrong with a field, in words that stand beside it. */
export const faults = {
  name: (name: string) => (name.trim() === '' ? t('keys.form.nameMissing') : null),
  day: amountFault,
  month: amountFault,
  total: amountFault,
  networks: (networks: Entries) => {
    const wrong = networks?.find((each) => !network.test(each));
    return wrong === undefined ? null : t('keys.form.networkWrong', { value: wrong });
  },
};

/** The field of the form that a problem is about; null if it is about none. */
export function fieldOf({ param }: Problem): keyof KeyValues | null {
  const name = /^(?:scope\.|limits\.)?([a-z]+)/.exec(param ?? '')?.[1] ?? '';
  if (param === 'expires_at') return 'expires';
  if (param === 'scope.on_loss') return 'onLoss';
  return Object.hasOwn(newKey, name) ? (name as keyof KeyValues) : null;
}

const listOf = (entries: readonly string[]): string => entries.join(', ');

/** The limits of a key in words, one each. */
export function limitWords({ day, month, total }: KeyLimits): readonly string[] {
  const words = [
    day && t('keys.limit.day', { amount: groupDigits(day) }),
    month && t('keys.limit.month', { amount: groupDigits(month) }),
    total && t('keys.limit.total', { amount: groupDigits(total) }),
  ];
  return words.filter((word) => typeof word === 'string').filter((word) => word !== '');
}

/** The scope in few words, for a cell. */
export function scopeWords({ models, operations, products, regions, networks }: Scope): string {
  const parts = [operations?.map(familyName), models, products, regions, networks].filter((part) => part != null);
  if (parts.some((part) => part.length === 0)) return t('keys.scope.nothing');
  return parts.length === 0 ? t('keys.scope.all') : parts.map(listOf).join(' · ');
}

/** The sentence that says what a key can do, from what the form holds. */
export function abilityOf(values: KeyValues, until: string | null): string {
  const { models, operations, products, regions, networks, onLoss } = values;
  const empty = scopeLists.filter((name) => values[name]?.length === 0);
  if (empty.length > 0) return t('keys.can.nothing', { lists: listOf(empty.map((name) => t(`keys.form.${name}`))) });
  const limits = limitWords(limitsOf(values));
  const parts = [
    models === null ? t('keys.can.all') : t('keys.can.models', { models: listOf(models) }),
    operations !== null && t('keys.can.operations', { operations: listOf(operations.map(familyName)) }),
    products !== null && t('keys.can.products', { products: listOf(products) }),
    regions !== null && t('keys.can.regions', { regions: listOf(regions) }),
    networks !== null && t('keys.can.networks', { networks: listOf(networks) }),
    onLoss !== 'model' && t(`keys.can.${onLoss}`),
    limits.length === 0 ? t('keys.can.noLimit') : t('keys.can.limits', { limits: listOf(limits) }),
    until === null ? t('keys.can.forever') : t('keys.can.until', { when: until }),
  ];
  return t('keys.can.sentence', { parts: listOf(parts.filter((part) => part !== false)) });
}

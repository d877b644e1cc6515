import type { Key, KeyLimits, OperationFamily, Problem, Scope } from '../../../../generated/console/client/index.ts';
import { t, type TextKey } from '../../text/text.ts';
import { groupDigits, isAmount } from '../../values/decimal.ts';

/** What the form of a key holds. Lists that are empty do not restrict. */
export interface KeyValues {
  name: string;
  /** Empty: nothing is known. */
  owner: string;
  models: string[];
  operations: string[];
  products: string[];
  regions: string[];
  networks: string[];
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
  models: [],
  operations: [],
  products: [],
  regions: [],
  networks: [],
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
  models: [...(scope.models ?? [])],
  operations: [...(scope.operations ?? [])],
  products: [...(scope.products ?? [])],
  regions: [...(scope.regions ?? [])],
  networks: [...(scope.networks ?? [])],
  onLoss: scope.on_loss ?? 'model',
  day: limits.day ?? '',
  month: limits.month ?? '',
  total: limits.total ?? '',
  expires: 'keep',
});

const orNull = (entries: string[]): string[] | null => (entries.length === 0 ? null : entries);
export const ownerOf = ({ owner }: KeyValues): string | null => owner.trim() || null;
const amountOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

export const scopeOf = ({ models, operations, products, regions, networks, onLoss }: KeyValues): Scope => ({
  models: orNull(models),
  operations: orNull(operations) as OperationFamily[] | null,
  products: orNull(products),
  regions: orNull(regions),
  networks: orNull(networks),
  on_loss: onLoss === 'model' ? null : onLoss,
});

export const limitsOf = ({ day, month, total }: KeyValues): KeyLimits => ({
  day: amountOrNull(day),
  month: amountOrNull(month),
  total: amountOrNull(total),
});

const dayMilliseconds = 86_400_000;

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
  networks: (networks: string[]) => {
    const wrong = networks.find((each) => !network.test(each));
    return wrong === undefined ? null : t('keys.form.networkWrong', { value: wrong });
  },
};

/** The field of the form that a problem is about; null where it is about none. */
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
  return parts.length === 0 ? t('keys.scope.all') : parts.map(listOf).join(' · ');
}

/** The sentence that says what a key can do, from what the form holds. */
export function abilityOf(values: KeyValues, until: string | null): string {
  const { models, operations, products, regions, networks, onLoss } = values;
  const limits = limitWords(limitsOf(values));
  const parts = [
    models.length === 0 ? t('keys.can.all') : t('keys.can.models', { models: listOf(models) }),
    operations.length > 0 && t('keys.can.operations', { operations: listOf(operations.map(familyName)) }),
    products.length > 0 && t('keys.can.products', { products: listOf(products) }),
    regions.length > 0 && t('keys.can.regions', { regions: listOf(regions) }),
    networks.length > 0 && t('keys.can.networks', { networks: listOf(networks) }),
    onLoss !== 'model' && t(`keys.can.${onLoss}`),
    limits.length === 0 ? t('keys.can.noLimit') : t('keys.can.limits', { limits: listOf(limits) }),
    until === null ? t('keys.can.forever') : t('keys.can.until', { when: until }),
  ];
  return t('keys.can.sentence', { parts: listOf(parts.filter((part) => part !== false)) });
}

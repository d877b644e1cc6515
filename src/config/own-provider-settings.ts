import type { DraftSettings } from './demo-settings.ts';
import { readVariable, type Environment } from './environment.ts';

type DraftProvider = NonNullable<DraftSettings['providers']>[number];

const sku = 'unpriced';

/** Providers that a key in the server's environment adds, each with the variables that its parts come from. */
const known = [
  {
    key: 'OPENAI_API_KEY',
    address: 'DIGLOT_OPENAI_BASE_URL',
    row: { id: 'openai', spec: 'a', base_url: 'https://api.openai.com/v1' },
    credential: { header: 'authorization', scheme: 'Bearer' },
  },
  {
    key: 'ANTHROPIC_API_KEY',
    address: 'DIGLOT_ANTHROPIC_BASE_URL',
    row: { id: 'anthropic', spec: 'b', base_url: 'https://api.anthropic.com' },
    credential: { header: 'x-api-key', scheme: null },
  },
] as const;

/** Rows from the environment, with the variable behind every part that can be wrong. */
export interface OwnProviders {
  readonly settings: {
    readonly [Section in 'providers' | 'models' | 'products']: NonNullable<DraftSettings[Section]>;
  };
  /** By provider id: the variables of its address and its credential. */
  readonly variables: ReadonlyMap<string, { readonly base_url: string; readonly credential: string }>;
  readonly notices: readonly string[];
}

/**
 * The providers whose keys stand in the environment, called by any model name that nothing else claims. Their
 * Product is free, said aloud: we know no prices of theirs. `OPENAI_BASE_URL` and `ANTHROPIC_BASE_URL` are for
 * clients and are not looked at.
 */
export function ownProviderSettings(environment: Environment): OwnProviders {
  const present = known.filter(({ key }) => environment[key]);
  const providers = present.map(({ key, address, row, credential }): DraftProvider => ({
    ...row,
    base_url: readVariable(environment, address) ?? row.base_url,
    credential: { ...credential, value: environment[key] ?? '' },
  }));
  const targets = providers.map(({ id }) => ({ provider: id }));
  return {
    settings: {
      providers,
      models: targets.length === 0 ? [] : [{ id: '*', display_name: 'Any other model', targets, product: sku }],
      products: targets.length === 0 ? [] : [{ sku, name: 'Own provider keys, not charged', free: true }],
    },
    variables: new Map(present.map(({ key, address, row }) => [row.id, { base_url: address, credential: key }])),
    notices: present.map(
      ({ key, row }) =>
        `${key} adds provider ${row.id}: its models cost no credits here (free: true). Set prices in diglot.yaml.`,
    ),
  };
}

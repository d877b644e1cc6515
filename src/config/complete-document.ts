import { join } from 'node:path';
import type { z } from 'zod';
import type { DocumentPath } from '../catalog/finding.ts';
import { demoAddress, demoSku } from '../catalog/provider-overrides.ts';
import { isObject, type Json, type JsonObject, objectOf } from '../shared/json/json.ts';
import { type UnitKind, unitKinds } from '../shared/usage.ts';
import { type Environment, type OutsideSetting, readVariable } from './environment.ts';
import { problemAt, type Remark, startsWith, writePath } from './problems.ts';
import type { ReadDocument } from './read-yaml.ts';
import { settingsSchema } from './schema/settings-schema.ts';
import { isNullable, readScalar, schemaAt } from './schema/walk-schema.ts';

/** A document with default providers. */
export interface DefaultedDocument {
  readonly document: JsonObject;
  /** The environment variables of each provider, by id. */
  readonly variables: ReadonlyMap<string, { readonly base_url: string; readonly credential: string }>;
  readonly notices: readonly string[];
}

const isEmpty = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0);

/** Appends rows to a list. Anything else that is written stays, and the schema refuses it. */
const extended = (written: unknown, added: readonly object[]): unknown => {
  if (written == null) return added;
  return Array.isArray(written) ? [...(written as readonly object[]), ...added] : written;
};

/**
 * Adds the built-in demo and the providers of the environment to a document without providers and models. Any other document
 * is unchanged, so that nothing is callable or free unless it says so.
 *
 * @param text of the file; null if there is none
 */
export function addDefaults(document: JsonObject, environment: Environment, text: string | null): DefaultedDocument {
  if (!isEmpty(document['providers']) || !isEmpty(document['models'])) {
    return { document, variables: new Map(), notices: unusedKeys(environment, text ?? '') };
  }
  const own = ownProviderSettings(environment);
  const bootstrap = document['bootstrap'] ?? {};
  const added = {
    providers: [...demoSettings.providers, ...own.settings.providers],
    models: [...demoSettings.models, ...own.settings.models],
    products: extended(document['products'], [...demoSettings.products, ...own.settings.products]),
    plans: extended(document['plans'], demoSettings.plans),
    bootstrap: isObject(bootstrap)
      ? { ...bootstrap, workspaces: extended(bootstrap['workspaces'], demoSettings.bootstrap.workspaces) }
      : bootstrap,
  };
  return {
    document: { ...document, ...(added as unknown as JsonObject) },
    variables: own.variables,
    notices: own.notices,
  };
}

/** Settings before schema defaults are filled in. */
type DraftSettings = z.input<typeof settingsSchema>;
type DraftModel = NonNullable<DraftSettings['models']>[number];

const demoPriceFrom = '2026-01-01T00:00:00Z';

/** Text models of both specs, with their display names. */
const conversations = {
  demo: 'Demo',
  'demo-slow': 'Demo: slow, word by word',
  'demo-429': 'Demo: returns 429',
  'demo-529': 'Demo: returns 529',
  'demo-drop': 'Demo: drops the connection half-way',
  'demo-refusal': 'Demo: refuses',
  'demo-long': 'Demo: long answer',
} as const;

/** Models of other operation families, which only Spec A has. */
const others = {
  'demo-embedding': 'embeddings',
  'demo-image': 'images',
  'demo-speech': 'audio',
  'demo-transcribe': 'audio',
  'demo-moderation': 'moderations',
} as const;

const conversationModel = ([id, name]: readonly [string, string]): DraftModel => ({
  id,
  display_name: name,
  created: demoPriceFrom,
  owned_by: 'diglot',
  targets: [{ provider: 'demo-a' }, { provider: 'demo-b' }],
  product: demoSku,
  max_input_tokens: 200_000,
  max_output_tokens: 16_384,
});

const otherModel = ([id, family]: readonly [string, string]): DraftModel => ({
  id,
  created: demoPriceFrom,
  owned_by: 'diglot',
  targets: [{ provider: 'demo-a' }],
  product: demoSku,
  operations: [family],
  max_input_tokens: 200_000,
  max_output_tokens: 16_384,
});

/** Small prices in every unit kind, so that a first call shows a charge. */
const demoPrices: Readonly<Record<UnitKind, { readonly credits: string; readonly per: number }>> = {
  input_tokens: { credits: '0.25', per: 1_000_000 },
  cached_input_tokens: { credits: '0.025', per: 1_000_000 },
  cache_write_tokens: { credits: '0.3125', per: 1_000_000 },
  cache_write_1h_tokens: { credits: '0.5', per: 1_000_000 },
  output_tokens: { credits: '2', per: 1_000_000 },
  input_audio_tokens: { credits: '10', per: 1_000_000 },
  output_audio_tokens: { credits: '20', per: 1_000_000 },
  cached_input_audio_tokens: { credits: '0.5', per: 1_000_000 },
  characters: { credits: '15', per: 1_000_000 },
  audio_seconds: { credits: '0.0001', per: 1 },
  images: { credits: '0.04', per: 1 },
  web_searches: { credits: '0.01', per: 1 },
  web_fetches: { credits: '0', per: 1 },
  file_searches: { credits: '0.0025', per: 1 },
  code_sessions: { credits: '0.03', per: 1 },
  requests: { credits: '0', per: 1 },
};

/**
 * The built-in demo with its workspace. Its key is created at start. The workspace has no plan, because it outlives the demo: with
 * a file of its own, the configuration has no plan of this name. Databases made before have a workspace with the plan.
 */
const demoSettings = {
  providers: [
    { id: 'demo-a', spec: 'a', base_url: demoAddress },
    { id: 'demo-b', spec: 'b', base_url: demoAddress },
  ],
  models: [...Object.entries(conversations).map(conversationModel), ...Object.entries(others).map(otherModel)],
  products: [
    {
      sku: demoSku,
      name: 'Demo',
      prices: [{ from: demoPriceFrom, ...Object.fromEntries(unitKinds.map((kind) => [kind, demoPrices[kind]])) }],
    },
  ],
  plans: [{ id: 'demo', name: 'Demo' }],
  bootstrap: { workspaces: [{ id: 'demo', name: 'Demo', credits: '1000' }] },
} satisfies DraftSettings;

type DraftProvider = NonNullable<DraftSettings['providers']>[number];

/** The Product of models that the keys of the environment add. */
const ownSku = 'unpriced';

/** Providers that are added by a key in the server's environment. */
const keyVariables = [
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

/** Settings from the environment. */
interface OwnProviders {
  readonly settings: {
    readonly [Section in 'providers' | 'models' | 'products']: NonNullable<DraftSettings[Section]>;
  };
  readonly variables: DefaultedDocument['variables'];
  readonly notices: readonly string[];
}

/**
 * The providers whose keys are in the environment. They serve all model names that nothing else matches. Their Product is free,
 * with a notice, because their prices are unknown. `OPENAI_BASE_URL` and `ANTHROPIC_BASE_URL` are ignored, because they are for
 * clients.
 */
function ownProviderSettings(environment: Environment): OwnProviders {
  const present = keyVariables.filter(({ key }) => environment[key]);
  const providers = present.map(({ key, address, row, credential }): DraftProvider => ({
    ...row,
    base_url: readVariable(environment, address) ?? row.base_url,
    credential: { ...credential, value: environment[key] ?? '' },
  }));
  const targets = providers.map(({ id }) => ({ provider: id }));
  return {
    settings: {
      providers,
      models: targets.length === 0 ? [] : [{ id: '*', display_name: 'Any other model', targets, product: ownSku }],
      products: targets.length === 0 ? [] : [{ sku: ownSku, name: 'Own provider keys, not charged', free: true }],
    },
    variables: new Map(present.map(({ key, address, row }) => [row.id, { base_url: address, credential: key }])),
    notices: present.map(
      ({ key, row }) =>
        `${key} adds provider ${row.id}. Its models cost no credits (free: true). Set prices in diglot.yaml.`,
    ),
  };
}

/** A notice for each key in the environment that adds no provider, because the file has its own, and that the file does not name. */
const unusedKeys = (environment: Environment, text: string): readonly string[] =>
  keyVariables
    .filter(({ key }) => environment[key] && !new RegExp(`\\$\\{${key}\\b`).test(text))
    .map(({ key }) => `${key} is set but unused: the configuration file has its own providers.`);

/** Returns a copy with one value set. If a parent is not a mapping, the document is unchanged, and the schema refuses it. */
function withValue(document: JsonObject, path: DocumentPath, value: Json): JsonObject {
  const [step, ...rest] = path;
  if (step === undefined) return document;
  if (rest.length === 0) return { ...document, [step]: value };
  const part = document[step];
  if (part != null && !isObject(part)) return document;
  return { ...document, [step]: withValue(objectOf(part), rest, value) };
}

const valueAt = (document: JsonObject, path: DocumentPath): Json | undefined =>
  path.reduce<Json | undefined>((value, step) => (isObject(value) ? value[step] : undefined), document);

/** Converts flags (`{ 'server.port': '9000' }`) to settings. */
export const flagSettings = (flags: Readonly<Record<string, string | undefined>>): readonly OutsideSetting[] =>
  Object.entries(flags).flatMap(([setting, text]) => {
    if (text === undefined) return [];
    const path = setting.split('.');
    return [
      {
        path,
        value: readScalar(schemaAt(settingsSchema, path), text),
        origin: `flag --${path.slice(1).join('-').replaceAll('_', '-')}`,
      },
    ];
  });

const storageDefaults = (dataFolder: string): readonly OutsideSetting[] => [
  { path: ['storage', 'database'], value: `sqlite:${join(dataFolder, 'diglot.db')}`, origin: 'data folder' },
  { path: ['storage', 'drive'], value: `file:${join(dataFolder, 'drive')}`, origin: 'data folder' },
];

/** Whether a path is one of these places or lies below one. */
export const isAmong = (path: DocumentPath, places: readonly DocumentPath[]): boolean =>
  places.some((place) => startsWith(path, place));

type Nulls = Pick<ReadDocument, 'isNull'>;

/** The member above a setting that the document turns off with null; null: none. */
function offAbove({ isNull }: Nulls, path: DocumentPath): DocumentPath | null {
  const above = path.slice(0, -1).map((_, index) => path.slice(0, index + 1));
  return above.find((part) => isNull(part) && isNullable(settingsSchema, part)) ?? null;
}

/** Leaves variables out that would turn on what the file turns off, with a notice for each. A flag turns it on. */
export function obeyNull(written: Nulls, variables: readonly OutsideSetting[], flags: readonly OutsideSetting[]) {
  const flagged = flags.map(({ path }) => path);
  const compared = variables.map((setting) => {
    const off = offAbove(written, setting.path);
    return { setting, off: off !== null && flagged.some((path) => isAmong(path, [off])) ? null : off };
  });
  const notices = compared.flatMap(({ setting: { origin: place }, off }): readonly Remark[] => {
    if (off === null) return [];
    return [problemAt(place, `has no effect, because ${writePath(off)} is null`)];
  });
  return { settings: compared.filter(({ off }) => off === null).map(({ setting }) => setting), notices };
}

/** A copy without the sections that are empty, such as one whose lines are all comments: they are as if they were absent. */
const withoutEmpty = (written: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(written).filter(([name, value]) => value !== null || !Object.hasOwn(settingsSchema.shape, name)),
  );

/** Merges settings from flags and variables into the document, with storage in the data folder by default. */
export function mergeSettings(written: JsonObject, outside: readonly OutsideSetting[], dataFolder: string): JsonObject {
  const filled = withoutEmpty(written);
  const missing = storageDefaults(dataFolder).filter(({ path }) => valueAt(filled, path) == null);
  return [...missing, ...outside].reduce((document, { path, value }) => withValue(document, path, value), filled);
}

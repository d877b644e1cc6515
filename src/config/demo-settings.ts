import type { z } from 'zod';
import { demoAddress } from '../catalog/demo-address.ts';
import { unitKinds, type UnitKind } from '../shared/usage.ts';
import type { settingsSchema } from './schema/settings-schema.ts';

/** Rows as people write them, before defaults are filled in. */
export type DraftSettings = z.input<typeof settingsSchema>;
type DraftModel = NonNullable<DraftSettings['models']>[number];

const demoPriceFrom = '2026-01-01T00:00:00Z';

/** Models that converse on both specs, by what they show. */
const conversations = {
  demo: 'Demo',
  'demo-slow': 'Demo, word by word and slowly',
  'demo-429': 'Demo, answers 429',
  'demo-529': 'Demo, answers 529',
  'demo-drop': 'Demo, drops the connection half-way',
  'demo-refusal': 'Demo, refuses',
  'demo-long': 'Demo, a long answer',
} as const;

/** Models of one other operation, which only Spec A has. */
const others = {
  'demo-embedding': 'embeddings',
  'demo-image': 'images',
  'demo-speech': 'audio',
  'demo-transcribe': 'audio',
  'demo-moderation': 'moderations',
} as const;

const conversation = ([id, name]: readonly [string, string]): DraftModel => ({
  id,
  display_name: name,
  created: demoPriceFrom,
  owned_by: 'diglot',
  targets: [{ provider: 'demo-a' }, { provider: 'demo-b' }],
  product: 'demo',
  max_input_tokens: 200_000,
  max_output_tokens: 16_384,
});

const other = ([id, family]: readonly [string, string]): DraftModel => ({
  id,
  created: demoPriceFrom,
  owned_by: 'diglot',
  targets: [{ provider: 'demo-a' }],
  product: 'demo',
  operations: [family],
  max_input_tokens: 200_000,
  max_output_tokens: 16_384,
});

/** Small real prices in every unit kind, so that a first call shows a charge. */
const demoPrices: Readonly<Record<UnitKind, { readonly credits: string; readonly per: number }>> = {
  input_tokens: { credits: '0.25', per: 1_000_000 },
  cached_input_tokens: { credits: '0.025', per: 1_000_000 },
  cache_write_tokens: { credits: '0.3125', per: 1_000_000 },
  cache_write_1h_tokens: { credits: '0.5', per: 1_000_000 },
  output_tokens: { credits: '2', per: 1_000_000 },
  input_audio_tokens: { credits: '10', per: 1_000_000 },
  output_audio_tokens: { credits: '20', per: 1_000_000 },
  characters: { credits: '15', per: 1_000_000 },
  audio_seconds: { credits: '0.0001', per: 1 },
  images: { credits: '0.04', per: 1 },
  web_searches: { credits: '0.01', per: 1 },
  web_fetches: { credits: '0', per: 1 },
  file_searches: { credits: '0.0025', per: 1 },
  code_sessions: { credits: '0.03', per: 1 },
  requests: { credits: '0', per: 1 },
};

/** What is served when nothing is configured: the offline demo with its workspace; its key is made at start. */
export const demoSettings = {
  providers: [
    { id: 'demo-a', spec: 'a', base_url: demoAddress },
    { id: 'demo-b', spec: 'b', base_url: demoAddress },
  ],
  models: [...Object.entries(conversations).map(conversation), ...Object.entries(others).map(other)],
  products: [
    {
      sku: 'demo',
      name: 'Demo',
      prices: [{ from: demoPriceFrom, ...Object.fromEntries(unitKinds.map((kind) => [kind, demoPrices[kind]])) }],
    },
  ],
  plans: [{ id: 'demo', name: 'Demo' }],
  bootstrap: { workspaces: [{ id: 'demo', name: 'Demo', plan: 'demo', credits: '1000' }] },
} satisfies DraftSettings;

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeStillClock } from '../../fakes/still-clock.ts';
import { inFolder, runWords } from './make-context.ts';

/** In the form of LiteLLM's table; numbers as such tables have them, noise included. */
const liteLlm = `{
  "sample_spec": { "input_cost_per_token": 0.0, "mode": "one of: chat" },
  "gpt-test": { "litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 2.5e-06, "output_cost_per_token": 1e-05,
    "cache_read_input_token_cost": 1.25e-06, "input_cost_per_token_batches": 1.25e-06, "max_input_tokens": 128000, "max_output_tokens": 16384 },
  "noisy": { "litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1.5000000000000002e-07, "output_cost_per_token": 6e-07 },
  "tts-test": { "litellm_provider": "openai", "mode": "audio_speech", "input_cost_per_character": 1.5e-05 },
  "whisper-test": { "litellm_provider": "openai", "mode": "audio_transcription", "input_cost_per_second": 0.0001, "output_cost_per_second": 0.0001 },
  "image-test": { "litellm_provider": "openai", "mode": "image_generation", "output_cost_per_image": 0.04 },
  "256-x-256/dall-e-2": { "litellm_provider": "openai", "mode": "image_generation", "input_cost_per_pixel": 2.4414e-07 },
  "nothing-said": { "litellm_provider": "openai", "mode": "chat" },
  "gratis": { "litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 0, "output_cost_per_token": 0.0 },
  "azure/gpt-test": { "litellm_provider": "azure", "mode": "chat", "input_cost_per_token": 3e-06, "output_cost_per_token": 1e-05 },
  "azure-gpt-test": { "litellm_provider": "azure", "mode": "chat", "input_cost_per_token": 3e-06, "output_cost_per_token": 1e-05 }
}`;

/** In the form of models.dev's api.json. */
const modelsDev = `{
  "anthropic": { "id": "anthropic", "models": {
    "claude-test": { "id": "claude-test", "name": "Claude Test", "cost": { "input": 3, "output": 15, "cache_read": 0.3, "cache_write": 3.75, "reasoning": 15 },
      "release_date": "2026-02", "limit": { "context": 200000, "output": 64000 } },
    "claude-days": { "id": "claude-days", "name": "claude-days", "cost": { "input": 3, "output": 15 }, "release_date": "2026-02-30",
      "limit": { "context": 300000, "input": 100000 } },
    "claude-free": { "id": "claude-free", "cost": { "input": 0, "output": 0 } } } },
  "empty": { "id": "empty" }
}`;

const options = { environment: {}, clock: makeStillClock() };
const importFrom = (text: string, words: readonly string[]) =>
  inFolder({ 'table.json': text }, (folder) =>
    runWords(['prices', 'import', join(folder, 'table.json'), ...words], options),
  );

describe('diglot prices import', () => {
  it('prices output of a chat model that draws as images, and images only where they are counted', async () => {
    const table = JSON.stringify({
      drawing: {
        litellm_provider: 'gemini',
        mode: 'chat',
        input_cost_per_token: 3e-7,
        output_cost_per_token: 2.5e-6,
        output_cost_per_token_above_200k_tokens: 5e-6,
        output_cost_per_image_token: 3e-5,
        output_cost_per_image: 0.039,
      },
      painter: {
        litellm_provider: 'gemini',
        mode: 'image_generation',
        input_cost_per_token: 5e-6,
        output_cost_per_image_token: 4e-5,
      },
    });
    const { out } = await importFrom(table, ['--provider', 'gemini']);
    const { products } = parse(out) as { products: readonly { readonly prices: readonly object[] }[] };
    const output = { credits: '30', per: 1_000_000 };
    expect(products.map(({ prices }) => prices[0])).toEqual([
      {
        from: '2026-11-20T12:00:00Z',
        input_tokens: { credits: '0.3', per: 1_000_000 },
        output_tokens: output,
        tiers: [{ above: 200_000, output_tokens: output }],
      },
      {
        from: '2026-11-20T12:00:00Z',
        input_tokens: { credits: '5', per: 1_000_000 },
        output_tokens: { credits: '40', per: 1_000_000 },
      },
    ]);
  });

  it('makes Products of a LiteLLM table, with the exact prices', async () => {
    const { code, out, err } = await importFrom(liteLlm, ['--provider', 'openai']);
    expect(code).toBe(0);
    expect(parse(out)).toEqual({
      products: [
        {
          sku: 'gpt-test',
          name: 'gpt-test',
          prices: [
            {
              from: '2026-11-20T12:00:00Z',
              input_tokens: { credits: '2.5', per: 1_000_000 },
              cached_input_tokens: { credits: '1.25', per: 1_000_000 },
              output_tokens: { credits: '10', per: 1_000_000 },
            },
          ],
        },
        {
          sku: 'noisy',
          name: 'noisy',
          prices: [
            {
              from: expect.any(String),
              input_tokens: { credits: '0.15', per: 1_000_000 },
              output_tokens: { credits: '0.6', per: 1_000_000 },
            },
          ],
        },
        {
          sku: 'tts-test',
          name: 'tts-test',
          prices: [{ from: expect.any(String), characters: { credits: '15', per: 1_000_000 } }],
        },
        {
          sku: 'whisper-test',
          name: 'whisper-test',
          prices: [{ from: expect.any(String), audio_seconds: { credits: '0.0001', per: 1 } }],
        },
        {
          sku: 'image-test',
          name: 'image-test',
          prices: [{ from: expect.any(String), images: { credits: '0.04', per: 1 } }],
        },
      ],
    });
    expect(out).toContain('credits: "2.5"');
    expect(err.split('\n')).toEqual([
      'skipped  sample_spec: it explains the format and is not a model',
      'skipped  256-x-256/dall-e-2: its prices are for units that are not billed here: input_cost_per_pixel',
      'skipped  nothing-said: it has no price',
      'skipped  gratis: all its prices are 0; if it should be free, write a Product with free: true yourself',
      'remark   gpt-test: left out: input_cost_per_token_batches',
      'remark   noisy: input_cost_per_token 1.5000000000000002e-07 was rounded to 0.15 credits for 1000000',
      'remark   whisper-test: left out: output_cost_per_second',
      '5 Products created, 4 entries skipped, 2 filtered out.',
      '',
    ]);
  });

  it('lets prices begin on a day, in UTC', async () => {
    const { out } = await importFrom(modelsDev, ['--provider', 'anthropic', '--from', '2027-01-01']);
    expect(out).toContain('from: 2027-01-01T00:00:00Z');
  });

  it('reports every entry: created, skipped or filtered out', async () => {
    const { out } = await importFrom(liteLlm, ['--json', '--provider', 'azure']);
    const result = JSON.parse(out) as {
      products: unknown[];
      skipped: { entry: string; why: string }[];
      filteredOut: number;
    };
    expect(result.products.length + result.skipped.length + result.filteredOut).toBe(11);
    expect(result.skipped).toContainEqual({
      entry: 'azure-gpt-test',
      why: expect.stringContaining('an earlier entry has the same SKU, azure-gpt-test'),
    });
  });

  it('makes Products and models of a models.dev table', async () => {
    const { out, err } = await importFrom(modelsDev, [
      '--target',
      'anthropic',
      '--provider',
      'anthropic',
      '--from',
      '2027-01-01T00:00:00Z',
    ]);
    expect(parse(out)).toEqual({
      products: [
        {
          sku: 'claude-test',
          name: 'Claude Test',
          prices: [
            {
              from: '2027-01-01T00:00:00Z',
              input_tokens: { credits: '3', per: 1_000_000 },
              cached_input_tokens: { credits: '0.3', per: 1_000_000 },
              cache_write_tokens: { credits: '3.75', per: 1_000_000 },
              output_tokens: { credits: '15', per: 1_000_000 },
            },
          ],
        },
        {
          sku: 'claude-days',
          name: 'claude-days',
          prices: [
            {
              from: '2027-01-01T00:00:00Z',
              input_tokens: { credits: '3', per: 1_000_000 },
              output_tokens: { credits: '15', per: 1_000_000 },
            },
          ],
        },
      ],
      models: [
        {
          id: 'claude-test',
          targets: [{ provider: 'anthropic' }],
          product: 'claude-test',
          display_name: 'Claude Test',
          created: '2026-02-01T00:00:00Z',
          max_input_tokens: 200_000,
          max_output_tokens: 64_000,
        },
        {
          id: 'claude-days',
          targets: [{ provider: 'anthropic' }],
          product: 'claude-days',
          max_input_tokens: 100_000,
        },
      ],
    });
    expect(err).toContain('skipped  empty: it has no models\n');
    expect(err).toContain('skipped  claude-free: all its prices are 0');
    expect(err).toContain('remark   claude-test: left out: cost.reasoning\n');
  });

  /** The models that are printed for a table, in a file that `diglot check` finds in order. */
  const modelsFor = async (table: string, target: string) => {
    const { out, err } = await importFrom(table, ['--target', target]);
    const row = { id: target, spec: 'a', base_url: 'https://host.example/v1' };
    const catalog = parse(out) as { readonly models?: readonly { readonly id: string }[] };
    await inFolder({ 'diglot.yaml': JSON.stringify({ providers: [row], ...catalog }) }, async (folder) => {
      const checked = await runWords(['check', join(folder, 'diglot.yaml')], options);
      expect(checked.out).toMatch(/No problems\.\n$/);
    });
    return { models: catalog.models ?? [], err };
  };

  it('makes models that the catalogue accepts, with the operations that their mode names', async () => {
    const tokens = { input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
    const table = {
      talks: { mode: 'chat', ...tokens },
      thinks: { mode: 'responses', ...tokens },
      'says-no-mode': tokens,
      completes: { mode: 'completion', ...tokens },
      embeds: { mode: 'embedding', input_cost_per_token: 2e-8 },
      'has-no-mode': { input_cost_per_token: 2e-8 },
      moderates: { mode: 'moderation', input_cost_per_token: 1e-8 },
      paints: { mode: 'image_generation', output_cost_per_image: 0.04 },
      edits: { mode: 'image_edit', ...tokens },
      speaks: { mode: 'audio_speech', input_cost_per_character: 1.5e-5 },
      hears: { mode: 'audio_transcription', input_cost_per_second: 0.0001 },
      converses: { mode: 'realtime', ...tokens },
      ranks: { mode: 'rerank', input_cost_per_token: 1e-6 },
      'half-priced': { mode: 'chat', input_cost_per_token: 1e-6 },
    };
    const { models, err } = await modelsFor(JSON.stringify(table), 'host');
    const operations = models.map((model) => [model.id, (model as { operations?: unknown }).operations]);
    expect(Object.fromEntries(operations)).toEqual({
      ...{ talks: undefined, thinks: undefined, 'says-no-mode': undefined, completes: ['completions'] },
      ...{ embeds: ['embeddings'], 'has-no-mode': ['embeddings'], moderates: ['moderations'] },
      ...{ paints: ['images'], edits: ['images'], speaks: ['audio'], hears: ['audio'], converses: ['realtime'] },
    });
    expect(err.split('\n').filter((line) => line.includes('no model'))).toEqual([
      'remark   /ranks: printed no model for it: it serves nothing that Diglot has',
      'remark   /half-priced: printed no model for it: it has no price for output_tokens',
    ]);
  });

  it('names a model as its host does, without the prefix of the table', async () => {
    const entry = { mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
    const { models } = await modelsFor(
      JSON.stringify({
        'groq/llama-test': { litellm_provider: 'groq', ...entry },
        'vertex_ai/claude-test': { litellm_provider: 'vertex_ai-anthropic_models', ...entry },
        'meta-llama/llama-test': { litellm_provider: 'nscale', ...entry },
        'groq-test': { litellm_provider: 'groq', ...entry },
      }),
      'host',
    );
    expect(models).toMatchObject([
      { id: 'groq/llama-test', targets: [{ provider: 'host', model: 'llama-test' }] },
      { id: 'vertex_ai/claude-test', targets: [{ provider: 'host', model: 'claude-test' }] },
      { id: 'meta-llama/llama-test', targets: [{ provider: 'host' }] },
      { id: 'groq-test', targets: [{ provider: 'host' }] },
    ]);
    expect(models.filter((model) => JSON.stringify(model).includes('"model"'))).toHaveLength(2);
  });

  it.each([
    ['bedrock/us-east-1/anthropic.claude-test-v2:1', 'bedrock', 'anthropic.claude-test-v2:1'],
    ['bedrock/us-gov-east-1/moonshotai.kimi-test', 'bedrock_converse', 'moonshotai.kimi-test'],
    ['bedrock_mantle/us-gov-west-1/openai.gpt-test', 'bedrock_mantle', 'openai.gpt-test'],
    ['azure/eu/gpt-test-2024-08-06', 'azure', 'gpt-test-2024-08-06'],
    ['azure/gpt-test-instruct', 'azure_text', 'gpt-test-instruct'],
    ['azure_ai/global/grok-test', 'azure_ai', 'grok-test'],
    ['amazon-nova/nova-test-v1', 'amazon_nova', 'nova-test-v1'],
    ['fireworks_ai/accounts/fireworks/models/test', 'fireworks_ai', 'accounts/fireworks/models/test'],
    ['vertex_ai/meta/llama-test-maas', 'vertex_ai-llama_models', 'meta/llama-test-maas'],
  ])('names %s as its host does, without a region', async (id, provider, model) => {
    const entry = { litellm_provider: provider, mode: 'chat', input_cost_per_token: 1e-6, output_cost_per_token: 2e-6 };
    const { models } = await modelsFor(JSON.stringify({ [id]: entry }), 'host');
    expect(models).toMatchObject([{ id, targets: [{ provider: 'host', model }] }]);
  });

  it.each([
    ['hd/1024-x-1024/dall-e-test', 'openai'],
    ['1024-x-1536/gpt-image-test', 'openai'],
    ['azure/standard/1024-x-1024/dall-e-test', 'azure'],
    ['max-x-max/50-steps/stability.diffusion-test', 'bedrock'],
  ])('prints no model for %s, which prices one size of images', async (id, provider) => {
    const entry = { litellm_provider: provider, mode: 'image_generation', output_cost_per_image: 0.08 };
    const { models, err } = await modelsFor(JSON.stringify({ [id]: entry }), 'host');
    expect(models).toEqual([]);
    expect(err).toContain(
      `remark   ${provider}/${id}: printed no model for it: its id is for images of one size, and no host knows a model by it\n`,
    );
  });

  it('makes models of a models.dev table that the catalogue accepts', async () => {
    const cost = { embeds: { input: 0.02 }, listens: { input_audio: 3 }, talks: { input: 1, output: 2 } };
    const entries = Object.entries(cost).map(([id, prices]) => [id, { name: id, cost: prices }]);
    const { models, err } = await modelsFor(
      JSON.stringify({ openai: { models: Object.fromEntries(entries) } }),
      'host',
    );
    expect(models).toMatchObject([{ id: 'embeds', operations: ['embeddings'] }, { id: 'talks' }]);
    expect(err).toContain('remark   openai/listens: printed no model for it: it has no price for input_tokens');
  });

  it('says which prices for a long context it leaves out', async () => {
    const table = `{ "google": { "models": { "long": { "name": "Long", "cost": { "input": 1.25, "output": 10,
      "context_over_200k": { "input": 2.5, "output": 15, "reasoning": 20 } } } } } }`;
    expect((await importFrom(table, [])).err).toContain(
      'remark   google/long: left out: cost.context_over_200k.reasoning\n',
    );
  });

  it('makes tiers of prices for a long context', async () => {
    const table = `{ "long": { "litellm_provider": "gemini", "mode": "chat",
      "input_cost_per_token": 1.25e-06, "input_cost_per_token_above_200k_tokens": 2.5e-06,
      "output_cost_per_token": 1e-05, "output_cost_per_token_above_200k_tokens": 1.5e-05 } }`;
    const { out, err } = await importFrom(table, []);
    const tiers = [
      {
        above: 200_000,
        input_tokens: { credits: '2.5', per: 1_000_000 },
        output_tokens: { credits: '15', per: 1_000_000 },
      },
    ];
    expect(parse(out)).toMatchObject({ products: [{ prices: [{ input_tokens: { credits: '1.25' }, tiers }] }] });
    expect(err).not.toContain('left out');
    const other = `{ "google": { "models": { "long": { "name": "Long", "cost": { "input": 1.25, "output": 10,
      "context_over_200k": { "input": 2.5, "output": 15 } } } } } }`;
    const second = await importFrom(other, []);
    expect(parse(second.out)).toMatchObject({ products: [{ prices: [{ tiers }] }] });
    expect(second.err).not.toContain('left out');
  });

  it('takes dollars at a rate, and models by pattern', async () => {
    const { out } = await importFrom(liteLlm, [
      '--credits-per-dollar',
      '100',
      '--model',
      'gpt-*',
      '--model',
      'tts-test',
    ]);
    const { products } = parse(out) as {
      products: { sku: string; prices: { input_tokens?: { credits: string } }[] }[];
    };
    expect(products.map(({ sku }) => sku)).toEqual(['gpt-test', 'tts-test']);
    expect(products[0]?.prices[0]?.input_tokens?.credits).toBe('250');
  });

  it.each([
    [
      'a file that is not there',
      ['nowhere.json'],
      "nowhere.json cannot be read (ENOENT). Name a price table as a local file: LiteLLM's model_prices_and_context_window.json or models.dev's api.json.\n",
    ],
    [
      'an address instead of a file',
      ['https://models.dev/api.json'],
      'https://models.dev/api.json is a URL, but prices import reads a local file. Download it first: curl -o prices.json https://models.dev/api.json\n',
    ],
    [
      'an unknown format',
      ['--format', 'csv'],
      'There is no format csv. --format accepts litellm or models.dev; by default it is detected.\n',
    ],
    ['a format that only looks known', ['--format', 'constructor'], 'There is no format constructor.'],
    ['a rate of nothing', ['--credits-per-dollar', '0'], '--credits-per-dollar'],
    [
      'a beginning that is a file',
      ['--from', 'prices.json'],
      '--from must be a day, such as 2027-01-01, or a timestamp with an offset, such as 2027-01-01T00:00:00Z; you wrote prices.json. The file is given without a flag: npx diglot prices import <file>.\n',
    ],
    ['a beginning that the catalogue would refuse', ['--from', '5'], '--from must be a day'],
    ['a day that does not exist', ['--from', '2027-02-29'], '--from must be a day'],
  ])('refuses %s', async (_, words, message) => {
    const [first = ''] = words;
    const ended = first.startsWith('--')
      ? await importFrom(liteLlm, words)
      : await runWords(['prices', 'import', first], options);
    expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining(message) });
  });

  it('names the file that is not JSON', async () => {
    expect(await importFrom('{', [])).toMatchObject({ code: 1, err: expect.stringContaining('is not JSON') });
  });
});

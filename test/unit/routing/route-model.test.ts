import { describe, expect, it } from 'vitest';
import { ask, callerWith, makeModel, makeProduct, makeProvider, setUpRouting } from './set-up-routing.ts';

const place = (provider: string, region = 'global', weight = 1) => ({ provider, model: null, region, weight });

describe('the model of a call', () => {
  const { route } = setUpRouting({
    models: [
      makeModel('*', ['one']),
      makeModel('gpt-*', ['one']),
      makeModel('gpt-5-*', ['one']),
      makeModel('gpt-5-mini', ['one']),
      makeModel('gpt-5-old', ['one'], { retired: true }),
      makeModel('small', ['one'], { targets: [{ ...place('one'), model: 'big-vendor/small-2' }] }),
    ],
  });

  it.each([
    ['gpt-5-mini', 'gpt-5-mini'],
    ['gpt-5-mini-2', 'gpt-5-*'],
    ['gpt-5-', 'gpt-5-*'],
    ['gpt-5', 'gpt-*'],
    ['gpt-', 'gpt-*'],
    ['gpt', '*'],
    ['GPT-5-mini', '*'],
  ])('%s is %s', (name, id) => {
    expect(route(ask(name))).toMatchObject({ requestedModel: name, upstreamModel: name, model: { id } });
  });

  it('goes to the provider under the name that the provider gives it', () => {
    expect(route(ask('small'))).toMatchObject({ requestedModel: 'small', upstreamModel: 'big-vendor/small-2' });
  });

  it('is not found when it is retired, even where a pattern would match', () => {
    expect(() => route(ask('gpt-5-old'))).toThrow(/^The model gpt-5-old is no longer supported\./);
  });

  it.each([
    ['is empty', ''],
    ['is longer than an id can be', `gpt-${'x'.repeat(197)}`],
    ['has a line break', 'gpt-5\nlevel=error'],
    ['has an escape sequence', 'gpt-5\u001b[31m'],
    ['has a space at its end', 'gpt-5-old '],
    ['reads backwards', 'gpt-5\u202e'],
  ])('is not found when its name %s, whatever a pattern says', (_, name) => {
    expect(() => route(ask(name))).toThrow(expect.objectContaining({ code: 'model_not_found' }));
  });

  it('may have a name of 200 characters', () => {
    const name = `gpt-${'x'.repeat(196)}`;
    expect(route(ask(name))).toMatchObject({ requestedModel: name });
  });
});

describe('a model that cannot be called', () => {
  const models = [
    makeModel('gpt-4o-mini', ['one']),
    makeModel('gpt-4o-mimo', ['one']),
    makeModel('claude-x', ['two']),
    makeModel('eu-only', ['one'], { targets: [place('one', 'eu')] }),
    makeModel('speaker', ['one'], { operations: ['audio'] }),
    makeModel('homeless', []),
  ];
  const { route } = setUpRouting({ models });

  it('is 404 with the nearest one that this key may call', () => {
    const caller = callerWith({ models: ['gpt-4o-mini'] });
    expect(() => route(ask('gpt-4o-mimi', { caller }))).toThrow(
      expect.objectContaining({
        status: 404,
        code: 'model_not_found',
        param: 'model',
        message:
          'There is no model gpt-4o-mimi. Did you mean gpt-4o-mini? GET /v1/models lists what this key may call.',
      }),
    );
  });

  it('is found by the nearest name behind the name of a vendor, as other gateways write it', () => {
    const caller = callerWith({ models: ['gpt-4o-mini'] });
    for (const name of ['openai/gpt-4o-mini', 'openai/gpt-4o-mimi', 'a/b/gpt-4o-mini'])
      expect(() => route(ask(name, { caller }))).toThrow(`There is no model ${name}. Did you mean gpt-4o-mini?`);
    expect(() => route(ask('openai/', { caller }))).toThrow(/^There is no model openai\/\. GET/);
  });

  it('is 404 that says so when it is empty', () => {
    expect(() => route(ask(''))).toThrow(/^The model's name is empty\. GET/);
  });

  it('never suggests a model that the key may not call', () => {
    const caller = callerWith({ models: ['eu-only'] });
    expect(() => route(ask('gpt-4o-mimi', { caller }))).toThrow(/^There is no model gpt-4o-mimi\. GET/);
  });

  it('is echoed cut and without control characters', () => {
    expect(() => route(ask(`${'m'.repeat(62)}\r\n${'x'.repeat(200)}`))).toThrow(/^There is no model m{62}\?…\. GET/);
  });

  it('is 403 when it exists outside the scope of the key, and 404 when it does not exist', () => {
    const caller = callerWith({ models: ['gpt-*'] });
    expect(() => route(ask('claude-x', { caller, spec: 'b' }))).toThrow(
      expect.objectContaining({ status: 403, code: 'out_of_scope' }),
    );
    expect(() => route(ask('claude-y', { caller, spec: 'b' }))).toThrow(expect.objectContaining({ status: 404 }));
  });

  it('is decided by the name that was called, not by the pattern behind it', () => {
    const open = setUpRouting({ models: [makeModel('*', ['one'])] });
    const caller = callerWith({ models: ['small', 'tiny-*'] });
    expect(open.route(ask('tiny-1', { caller })).model.id).toBe('*');
    expect(() => open.route(ask('large', { caller }))).toThrow(expect.objectContaining({ status: 403 }));
  });

  it.each([
    ['claude-x', {}, 'Call it through the Anthropic-compatible API (Spec B).'],
    ['gpt-4o-mini', { spec: 'b' }, 'Call it through the OpenAI-compatible API (Spec A).'],
    ['eu-only', {}, 'is not available in region global. Send X-Region-Code with one of: eu.'],
    ['gpt-4o-mini', { regionCode: 'eu' }, 'is not available in region eu. Send X-Region-Code with one of: global.'],
    ['speaker', {}, 'does not serve chat.'],
    ['homeless', {}, 'has no provider at the moment.'],
  ] as const)('%s with %j is 404 and says the way', (name, changes, says) => {
    expect(() => route(ask(name, changes))).toThrow(expect.objectContaining({ status: 404, code: 'model_not_found' }));
    expect(() => route(ask(name, changes))).toThrow(says);
  });

  const translated = new Set(['chat-completions', 'responses', 'messages']);
  const batches = { operation: { family: 'batches', product: 'default' } } as const;
  const messages = { operation: { family: 'messages', wire: 'messages', product: 'default' } } as const;

  it.each([
    ['gpt-4o-mini', { spec: 'b', ...batches }, 'The model gpt-4o-mini does not serve batches.'],
    ['claude-x', { operation: { family: 'audio', product: 'default' } }, 'The model claude-x does not serve audio.'],
    [
      'gpt-4o-mini',
      { spec: 'b', ...messages, providerId: 'two' },
      'not served by the provider that stores the objects',
    ],
    ['speaker', { spec: 'b', ...messages }, 'Call it through the OpenAI-compatible API (Spec A).'],
  ] as const)('%s with %j is not sent to the other API if it serves something here', (name, changes, says) => {
    const either = setUpRouting({ models, translated });
    expect(() => either.route(ask(name, changes))).toThrow(says);
  });

  it('names the region in which the provider of a file serves it', () => {
    const providers = ['one', 'far', 'deaf'].map((id) => makeProvider(id, 'a', `http://${id}`));
    const deaf = { ...providers[2]!, operations: ['audio'] };
    const targets = [place('one'), place('far', 'eu'), place('deaf', 'us')];
    const spread = setUpRouting({
      providers: [...providers.slice(0, 2), deaf],
      models: [makeModel('m', [], { targets })],
    });
    expect(spread.route(ask('m', { providerId: 'far', regionCode: 'eu' })).provider.id).toBe('far');
    expect(() => spread.route(ask('m', { providerId: 'far' }))).toThrow(
      /^The model m is served by the provider that stores the objects in this request, but not in region global\. Send X-Region-Code with one of: eu\.$/,
    );
    expect(() => spread.route(ask('m', { providerId: 'deaf' }))).toThrow(/Use another model\.$/);
  });

  it('goes only to providers that serve the operation', () => {
    const providers = [
      { ...makeProvider('one', 'a', 'http://one'), operations: ['embeddings'] },
      { ...makeProvider('three', 'a', 'http://three'), operations: ['chat'] },
    ];
    const limited = setUpRouting({ providers, models: [makeModel('m', ['one', 'three'])] });
    expect(limited.route(ask('m')).provider.id).toBe('three');
    expect(() => limited.route(ask('m', { operation: { family: 'images', product: 'default' } }))).toThrow(
      /does not serve images/,
    );
  });
});

describe('the region of a call', () => {
  const providers = [makeProvider('one', 'a', 'http://one'), makeProvider('far', 'a', 'http://far')];
  const models = [makeModel('m', [], { targets: [place('one'), place('far', 'eu')] })];
  const { route } = setUpRouting({ providers, models });

  it.each([
    [null, 'global', 'one'],
    ['', 'global', 'one'],
    ['global', 'global', 'one'],
    ['eu', 'eu', 'far'],
  ])('%j is %s', (regionCode, region, id) => {
    expect(route(ask('m', { regionCode }))).toMatchObject({ region, provider: { id } });
  });

  it.each(['EU', 'mars', '\u0007'])('%j is unknown: 400 with the known ones', (regionCode) => {
    expect(() => route(ask('m', { regionCode }))).toThrow(
      expect.objectContaining({ status: 400, code: 'region_unknown', param: 'X-Region-Code' }),
    );
    expect(() => route(ask('m', { regionCode }))).toThrow(/one of: global, eu, us\.$/);
  });

  it('is never replaced by another one', () => {
    expect(() => route(ask('m', { regionCode: 'us' }))).toThrow(
      /^The model m is not available in region us\. Send X-Region-Code with one of: global, eu\.$/,
    );
  });

  it('must be in the scope of the key, also when it is the default', () => {
    const caller = callerWith({ regions: ['eu'] });
    expect(route(ask('m', { caller, regionCode: 'eu' })).region).toBe('eu');
    expect(() => route(ask('m', { caller }))).toThrow(/may not use the region global/);
  });
});

describe('the operation of a call', () => {
  it('must be in the scope of the key', () => {
    const { route } = setUpRouting({ models: [makeModel('m', ['one'])] });
    const caller = callerWith({ operations: ['embeddings'] });
    expect(() => route(ask('m', { caller }))).toThrow(/may not use the operation family chat/);
    expect(route(ask('m', { caller, operation: { family: 'embeddings', product: 'default' } })).model.id).toBe('m');
  });
});

describe('several targets', () => {
  const providers = ['one', 'two', 'three'].map((id) => makeProvider(id, 'a', `http://${id}`));
  const chosenAt = (random: number, weights: readonly number[]) =>
    setUpRouting({
      providers,
      random: () => random,
      models: [makeModel('m', [], { targets: weights.map((weight, i) => place(providers[i]!.id, 'global', weight)) })],
    }).route(ask('m')).provider.id;

  it('share the calls by their weights', () => {
    const picks = Array.from({ length: 1_000 }, (_, index) => chosenAt(index / 1_000, [1, 2, 7]));
    const share = (id: string) => picks.filter((pick) => pick === id).length;
    expect([share('one'), share('two'), share('three')]).toEqual([100, 200, 700]);
  });

  it.each([
    [0, [0, 1, 0], 'two'],
    [0.999_999, [0, 1, 0], 'two'],
    [0, [0, 0, 0], 'one'],
    [0.999_999, [0, 0, 0], 'three'],
  ] as const)('at %d with weights %j go to %s', (random, weights, id) => {
    expect(chosenAt(random, weights)).toBe(id);
  });
});

describe('the price of a call', () => {
  const rates = (input: bigint) => ({ input_tokens: input });
  const product = { ...makeProduct('test'), prices: [{ from: 0, rates: rates(1n) }] };

  it('is the one in force, and does not change afterwards', () => {
    const { route, clock } = setUpRouting({
      models: [makeModel('m', ['one'])],
      products: [{ ...product, prices: [...product.prices, { from: Date.UTC(2026, 10, 20, 13), rates: rates(2n) }] }],
    });
    const before = route(ask('m'));
    clock.move(3_599_999);
    expect(route(ask('m')).price.rates.input_tokens).toBe(1n);
    clock.move(1);
    expect(route(ask('m')).price.rates.input_tokens).toBe(2n);
    expect(before.price.rates.input_tokens).toBe(1n);
  });

  it.each([
    ['none at all', []],
    ['one that has not begun', [{ from: Date.UTC(2027, 0), rates: rates(1n) }]],
    ['one without a rate', [{ from: 0, rates: {} }]],
  ])('is never zero by accident: %s is 404', (_, prices) => {
    const { route } = setUpRouting({ models: [makeModel('m', ['one'])], products: [{ ...product, prices }] });
    expect(() => route(ask('m'))).toThrow(
      expect.objectContaining({ status: 404, code: 'model_not_found', message: expect.stringContaining('no price') }),
    );
  });

  it('is nothing only where the Product says that it is free', () => {
    const free = { ...product, free: true, prices: [] };
    const { route } = setUpRouting({ models: [makeModel('m', ['one'])], products: [free] });
    expect(route(ask('m')).price.rates).toEqual({});
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Product } from '../../src/catalog/catalog.ts';
import { makeModel, makeProduct } from '../fakes/make-config.ts';
import { formType, makeForm, type FormPart } from '../fakes/make-form.ts';
import { json, sse } from '../fakes/script.ts';
import { lastRecorded, usageOf } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const priced = (sku: string, rates: Product['prices'][number]['rates']): Product => ({
  ...makeProduct(sku),
  prices: [{ from: 0, rates }],
});

describe('images from a host that reports no usage', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: ['tokens', 'images', 'both', 'fee', 'fee-and-tokens', 'fee-and-input'].map((sku) =>
        makeModel(`by-${sku}`, ['up-a'], { product: sku, maxInputTokens: null }),
      ),
      products: [
        priced('tokens', { input_tokens: 1_000n, output_tokens: 10_000n }),
        priced('images', { images: 1_000_000n }),
        priced('both', { images: 1_000_000n, input_tokens: 1_000n, output_tokens: 10_000n }),
        priced('fee', { requests: 7_000n }),
        priced('fee-and-tokens', { requests: 7_000n, output_tokens: 10_000n }),
        priced('fee-and-input', { requests: 7_000n, input_tokens: 1_000n }),
      ],
    });
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const data = [{ b64_json: 'AAAA' }, { b64_json: 'AAAA' }];
  const draw = async (model: string, changes: object = {}) => {
    const body = { model, prompt: 'A lighthouse', n: 2, ...changes };
    const answer = await gateway.call('/v1/images/generations', { body });
    expect(answer.status).toBe(200);
    await answer.text();
    return lastRecorded(gateway);
  };

  it.each([
    ['of which the answer says what they are', { data, quality: 'high', size: '1024x1536' }, {}, 12_480],
    ['of which the request says it', { data }, { quality: 'low', size: '1024x1024' }, 544],
    ['of which nothing says it', { data }, {}, 2_112],
    ['with a count of their input alone', { data, usage: { input_tokens: 3 } }, {}, 2_112],
  ])('cost the tokens of their number, size and quality: %s', async (_, answer, request, tokens) => {
    gateway.upstream.next(json({ created: 1, ...answer }));
    const call = await draw('by-tokens', request);
    const used = usageOf(call);
    expect(used).toEqual({ input_tokens: expect.any(Number), output_tokens: tokens, images: 2 });
    expect([call.usageSource, call.charge]).toEqual(['partial', BigInt((used.input_tokens ?? 0) + 10 * tokens)]);
  });

  it('cost the tokens of their number in events too', async () => {
    const completed = { type: 'image_generation.completed', b64_json: 'AAAA', quality: 'low', size: '1024x1024' };
    gateway.upstream.next(sse([completed, completed].map((event) => `data: ${JSON.stringify(event)}\n\n`)));
    const call = await draw('by-tokens', { stream: true });
    expect(usageOf(call)).toMatchObject({ output_tokens: 544, images: 2 });
  });

  it('cost the tokens of each in events, and of each preview that is shown before', async () => {
    const picture = { b64_json: 'AAAA', quality: 'low', size: '1024x1024' };
    const preview = { type: 'image_generation.partial_image', partial_image_index: 0, ...picture };
    const second = { ...preview, partial_image_index: 1 };
    const completed = { type: 'image_generation.completed', ...picture };
    const events = [preview, second, completed, preview, completed];
    gateway.upstream.next(sse(events.map((event) => `data: ${JSON.stringify(event)}\n\n`)));
    const call = await draw('by-tokens', { stream: true, partial_images: 2 });
    expect(usageOf(call)).toMatchObject({ output_tokens: 844, images: 2 });
  });

  it('are one, and not one for each preview, where previews have no number', async () => {
    const picture = { b64_json: 'AAAA', quality: 'low', size: '1024x1024' };
    const preview = { type: 'image_generation.partial_image', ...picture };
    const completed = { type: 'image_generation.completed', ...picture };
    const events = [preview, preview, preview, completed];
    gateway.upstream.next(sse(events.map((event) => `data: ${JSON.stringify(event)}\n\n`)));
    const call = await draw('by-tokens', { stream: true, partial_images: 3 });
    expect(usageOf(call)).toMatchObject({ output_tokens: 572, images: 1 });
  });

  it.each([
    ['the fee for the request and their tokens', 'by-fee-and-tokens', 7n + 21_120n],
    ['the fee for the request alone, if nothing else has a price', 'by-fee', 7n],
  ])('cost %s', async (_, model, charge) => {
    gateway.upstream.next(json({ created: 1, data }));
    expect((await draw(model)).charge).toBe(charge);
  });

  it('cost the fee for the request and the tokens of their prompt, where only these have a price', async () => {
    gateway.upstream.next(json({ created: 1, data }));
    const call = await draw('by-fee-and-input');
    const { input_tokens: input = 0 } = usageOf(call);
    expect(input).toBeGreaterThan(0);
    expect([call.usageSource, call.charge]).toEqual(['partial', 7n + BigInt(input)]);
  });

  it.each([
    ['nothing', undefined, ''],
    ['counts that cannot be', { input_tokens: 3, output_tokens: -1 }, 'unbelieved:usage'],
  ])(
    'cost their number and their tokens where both have a price, whole as in events: %s reported',
    async (_, usage, flags) => {
      const picture = { b64_json: 'AAAA', quality: 'low', size: '1024x1024' };
      gateway.upstream.next(json({ created: 1, data: [picture], quality: 'low', usage }));
      const whole = await draw('by-both', { n: 1 });
      const completed = { type: 'image_generation.completed', ...picture, usage };
      gateway.upstream.next(sse([`data: ${JSON.stringify(completed)}\n\n`]));
      const stream = await draw('by-both', { n: 1, stream: true });
      for (const call of [whole, stream]) {
        expect(usageOf(call)).toEqual({ images: 1, input_tokens: expect.any(Number), output_tokens: 272 });
        expect(call.flags).toBe(flags);
      }
    },
  );

  it('cost their number and the tokens that are reported where both have a price', async () => {
    gateway.upstream.next(json({ created: 1, data, usage: { input_tokens: 3, output_tokens: 7 } }));
    expect(usageOf(await draw('by-both'))).toEqual({ images: 2, input_tokens: 3, output_tokens: 7 });
  });

  it('cost their number where only that has a price', async () => {
    gateway.upstream.next(json({ created: 1, data }));
    const call = await draw('by-images');
    expect([usageOf(call), call.flags, call.charge]).toEqual([{ images: 2 }, '', 2_000n]);
  });

  const inline = `data:image/png;base64,${'A'.repeat(80_000)}`;
  const file = (name: string): FormPart => ({ name, filename: 'a.png', type: 'image/png', value: 'PNG' });
  it.each([
    ['by URL', { images: Array.from({ length: 16 }, () => ({ image_url: 'https://example.com/a.png' })) }, 16],
    ['inline', { images: [{ image_url: inline }] }, 1],
    ['with a mask', { images: [{ image_url: inline }], mask: { image_url: inline } }, 2],
    ['in a form', [file('image[]'), file('image[]'), file('mask')], 3],
  ])('hold what the model may read of each that is edited: %s', async (_, request, count) => {
    gateway.upstream.next(json({ created: 1, data, usage: { input_tokens: count * 50_000, output_tokens: 1_000 } }));
    const fields = { model: 'by-tokens', prompt: 'Add a boat' };
    const texts = Object.entries(fields).map(([name, value]): FormPart => ({ name, value }));
    const edit = Array.isArray(request)
      ? { body: makeForm([...texts, ...request]), headers: { 'content-type': formType } }
      : { body: { ...fields, ...request } };
    const answer = await gateway.call('/v1/images/edits', edit);
    expect(answer.status).toBe(200);
    await answer.text();
    const { hold, charge, flags } = await lastRecorded(gateway);
    expect(flags).toBe('unpriced:images');
    expect(hold).toBeGreaterThanOrEqual(charge);
    // What is held beyond that is for the text and for one image of output.
    expect(hold - charge).toBeLessThan(170_000n);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OperationFacts } from '../../generated/operation-facts.ts';
import { operations as specAOperations } from '../../generated/spec-a/operations.ts';
import { operations as specBOperations } from '../../generated/spec-b/operations.ts';
import { makeModel, makeProduct, plainPlan } from '../fakes/make-config.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

describe('Products and regions', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      models: [
        makeModel('test-model', ['up-a', 'up-b']),
        makeModel('other-model', ['up-a', 'up-b'], { product: 'other' }),
        makeModel('euro-model', [], { targets: [{ provider: 'up-a', model: null, region: 'eu', weight: 1 }] }),
        makeModel('dear-model', ['up-a'], { product: 'a=b' }),
        makeModel('old-model', ['up-a', 'up-b'], { retired: true }),
      ],
      products: [
        makeProduct('test'),
        makeProduct('wide', ['test-*', 'other-model']),
        makeProduct('other'),
        makeProduct('a=b'),
      ],
      plans: [{ ...plainPlan, products: ['test', 'wide', 'other'] }],
    });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always((request) =>
      json(request.path.includes('messages') ? messagesCall.answer : chatCall.answer),
    );
  });
  afterAll(() => gateway.close());

  type Headers = Readonly<Record<string, string>>;
  const ask = async (headers: Headers, query = '', model = 'test-model') => {
    const response = await gateway.call(`/v1/chat/completions${query}`, {
      body: { ...chatCall.request, model },
      headers,
    });
    const body = (await response.json()) as { error?: { message: string; code: string; param: string | null } };
    return { status: response.status, sku: response.headers.get('x-diglot-product-sku'), error: body.error };
  };

  it('bills the model’s own Product where none is named', async () => {
    expect(await ask({})).toMatchObject({ status: 200, sku: 'test' });
    expect(await ask({}, '', 'other-model')).toMatchObject({ status: 200, sku: 'other' });
    expect(await lastRecorded(gateway)).toMatchObject({ productSku: 'other', model: 'other-model', region: 'global' });
  });

  it('bills the one that is named, by header or by query, and the header wins', async () => {
    expect(await ask({ 'X-Product-Sku': 'wide' })).toMatchObject({ status: 200, sku: 'wide' });
    expect(await ask({}, '?product_sku=wide')).toMatchObject({ status: 200, sku: 'wide' });
    expect(await ask({ 'X-Product-Sku': 'wide' }, '?product_sku=nonsense')).toMatchObject({ status: 200, sku: 'wide' });
  });

  it('refuses one that does not exist, or does not contain the model', async () => {
    const unknown = await ask({ 'X-Product-Sku': 'wid' });
    expect(unknown).toMatchObject({
      status: 404,
      error: { code: 'product_not_found', message: expect.stringContaining('Did you mean wide?') },
    });
    expect(await ask({ 'X-Product-Sku': 'other' })).toMatchObject({ status: 400, error: { param: 'X-Product-Sku' } });
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('takes the region from X-Region-Code and never another one', async () => {
    expect(await ask({ 'X-Region-Code': 'eu' }, '', 'euro-model')).toMatchObject({ status: 200 });
    expect(await lastRecorded(gateway)).toMatchObject({ region: 'eu' });
    expect(await ask({}, '', 'euro-model')).toMatchObject({ status: 404 });
    expect(await ask({ 'X-Region-Code': 'eu' })).toMatchObject({ status: 404 });
    const unknown = await ask({ 'X-Region-Code': 'mars' });
    expect(unknown).toMatchObject({ status: 400, error: { code: 'region_unknown' } });
    expect(unknown.error?.message).toContain('global, eu');
  });

  it.each([{}, { 'X-Region-Code': 'eu' }])('lists the models of the region of the call: %j', async (headers) => {
    for (const spec of [{}, { 'anthropic-version': '2023-06-01' }]) {
      const list = await gateway.call('/v1/models', { headers: { ...headers, ...spec } });
      const { data } = (await list.json()) as { data: { id: string }[] };
      const listed = new Set(data.map(({ id }) => id));
      for (const model of ['test-model', 'other-model', 'euro-model', 'old-model']) {
        const isCallable = (await ask(headers, '', model)).status === 200;
        const one = await gateway.call(`/v1/models/${model}`, { headers: { ...headers, ...spec } });
        await one.text();
        expect([model, listed.has(model), one.status]).toEqual([model, isCallable, isCallable ? 200 : 404]);
      }
    }
  });

  /** What every operation answers to a header, but for those that are WebSockets. */
  async function* answersTo(header: Readonly<Record<string, string>>) {
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    const specs = [
      ['/openai/v1', specAOperations],
      ['/anthropic', specBOperations],
    ] as const;
    for (const [base, operations] of specs) {
      for (const { id, method, path, body, product } of Object.values<OperationFacts>(operations)) {
        if (id === 'connectRealtime' || id === 'connectResponses') continue;
        const filled = `${base}${path.replaceAll(/\{\w+\}/g, 'x')}`;
        const query = product === 'required' ? '?product_sku=test' : '';
        const headers = { ...header, ...(body === 'multipart' && form) };
        const sent = body === 'none' ? {} : { body: body === 'multipart' ? '--x--\r\n' : {} };
        const response = await gateway.call(filled + query, { method: method.toUpperCase(), headers, ...sent });
        yield { product, answer: { id, status: response.status, text: await response.text() } };
      }
    }
  }

  it('knows no other region on any operation, whether or not it goes to a provider', async () => {
    for await (const { answer } of answersTo({ 'X-Region-Code': 'mars' })) {
      const { id } = answer;
      expect(answer).toEqual({ id, status: 400, text: expect.stringContaining('one of: global, eu') });
    }
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('knows no other Product on any operation, whether or not it costs something, unless the model alone decides', async () => {
    for await (const { product, answer } of answersTo({ 'X-Product-Sku': 'wid' })) {
      const { id } = answer;
      const isRead = !answer.text.includes('There is no Product');
      if (product === 'model') expect({ id, isRead }).toEqual({ id, isRead: true });
      else expect(answer).toEqual({ id, status: 404, text: expect.stringContaining('Did you mean wide?') });
    }
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it('names only Products of the plan where one does not exist, and lists only models that it can be billed for', async () => {
    const { error } = await ask({ 'X-Product-Sku': 'zzzzzz' });
    expect(error?.message).toContain('may be billed to: test, wide, other.');
    const listed = (await (await gateway.call('/v1/models')).json()) as { data: { id: string }[] };
    expect(listed.data.map(({ id }) => id)).not.toContain('dear-model');
    expect(await ask({}, '', 'dear-model')).toMatchObject({ status: 403, error: { code: 'out_of_scope' } });
    expect(await gateway.call('/v1/models/dear-model')).toMatchObject({ status: 403 });
  });

  it('does not know a model that is retired, and says so', async () => {
    const retired = await ask({}, '', 'old-model');
    expect(retired).toMatchObject({ status: 404, error: { code: 'model_not_found' } });
    expect(retired.error?.message).toContain('no longer supported');
    const listed = (await (await gateway.call('/v1/models')).json()) as { data: { id: string }[] };
    expect(listed.data.map(({ id }) => id)).not.toContain('old-model');
  });

  it('repeats no more of an unknown model than can be shown', async () => {
    const unknown = await ask({}, '', `\u202Eevil\u0000${'x'.repeat(10_000)}`);
    expect(unknown.status).toBe(404);
    expect(unknown.error?.message.length).toBeLessThan(400);
    // oxlint-disable-next-line no-control-regex -- these are exactly what must not come back
    expect(unknown.error?.message).not.toMatch(/[\u202E\u0000]/);
  });
});

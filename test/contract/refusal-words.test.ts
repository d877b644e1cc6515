import { describe, expect, it } from 'vitest';
import { badBodiesA, badBodiesB } from './bad-bodies.ts';
import { loadSpec } from './load-spec.ts';

describe.each([
  ['spec-a', badBodiesA],
  ['spec-b', badBodiesB],
] as const)('a refusal of %s names the field, what may stand there and what was sent', (spec, bodies) => {
  const contract = loadSpec(spec);

  it.each(bodies)('%s %j: %s', async (id, body, param, message) => {
    const refusal = contract.check({ id, params: {} }, { headers: {}, search: '', body });
    await expect(refusal).rejects.toMatchObject({ code: 'invalid_value', param, message });
  });
});

describe('a refusal', () => {
  const contract = loadSpec('spec-a');
  const check = (body: unknown, search = ''): Promise<unknown> =>
    contract.check({ id: 'createChatCompletion', params: {} }, { headers: {}, search, body });

  it('repeats what was sent in one short line, without what hides or reorders text', async () => {
    const stream = 'x'.repeat(5_000);
    const { message } = (await check({ model: 'demo', messages: [], stream }).catch((error: Error) => error)) as Error;
    expect(message.length).toBeLessThan(200);
    await expect(
      check({ model: 'demo', messages: [{ role: 'user', content: 'x' }], stream: 'a\n\u202eb' }),
    ).rejects.toThrow('stream must be true, false or null; you sent "a??b".');
  });

  it('names a member whatever it is called', async () => {
    const metadata = { 'a/b~c': 5 };
    const body = { model: 'demo', messages: [{ role: 'user', content: 'x' }], metadata };
    await expect(check(body)).rejects.toMatchObject({ param: 'metadata.a/b~c' });
  });

  it.each([['headers', { 'x-product-sku': '' }, 'x-product-sku must not be empty.']] as const)(
    'of %s names it: %j',
    async (_name, headers, message) => {
      const body = { model: 'demo', messages: [{ role: 'user', content: 'x' }] };
      const refusal = contract.check({ id: 'createChatCompletion', params: {} }, { headers, search: '', body });
      await expect(refusal).rejects.toMatchObject({ param: 'x-product-sku', message });
    },
  );
});

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

describe('a refusal of the control API', () => {
  const contract = loadSpec('console');
  const check = (id: string, body: unknown, search = ''): Promise<unknown> =>
    contract.check({ id, params: { workspace_id: 'acme' } }, { headers: {}, search, body });
  const amount =
    'must be a decimal number of credits, not negative, with at most 15 digits before the point and nine after it, such as "1.5" or "250"';

  it.each([
    ['grantCredits', { amount: '1.0000000001', reason: 'x' }, '', `amount ${amount}; you sent "1.0000000001".`],
    [
      'issueKey',
      { workspace_id: 'acme', name: 'x', limits: { month: '5k' } },
      '',
      `limits.month ${amount}; you sent "5k".`,
    ],
    ['adjustCredits', { amount: '1e3', reason: 'x' }, '', '"1.5", "250" or "-12.5"; you sent "1e3".'],
    [
      'createWorkspace',
      { name: 'A', id: 'A b' },
      '',
      'id must be 1 to 63 small letters, digits, dashes and underscores, ',
    ],
    [
      'addMember',
      { email: 'ada', name: 'Ada', role: 'owner' },
      '',
      'email must be one e-mail address of printable characters without spaces, ',
    ],
    [
      'addMember',
      { email: 'a@b.c', name: 'A\nB', role: 'owner' },
      '',
      'name must be one line of printable characters, ',
    ],
    [
      'listCalls',
      undefined,
      'status=4x',
      'status must be an HTTP status such as 404, or a class of them such as 4xx; ',
    ],
    ['listCalls', undefined, 'after=x', 'after must be what the page before gave as `next`, unchanged; you sent "x".'],
    [
      'queryUsage',
      undefined,
      'group_by=model&group_by=key&group_by=model',
      'group_by must not repeat an entry: "model".',
    ],
    [
      'listCalls',
      undefined,
      'from=yesterday',
      'from must be a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z; you sent "yesterday".',
    ],
    [
      'issueKey',
      { workspace_id: 'acme', name: 'x', expires_at: 'soon' },
      '',
      'expires_at must be a day such as 2026-12-31, or a time such as 2026-12-31T12:00:00Z; you sent "soon".',
    ],
  ])('%s says in words what is expected: %j %s', async (id, body, search, words) => {
    const { message } = (await check(id, body, search).catch((error: Error) => error)) as Error;
    expect(message).toContain(words);
    expect(message).not.toMatch(/[\^$\\]/);
  });

  it.each([
    ['issueKey', { workspace_id: 'acme', name: 'x', expire_at: null }, 'expire_at', 'Did you mean expires_at?'],
    ['issueKey', { workspace_id: 'acme', name: 'x', scope: { modles: [] } }, 'scope.modles', 'Did you mean models?'],
    ['issueKey', { workspace_id: 'acme', name: 'x', budget: '1' }, 'budget', ''],
  ])('%s names the field that was most likely meant: %j', async (id, body, param, hint) => {
    const message = `${param} is not a field of this operation.${hint === '' ? '' : ` ${hint}`}`;
    await expect(check(id, body)).rejects.toMatchObject({ param, message });
  });
});

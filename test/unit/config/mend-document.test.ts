import { describe, expect, it } from 'vitest';
import { goodEnvironment, goodFile, problemsOf } from './load-text.ts';

const problems = (text: string): Promise<readonly string[]> => problemsOf(text, { environment: goodEnvironment });

describe('a file of which several things are wrong', () => {
  it('reports all of them at once: errors of form and of references', async () => {
    const text = goodFile.replace('provider: openai', 'provider: opanai, weight: many').replace('spec: a', 'spec: z');
    expect(await problems(`server:\n  prot: 1\n${text}`)).toEqual([
      expect.stringContaining('server.prot — is not a setting'),
      expect.stringContaining('providers[0].spec — must be a'),
      expect.stringContaining('models[0].targets[0].weight — must be a whole number'),
      'file:11:27  models[0].targets[0].provider — names no provider of this file: opanai. Did you mean openai?',
    ]);
  });

  it('reports a balance that the ledger cannot hold, which would have failed at the start', async () => {
    expect(await problems(goodFile.replace('credits: "1000"', 'credits: "1000000001"'))).toEqual([
      expect.stringContaining('bootstrap.workspaces[0].credits — must be at most 1000000000 credits') as string,
    ]);
  });

  it.each(['constructor', '__proto__', 'toString'])('reports that %s is no operation family', async (name) => {
    const [first, ...more] = await problems(goodFile.replace('fallbacks: []', `operations: [${name}]`));
    expect([first, more]).toEqual([expect.stringContaining(`is not an operation family: ${name}`), []]);
  });

  it.each([
    ['a row that lacks its address', ['    base_url: https://api.openai.com/v1\n', '']],
    ['a misspelt section', ['products:', 'produtcs:']],
    ['a section of the wrong form', [/providers:\n(?: .*\n)+/, 'providers: 5\n']],
    ['a list instead of a text', ['product: chat-small', 'product: [chat-small]']],
    ['a price of the wrong form', ['per: 1000000', 'per: many']],
  ] as const)('does not report what only follows from it: %s', async (_name, [from, to]) => {
    const text = goodFile.replace(from, to);
    expect(text).not.toBe(goodFile);
    expect(await problems(text)).toHaveLength(1);
  });
});

describe('a key of bootstrap that could not be imported', () => {
  it.each([
    ['name: ci', 'name: " "', 'bootstrap.keys[0].name — must have at least one printable character'],
    ['name: ci', 'name: "a\\0b"', 'bootstrap.keys[0].name — must have at least one printable character'],
    ['"a secret of the gateway"', `sk-dg-${'x'.repeat(38)}`, 'bootstrap.keys[0].secret — begins like an issued key'],
  ])('is refused by the check: %s becomes %j', async (from, to, message) => {
    const found = await problems(goodFile.replace(from, to));
    expect(found).toEqual([expect.stringContaining(message)]);
  });
});

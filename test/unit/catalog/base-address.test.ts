import { describe, expect, it } from 'vitest';
import type { Spec } from '../../../src/catalog/catalog.ts';
import { goodEnvironment, goodFile, loadText, problemsOf } from '../config/load-text.ts';
import { formatProblem } from '../../../src/config/problems.ts';

const withAddress = (address: string, spec: Spec): string =>
  goodFile.replace('https://api.openai.com/v1', address).replace('spec: a', `spec: ${spec}`);

const remarksOf = async (address: string, spec: Spec): Promise<readonly string[]> => {
  const { remarks } = await loadText(withAddress(address, spec), { environment: goodEnvironment });
  return remarks
    .map(formatProblem)
    .filter((remark) => remark.includes('base_url'))
    .map((remark) => remark.replace(/^.*diglot/, 'diglot'));
};

describe('the base address of a provider', () => {
  it.each([
    ['a', 'https://api.openai.com/v1/chat/completions', 'https://api.openai.com/v1'],
    ['a', 'https://api.openai.com/v1/responses/', 'https://api.openai.com/v1'],
    ['a', 'https://gateway.example/openai/v1/audio/speech', 'https://gateway.example/openai/v1'],
    ['b', 'https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
    ['b', 'https://gateway.example/anthropic/v1/messages', 'https://gateway.example/anthropic'],
  ] as const)('of spec %s may not be the endpoint %s', async (spec, address, meant) => {
    const [problem, ...more] = await problemsOf(withAddress(address, spec), { environment: goodEnvironment });
    expect(more).toEqual([]);
    expect(problem).toMatch(/^file:4:15 {2}providers\[0\]\.base_url — ends with the endpoint \//);
    expect(problem?.endsWith(`. Did you mean ${meant}?`)).toBe(true);
  });

  it.each(['https://x.example/v1?', 'https://x.example/v1#', 'https://x.example/v1?a=b'])(
    'must end with its path: %s',
    async (address) => {
      expect(await problemsOf(withAddress(address, 'a'), { environment: goodEnvironment })).toEqual([
        'file:4:15  providers[0].base_url — must end with the path: no ? and no #.',
      ]);
    },
  );

  it('says what every call would go to', async () => {
    expect(
      await problemsOf(withAddress('https://x.example/v1/chat/completions', 'a'), { environment: goodEnvironment }),
    ).toEqual([
      'file:4:15  providers[0].base_url — ends with the endpoint /chat/completions: every call appends its own, and would go to https://x.example/v1/chat/completions/chat/completions. Did you mean https://x.example/v1?',
    ]);
  });

  it('gets a remark where spec a has no version, and spec b one', async () => {
    expect(await remarksOf('https://api.openai.com', 'a')).toEqual([
      'diglot.yaml:4:15  providers[0].base_url — has no version: calls go to https://api.openai.com/chat/completions. Most providers of spec a need /v1 at the end; ignore this if yours does not.',
    ]);
    expect(await remarksOf('https://api.anthropic.com/v1/', 'b')).toEqual([
      'diglot.yaml:4:15  providers[0].base_url — has a version: calls go to https://api.anthropic.com/v1/v1/messages. Remove the version: it is added to every call.',
    ]);
  });

  it('gets a remark where a host of Gemini has no version', async () => {
    const row = goodFile.replace('spec: a', 'spec: a\n    kind: gemini');
    const { remarks } = await loadText(row.replace('https://api.openai.com/v1', 'https://gemini.example/proxy'), {
      environment: goodEnvironment,
    });
    expect(remarks.map(({ message }) => message)).toContain(
      'has no version: calls go to https://gemini.example/proxy/models/… Most hosts of Gemini need /v1beta at the end; ignore this if yours does not',
    );
  });

  it.each([
    ['a', 'https://bedrock-runtime.us-east-1.amazonaws.com/v1', '/openai/v1'],
    ['a', 'https://bedrock-mantle.us-east-1.api.aws/anthropic', '/openai/v1'],
    ['b', 'https://bedrock-runtime.eu-west-1.amazonaws.com', '/anthropic'],
  ] as const)('of spec %s at a host of AWS gets a remark for another path: %s', async (spec, address, path) => {
    const [remark, ...more] = await remarksOf(address, spec);
    expect(more).toEqual([]);
    expect(remark).toContain(
      `InvokeModel and Converse are of kind bedrock. Calls of this kind go below ${new URL(address).origin}${path}`,
    );
  });

  it.each([
    ['a', 'https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1'],
    ['a', 'https://bedrock-mantle.us-east-1.api.aws/v1'],
    ['b', 'https://bedrock-mantle.us-east-1.api.aws/anthropic'],
    ['b', 'https://aws-external-anthropic.us-east-1.api.aws'],
    ['a', 'https://api.openai.com/v1'],
    ['a', 'https://api.openai.com/v1/'],
    ['a', 'https://api.groq.com/openai/v1'],
    ['a', 'https://generativelanguage.googleapis.com/v1beta/openai'],
    ['a', 'https://ark.example/api/v3'],
    ['b', 'https://api.anthropic.com'],
    ['b', 'https://api.example.com/anthropic/'],
  ] as const)('of spec %s may be %s without a word', async (spec, address) => {
    expect(await remarksOf(address, spec)).toEqual([]);
  });

  it('says nothing of the built-in demo and of the providers of the environment', async () => {
    const environment = { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' };
    expect((await loadText('', { environment })).remarks.filter(({ path }) => path.includes('base_url'))).toEqual([]);
  });
});

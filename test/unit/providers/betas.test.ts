import type { AnthropicBeta } from '@anthropic-ai/sdk/resources/beta/beta';
import type * as Beta from '@anthropic-ai/sdk/resources/beta/messages/messages';
import type * as Messages from '@anthropic-ai/sdk/resources/messages/messages';
import { describe, expect, it } from 'vitest';
import type { Model } from '../../../src/catalog/catalog.ts';
import type { Adaptation } from '../../../src/providers/kinds/kind.ts';
import { kinds } from '../../../src/providers/kinds/kinds.ts';
import type { JsonObject } from '../../../src/shared/json/json.ts';
import { spliceJson } from '../../../src/shared/json/raw-json.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { rawBody } from '../../fakes/raw-body.ts';

const model = makeModel('m', ['up']);

describe('betas of a model', () => {
  const betas = (row: Partial<Model>) =>
    kinds.anthropic.adapt?.({
      provider: makeProvider('up', 'b', 'http://127.0.0.1:1'),
      wire: 'messages',
      model: { ...model, ...row },
      upstreamModel: 'm',
      stream: false,
      ...rawBody({}),
      headers: { 'anthropic-beta': 'a-1, b-2', accept: 'x' },
    });

  it('pass as they are unless its row lists them', () => {
    expect(betas({})).toEqual({});
    expect(betas({ betas: ['*'] })).toMatchObject({ headers: { 'anthropic-beta': 'a-1,b-2' }, losses: [] });
    expect(betas({ betas: ['b-2'] })).toMatchObject({
      headers: { 'anthropic-beta': 'b-2', accept: 'x' },
      losses: [{ path: 'anthropic-beta.a-1', kind: 'advisory' }],
    });
    expect(betas({ betas: [] })?.headers).toEqual({ accept: 'x' });
  });
});

/** Members that only the beta's own type of a request has, at the top or in one of its objects. */
type OnlyIn<One, Other> = Exclude<keyof One, keyof Other | 'betas'> & string;
type BetaPath =
  | OnlyIn<Beta.MessageCreateParamsNonStreaming, Messages.MessageCreateParamsNonStreaming>
  | `output_config.${OnlyIn<Beta.BetaOutputConfig, Messages.OutputConfig>}`
  | `thinking.${OnlyIn<Beta.BetaThinkingConfigEnabled, Messages.ThinkingConfigEnabled>}`;

/** One beta of each: a member that the SDK gains does not compile here. A thread is sent to no provider. */
const betaOf: Readonly<Record<Exclude<BetaPath, 'thread'>, AnthropicBeta>> = {
  billing_policy: 'user-profiles-billing-2026-10-01',
  compaction: 'compact-2026-09-04',
  context_management: 'context-management-2025-06-27',
  fallback_credit_token: 'fallback-credit-2026-07-01',
  fallbacks: 'server-side-fallback-2026-07-01',
  mcp_servers: 'mcp-client-2026-09-15',
  'output_config.task_budget': 'task-budgets-2026-03-13',
  output_format: 'structured-outputs-2025-11-13',
  'thinking.block_binding': 'thinking-binding-controls-2026-08-01',
};

describe('members of a beta', () => {
  it.each(Object.entries(betaOf))(
    '%s goes with %s where the model does not take it, and nothing else does',
    (path, beta) => {
      const [name = '', inner] = path.split('.');
      const value = inner === undefined ? '1e400' : `{ "a" : 1.0,"${inner}": [ {} ] ,"b":2}`;
      const text = `{"model": "m", ${JSON.stringify(name)}:${value},"max_tokens":9}`;
      const rest = inner === undefined ? '{"model": "m", "max_tokens":9}' : text.replace(/"\w+": \[ \{\} \] ,/, '');
      const adapted = (headers: Readonly<Record<string, string>>) =>
        kinds.anthropic.adapt?.({
          provider: makeProvider('up', 'b', 'http://127.0.0.1:1'),
          wire: 'messages',
          model: { ...model, betas: ['kept-1'] },
          upstreamModel: 'm',
          stream: false,
          ...rawBody(JSON.parse(text.replace('1e400', '1')) as JsonObject),
          headers,
        });
      const bytes = ({ edits = {}, wrap = (all) => all }: Adaptation = {}): string =>
        wrap(spliceJson(Buffer.from(text), edits)).toString();
      const lost = adapted({ 'anthropic-beta': `${beta},kept-1` });
      expect(lost?.losses?.map((each) => each.path)).toEqual([`anthropic-beta.${beta}`, path]);
      expect(bytes(lost)).toBe(rest);
      expect(bytes(adapted({ 'anthropic-beta': 'kept-1' }))).toBe(text);
    },
  );

  it('go also where Bedrock counts tokens', () => {
    const sent = { model: 'm', messages: [], output_config: { effort: 'low', task_budget: { type: 'tokens' } } };
    const { edits = {}, wrap = (all: Buffer) => all } =
      kinds.bedrock.adapt?.({
        provider: makeProvider('up', 'b', 'http://127.0.0.1:1'),
        wire: 'count-tokens',
        model,
        upstreamModel: 'm',
        stream: false,
        ...rawBody(sent),
        headers: { 'anthropic-beta': betaOf['output_config.task_budget'] },
      }) ?? {};
    const written = wrap(spliceJson(Buffer.from(JSON.stringify(sent)), edits)).toString();
    const { input } = JSON.parse(written) as { readonly input: { readonly invokeModel: { readonly body: string } } };
    expect(JSON.parse(Buffer.from(input.invokeModel.body, 'base64').toString())).toEqual({
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 1,
      messages: [],
      output_config: { effort: 'low' },
    });
  });
});

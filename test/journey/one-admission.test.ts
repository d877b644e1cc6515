import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Hi' }];

/** Every way in which a text model is called. */
const surfaces: readonly (readonly [path: string, body: object])[] = [
  ['/v1/chat/completions', { messages }],
  ['/v1/chat/completions', { messages, stream: true }],
  ['/v1/responses', { input: 'Hi' }],
  ['/v1/messages', { messages, max_tokens: 9 }],
  ['/v1/messages', { messages, max_tokens: 9, stream: true }],
];

describe('trap 21: without credit nothing is sent, whatever the format of caller and provider', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const text = { ...makeProvider('up', 'b', upstream.url), kind: 'bedrock', operations: [] } as const;
    gateway = await startGateway({
      providers: [
        makeProvider('openai', 'a', upstream.url),
        makeProvider('anthropic', 'b', upstream.url),
        { ...text, id: 'converse', wires: ['converse'] },
        { ...makeProvider('gemini', 'a', upstream.url), kind: 'gemini', operations: [], wires: ['gemini'] },
      ],
      models: ['openai', 'anthropic', 'converse', 'gemini'].map((id) => makeModel(id, [id])),
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme', 0n)],
        keys: [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }],
      },
    });
  });
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  it.each(['openai', 'anthropic', 'converse', 'gemini'])('a model of %s', async (model) => {
    for (const [path, body] of surfaces) {
      const response = await gateway.call(path, { body: { model, ...body } });
      expect([response.status, await response.text()], path).toEqual([403, expect.stringMatching(/credit/i)]);
    }
    expect([upstream.requests, gateway.upstream.requests]).toEqual([[], []]);
  });
});

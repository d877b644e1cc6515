import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/catalog/catalog.ts';
import type { Credential } from '../../../src/catalog/credential.ts';
import { makeUpstreams } from '../../../src/providers/egress.ts';
import { makeCredentials, type Credentials } from '../../../src/providers/credentials/credentials.ts';
import { authorise } from '../../../src/providers/headers.ts';
import { kinds, pathAt } from '../../../src/providers/kinds/kinds.ts';
import {
  BrokenUpstream,
  type RequestToSign,
  type SentHeaders,
  type UpstreamAnswer,
} from '../../../src/providers/upstream.ts';
import { makeProvider, upstreamKey } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { json } from '../../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../fakes/scripted-upstream.ts';
import { recordHold } from '../pipeline/record-hold.ts';

const unsigned: RequestToSign = { method: 'POST', url: 'http://up', headers: {}, bodyHash: () => null };

describe('the kinds of providers', () => {
  const provider = makeProvider('up', 'b', 'http://127.0.0.1:1');

  it('name a version of Spec B, the caller’s where it named one', () => {
    expect(kinds.anthropic.headers?.({})).toEqual({ 'anthropic-version': '2023-06-01' });
    expect(kinds.anthropic.headers?.({ 'anthropic-version': '2099-01-01' })).toEqual({
      'anthropic-version': '2099-01-01',
    });
    expect(kinds.openai.headers).toBeUndefined();
  });

  it('keep the path of the document and the query of the caller', () => {
    const asked = { provider, operation: { path: '/files/f_1' }, wire: 'none', model: null, stream: false } as const;
    expect(pathAt(asked, '?a=1')).toBe('/files/f_1?a=1');
    expect(pathAt(asked)).toBe('/files/f_1');
  });

  it.each(['azure-openai', 'bedrock'] as const)('never take a name of a model for a step of the path: %s', (kind) => {
    const azure = { ...provider, kind, apiVersion: '2024-10-21' } as const;
    const asked = { provider: azure, operation: { path: '/embeddings' }, wire: 'embeddings', stream: false } as const;
    for (const model of ['.', '..']) expect(() => pathAt({ ...asked, model })).toThrow(`There is no model ${model}.`);
    expect(pathAt({ ...asked, model: '../a/b?c=%2e#d' })).toContain('/..%2Fa%2Fb%3Fc%3D%252e%23d/');
  });

  it.each(['?api-version=1', '?API-Version', '?api%2Dversion=1', '?api%2Dversion=%ZZ', '?api%2Dversion=%'])(
    'leave the version of Azure to the operator: %s',
    (search) => {
      const azure = { ...provider, kind: 'azure-openai', apiVersion: '2024-10-21' } as const;
      const asked = {
        provider: azure,
        operation: { path: '/files' },
        wire: 'none',
        model: null,
        stream: false,
      } as const;
      expect(pathAt(asked, `${search}&a=1`)).toBe('/files?a=1&api-version=2024-10-21');
    },
  );

  it.each([
    ['messages', false, 'arn:aws:bedrock:us-east-1:1:application-inference-profile%2Fx', 'invoke'],
    ['messages', true, 'arn:aws:bedrock:us-east-1:1:application-inference-profile%2Fx', 'invoke-with-response-stream'],
    ['converse', false, 'arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fx', 'converse'],
    ['converse', true, 'arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Aapplication-inference-profile%2Fx', 'converse-stream'],
  ] as const)('trap 6: an ARN is one segment, escaped once: %s, stream %s', (wire, stream, segment, method) => {
    const model = 'arn:aws:bedrock:us-east-1:1:application-inference-profile/x';
    const asked = { provider: { ...provider, kind: 'bedrock' }, operation: { path: '' }, wire, model, stream } as const;
    expect(pathAt(asked, '?beta=true')).toBe(`/model/${segment}/${method}`);
  });

  it.each<[Provider, SentHeaders]>([
    [makeProvider('up', 'a', 'http://127.0.0.1:1'), { authorization: `Bearer ${upstreamKey}` }],
    [provider, { 'x-api-key': upstreamKey }],
    [{ ...provider, credential: null }, {}],
  ])('show the credential as the provider wants it', ({ credential }, headers) => {
    expect(authorise(credential, unsigned, makeCredentials(makeHandClock()))).toEqual(headers);
  });
});

const signing: Credential = { type: 'google-metadata', endpoint: 'http://127.0.0.1:9' };

describe('a credential that signs', () => {
  const clock = makeHandClock();
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
  });
  beforeEach(() => upstream.forget());
  afterAll(() => upstream.close());

  /** Sends one request with such a credential. */
  async function sendWith(
    sign: Credentials['authorise'],
    onLeave: (action: () => void) => () => void = () => () => undefined,
  ): Promise<UpstreamAnswer> {
    const upstreams = makeUpstreams(clock, { credentials: { ...makeCredentials(clock), authorise: sign } });
    try {
      return await upstreams.send(recordHold(), {
        provider: { ...makeProvider('up', 'a', upstream.url), credential: signing },
        method: 'POST',
        path: '/chat/completions?x=1',
        headers: { 'content-type': 'application/json' },
        body: Buffer.from('{"a":1}'),
        limits: { firstByte: 5_000, idle: 5_000, total: null },
        onLeave,
      });
    } finally {
      await upstreams.close(0);
    }
  }

  it('sees the whole request, and is waited for', async () => {
    upstream.next(json({}));
    const seen: RequestToSign[] = [];
    await sendWith(async (_credential, request) => {
      seen.push(request);
      await new Promise(setImmediate);
      return { authorization: `Signature ${request.bodyHash()}` };
    });
    const hash = createHash('sha256').update('{"a":1}').digest('hex');
    expect(seen).toMatchObject([{ method: 'POST', url: `${upstream.url}/v1/chat/completions?x=1` }]);
    expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Signature ${hash}`);
  });

  it.each<[string, Credentials['authorise']]>([
    ['rejects', () => Promise.reject(new Error('no token'))],
    [
      'throws',
      () => {
        throw new Error('no key');
      },
    ],
  ])('lets nothing leave when it %s', async (_, sign) => {
    await expect(sendWith(sign)).rejects.toMatchObject({ name: 'BrokenUpstream', reason: 'unreachable' });
    expect(upstream.requests).toEqual([]);
  });

  it('lets nothing leave for a client that has left meanwhile', async () => {
    let leave = (): void => undefined;
    const slow = async (): Promise<SentHeaders> => {
      leave();
      return {};
    };
    const gone = sendWith(slow, (action) => {
      leave = action;
      return () => undefined;
    });
    await expect(gone).rejects.toBeInstanceOf(BrokenUpstream);
    expect(upstream.requests).toEqual([]);
  });
});

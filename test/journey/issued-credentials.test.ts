import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startIssuer, type Issuer } from '../fakes/issuer.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const token = 'CANARY-issued-token-0123';

describe('a provider whose credential is issued', () => {
  let gateway: TestGateway;
  let issuer: Issuer;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    issuer = await startIssuer();
    upstream = await startScriptedUpstream();
    const issued = (id: string) => ({
      ...makeProvider(id, 'a', upstream.url),
      credential: { type: 'google-metadata', endpoint: `${issuer.url}/${id}` } as const,
    });
    gateway = await startGateway({
      providers: [issued('good'), issued('bad'), makeProvider('other', 'a', upstream.url)],
      models: [
        makeModel('test-model', ['good']),
        makeModel('no-token', ['bad']),
        makeModel('with-fallback', ['bad'], { fallbacks: ['other-model'] }),
        makeModel('other-model', ['other']),
      ],
    });
    issuer.always(({ path }) =>
      path.startsWith('/good')
        ? { body: { access_token: token, expires_in: 3_600 } }
        : { status: 403, body: { error: 'access_denied', secret: token } },
    );
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), issuer.close(), upstream.close()]);
  });

  const call = (model: string) => gateway.call(chatCall.path, { body: { ...chatCall.request, model } });

  it('is 502 with a reason where there is no token, free, and another provider may take the call', async () => {
    const response = await call('no-token');
    expect([response.status, await response.json()]).toMatchObject([
      502,
      {
        error: {
          code: 'upstream_unreachable',
          message:
            'The gateway has no valid credential for the upstream: the token endpoint answered 403 (access_denied). Nothing was charged. Send the request again later.',
        },
      },
    ]);
    expect(upstream.requests).toEqual([]);
    expect(await lastRecorded(gateway)).toMatchObject({ status: 502, outcome: 'failed', charge: 0n });
    upstream.next(json(chatCall.answer));
    const taken = await call('with-fallback');
    expect([taken.status, taken.headers.get('x-diglot-attempts')]).toEqual([200, 'bad;502, other;200']);
  });

  it('gets the token, and no answer of it may contain it', async () => {
    upstream.next(json(chatCall.answer));
    expect((await call('test-model')).status).toBe(200);
    expect(upstream.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${token}`);
    upstream.next(json({ ...(chatCall.answer as object), note: `You sent ${token}.` }));
    const leaking = await call('test-model');
    expect([leaking.status, (await leaking.text()).includes(token)]).toEqual([502, false]);
    upstream.next(json({ error: { message: `Bad token ${token} of yours.` } }, { status: 400 }));
    const refused = await call('test-model');
    expect([refused.status, (await refused.text()).includes(token)]).toEqual([400, false]);
  });
});

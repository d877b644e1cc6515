import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { editKey } from '../../src/identity/key-terms.ts';
import { rotateKey } from '../../src/identity/issue-key.ts';
import { hashKey } from '../../src/identity/key-format.ts';
import { Secret } from '../../src/shared/secret.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeModel, makeProvider, makeWorkspaceRow, testKey, upstreamKey } from '../fakes/make-config.ts';
import { rawClient, rawExchange } from '../fakes/raw-client.ts';
import { startDumbHost, startMuteHost } from '../fakes/start-mute-host.ts';
import { responseDone, usageCharge } from '../fakes/realtime-upstream.ts';
import { refusedRealtime, type ConnectOptions, type Refusal } from './realtime-client.ts';
import { lastRecorded, recordedCalls } from './recorded-calls.ts';
import { holdOfResponse, startRealtime, type RealtimeGateway } from './start-realtime.ts';

const poorKey = 'sk-test poor';

let gateway: RealtimeGateway;
beforeAll(async () => {
  gateway = await startRealtime({
    bootstrap: {
      workspaces: [makeWorkspaceRow('acme', 1_000_000n), makeWorkspaceRow('poor', 100n)],
      keys: [
        { workspace: 'acme', name: 'ci', secret: new Secret(testKey) },
        { workspace: 'poor', name: 'ci', secret: new Secret(poorKey) },
      ],
    },
  });
});
afterAll(() => gateway.close());

const refused = (options: ConnectOptions): Promise<Refusal> => refusedRealtime(gateway.url, options);

describe('a realtime session is refused before the connection is upgraded', () => {
  it.each<[why: string, options: ConnectOptions, status: number, code: string]>([
    ['without a key', { key: null }, 401, 'missing_api_key'],
    ['with an unknown key', { key: 'sk-of-nobody' }, 401, 'invalid_api_key'],
    [
      'with an unknown key among the subprotocols',
      { key: null, protocols: ['realtime', 'openai-insecure-api-key.sk-of-nobody'] },
      401,
      'invalid_api_key',
    ],
    ['with two keys', { protocols: ['openai-insecure-api-key.sk-of-nobody'] }, 400, 'invalid_header'],
    ['with a key in the query', { path: '/v1/realtime?model=test-model&api_key=x' }, 400, 'invalid_value'],
    ['without a model', { path: '/v1/realtime' }, 400, 'invalid_value'],
    ['with an unknown model', { path: '/v1/realtime?model=test-mode' }, 404, 'model_not_found'],
    ['with a model of other operations', { path: '/v1/realtime?model=words' }, 404, 'model_not_found'],
    ['in an unknown region', { headers: { 'x-region-code': 'mars' } }, 400, 'region_unknown'],
    ['with an unknown Product', { headers: { 'x-product-sku': 'tesst' } }, 404, 'product_not_found'],
    ['without credit for one response', { key: poorKey }, 403, 'insufficient_credits'],
    ['in a loop', { headers: { 'x-diglot-hop': '3' } }, 400, 'loop_detected'],
    ['on another path', { path: '/v1/realtim?model=test-model' }, 404, 'unknown_url'],
    ['with a broken client secret', { key: 'ek_dg1.0.AAAA' }, 401, 'invalid_api_key'],
  ])('%s', async (_, options, status, code) => {
    const { body, ...answer } = await refused(options);
    expect(answer.status).toBe(status);
    expect(body).toMatchObject({ error: { code } });
    expect(answer.headers).toHaveProperty('x-request-id');
    expect(gateway.upstream.sessions).toEqual([]);
  });

  it.each([
    ['its models', { models: ['words'] }],
    ['its operations', { operations: ['chat'] }],
  ])('by the scope of a key: %s', async (_, scope) => {
    const { secret } = await gateway.issue({ scope });
    expect(await refused({ key: secret })).toMatchObject({ status: 403, body: { error: { code: 'out_of_scope' } } });
  });

  it('by the limit of a key', async () => {
    const { secret } = await gateway.issue({ limits: { day: 10n } });
    expect(await refused({ key: secret })).toMatchObject({ status: 403, body: { error: { code: 'limit_reached' } } });
  });

  it('by the provider, whose status and message are passed on, and for nothing', async () => {
    const before = (await recordedCalls(gateway)).length;
    gateway.upstream.refuse(429, {
      error: { message: `Slow down, ${upstreamKey}.`, type: 'requests', code: 'rate_limit_exceeded' },
    });
    const { status, body, headers } = await refused({});
    expect(status).toBe(429);
    expect(body).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect(headers).toMatchObject({ 'x-diglot-error-source': 'upstream', 'x-diglot-provider': 'up' });
    expect(JSON.stringify(body)).not.toContain('CANARY');
    expect((await recordedCalls(gateway)).slice(before)).toMatchObject([
      { outcome: 'failed', status: 429, charge: 0n },
    ]);
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it.each([200, 302])('by a provider that answers %s, whose connection ends at once', async (status) => {
    const ended = gateway.upstream.hang(status);
    const answer = await refused({});
    expect(answer).toMatchObject({ status: 502, body: { error: { code: 'upstream_invalid' } } });
    await ended;
    expect(gateway.services.metering.openHolds()).toBe(0);
  });

  it('when the provider cannot be reached', async () => {
    const away = await startRealtime({ providers: [makeProvider('up', 'a', 'http://127.0.0.1:1')] });
    expect(await refusedRealtime(away.url, {})).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unreachable' } },
    });
    await away.close();
  });

  it('by a provider that has no sessions, with the reason', async () => {
    const kinds = {
      ...makeProvider('up', 'a', 'http://127.0.0.1:1'),
      kind: 'azure-openai',
      apiVersion: '2025-04-01',
    } as const;
    const dated = await startRealtime({ providers: [kinds], models: [makeModel('test-model', ['up'])] });
    const { status, body } = await refusedRealtime(dated.url, {});
    expect(status).toBe(404);
    expect(JSON.stringify(body)).toContain('without a version');
    await dated.close();
  });

  it('reaches Azure OpenAI by its deployment, with its own credential', async () => {
    const azure = {
      ...makeProvider('up', 'a', ''),
      kind: 'azure-openai',
      baseUrl: `${gateway.upstream.url}/openai/v1`,
      credential: { type: 'header', header: 'api-key', scheme: null, value: new Secret(upstreamKey) },
    } as const;
    const target = { provider: 'up', model: 'my deployment', region: 'global', weight: 1 };
    const other = await startRealtime({
      providers: [azure],
      models: [makeModel('test-model', ['up'], { targets: [target] })],
    });
    const client = await other.connect({ headers: { 'openai-beta': 'realtime=v1', 'x-other': 'mine' } });
    const session = await gateway.upstream.session(gateway.upstream.sessions.length);
    expect(session.url).toBe('/openai/v1/realtime?model=my%20deployment');
    expect(session.headers).toMatchObject({ 'api-key': upstreamKey, 'openai-beta': 'realtime=v1' });
    expect(Object.keys(session.headers)).not.toEqual(expect.arrayContaining(['authorization', 'x-other']));
    client.socket.close();
    await session.ended;
    await other.close();
  });

  it('when the provider does not answer in time', async () => {
    const mute = await startMuteHost();
    const slow = await startRealtime({
      providers: [makeProvider('up', 'a', `http://127.0.0.1:${mute.port}`)],
      limits: { firstByteSeconds: 1 },
    });
    expect(await refusedRealtime(slow.url, {})).toMatchObject({ status: 408, body: { error: { code: 'timeout' } } });
    await slow.close();
    await mute.close();
  });

  it.each([
    ['takes no connection', startMuteHost, 'http'],
    ['takes one and says nothing of TLS', startDumbHost, 'https'],
  ])('when the provider %s for 5 s, as for any other call', async (_, start, scheme) => {
    const host = await start();
    const slow = await startRealtime({ providers: [makeProvider('up', 'a', `${scheme}://127.0.0.1:${host.port}`)] });
    const from = performance.now();
    expect(await refusedRealtime(slow.url, {})).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unreachable' } },
    });
    expect(performance.now() - from).toBeGreaterThan(4_000);
    expect(slow.services.metering.openHolds()).toBe(0);
    await slow.close();
    await host.close();
  });

  it('without a proper handshake', async () => {
    const plain = await gateway.call('/v1/realtime?model=test-model');
    expect(plain.status).toBe(426);
    expect(plain.headers.get('upgrade')).toBe('websocket');
    expect(await plain.json()).toMatchObject({ error: { code: 'websocket_required' } });
    const lines = ['host: x', `x-api-key: ${testKey}`, 'connection: upgrade', 'upgrade: websocket'];
    for (const version of ['8', '13']) {
      const request = ['GET /v1/realtime?model=test-model HTTP/1.1', ...lines, `sec-websocket-version: ${version}`];
      const { status, body } = await rawExchange(
        gateway.url,
        [...request, 'sec-websocket-key: abc', '', ''].join('\r\n'),
      );
      expect([status, body]).toEqual([426, expect.stringContaining('Sec-WebSocket-Version: 13')]);
    }
  });
});

describe('a client that does not wait for its session', () => {
  const handshake = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
  const open = async () => {
    const go = Promise.withResolvers<void>();
    const come = gateway.upstream.delay(go.promise);
    const client = await rawClient(gateway.url);
    const own = ['Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', `Authorization: Bearer ${testKey}`, 'Host: x'];
    client.send(['GET /v1/realtime?model=test-model HTTP/1.1', ...handshake, ...own, '', ''].join('\r\n'));
    await come;
    return { client, go: go.resolve };
  };
  /** A message in a frame with a mask of zeros. */
  const frame = (event: object): Buffer => {
    const text = Buffer.from(JSON.stringify(event));
    return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
  };

  it('is noticed when it leaves behind what it has sent', async () => {
    const { client, go } = await open();
    const before = (await recordedCalls(gateway)).length;
    client.send('12345678');
    client.socket.end();
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(before + 1);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'client_left', charge: 0n });
    go();
  });

  it('is heard from its first message on', async () => {
    const { client, go } = await open();
    const events = ['one', 'two', 'three'].map((event_id) => ({ type: 'input_audio_buffer.clear', event_id }));
    const bytes = Buffer.concat(events.map(frame));
    client.send(bytes.subarray(0, 20));
    // The rest comes in another packet.
    await new Promise((resolve) => setTimeout(resolve, 50));
    client.send(bytes.subarray(20));
    go();
    const session = await gateway.upstream.session(gateway.upstream.sessions.length + 1);
    await session.event('input_audio_buffer.clear', 3);
    expect(session.texts.map((text) => JSON.parse(text) as object)).toEqual(events);
    client.socket.destroy();
    await session.ended;
  });
});

describe('a client secret', () => {
  const create = async (body: object, key = testKey) => {
    const answer = await gateway.call('/v1/realtime/client_secrets', {
      body,
      headers: { authorization: `Bearer ${key}` },
    });
    return {
      status: answer.status,
      body: (await answer.json()) as { readonly value: string; readonly expires_at: number },
    };
  };
  const connected = async (secret: string, path?: string) => {
    const protocols = ['realtime', `openai-insecure-api-key.${secret}`];
    const client = await gateway.connect({ key: null, protocols, ...(path !== undefined && { path }) });
    return { client, session: await gateway.upstream.session(gateway.upstream.sessions.length) };
  };
  const session = { type: 'realtime', model: 'test-model', instructions: 'Be brief.' };

  it('opens sessions of its model with its settings, from a browser, and is not the vendor’s', async () => {
    const { body } = await create({ session, expires_after: { anchor: 'created_at', seconds: 60 } });
    expect(body).toMatchObject({ value: expect.stringMatching(/^ek_/), session });
    expect(body.expires_at).toBeLessThanOrEqual(Date.now() / 1_000 + 60);
    const { client, session: received } = await connected(body.value);
    expect(client.socket.protocol).toBe('realtime');
    expect(await received.event('session.update')).toMatchObject({
      session: { type: 'realtime', instructions: 'Be brief.' },
    });
    expect(JSON.stringify(received.headers)).not.toContain(body.value);
    expect(received.headers).toMatchObject({ authorization: `Bearer ${upstreamKey}` });
    client.socket.close();
    await received.ended;
  });

  it('of a session expires when the request says so', async () => {
    const client_secret = { expires_after: { anchor: 'created_at', seconds: 60 } };
    const made = await gateway.call('/v1/realtime/sessions', { body: { ...session, client_secret } });
    expect(made.status).toBe(200);
    const { client_secret: issued, ...settings } = (await made.json()) as { client_secret: { expires_at: number } };
    expect(settings).toEqual(session);
    expect(issued.expires_at).toBeLessThanOrEqual(Date.now() / 1_000 + 60);
    const body = { ...session, client_secret: { expires_after: { anchor: 'created_at', seconds: 7_201 } } };
    expect((await gateway.call('/v1/realtime/sessions', { body })).status).toBe(400);
  });

  it('is not stored', async () => {
    const { keys } = gateway.services.store;
    const before = keys.listKeys().length;
    const { body } = await create({ session });
    expect(keys.listKeys()).toHaveLength(before);
    expect(keys.find(hashKey(body.value))).toBeUndefined();
  });

  it.each<[what: string, path: string, init: object]>([
    ['another model', '/v1/realtime?model=scribe', {}],
    ['calls', '/v1/chat/completions', { body: { model: 'words', messages: [{ role: 'user', content: 'Hi' }] } }],
    ['lists of models', '/v1/models', {}],
    ['what the key may do', '/v1/key', {}],
    ['further client secrets', '/v1/realtime/client_secrets', { body: {} }],
  ])('opens nothing else: %s', async (_, path, init) => {
    const { body } = await create({ session });
    const headers = { authorization: `Bearer ${body.value}` };
    const answer = path.includes('?')
      ? await refused({ key: body.value, path })
      : await gateway.call(path, { ...init, headers });
    expect(answer.status).toBe(403);
  });

  it('is refused for a model that the key may not use, and for settings that are too large', async () => {
    const { secret } = await gateway.issue({ scope: { models: ['words'] } });
    expect(await create({ session }, secret)).toMatchObject({ status: 403 });
    expect(await create({ session: { ...session, instructions: 'x'.repeat(5_000) } })).toMatchObject({ status: 400 });
    expect(await create({ session: { ...session, type: 'transcription' } })).toMatchObject({ status: 400 });
    expect(await create({ expires_after: { anchor: 'created_at', seconds: 7_201 } })).toMatchObject({ status: 400 });
  });

  const transcribed = (model: string) => ({ ...session, audio: { input: { transcription: { model } } } });

  it('names a model of transcriptions, which has its name at the provider and its own charge', async () => {
    const { body } = await create({ session: transcribed('scribe') });
    const { client, session: received } = await connected(body.value);
    expect(await received.event('session.update')).toMatchObject({
      session: { audio: { input: { transcription: { model: 'gpt-4o-transcribe' } } } },
    });
    const usage = { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 };
    received.send({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hallo', usage });
    await client.event('conversation.item.input_audio_transcription.completed');
    expect((await recordedCalls(gateway)).find(({ model }) => model === 'scribe')).toMatchObject({ charge: 22n });
    client.socket.close();
    const other = await refused({ key: body.value, path: '/v1/realtime?model=scribe' });
    expect(other).toMatchObject({ status: 403, body: { error: { code: 'out_of_scope' } } });
  });

  it('is refused for a model of transcriptions that is not there, or that the key may not use', async () => {
    expect(await create({ session: transcribed('whisper') })).toMatchObject({ status: 404 });
    const { secret } = await gateway.issue({ scope: { models: ['test-model'] } });
    expect(await create({ session: transcribed('scribe') }, secret)).toMatchObject({ status: 403 });
  });

  it('opens no session when its key has lost a model of its settings, and leaves no hold', async () => {
    const { id, secret } = await gateway.issue({});
    const { body } = await create({ session: transcribed('scribe') }, secret);
    const { keys } = gateway.services.store;
    const terms = { scope: { models: ['test-model'] } };
    await editKey({ keyId: id, terms }, { keys, clock: systemClock });
    const before = gateway.upstream.sessions.length;
    expect(await refused({ key: body.value })).toMatchObject({
      status: 403,
      body: { error: { code: 'out_of_scope' } },
    });
    expect(gateway.upstream.sessions).toHaveLength(before);
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
  });

  it('ends with the replaced secret of its key that it was issued to', async () => {
    const { id, secret } = await gateway.issue({});
    const { keys } = gateway.services.store;
    const rotation = { keyId: id, graceMilliseconds: 0, graceBegins: 'first_use' } as const;
    const next = await rotateKey(rotation, { keys, firstUses: { isUsed: () => true }, clock: systemClock });
    const { body } = await create({ session }, secret);
    await gateway.call('/v1/models', { headers: { authorization: `Bearer ${next.secret.reveal()}` } });
    expect(await refused({ key: body.value })).toMatchObject({ status: 401 });
  });

  it('has the older form, too', async () => {
    const answer = await gateway.call('/v1/realtime/sessions', { body: { model: 'test-model', voice: 'marin' } });
    const body = (await answer.json()) as { client_secret: { value: string } };
    expect(body).toMatchObject({
      model: 'test-model',
      voice: 'marin',
      client_secret: { value: expect.stringMatching(/^ek_/) },
    });
    const { client, session: received } = await connected(body.client_secret.value);
    expect(await received.event('session.update')).toMatchObject({ session: { voice: 'marin' } });
    client.socket.close();
  });
});

describe('a session that is open', () => {
  it('ends when a limit of its key is lowered to what has been used, and not when it is raised', async () => {
    const { id: keyId, secret } = await gateway.issue({ limits: { day: 2n * holdOfResponse } });
    const client = await gateway.connect({ key: secret });
    const session = await gateway.upstream.session(gateway.upstream.sessions.length);
    const { keys } = gateway.services.store;
    const limit = (day: bigint) => editKey({ keyId, terms: { limits: { day } } }, { keys, clock: systemClock });
    session.send(responseDone('resp_1'));
    await client.event('response.done');
    await limit(3n * holdOfResponse);
    // The session is looked at twice while it may go on.
    await new Promise((resolve) => setTimeout(resolve, 600));
    session.send(responseDone('resp_2'));
    await client.event('response.done', 2);
    await limit(2n * usageCharge);
    expect((await client.event('error'))['error']).toMatchObject({ code: 'limit_reached' });
    expect(await client.ended).toMatchObject({ code: 1008 });
  });
});

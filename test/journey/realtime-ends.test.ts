import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { editKey, revokeKey } from '../../src/identity/key-terms.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeModel, makeProvider, makeWorkspaceRow, testKey, upstreamKey } from '../fakes/make-config.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import {
  responseCreated,
  responseDone,
  textDelta,
  usageCharge,
  type ReceivedSession,
} from '../fakes/realtime-upstream.ts';
import { refusedRealtime, type ConnectOptions, type RealtimeClient } from './realtime-client.ts';
import { recordedCalls } from './recorded-calls.ts';
import { startWith } from './start-gateway.ts';
import { holdOfResponse, startRealtime, type RealtimeGateway } from './start-realtime.ts';

let gateway: RealtimeGateway;
let client: RealtimeClient;
let session: ReceivedSession;
const open = async (draft: Parameters<typeof startRealtime>[0] = {}, options?: ConnectOptions): Promise<void> => {
  gateway = await startRealtime(draft);
  await reconnect(options);
};
const reconnect = async (options?: ConnectOptions): Promise<void> => {
  client = await gateway.connect(options);
  session = await gateway.upstream.session(gateway.upstream.sessions.length);
};
afterEach(() => gateway.close());

/** Whether the gateway takes no more of what waits at the upstream. It may be slow for a while, but goes on if it holds messages. */
const isStuck = async (): Promise<boolean> => {
  const before = session.socket.bufferedAmount;
  await new Promise((resolve) => setTimeout(resolve, 300));
  return before > 0 && session.socket.bufferedAmount === before;
};

const patient = { timeout: 20_000 } as const;

const credits = (amount: bigint) => ({
  bootstrap: {
    workspaces: [makeWorkspaceRow('acme', amount)],
    keys: [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }],
  },
});

describe('a realtime session ends', () => {
  it('with an event and 1008 when credits are used up, after the response that used them, and overspends nothing', async () => {
    await open(credits(holdOfResponse + usageCharge));
    for (const id of ['resp_1', 'resp_2']) {
      session.send(responseCreated(id));
      session.send(responseDone(id));
    }
    const { error } = await client.event('error');
    expect(error).toMatchObject({ type: 'permission_error', code: 'insufficient_credits' });
    expect(await client.ended).toMatchObject({ code: 1008 });
    expect(client.texts.filter((text) => text.includes('response.done'))).toHaveLength(2);
    expect(await gateway.charges()).toEqual([usageCharge, usageCharge]);
    expect((await session.ended).code).toBe(1000);
  });

  it('with 1008 when a request for one more response is not covered, and does not pass it on', async () => {
    await open(credits(holdOfResponse));
    client.send({ type: 'response.create' });
    client.send({ type: 'response.create' });
    expect((await client.event('error'))['error']).toMatchObject({ code: 'insufficient_credits' });
    expect(await client.ended).toMatchObject({ code: 1008 });
    expect(session.texts.filter((text) => text.includes('response.create'))).toHaveLength(1);
  });

  const refusal = (eventId: string | null) => ({
    type: 'error',
    event_id: 'event_9',
    error: { type: 'invalid_request_error', code: 'unknown', message: 'No.', event_id: eventId },
  });

  it('with 1008 when an event without an id was refused and then one more response is not covered', async () => {
    await open(credits(holdOfResponse));
    client.send({ type: 'response.create' });
    client.send({ type: 'bogus' });
    await session.event('bogus');
    session.send(refusal(null));
    await client.event('error');
    client.send({ type: 'response.create' });
    expect((await client.event('error', 2))['error']).toMatchObject({ code: 'insufficient_credits' });
    expect(await client.ended).toMatchObject({ code: 1008 });
    expect(session.texts.filter((text) => text.includes('response.create'))).toHaveLength(1);
  });

  it('by its client, after a request without an id that was refused: the hold served the next one', async () => {
    await open(credits(holdOfResponse));
    client.send('{"type":"response.create", "response":{"n":1.0}}');
    const { event_id: given } = await session.event('response.create');
    expect(session.texts[0]).toMatch(
      /^{"type":"response.create", "response":{"n":1.0},"event_id":"event_diglot_\w+"}$/,
    );
    session.send(refusal(given as string));
    expect((await client.event('error'))['error']).toMatchObject({ message: 'No.', event_id: null });
    expect(client.texts.join('')).not.toContain('diglot');
    client.send({ type: 'response.create', event_id: 'mine' });
    await session.event('response.create', 2);
    session.send(responseCreated('resp_1'));
    session.send(responseDone('resp_1'));
    await client.event('response.done');
    client.socket.close(1000);
    await session.ended;
    expect(await gateway.charges()).toEqual([usageCharge]);
  });

  it('by its client, and a request is charged that has the id of another event, which was refused', async () => {
    await open();
    client.send({ type: 'nonsense', event_id: 'e1' });
    client.send({ type: 'response.create', event_id: 'e1' });
    await session.event('response.create');
    client.socket.terminate();
    await session.event('response.cancel');
    session.send(refusal('e1'));
    session.send(responseCreated('resp_1'));
    session.send(responseDone('resp_1', { status: 'cancelled' }));
    await expect.poll(gateway.charges).toEqual([usageCharge, 0n]);
  });

  it('with 1008 when a request is refused whose error names its client’s id, and then two are not covered', async () => {
    await open(credits(holdOfResponse));
    client.send({ type: 'response.create', event_id: 'a$$b$&' });
    const { event_id: given } = await session.event('response.create');
    const { error } = refusal(given as string);
    session.send({ type: 'error', error: { ...error, message: `The event ${given as string} is refused.` } });
    expect((await client.event('error'))['error']).toMatchObject({
      message: 'The event a$$b$& is refused.',
      event_id: 'a$$b$&',
    });
    client.send({ type: 'response.create', event_id: 'mine' });
    client.send({ type: 'response.create', event_id: 'mine' });
    expect((await client.event('error', 2))['error']).toMatchObject({ code: 'insufficient_credits' });
    expect(session.texts.filter((text) => text.includes('response.create'))).toHaveLength(2);
  });

  it('with 1008 when its key is revoked', async () => {
    gateway = await startRealtime();
    const { id, secret } = await gateway.issue({});
    await reconnect({ key: secret });
    const { keys } = gateway.services.store;
    await revokeKey(id, { keys, clock: systemClock });
    expect((await client.event('error'))['error']).toMatchObject({ code: 'invalid_api_key' });
    expect(await client.ended).toMatchObject({ code: 1008 });
  });

  it.each([
    ['the model', ['scribe']],
    ['the model of its transcriptions', ['test-model']],
  ])('with 1008 when its key loses %s, and not when it loses another', async (_, left) => {
    gateway = await startRealtime();
    const { id: keyId, secret } = await gateway.issue({});
    await reconnect({ key: secret });
    const transcription = { model: 'scribe' };
    client.send({ type: 'session.update', session: { audio: { input: { transcription } } } });
    await session.event('session.update');
    const { keys } = gateway.services.store;
    const narrow = (models: readonly string[]) =>
      editKey({ keyId, terms: { scope: { models } } }, { keys, clock: systemClock });
    await narrow(['test-model', 'scribe']);
    // The session is looked at twice while it may go on.
    await new Promise((resolve) => setTimeout(resolve, 600));
    client.send({ type: 'input_audio_buffer.clear' });
    await session.event('input_audio_buffer.clear');
    await narrow(left);
    expect((await client.event('error'))['error']).toMatchObject({ code: 'out_of_scope' });
    expect(await client.ended).toMatchObject({ code: 1008 });
  });

  it.each(['a key', 'a client secret'])(
    'by its client and not before, where it was opened with %s and its model leaves the catalogue',
    async (credential) => {
      gateway = await startRealtime();
      const minted = await gateway.call('/v1/realtime/client_secrets', {
        body: { session: { type: 'realtime', model: 'test-model' } },
      });
      const { value } = (await minted.json()) as { readonly value: string };
      await reconnect({ key: credential === 'a key' ? testKey : value });
      const providers = [makeProvider('up', 'a', gateway.upstream.url)];
      const others = [makeModel('words', ['up'], { operations: ['chat'] })];
      await gateway.app.reload(makeConfig({ providers, models: others }));
      // The session is looked at twice.
      await new Promise((resolve) => setTimeout(resolve, 600));
      expect(client.texts.join('')).not.toContain('"error"');
      client.send({ type: 'input_audio_buffer.clear' });
      await session.event('input_audio_buffer.clear');
      client.socket.close(1000);
      expect(await client.ended).toMatchObject({ code: 1000 });
    },
  );

  it('when the workspace is suspended', async () => {
    await open();
    const { keys } = gateway.services.store;
    const workspace = keys.workspace('acme');
    if (workspace) await keys.putWorkspace({ ...workspace, suspendedAt: Date.now() });
    expect((await client.event('error'))['error']).toMatchObject({ code: 'account_frozen' });
    expect(await client.ended).toMatchObject({ code: 1008 });
  });

  it('by its client, in the middle of a response that is cancelled and charged by its report', async () => {
    await open();
    client.send({ type: 'response.create' });
    await session.event('response.create');
    session.send(responseCreated('resp_1'));
    session.send(textDelta('resp_1', 'Hel'));
    await client.event('response.output_text.delta');
    client.socket.terminate();
    await session.event('response.cancel');
    session.send(responseDone('resp_1', { status: 'cancelled' }));
    await expect.poll(gateway.charges).toEqual([usageCharge, 0n]);
    expect((await session.ended).code).toBe(1000);
  });

  it('by its client, while responses run beside the conversation: each is cancelled by its id', async () => {
    await open();
    for (const id of ['resp_1', 'resp_2']) session.send(responseCreated(id));
    await client.event('response.created', 2);
    client.socket.terminate();
    await session.event('response.cancel', 3);
    const cancelled = session.texts.map((text) => JSON.parse(text) as object);
    expect(cancelled).toEqual(
      [{}, { response_id: 'resp_1' }, { response_id: 'resp_2' }].map((named) => ({
        type: 'response.cancel',
        ...named,
      })),
    );
    for (const id of ['resp_1', 'resp_2']) session.send(responseDone(id, { status: 'cancelled' }));
    await expect.poll(gateway.charges).toEqual([usageCharge, usageCharge, 0n]);
  });

  it('while its client reads nothing, and the response is still charged by its report', async () => {
    const clock = makeShiftedClock();
    await open({ clock });
    session.send(responseCreated('resp_1'));
    await client.event('response.created');
    client.socket.pause();
    for (let sent = 0; sent < 14; sent += 1) session.send(textDelta('resp_1', 'x'.repeat(1_048_576)));
    await expect.poll(isStuck, patient).toBe(true);
    clock.pass(3_600_000);
    await session.event('response.cancel');
    session.send(responseDone('resp_1', { status: 'cancelled' }));
    await expect.poll(gateway.charges, patient).toEqual([usageCharge, 0n]);
    client.socket.terminate();
  });

  it('by its upstream, which dies: the client gets an error, and what was delivered is charged as an estimate', async () => {
    await open();
    session.send(responseCreated('resp_1'));
    session.send(textDelta('resp_1', 'Hello there, this is a text.'));
    await client.event('response.output_text.delta');
    session.socket.terminate();
    expect((await client.event('error'))['error']).toMatchObject({ code: 'upstream_invalid' });
    expect(await client.ended).toMatchObject({ code: 1011 });
    expect(await recordedCalls(gateway)).toMatchObject([
      { outcome: 'upstream_cut', usageSource: 'estimate', charge: 8n },
    ]);
  });

  it.each([
    ['of the response', { max_output_tokens: 3 }, 3n],
    ['of the model where the response has none', { max_output_tokens: 'inf' }, 100n],
  ])('by its upstream, which dies: an estimate keeps to the limit %s', async (_, limits, most) => {
    await open();
    const created = responseCreated('resp_1');
    session.send({ ...created, response: { ...created.response, ...limits } });
    session.send(textDelta('resp_1', 'word '.repeat(400)));
    await client.event('response.output_text.delta');
    session.socket.terminate();
    await client.ended;
    expect(await recordedCalls(gateway)).toMatchObject([{ usageSource: 'estimate', charge: most + 1n }]);
  });

  it('by its upstream, whose code and reason are passed on', async () => {
    await open();
    session.socket.close(4001, `because http://10.0.0.7 said ${upstreamKey}`);
    const { code, reason } = await client.ended;
    expect(code).toBe(4001);
    expect(reason).toMatch(/^because/);
    expect(reason).not.toMatch(/10\.0\.0\.7|CANARY/);
  });

  it('with the code and the reason of its client', async () => {
    await open();
    client.socket.close(4002, 'done');
    expect((await session.ended).code).toBe(1000);
    expect(await client.ended).toEqual({ code: 4002, reason: 'done' });
    await expect.poll(() => recordedCalls(gateway)).toMatchObject([{ outcome: 'completed', charge: 0n }]);
  });

  it('before an event that holds the credential', async () => {
    await open();
    session.send({ type: 'response.output_text.delta', delta: `the key is ${upstreamKey}` });
    expect(await client.ended).toMatchObject({ code: 1011 });
    expect(client.texts.join('')).not.toContain(upstreamKey);
  });

  it.each([
    ['binary', Buffer.from('{"type":"response.create"}'), true, 1003],
    ['not UTF-8', Buffer.from([0xff, 0xfe]), false, 1007],
    ['larger than 16 MiB', Buffer.alloc(16_777_217, 0x20), false, 1009],
  ])('with a message that is %s', async (_, bytes, binary, code) => {
    await open();
    client.socket.send(bytes, { binary });
    expect(await client.ended).toMatchObject({ code });
    expect(session.texts).toEqual([]);
  });

  it.each([
    ['silence', { realtimeIdleSeconds: 1 }, /Nothing was sent/],
    ['its longest duration', { realtimeSessionSeconds: 1 }, /longest duration/],
  ])('with 1001 after %s', async (_, limits, message) => {
    await open({ limits });
    expect((await client.event('error'))['error']).toMatchObject({
      code: 'timeout',
      message: expect.stringMatching(message),
    });
    expect(await client.ended).toMatchObject({ code: 1001 });
  });

  it('with 1012 when the server restarts, after the response that is running', async () => {
    await open();
    session.send(responseCreated('resp_1'));
    await client.event('response.created');
    const closing = gateway.app.close(10_000);
    session.send(textDelta('resp_1', 'Hello'));
    session.send(responseDone('resp_1'));
    await client.event('response.done');
    expect(await client.ended).toMatchObject({ code: 1012 });
    await closing;
  });

  it('with an event and 1012 when the server restarts and its response does not end: what was delivered is charged', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-restart-'));
    const storage = { database: `sqlite:${join(folder, 'test.db')}` };
    await open({ storage });
    session.send(responseCreated('resp_1'));
    session.send(textDelta('resp_1', 'word '.repeat(80)));
    await client.event('response.output_text.delta');
    const closed = gateway.app.close(100);
    expect((await client.event('error'))['error']).toMatchObject({ code: 'overloaded' });
    expect(await client.ended).toMatchObject({ code: 1012 });
    await closed;
    const next = await startWith(makeConfig({ providers: [makeProvider('up', 'a', gateway.upstream.url)], storage }));
    expect(await recordedCalls(next)).toMatchObject([
      { outcome: 'upstream_cut', usageSource: 'estimate', flags: 'error:overloaded', charge: 101n },
    ]);
    await next.close();
    rmSync(folder, { recursive: true });
  });

  it('with 1012 when the server restarted while it was opened', async () => {
    gateway = await startRealtime();
    const go = Promise.withResolvers<void>();
    const come = gateway.upstream.delay(go.promise);
    const opening = reconnect();
    await come;
    const closing = gateway.app.close(600_000);
    go.resolve();
    await opening;
    expect(await client.ended).toMatchObject({ code: 1012 });
    await closing;
  });

  it('before it begins, with 503, when the server restarts and its provider is silent', async () => {
    gateway = await startRealtime();
    const come = gateway.upstream.delay(Promise.race([]));
    const answer = refusedRealtime(gateway.url);
    await come;
    const closing = gateway.app.close(100);
    expect(await answer).toMatchObject({ status: 503, body: { error: { code: 'overloaded' } } });
    await closing;
  });

  it('without a reader, who cannot make the gateway hold what the upstream sends', async () => {
    await open({ bootstrap: credits(1_000n * nanoPerCredit).bootstrap });
    client.socket.pause();
    const large = 'x'.repeat(1_000_000);
    const flood = setInterval(() => {
      if (session.socket.bufferedAmount <= 8_000_000) session.send(textDelta('resp_1', large));
    }, 1);
    await expect.poll(isStuck, patient).toBe(true);
    clearInterval(flood);
    client.socket.terminate();
  });
});

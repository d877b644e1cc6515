import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeProduct, upstreamKey } from '../fakes/make-config.ts';
import {
  responseCreated,
  responseDone,
  sessionCreated,
  textDelta,
  usageCharge,
  type ReceivedSession,
} from '../fakes/realtime-upstream.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { recordedCalls, usageOf } from './recorded-calls.ts';
import { startRealtime, type RealtimeGateway } from './start-realtime.ts';

let gateway: RealtimeGateway;
let client: RealtimeClient;
let session: ReceivedSession;

beforeEach(async () => {
  gateway = await startRealtime();
  client = await gateway.connect({ protocols: ['realtime'] });
  session = await gateway.upstream.session();
});
afterEach(() => gateway.close());

const respond = (id: string): void => {
  for (const event of [responseCreated(id), textDelta(id, 'Hello'), responseDone(id)]) session.send(event);
};

describe('a realtime session', () => {
  it('passes events in both directions, byte for byte, with the credential of the provider', async () => {
    expect(client.socket.protocol).toBe('realtime');
    expect(session.url).toBe('/v1/realtime?model=gpt-realtime-2');
    expect(session.headers).toMatchObject({ authorization: `Bearer ${upstreamKey}` });
    expect(session.headers).not.toHaveProperty('sec-websocket-protocol');
    const spaced = '{ "type":"conversation.item.create","item":{"type":"message","n":1.0}}';
    client.send(spaced);
    expect(await session.text(1)).toBe(spaced);
    const odd = '{ "type" : "response.output_item.added", "n":12345678901234567890 }';
    session.send(odd);
    await client.event('response.output_item.added');
    expect(client.texts).toEqual([JSON.stringify(sessionCreated), odd]);
  });

  it('names the Product that it is billed to, and the provider, when it begins', async () => {
    client.send({ type: 'response.create' });
    await session.event('response.create');
    respond('resp_1');
    await client.event('response.done');
    const [billed] = await recordedCalls(gateway);
    expect(client.headers).toMatchObject({ 'x-diglot-product-sku': billed?.productSku, 'x-diglot-provider': 'up' });
    const offering = await startRealtime({ products: [makeProduct('test'), makeProduct('wide', ['test-model'])] });
    const chosen = await offering.connect({ headers: { 'x-product-sku': 'wide' } });
    expect(chosen.headers).toMatchObject({ 'x-diglot-product-sku': 'wide' });
    chosen.socket.terminate();
    await offering.close();
  });

  it('charges each response once, with text, audio and what was cached of both apart', async () => {
    client.send({ type: 'response.create' });
    await session.event('response.create');
    respond('resp_1');
    await client.event('response.done');
    const [call] = await recordedCalls(gateway);
    expect(call).toMatchObject({
      outcome: 'completed',
      charge: usageCharge,
      operation: 'connectRealtime',
      status: 200,
    });
    expect(call && usageOf(call)).toEqual({
      input_tokens: 59,
      cached_input_tokens: 60,
      input_audio_tokens: 9,
      cached_input_audio_tokens: 4,
      output_tokens: 30,
      output_audio_tokens: 91,
    });
    client.send({ type: 'response.create' });
    await session.event('response.create', 2);
    respond('resp_2');
    await client.event('response.done', 2);
    client.socket.close(1000, 'bye');
    expect(await session.ended).toMatchObject({ code: 1000 });
    await expect.poll(gateway.charges).toEqual([usageCharge, usageCharge, 0n]);
  });

  it('has the charge in the books before the client sees the end of a response', async () => {
    client.socket.on('message', (data: Buffer) => {
      if (data.includes('"response.done"')) seen.push(gateway.charges());
    });
    const seen: Promise<readonly bigint[]>[] = [];
    respond('resp_1');
    await client.event('response.done');
    expect(await seen[0]).toEqual([usageCharge]);
  });

  it('holds credit for a response that the model begins by itself', async () => {
    expect(gateway.services.metering.openHolds()).toBe(1);
    respond('resp_1');
    await client.event('response.done');
    expect(await gateway.charges()).toEqual([usageCharge]);
    expect(gateway.services.metering.openHolds()).toBe(1);
  });

  it('holds credit for each of two responses at once', async () => {
    client.send({ type: 'response.create' });
    client.send({ type: 'response.create', response: { conversation: 'none' } });
    await session.event('response.create', 2);
    expect(gateway.services.metering.openHolds()).toBe(2);
    session.send(responseCreated('resp_1'));
    session.send(responseCreated('resp_2'));
    session.send(responseDone('resp_2'));
    session.send(responseDone('resp_1'));
    await client.event('response.done', 2);
    expect(await gateway.charges()).toEqual([usageCharge, usageCharge]);
  });

  it('charges a cancelled response for what it reports, and a failed one that reports nothing for nothing', async () => {
    session.send(responseCreated('resp_1'));
    session.send(responseDone('resp_1', { status: 'cancelled' }));
    session.send(responseCreated('resp_2'));
    session.send(responseDone('resp_2', { status: 'failed', usage: null }));
    await client.event('response.done', 2);
    expect(await gateway.charges()).toEqual([usageCharge, 0n]);
    expect(await recordedCalls(gateway)).toMatchObject([{ outcome: 'completed' }, { outcome: 'failed', status: 502 }]);
  });

  it('charges a failed response that reports nothing for what was delivered, like a broken stream', async () => {
    session.send(responseCreated('resp_1'));
    const delta = { type: 'response.output_audio_transcript.delta', response_id: 'resp_1', delta: 'x'.repeat(40) };
    session.send(delta);
    await client.event('response.output_audio_transcript.delta');
    session.send(responseDone('resp_1', { status: 'failed', usage: null }));
    session.send(responseDone('resp_1', { status: 'failed', usage: null }));
    await client.event('response.done', 2);
    const calls = await recordedCalls(gateway);
    expect(calls).toMatchObject([
      { outcome: 'upstream_cut', status: 200, usageSource: 'estimate', flags: 'error:upstream_error' },
    ]);
    expect(calls[0]?.lines.find(({ unitKind }) => unitKind === 'output_tokens')?.quantity).toBe(10);
    expect(calls[0]?.charge).toBeGreaterThan(0n);
  });

  it('charges a failed response for its sound too, and by its report if it has one', async () => {
    session.send(responseCreated('resp_1'));
    // A second of sound.
    const sound = Buffer.alloc(48_000).toString('base64');
    session.send({ type: 'response.output_audio.delta', response_id: 'resp_1', delta: sound });
    session.send(responseDone('resp_1', { status: 'failed', usage: null }));
    session.send(responseCreated('resp_2'));
    session.send({ type: 'response.output_text.delta', response_id: 'resp_2', delta: 'word' });
    session.send(responseDone('resp_2', { status: 'failed' }));
    await client.event('response.done', 2);
    const [first, second] = await recordedCalls(gateway);
    expect(first?.lines.find(({ unitKind }) => unitKind === 'output_audio_tokens')?.quantity).toBe(20);
    expect(second).toMatchObject({ outcome: 'completed', usageSource: 'upstream', charge: usageCharge });
  });

  it('charges a transcription as a call of its own model', async () => {
    const transcription = { model: 'scribe', language: 'de' };
    client.send({ type: 'session.update', session: { audio: { input: { transcription } } } });
    expect(await session.event('session.update')).toMatchObject({
      session: { audio: { input: { transcription: { model: 'gpt-4o-transcribe', language: 'de' } } } },
    });
    session.send({
      type: 'conversation.item.input_audio_transcription.completed',
      transcript: 'Hallo',
      usage: {
        type: 'tokens',
        total_tokens: 22,
        input_tokens: 13,
        output_tokens: 9,
        input_token_details: { audio_tokens: 13 },
      },
    });
    await client.event('conversation.item.input_audio_transcription.completed');
    const calls = await recordedCalls(gateway);
    expect(calls.find(({ model }) => model === 'scribe')).toMatchObject({ charge: 22n });
    expect(calls.find(({ model }) => model === 'test-model')).toMatchObject({ charge: 0n });
  });

  it.each([
    ['the one that was asked for', 'scribe', { model: 'gpt-4o-transcribe' }, ['scribe'], ['side_work']],
    ['one of the provider’s own choice', null, { model: 'whisper-9' }, ['test-model'], ['unpriced_model']],
    [
      'one that came in place of the one that was asked for',
      'scribe',
      { model: 'whisper-9' },
      ['test-model'],
      ['unpriced_model'],
    ],
    ['none', 'scribe', null, ['test-model'], ['unpriced_model']],
  ])(
    'prices a transcription by the model that the provider says is in force: %s',
    async (_, asked, stated, models, flags) => {
      if (asked !== null) {
        client.send({ type: 'session.update', session: { audio: { input: { transcription: { model: asked } } } } });
        await session.event('session.update');
      }
      session.send({ type: 'session.updated', session: { audio: { input: { transcription: stated } } } });
      const usage = { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 };
      session.send({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hallo', usage });
      await client.event('conversation.item.input_audio_transcription.completed');
      const charged = (await recordedCalls(gateway)).filter(({ charge }) => charge > 0n);
      expect(charged.map((call) => [call.model, call.charge])).toEqual(models.map((model) => [model, 22n]));
      expect(charged.flatMap((call) => call.flags)).toEqual(flags);
    },
  );

  it('prices transcriptions by the model in force, whatever other events of the client say', async () => {
    const input = (transcription: unknown) => ({ audio: { input: { transcription } } });
    client.send({ type: 'session.update', session: input({ model: 'scribe' }) });
    await session.event('session.update');
    session.send({ type: 'session.updated', session: input({ model: 'gpt-4o-transcribe' }) });
    await client.event('session.updated');
    client.send({ type: 'input_audio_buffer.commit', session: input(null) });
    client.send({ type: 'response.create', response: { input_audio_transcription: null } });
    // The upstream refuses this one as a whole.
    client.send({ type: 'session.update', session: { ...input(null), temperature: 9 } });
    await session.event('session.update', 2);
    session.send({ type: 'error', error: { type: 'invalid_request_error', message: 'temperature' } });
    const usage = { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 };
    session.send({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hallo', usage });
    await client.event('conversation.item.input_audio_transcription.completed');
    client.socket.close();
    await expect
      .poll(async () => (await recordedCalls(gateway)).find(({ model }) => model === 'scribe')?.charge)
      .toBe(22n);
  });

  it.each([
    ['the response failed', () => session.send(responseDone('resp_1', { status: 'failed', usage: null }))],
    ['the response never began', () => session.socket.terminate()],
  ])('charges a transcription also where %s', async (_, end) => {
    client.send({ type: 'session.update', session: { audio: { input: { transcription: { model: 'scribe' } } } } });
    client.send({ type: 'response.create' });
    await session.event('response.create');
    const usage = { type: 'tokens', total_tokens: 22, input_tokens: 13, output_tokens: 9 };
    session.send({ type: 'conversation.item.input_audio_transcription.completed', transcript: 'Hallo', usage });
    await client.event('conversation.item.input_audio_transcription.completed');
    end();
    await expect
      .poll(async () => (await recordedCalls(gateway)).find(({ model }) => model === 'scribe')?.charge)
      .toBe(22n);
  });

  it('cleans every error that an event carries, and keeps codes that clients branch on', async () => {
    const message = `Rate limit reached at http://10.0.0.7:8080/x with ${upstreamKey}`;
    const error = { type: 'server_error', code: 'rate_limit_exceeded', message };
    session.send({
      type: 'response.done',
      response: { id: 'resp_1', status: 'failed', status_details: { type: 'failed', error } },
    });
    session.send({ type: 'conversation.item.input_audio_transcription.failed', item_id: 'item_1', error });
    session.send({
      type: 'error',
      event_id: 'e',
      error: { ...error, code: 'pod api-7f9c at 10.0.0.7', event_id: 'mine' },
    });
    await client.event('error');
    const texts = client.texts.filter((text) => text.includes('error'));
    expect(texts.join('')).not.toMatch(/10\.0\.0\.7|CANARY/);
    expect(
      texts.slice(0, 2).every((text) => text.includes('rate_limit_exceeded') && text.includes('Rate limit reached')),
    ).toBe(true);
    expect(await client.event('error')).toMatchObject({ error: { type: 'server_error', event_id: 'mine' } });
  });

  it.each([
    ['twice', '{"type":"error","error":{"message":"at /srv/CANARY/x"},"error":{"message":"Broke"}}'],
    ['with a message twice', '{"type":"error","error":{"message":"at /srv/CANARY/x","message":"Broke"}}'],
    [
      'in a response that it has twice',
      '{"type":"error","response":{"status_details":{"error":{"message":"/srv/CANARY/x"}}},"response":{"status_details":{"error":{"message":"Broke","status":"/srv/CANARY"}}}}',
    ],
    ['in words alone', '{"type":"error","error":"Broke at http://10.0.0.7/CANARY"}'],
    ['with a status in words', '{"type":"error","error":{"message":"Broke","status":"CANARY at work"}}'],
    [
      'beside it',
      '{"type":"error","message":"Broke at http://10.0.0.7/CANARY","code":"CANARY at 10.0.0.7","host":{"a":"CANARY"}}',
    ],
    ['in a list', '{"type":"error","error":["Broke at http://10.0.0.7/CANARY"]}'],
    ['as a message that is an object', '{"type":"error","error":{"message":{"message":"Broke at /srv/CANARY/x"}}}'],
    [
      'in the response itself',
      '{"type":"response.done","response":{"id":"r","status":"failed","error":{"message":"Broke at /srv/CANARY/x"}}}',
    ],
  ])('cleans an error that it has %s', async (_, text) => {
    session.send(text);
    await client.event((JSON.parse(text) as { type: string }).type);
    const sent = client.texts.join('');
    expect(sent).not.toContain('CANARY');
    expect(sent).toContain('Broke');
  });

  it.each([
    ['an empty one', '{"type":"error","error":{"message":"at /srv/CANARY/x"},"error":null}'],
    [
      'an empty one, with its name escaped',
      '{"type":"error","err\\u006fr":{"message":"at /srv/CANARY/x"},"error":null}',
    ],
    [
      'another response',
      '{"type":"response.done","response":{"status_details":{"error":{"message":"/srv/CANARY"}}},"response":{"id":"r"}}',
    ],
    [
      'another response, with its name escaped',
      '{"type":"response.done","response":{"\\u0065rror":{"message":"/srv/CANARY"}},"response":{"id":"r","error":null}}',
    ],
    ['a response that is words', '{"type":"response.done","response":"/srv/CANARY"}'],
    ['details that are words', '{"type":"response.done","response":{"id":"r","status_details":"at /srv/CANARY/x"}}'],
  ])('passes on no error that is hidden behind %s', async (_, text) => {
    session.send(text);
    const { type } = JSON.parse(text) as { type: string };
    expect(await client.event(type)).toMatchObject({ type });
    expect(client.texts.join('')).not.toContain('CANARY');
  });

  it('keeps the bytes of an error that says nothing of the inside', async () => {
    const text = '{"type": "error", "error": null, "message": "Broke", "code": "server_error", "n": 1.0}';
    session.send(text);
    await client.event('error');
    expect(client.texts).toContain(text);
  });

  it('keeps the rate limits of its own account, and cleans messages of errors', async () => {
    session.send({ type: 'rate_limits.updated', rate_limits: [{ name: 'requests', limit: 9 }] });
    session.send({
      type: 'error',
      error: { type: 'server_error', message: `at http://10.0.0.7/ with ${upstreamKey}` },
    });
    const { error } = await client.event('error');
    expect(JSON.stringify(error)).not.toMatch(/10\.0\.0\.7|CANARY/);
    expect(client.texts.join('')).not.toContain('rate_limits');
  });
});

describe('the model of a session', () => {
  const refusalOf = async (event: object): Promise<unknown> => {
    client.send({ event_id: 'mine', ...event });
    const { error } = await client.event('error');
    return error;
  };

  it.each([
    ['a session', { type: 'session.update', session: { model: 'words' } }, 'session.model'],
    ['a response', { type: 'response.create', response: { model: 'words' } }, 'response.model'],
    ['an event', { type: 'response.create', model: 'words' }, 'model'],
    ['no text', { type: 'session.update', session: { model: ['test-model'] } }, 'session.model'],
  ])('cannot be changed by %s', async (_, event, param) => {
    const error = { type: 'invalid_request_error', code: 'invalid_value', param, event_id: 'mine' };
    expect(await refusalOf(event)).toMatchObject(error);
    client.send({ type: 'input_audio_buffer.commit' });
    expect(await session.text(1)).toContain('commit');
  });

  it('has its name at the provider', async () => {
    client.send('{"type":"session.update", "session": {"model":"test-model", "n":1.0}}');
    expect(await session.text(1)).toBe('{"type":"session.update", "session": {"model":"gpt-realtime-2", "n":1.0}}');
  });

  it.each([
    [
      'a member twice',
      '{"type":"input_audio_buffer.clear","type":"session.update","session":{"model":"words"}}',
      'invalid_json',
    ],
    ['no JSON', 'hello', 'invalid_json'],
    ['a long id', JSON.stringify({ type: 'response.create', event_id: 'x'.repeat(513) }), 'invalid_value'],
    ['no type', '{"session":{}}', 'invalid_json'],
    ['deep nesting', `{"type":"x","a":${'['.repeat(70)}${']'.repeat(70)}}`, 'invalid_json'],
    ['another host', '{"type":"session.update","session":{"api_base":"https://elsewhere.example"}}', 'invalid_value'],
    ['a transcription alone', '{"type":"session.update","session":{"type":"transcription"}}', 'invalid_value'],
    [
      'an unknown transcriber',
      '{"type":"session.update","session":{"input_audio_transcription":{"model":"whisper"}}}',
      'model_not_found',
    ],
  ])('is not passed by an event with %s', async (_, text, code) => {
    client.send(text);
    expect((await client.event('error'))['error']).toMatchObject({ code });
    client.send({ type: 'input_audio_buffer.commit' });
    expect(await session.text(1)).toContain('commit');
  });
});

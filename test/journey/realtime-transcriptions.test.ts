import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../src/metering/hold.ts';
import { makeMetering } from '../../src/metering/metering.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeModel, makeProduct, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import type { ReceivedSession } from '../fakes/realtime-upstream.ts';
import type { RealtimeClient } from './realtime-client.ts';
import { recordedCalls, usageOf } from './recorded-calls.ts';
import { holdOfResponse, startRealtime, type RealtimeGateway } from './start-realtime.ts';

const transcription = 'conversation.item.input_audio_transcription';
const text = 'the whole transcript of ten seconds of speech';
const usage = { type: 'tokens', total_tokens: 112, input_tokens: 100, output_tokens: 12 };
/** Ten seconds at 24 kHz and 16 bits. */
const audio = Buffer.alloc(480_000).toString('base64');
const estimated = { input_audio_tokens: 100, output_tokens: 12 };

describe('a transcription in a session', () => {
  let gateway: RealtimeGateway;
  let client: RealtimeClient;
  let session: ReceivedSession;
  const open = async (draft: Parameters<typeof startRealtime>[0] = {}): Promise<void> => {
    gateway = await startRealtime(draft);
    client = await gateway.connect();
    session = await gateway.upstream.session();
    client.send({ type: 'session.update', session: { audio: { input: { transcription: { model: 'scribe' } } } } });
    await session.event('session.update');
  };
  const speak = async (): Promise<void> => {
    client.send({ type: 'input_audio_buffer.append', audio });
    client.send({ type: 'input_audio_buffer.commit' });
    await session.event('input_audio_buffer.commit');
    session.send({ type: 'input_audio_buffer.committed', item_id: 'item_1' });
  };
  const delta = async (): Promise<void> => {
    session.send({ type: `${transcription}.delta`, item_id: 'item_1', delta: text });
    await client.event(`${transcription}.delta`);
  };
  const complete = (reported: object = {}): void =>
    session.send({ type: `${transcription}.completed`, item_id: 'item_1', transcript: text, ...reported });
  const transcribed = async () => {
    const calls = await recordedCalls(gateway);
    const flags = calls
      .map((call) => call.flags)
      .filter((flag) => flag !== '' && !/^(?:side_work|error:\w+)$/.test(flag));
    return [calls.filter(({ model }) => model === 'scribe').map(usageOf), flags];
  };
  beforeEach(() => open());
  afterEach(() => gateway.close());

  it('is charged by its report where the client leaves when it has the text', async () => {
    await speak();
    await delta();
    client.socket.close(1000);
    await client.ended;
    complete({ usage });
    expect((await session.ended).code).toBe(1000);
    await expect.poll(transcribed).toEqual([[{ input_tokens: 100, output_tokens: 12 }], []]);
  });

  it('is estimated by sound and text where the upstream breaks off before its end', async () => {
    await speak();
    await delta();
    session.socket.terminate();
    await client.ended;
    await expect.poll(transcribed).toEqual([[estimated], ['usage_missing']]);
  });

  it.each([
    ['none', {}, 'usage_missing'],
    ['one that is negative', { usage: { ...usage, input_tokens: -1 } }, 'unbelieved:usage'],
    ['one that is too large', { usage: { ...usage, input_tokens: 1e15 } }, 'unbelieved:usage'],
  ])('is estimated by sound and text where its report is %s, and flagged', async (_, reported, flag) => {
    await speak();
    complete(reported);
    await client.event(`${transcription}.completed`);
    await expect.poll(transcribed).toEqual([[estimated], [flag]]);
  });

  it('is charged once, for the sound since speech began', async () => {
    client.send({ type: 'input_audio_buffer.append', audio });
    await session.event('input_audio_buffer.append');
    session.send({ type: 'input_audio_buffer.speech_started', item_id: 'item_1', audio_start_ms: 10_000 });
    await client.event('input_audio_buffer.speech_started');
    await speak();
    await delta();
    complete();
    await client.event(`${transcription}.completed`);
    client.socket.close(1000);
    await session.ended;
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(3);
    expect(await transcribed()).toEqual([[estimated], ['usage_missing']]);
  });

  it.each(['client', 'upstream'])(
    'leaves no connection open where its charge fails after the %s has broken off',
    async (side) => {
      await gateway.close();
      const failing = (hold: Hold): Hold => ({
        ...hold,
        settle: async (end) => {
          await hold.settle({ ...end, side: [] });
          if (end.side !== undefined) throw new Error('The charge failed.');
          return 0n;
        },
      });
      await open({
        metering: (parts) => {
          const made = makeMetering(parts);
          return { ...made, admit: async (draft) => failing(await made.admit(draft)) };
        },
      });
      await speak();
      await delta();
      (side === 'client' ? client : session).socket.terminate();
      await Promise.all([client.ended, session.ended]);
    },
  );

  it('is awaited where its text has come in segments', async () => {
    await speak();
    session.send({ type: `${transcription}.segment`, item_id: 'item_1', id: 'seg_1', text, speaker: 'a' });
    await client.event(`${transcription}.segment`);
    client.socket.close(1000);
    await client.ended;
    complete({ usage });
    expect((await session.ended).code).toBe(1000);
    await expect.poll(transcribed).toEqual([[{ input_tokens: 100, output_tokens: 12 }], []]);
  });

  it('is charged for all sound that was heard, also what was sent before the upstream said so', async () => {
    for (let times = 0; times < 3; times += 1) {
      client.send({ type: 'input_audio_buffer.append', audio });
      await session.event('input_audio_buffer.append');
    }
    session.send({ type: 'input_audio_buffer.speech_started', item_id: 'item_1', audio_start_ms: 5_000 });
    session.send({ type: 'input_audio_buffer.speech_stopped', item_id: 'item_1', audio_end_ms: 29_000 });
    session.send({ type: 'input_audio_buffer.committed', item_id: 'item_1' });
    complete();
    await client.event(`${transcription}.completed`);
    await expect.poll(transcribed).toEqual([[{ ...estimated, input_audio_tokens: 240 }], ['usage_missing']]);
  });

  it('is charged for sound that was sent after the client asked for what came before to be discarded', async () => {
    client.send({ type: 'input_audio_buffer.append', audio });
    client.send({ type: 'input_audio_buffer.clear' });
    client.send({ type: 'input_audio_buffer.append', audio });
    client.send({ type: 'input_audio_buffer.commit' });
    await session.event('input_audio_buffer.commit');
    session.send({ type: 'input_audio_buffer.cleared' });
    session.send({ type: 'input_audio_buffer.committed', item_id: 'item_1' });
    complete();
    await client.event(`${transcription}.completed`);
    await expect.poll(transcribed).toEqual([[estimated], ['usage_missing']]);
  });

  it('is charged also where its session ends because nothing is left for another response', async () => {
    await gateway.close();
    const acme = makeWorkspaceRow('acme', holdOfResponse * 2n);
    const keys = [{ workspace: 'acme', name: 'ci', secret: new Secret(testKey) }];
    await open({ bootstrap: { workspaces: [acme], keys } });
    const items = ['item_1', 'item_2', 'item_3', 'item_4'];
    for (const item_id of items) {
      session.send({ type: 'input_audio_buffer.committed', item_id });
      session.send({ type: `${transcription}.delta`, item_id, delta: text });
      await client.event(`${transcription}.delta`);
    }
    for (const item_id of items)
      session.send({
        type: `${transcription}.completed`,
        item_id,
        transcript: text,
        usage: { ...usage, input_tokens: 100_000 },
      });
    await client.ended;
    const one = { input_tokens: 100_000, output_tokens: 12 };
    await expect.poll(async () => (await transcribed())[0]).toEqual([one, one, one, one]);
  });

  it('is charged for what was delivered where it fails then', async () => {
    await speak();
    await delta();
    const failure = { type: `${transcription}.failed`, item_id: 'item_1', error: { message: 'unclear' } };
    session.send(failure);
    session.send(failure);
    await client.event(`${transcription}.failed`, 2);
    client.socket.close(1000);
    await session.ended;
    await expect.poll(transcribed).toEqual([[estimated], ['usage_missing']]);
  });

  it('is free where it fails before it has text', async () => {
    await speak();
    session.send({ type: `${transcription}.failed`, item_id: 'item_1', error: { message: 'unclear' } });
    await client.event(`${transcription}.failed`);
    client.socket.close(1000);
    await session.ended;
    await expect.poll(async () => (await recordedCalls(gateway)).length).toBe(1);
    expect(await transcribed()).toEqual([[], []]);
  });

  const target = (model: string) => ({ targets: [{ provider: 'up', model, region: 'global', weight: 1 }] });
  /** One model of transcriptions is priced by seconds, `words` by tokens. */
  const openPriced = async (): Promise<void> => {
    await gateway.close();
    const models = [
      makeModel('test-model', ['up'], { ...target('gpt-realtime-2'), maxInputTokens: 1_000, maxOutputTokens: 100 }),
      makeModel('scribe', ['up'], { ...target('whisper-1'), operations: ['realtime'], product: 'seconds' }),
      makeModel('words', ['up'], { ...target('gpt-4o-transcribe'), operations: ['realtime'], product: 'tokens' }),
    ];
    const products = [
      makeProduct('test', ['test-model']),
      { ...makeProduct('seconds', ['scribe']), prices: [{ from: 0, rates: { audio_seconds: 1_000n } }] },
      {
        ...makeProduct('tokens', ['words']),
        prices: [{ from: 0, rates: { input_tokens: 1_000n, output_tokens: 1_000n } }],
      },
    ];
    await open({ models, products });
  };
  it.each([
    ['nothing', {}, 'usage_missing'],
    ['tokens', { usage }, 'unpriced:input_tokens'],
  ])('is estimated in seconds where its model is priced by them, and %s is reported', async (_, reported, flag) => {
    await openPriced();
    await speak();
    complete(reported);
    await client.event(`${transcription}.completed`);
    await expect.poll(transcribed).toEqual([[{ audio_seconds: 10 }], [flag]]);
  });

  it.each([
    ['by its report', { usage }, { input_tokens: 100, output_tokens: 12 }],
    ['by an estimate', {}, { input_tokens: 100, output_tokens: 12 }],
  ])('is charged as the model that was in force when speech became an item, %s', async (_, reported, expected) => {
    await openPriced();
    const choose = async (model: string, there: string): Promise<void> => {
      client.send({ type: 'session.update', session: { audio: { input: { transcription: { model } } } } });
      await session.event('session.update');
      session.send({ type: 'session.updated', session: { audio: { input: { transcription: { model: there } } } } });
      await client.event('session.updated');
    };
    await choose('words', 'gpt-4o-transcribe');
    await speak();
    await client.event('input_audio_buffer.committed');
    await choose('scribe', 'whisper-1');
    complete(reported);
    await client.event(`${transcription}.completed`);
    const charged = async () => (await recordedCalls(gateway)).filter(({ charge }) => charge > 0n);
    await expect
      .poll(async () => (await charged()).map((call) => [call.model, usageOf(call)]))
      .toEqual([['words', expected]]);
  });
});

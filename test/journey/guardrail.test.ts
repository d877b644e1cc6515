import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { converseAnswers, converseFrames } from '../fakes/converse-answers.ts';
import { chunkFrame } from '../fakes/event-frames.ts';
import { makeModel, makeProvider } from '../fakes/make-config.ts';
import { messagesCall, messageStream } from '../fakes/sample-calls.ts';
import { chunk, head, json, lastChunk, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { lastRecorded } from './recorded-calls.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const guardrail = { id: 'gr1abc', version: '2' };
const messages = [{ role: 'user', content: 'Hi' }];
const action = 'amazon-bedrock-guardrailAction';
const names = ['x-amzn-bedrock-guardrailidentifier', 'x-amzn-bedrock-guardrailversion'] as const;

const framed = (pieces: readonly Uint8Array[]): Script => [
  head(200, { 'content-type': 'application/vnd.amazon.eventstream', 'transfer-encoding': 'chunked' }),
  ...pieces.map(chunk),
  lastChunk,
];

type StreamEvent = Record<string, unknown> & { readonly delta?: object };

const events = messageStream.map((event) => JSON.parse(event.slice(event.indexOf('data: ') + 6)) as StreamEvent);

/** The stream of a message that a guardrail stopped. */
const stopped = (changes: (event: StreamEvent) => object): Script =>
  framed(events.map((event) => chunkFrame({ ...event, ...(event['type'] === 'message_delta' && changes(event)) })));

describe('a provider of Bedrock with a guardrail', () => {
  let gateway: TestGateway;
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    const credential = {
      type: 'header',
      header: 'authorization',
      scheme: 'Bearer',
      value: new Secret('CANARY'),
    } as const;
    const row = (id: string) => ({
      ...makeProvider(id, 'b', upstream.url),
      kind: 'bedrock' as const,
      wires: ['messages', 'converse'] as const,
      operations: [],
      credential,
    });
    const at = (provider: string, wire: 'messages' | 'converse') => ({
      targets: [{ provider, model: 'm', region: 'global', weight: 1, wires: [wire] }],
    });
    gateway = await startGateway({
      providers: [{ ...row('guarded'), guardrail }, row('plain')],
      models: [
        makeModel('claude', [], at('guarded', 'messages')),
        makeModel('nova', [], at('guarded', 'converse')),
        makeModel('unguarded', [], at('plain', 'messages')),
        makeModel('unguarded-nova', [], at('plain', 'converse')),
      ],
    });
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await Promise.all([gateway.close(), upstream.close()]);
  });

  const call = (model: string, changes: object = {}, path = '/v1/messages') => {
    const headers = Object.fromEntries(names.map((name) => [name, 'of-the-caller']));
    return gateway.call(path, { body: { model, max_tokens: 20, messages, ...changes }, headers });
  };
  const sent = () => {
    const request = upstream.requests.at(-1);
    const { guardrailConfig } = JSON.parse(String(request?.body)) as { guardrailConfig?: unknown };
    return { headers: names.map((name) => request?.headers[name]), guardrailConfig };
  };

  it.each([
    ['claude', messagesCall.answer, { headers: ['gr1abc', '2'], guardrailConfig: undefined }],
    [
      'nova',
      converseAnswers.text.whole,
      { headers: [undefined, undefined], guardrailConfig: { guardrailIdentifier: 'gr1abc', guardrailVersion: '2' } },
    ],
    ['unguarded', messagesCall.answer, { headers: [undefined, undefined], guardrailConfig: undefined }],
    ['unguarded-nova', converseAnswers.text.whole, { headers: [undefined, undefined], guardrailConfig: undefined }],
  ])('sends the one of its row, and never one of the caller: %s', async (model, answer, expected) => {
    upstream.next(json(answer));
    expect((await call(model)).status).toBe(200);
    expect(sent()).toEqual(expected);
  });

  it('lets no caller choose what is checked', async () => {
    upstream.next(json(messagesCall.answer));
    await call('claude', { 'amazon-bedrock-guardrailConfig': { tagSuffix: 'x' } });
    expect(String(upstream.requests.at(-1)?.body)).not.toContain('tagSuffix');
  });

  it.each([
    ['by its action', { [action]: 'INTERVENED' }],
    ['by its stop reason', { stop_reason: 'guardrail_intervened' }],
  ])('an answer that it stopped is a refusal, reported %s', async (_, changes) => {
    const body = { ...messagesCall.answer, ...changes };
    upstream.next(json(body));
    const response = await call('claude');
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { stop_reason: 'refusal', content: messagesCall.answer['content'] },
    ]);
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed', usageSource: 'upstream' });
    upstream.next(json(body));
    const chat = await call('claude', {}, '/v1/chat/completions');
    expect(await chat.json()).toMatchObject({ choices: [{ finish_reason: 'content_filter' }] });
  });

  it('an answer that it let pass is unchanged', async () => {
    const body = { ...messagesCall.answer, [action]: 'NONE' };
    upstream.next(json(body));
    expect(await (await call('claude')).json()).toEqual(body);
  });

  it.each([
    ['its stop reason', () => ({ delta: { stop_reason: 'guardrail_intervened', stop_sequence: null } })],
    ['its action', () => ({ [action]: 'INTERVENED' })],
  ])('a stream that it stopped ends as a refusal, reported by %s', async (_, changes) => {
    upstream.next(stopped(changes));
    const text = await (await call('claude', { stream: true })).text();
    expect(text).toContain('"stop_reason":"refusal"');
    expect(text).toContain('event: message_stop');
    upstream.next(stopped(changes));
    const chat = await (await call('claude', { stream: true }, '/v1/chat/completions')).text();
    expect(chat).toContain('"finish_reason":"content_filter"');
    expect(await lastRecorded(gateway)).toMatchObject({ outcome: 'completed', usageSource: 'upstream' });
  });

  it('by Converse it is the same', async () => {
    upstream.next(json(converseAnswers.guarded.whole));
    expect(await (await call('nova')).json()).toMatchObject({ stop_reason: 'refusal' });
    upstream.next(framed(converseFrames(converseAnswers.guarded)));
    expect(await (await call('nova', { stream: true })).text()).toContain('"stop_reason":"refusal"');
  });
});

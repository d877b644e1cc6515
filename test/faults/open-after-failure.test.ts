import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chatCall, chatStream, messagesCall, messageStream, responseStream } from '../fakes/sample-calls.ts';
import { chunk, pause, sseHead, stall } from '../fakes/script.ts';
import { lastRecorded, usageOf } from '../journey/recorded-calls.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const responses = {
  path: '/v1/responses',
  request: { model: 'test-model', input: 'Hi', store: false, stream: true },
  events: responseStream,
};
const error = { type: 'server_error', code: 'server_error', message: 'Overloaded' };
const failed = { type: 'response.failed', response: { id: 'r', status: 'failed', error } };
const ofResponses = `event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`;
const ofFailed = `event: response.failed\ndata: ${JSON.stringify(failed)}\n\n`;

/** What an upstream reports in the middle of a stream, and what it sends later. */
const failures = [
  {
    name: 'chat completions',
    path: chatCall.path,
    request: { ...chatCall.request, stream: true, stream_options: { include_usage: true } },
    events: chatStream,
    report: 'data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n',
    later: 'data: {"choices":[],"usage":{"prompt_tokens":77,"completion_tokens":3}}\n\n',
    isSent: false,
  },
  { name: 'responses, by an error', ...responses, report: ofResponses, later: ofFailed, isSent: true },
  { name: 'responses, by a failed response', ...responses, report: ofFailed, later: '', isSent: false },
  {
    name: 'messages',
    path: messagesCall.path,
    request: { ...messagesCall.request, stream: true },
    events: messageStream,
    report: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    later: '',
    isSent: false,
  },
] as const;

describe('an upstream that reports a failure and leaves its stream open', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it.each(failures)(
    'does not hold the client: $name',
    async ({ path, request, events, report, later, isSent, name }) => {
      const begun = events.slice(0, events.findIndex((event) => event.includes('Héllo')) + 1);
      gateway.upstream.forget();
      const rest = later === '' ? [] : [pause(20), chunk(later)];
      gateway.upstream.next([sseHead(), ...begun.map(chunk), chunk(report), ...rest, stall]);
      const response = await gateway.call(path, { body: request });
      // Ids and the like may be replaced in a failed response.
      const text = await response.text();
      expect(text.startsWith(begun.join(''))).toBe(true);
      expect(text.match(/Overloaded/g)).toHaveLength(isSent ? 2 : 1);
      const call = await lastRecorded(gateway);
      expect([call.outcome, call.charge > 0n]).toEqual(['upstream_cut', true]);
      // What comes soon after the failure is still counted.
      if (name === 'chat completions') expect(usageOf(call)['input_tokens']).toBe(77);
      // The upstream is let go.
      await gateway.upstream.requests.at(-1)?.closed;
    },
  );
});

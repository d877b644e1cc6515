import { describe, expect, it } from 'vitest';
import type { WireId } from '../../../src/wires/meter.ts';
import { wires } from '../../../src/wires/wires.ts';
import { eventToSend, readStreamEvent } from '../../../src/pipeline/read-events.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { upstreamKey } from '../../fakes/make-config.ts';
import { makeCall, makeDelivery, makeUpstreamAnswer } from '../../fakes/make-delivery.ts';

const secrets = [new Secret(upstreamKey)];

/** What goes out for an event: its own bytes, or others. */
function outFor(wire: WireId, event: string): string {
  const spec = wire === 'messages' || wire === 'text-completions' ? 'b' : 'a';
  const answer = makeUpstreamAnswer([], { secrets: () => secrets });
  const delivery = makeDelivery({ call: makeCall({ spec }), wire: wires[wire], meter: wires[wire].meter, answer });
  const bytes = Buffer.from(event);
  return eventToSend(delivery, readStreamEvent(delivery, bytes)).bytes.toString();
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

/** How a provider says that it stopped the model. */
const stopped = { code: 'misalignment_policy_violation', message: 'Stopped' };
const misalignment = {
  error_type: 'potentially_unintended_data_transfer',
  detailed_explanation: 'The model was about to send a file.',
  review_target: 'item_1',
  steer: { message: 'Ask first.' },
};

describe('a failure inside of a stream', () => {
  it.each<[WireId, string]>([
    [
      'messages',
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"},"request_id":"req_9"}\n\n',
    ],
    [
      'chat-completions',
      data({ error: { message: 'Too long.', type: 'invalid_request_error', param: null, code: 'invalid_prompt' } }),
    ],
    [
      'chat-completions',
      data({
        error: {
          message: 'Bad tool.',
          type: 'x',
          code: 'tool_use_failed',
          failed_generation: '/home/me',
          status_code: 400,
        },
      }),
    ],
    [
      'chat-completions',
      data({
        id: 'g',
        provider: 'P',
        error: { code: 502, message: 'Disconnected' },
        model: 'm',
        choices: [{ delta: { content: '/etc/x/y' } }],
      }),
    ],
    ['chat-completions', data({ error: 'Overloaded' })],
    [
      'chat-completions',
      data({
        id: 'gen-1699999999-AbCdEfGhIjKlMnOp',
        object: 'chat.completion.chunk',
        model: 'accounts/fireworks/models/deepseek-v3',
        provider: 'Google AI Studio',
        system_fingerprint: 'fp_44709d6fcb',
        service_tier: 'default',
        choices: [{ index: 0, delta: { content: '' }, finish_reason: 'error', error: { code: 502, message: 'Cut' } }],
        error: { code: 400, message: 'Bad.', status: 'INVALID_ARGUMENT', status_code: '400' },
      }),
    ],
    ['chat-completions', data({ error: { message: 'Slow down.', status: 429 } })],
    [
      'responses',
      data({ type: 'error', error: { type: 'x', code: null, message: 'Broke', param: null }, sequence_number: 3 }),
    ],
    [
      'responses',
      data({
        type: 'response.failed',
        sequence_number: 4,
        response: {
          id: 'r',
          error: { code: 'server_error', message: 'Broke' },
          instructions: 'see /home/me/notes.txt',
        },
      }),
    ],
    ['responses', data({ type: 'response.failed', response: { error: { ...stopped, misalignment } } })],
    ['responses', data({ type: 'response.failed', response: { error: { ...stopped, misalignment: null } } })],
  ])('goes out with its own bytes where it says nothing of the inside: %s %s', (wire, event) => {
    expect(outFor(wire, event)).toBe(event);
  });

  it.each<[WireId, object, object]>([
    [
      'chat-completions',
      { error: { code: 'gone', message: 'Cut' }, id: 'g', model: 'm', choices: [{ delta: { content: '/etc/x/y' } }] },
      { error: { code: 'upstream_error', message: 'Cut' } },
    ],
    [
      'chat-completions',
      { error: { message: 'A', code: 'RateLimitReached' } },
      { error: { message: 'A', code: 'rate_limit_exceeded' } },
    ],
    [
      'chat-completions',
      { error: { message: 'A', code: 'sk_word' } },
      { error: { message: 'A', code: 'upstream_error' } },
    ],
    [
      'chat-completions',
      { error: { message: 'A', type: 'overloaded_error', code: null } },
      { error: { message: 'A', type: 'overloaded_error', code: 'server_is_overloaded' } },
    ],
    [
      'responses',
      {
        type: 'response.failed',
        sequence_number: 4,
        response: { id: 'r', error: { code: 'prompt_too_long', message: 'A' } },
      },
      { response: { id: 'r', error: { code: 'context_length_exceeded', message: 'A' } } },
    ],
  ])('has a code of the list, and else its own bytes: %s %j', (wire, event, changed) => {
    expect(outFor(wire, data(event))).toBe(data({ ...event, ...changed }));
  });

  it('has the code and the type that its reason has where the event is the gateway’s own', () => {
    const error = { message: 'Slow down.', code: 'rate_limited', stack: 'CANARY' };
    expect(JSON.parse(outFor('chat-completions', data({ error })).slice(6))).toEqual({
      error: { message: 'Slow down.', type: 'rate_limit_error', param: null, code: 'rate_limit_exceeded' },
    });
    expect(outFor('responses', data({ type: 'error', ...error }))).toMatch(
      /"code":"rate_limit_exceeded"[^]*"error":\{"code":"rate_limit_exceeded"/,
    );
  });

  it.each<[WireId, string, string]>([
    ['chat-completions', data({ error: { message: 'Boom', stack: 'CANARY' } }), 'Boom'],
    ['chat-completions', data({ error: { message: 'Boom' }, debug: { host: 'CANARY' } }), 'Boom'],
    ['chat-completions', data({ error: { message: 'Boom', metadata: { raw: 'CANARY' } } }), 'Boom'],
    ['chat-completions', data({ error: { message: 'Boom', code: { inner: 'CANARY' } } }), 'Boom'],
    ['chat-completions', data({ error: { message: `Boom for ${upstreamKey}` } }), 'Boom for [redacted]'],
    ['chat-completions', data({ error: { message: 'Boom', type: 'at /srv/CANARY/x.js' } }), 'Boom'],
    ['chat-completions', 'data: {"error":{"message":"no key \\u0073k-proj-CANARY123456"}}\n\n', 'no key [redacted]'],
    [
      'chat-completions',
      'data: {"error":{"message":"cannot open \\/home\\/CANARY\\/x"}}\n\n',
      'cannot open [redacted]',
    ],
    ['chat-completions', data({ error: [{ stack: 'CANARY' }] }), 'The upstream reported a failure without a message.'],
    ['responses', data({ type: 'response.failed', response: { error: { message: 'Boom', trace: 'CANARY' } } }), 'Boom'],
    ...[
      { trace: 'CANARY' },
      { review_target: '/srv/CANARY' },
      { steer: { message: '/srv/CANARY' } },
      { steer: ['CANARY'] },
    ].map((more): [WireId, string, string] => [
      'responses',
      data({
        type: 'response.failed',
        response: { error: { ...stopped, misalignment: { ...misalignment, ...more } } },
      }),
      'Stopped',
    ]),
    ['messages', data({ type: 'error', error: { type: 'x', message: 'Boom at 10.0.0.7:80' } }), 'Boom at [redacted]'],
    ['messages', data({ type: 'error', error: { type: 'x', message: 'Boom' }, internal: 'CANARY' }), 'Boom'],
    ['chat-completions', data({ error: { message: 'Boom', status: 'CANARY at work' } }), 'Boom'],
    ['chat-completions', data({ error: { message: 'Boom', status_code: '500 at http://10.0.0.7/CANARY' } }), 'Boom'],
    [
      'chat-completions',
      data({ error: { message: 'Boom' }, choices: [{ error: { message: '/srv/CANARY' } }] }),
      'Boom',
    ],
    [
      'responses',
      data({ type: 'response.failed', response: { error: { message: 'Boom', status: '/srv/CANARY' } } }),
      'Boom',
    ],
    ...['provider', 'system_fingerprint', 'object', 'id', 'request_id', 'service_tier', 'model', 'created'].map(
      (name): [WireId, string, string] => [
        'chat-completions',
        data({ error: { message: 'Boom' }, [name]: 'http://10.0.0.7:8000/CANARY' }),
        'Boom',
      ],
    ),
    ['chat-completions', 'data: {"error":{"message":"at /srv/CANARY/x"},"error":{"message":"Boom"}}\n\n', 'Boom'],
    ['chat-completions', 'data: {"error":{"message":"at /srv/CANARY/x","mess\\u0061ge":"Boom"}}\n\n', 'Boom'],
    [
      'responses',
      'data: {"type":"response.failed","response":{"error":{"message":"/srv/CANARY/x"},"error":{"message":"Boom"}}}\n\n',
      'Boom',
    ],
    ...[
      { response: '/srv/CANARY/x' },
      { response: { status_details: { error: { message: '/srv/CANARY/x' } } } },
      { response: { status_details: 'at /srv/CANARY/x' } },
      { usage: 'at /srv/CANARY/x' },
      { choices: { error: { message: '/srv/CANARY/x' } } },
      { choices: ['at /srv/CANARY/x'] },
      { choices: [{ delta: { error: { message: '/srv/CANARY/x' } } }] },
      { choices: [{ message: { error: '/srv/CANARY/x' } }] },
    ].map((more): [WireId, string, string] => [
      'chat-completions',
      data({ error: { message: 'Boom' }, ...more }),
      'Boom',
    ]),
  ])('is sent in an event of the gateway where that says more: %s %s', (wire, event, message) => {
    const out = outFor(wire, event);
    expect(out).not.toContain('CANARY');
    expect(out).toContain(JSON.stringify(message));
  });

  it.each<[WireId, string, object]>([
    [
      'chat-completions',
      '{"error":{"message":"at /srv/CANARY/x"},"error":null,"choices":[{"delta":{"content":"a"}}]}',
      { error: null, choices: [{ delta: { content: 'a' } }] },
    ],
    [
      'chat-completions',
      '{"choices":[{"error":{"message":"at /srv/CANARY/x"}}],"choices":[{"delta":{"content":"a"}}]}',
      { choices: [{ delta: { content: 'a' } }] },
    ],
    [
      'chat-completions',
      '{"err\\u006Fr":{"message":"at /srv/CANARY/x"},"choices":[],"error":""}',
      { error: '', choices: [] },
    ],
    [
      'responses',
      '{"type":"response.created","response":{"error":{"message":"/srv/CANARY"}},"response":{"id":"r","error":null}}',
      { type: 'response.created', response: { id: 'r', error: null } },
    ],
    [
      'messages',
      '{"type":"message_delta","delta":{"error":"/srv/CANARY"},"delta":{},"usage":{"output_tokens":1}}',
      { type: 'message_delta', delta: {}, usage: { output_tokens: 1 } },
    ],
  ])('that hides behind a member of the same name is not passed on: %s %s', (wire, text, read) => {
    expect(JSON.parse(outFor(wire, `data: ${text}\n\n`).slice(6))).toEqual(read);
  });

  it.each(['data: {"choices":[', 'data: <html>\n\n', 'data: [DONE]x\n\n'])(
    'is a break where it is no JSON: %j',
    (event) => {
      expect(() => outFor('chat-completions', event)).toThrow('no JSON');
    },
  );

  it.each([
    ': comment\n\n',
    'event: ping\n\n',
    'event: chat.completion.chunk\ndata: {"choices":[]}\n\n',
    'data:\n\n',
    'data: [DONE]\n\n',
    'data: {"choices":[{"delta":{"content":"/home/me"}}]}\n\n',
    'data: {"choices": [{"delta":{"content":"\\u0065\\"error\\""},"finish_reason":"error","error":null}], "error" : null}\n\n',
  ])('is not seen where there is none: %j', (event) => {
    expect(outFor('chat-completions', event)).toBe(event);
  });
});

describe('the name of an event', () => {
  it.each(['db01.prod.internal', 'ip-10-0-0-7', upstreamKey.replace('sk-', 'sk_')])(
    'does not go out where it is private: %s',
    (name) => {
      const text = '{"choices":[{"delta":{"content":"x"}}]}';
      expect(outFor('chat-completions', `event: ${name}\ndata: ${text}\n\n`)).toBe(`data: ${text}\n\n`);
      expect(outFor('chat-completions', `event: ${name}\n\n`)).toBe('\n');
    },
  );

  it('goes out with its own bytes where it is one of the format', () => {
    const text = 'event: response.output_text.delta\ndata: {"type":"response.output_text.delta","delta":"x"}\n\n';
    expect(outFor('responses', text)).toBe(text);
  });
});

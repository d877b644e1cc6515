import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/shared/secret.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../../../src/providers/upstream.ts';
import { readErrorMessage, readUpstreamError, type ErrorSource } from '../../../src/providers/read-error.ts';

const said = 'Too long by 12 tokens.';
const json = 'application/json';
const nothingSaid = 'The upstream answered 400 without a message.';

const messageOf = (contentType: string, body: string): string =>
  readErrorMessage({ status: 400, contentType, body, secrets: [] });

/** Shapes in which upstreams put their message; all else in them is marked, and must not come out. */
const shapes: readonly (readonly [string, string, string])[] = [
  ['OpenAI', json, `{"error":{"message":"${said}","type":"CANARY","param":null,"code":"CANARY","internal":"CANARY"}}`],
  ['Anthropic', json, `{"type":"error","error":{"type":"CANARY","message":"${said}"},"request_id":"CANARY"}`],
  ['Azure', json, `{"error":{"code":"CANARY","message":"${said}","innererror":{"message":"CANARY"}}}`],
  ['Google', json, `[{"error":{"code":400,"message":"${said}","status":"CANARY","details":[{"message":"CANARY"}]}}]`],
  ['xAI', json, `{"code":"CANARY","error":"${said}"}`],
  ['Ollama', json, `{"error":"${said}"}`],
  ['FastAPI', json, `{"detail":"${said}"}`],
  ['FastAPI, validated', json, `{"detail":[{"loc":["CANARY"],"msg":"${said}","type":"CANARY"},{"msg":"CANARY"}]}`],
  ['NestJS', json, `{"statusCode":400,"error":"Bad CANARY","message":"${said}"}`],
  ['NestJS, validated', json, `{"error":"Bad CANARY","message":["${said}","CANARY"]}`],
  ['Spring', json, `{"timestamp":"CANARY","status":400,"error":"CANARY","message":"${said}","path":"/CANARY"}`],
  ['GraphQL', json, `{"errors":[{"message":"${said}","path":["CANARY"]}],"data":null}`],
  ['Cloudflare', json, `{"success":false,"errors":[{"code":7003,"message":"${said}"}],"messages":["CANARY"]}`],
  ['OAuth', json, `{"error":"CANARY","error_description":"${said}"}`],
  [
    'a problem',
    'application/problem+json',
    `{"type":"https://x/CANARY","title":"CANARY","status":400,"detail":"${said}"}`,
  ],
  ['Apigee', json, `{"fault":{"faultstring":"${said}","detail":{"errorcode":"CANARY"}}}`],
  ['a byte order mark before it', json, `\uFEFF{"error":{"message":"${said}","x":"CANARY"}}`],
  ['a title alone', 'application/problem+json', `{"type":"https://x/CANARY","title":"${said}"}`],
  ['a flag and a message', json, `{"error":true,"message":"${said}"}`],
  ['an empty error and a message', json, `{"error":{},"message":"${said}"}`],
  ['a message that is an error', json, `{"message":{"error":{"message":"${said}","stack":"CANARY"}}}`],
  ['JSON within', json, `{"error":{"message":${JSON.stringify(`{"error":{"message":"${said}","stack":"CANARY"}}`)}}}`],
  [
    'a list of JSON within',
    json,
    `{"error":{"message":${JSON.stringify(` [{"error":{"message":"${said}","x":"CANARY"}}]`)}}}`,
  ],
  ['a text', json, JSON.stringify(said)],
  ['a list of texts', json, JSON.stringify([said, 'CANARY'])],
  ['JSON that says it is text', 'text/plain', `{"error":{"message":"${said}","x":"CANARY"}}`],
  ['plain text', 'text/plain; charset=utf-8', `${said}\n\nCANARY`],
  ['plain text of Windows', 'text/plain', `${said}\r\n\r\nCANARY`],
  ['plain text without a type', '', `\n${said}`.trimStart()],
  [
    'an event',
    'text/event-stream',
    `event: error\ndata: {"error":{"message":"${said}","x":"CANARY"}}\n\ndata: CANARY\n\n`,
  ],
  ['an event that says it is JSON', json, `data: {"error":{"message":"${said}","x":"CANARY"}}\n\ndata: [DONE]\n\n`],
];

/** Bodies that say nothing that may be shown. */
const silent: readonly (readonly [string, string, string])[] = [
  ['nothing', json, ''],
  ['white space', 'text/plain', ' \n '],
  ['an empty object', json, '{}'],
  ['an empty message', json, '{"error":{"message":""}}'],
  ['a blank message', json, '{"error":{"message":"  "}}'],
  ['null', json, 'null'],
  ['a number', json, '{"error":{"message":500}}'],
  ['a page', 'text/html', '<html><body>CANARY</body></html>'],
  ['a page that says it is text', 'text/plain', ' <!DOCTYPE html><h1>CANARY</h1>'],
  ['words that say they are a page', 'text/html', 'CANARY'],
  ['XML', 'application/xml', '<Error><Message>CANARY</Message></Error>'],
  ['JSON that was cut', json, '{"error":{"message":"CANARY","debug":"CANARY'],
  ['a list that was cut', json, '[{"debug":"CANARY'],
  ['only its inside', json, '{"stack":"CANARY","host":"CANARY"}'],
  ['a stack and nothing else', 'text/plain', '    at f (/srv/CANARY.js:1:2)'],
  ['an event without data', 'text/event-stream', 'event: CANARY\n\n'],
  ['messages without an end', json, `${'{"error":'.repeat(40)}{"message":"CANARY"}${'}'.repeat(40)}`],
];

describe('what an upstream’s error says', () => {
  it.each(shapes)('is found in the shape of %s', (_, contentType, body) => {
    expect(messageOf(contentType, body)).toBe(said);
  });

  it.each(silent)('is nothing that may be shown: %s', (_, contentType, body) => {
    expect(messageOf(contentType, body)).toBe(nothingSaid);
  });

  it('is tidied', () => {
    expect(messageOf(json, '{"error":{"message":"Incorrect API key provided: sk-…abcd."}}')).toBe(
      'Incorrect API key provided: [redacted].',
    );
    const secrets = [new Secret('open sesame')];
    expect(
      readErrorMessage({ status: 401, contentType: json, body: '{"error":"open sesame is no key"}', secrets }),
    ).toBe('[redacted] is no key');
  });
});

interface Draft {
  readonly chunks: readonly (string | Buffer | Error)[];
  readonly headers?: UpstreamAnswer['headers'];
  readonly status?: number;
}

/** An answer that gives its chunks one by one, and notes whether it was ended. */
function answerOf({ chunks, headers = { 'content-type': json }, status = 400 }: Draft) {
  const rest = [...chunks];
  const ended = { aborted: false, read: 0 };
  const answer: UpstreamAnswer = {
    status,
    headers,
    read: async () => {
      const next = rest.shift();
      ended.read += 1;
      if (next instanceof Error) throw next;
      return next === undefined ? null : Buffer.from(next);
    },
    abort: () => {
      ended.aborted = true;
    },
    secrets: () => [],
  };
  return { answer, ended };
}

const source: ErrorSource = { provider: {}, sent: () => ({}) };

describe('an error answer', () => {
  it('keeps its status, its message and when to come back', async () => {
    const { answer } = answerOf({
      status: 529,
      chunks: ['{"error":{"mess', `age":"${said}"}}`],
      headers: {
        'content-type': json,
        'retry-after': ['7', '9'],
        'retry-after-ms': '7000',
        'x-should-retry': 'true',
        'x-ratelimit-limit': '5',
        'set-cookie': 'CANARY',
        server: 'CANARY',
      },
    });
    const error = await readUpstreamError(answer, source);
    expect([error.status, error.message, error.headers]).toEqual([
      529,
      said,
      { 'retry-after': '7', 'retry-after-ms': '7000', 'x-should-retry': 'true' },
    ]);
  });

  it.each(['7\r\nx: y', '\u00e9', 'x'.repeat(129), ''])('does not keep a header that is none: %j', async (value) => {
    const { answer } = answerOf({ chunks: [], headers: { 'retry-after': value } });
    expect((await readUpstreamError(answer, source)).headers).toEqual({});
  });

  it('is read as far as it came before it broke', async () => {
    const broken = answerOf({ chunks: [said, new BrokenUpstream('upstream_cut', 'CANARY')], headers: {} });
    expect((await readUpstreamError(broken.answer, source)).message).toBe(said);
    const silentlyBroken = answerOf({ chunks: [new BrokenUpstream('timed_out', 'CANARY')] });
    expect((await readUpstreamError(silentlyBroken.answer, source)).message).toBe(nothingSaid);
  });

  it('is not read for ever, and a large one shows nothing of its inside', async () => {
    const { answer, ended } = answerOf({
      chunks: ['{"debug":"', ...Array.from({ length: 1_000 }, () => 'CANARY '.repeat(200))],
    });
    expect((await readUpstreamError(answer, source)).message).toBe(nothingSaid);
    expect([ended.aborted, ended.read < 60]).toEqual([true, true]);
  });

  it('is not read where it is compressed', async () => {
    const headers = { 'content-type': json, 'content-encoding': 'gzip' };
    const { answer } = answerOf({ chunks: [Buffer.from([0x1f, 0x8b, 8, 0, 67, 65, 78])], headers });
    expect((await readUpstreamError(answer, source)).message).toBe(nothingSaid);
  });
});

import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { checkBodyHead, discardRest } from '../../../src/http/body-limits.ts';
import { parseBody, readBody } from '../../../src/http/read-body.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { anyMemory, codeOf, fakeRequest } from './fake-request.ts';

type Body = 'json' | 'multipart' | 'json-or-multipart';
type Headers = readonly (readonly [string, string])[];

const json = [['Content-Type', 'application/json']] as const;

interface RequestFacts {
  readonly headers?: Headers;
  readonly kind?: Body;
  readonly limit?: number;
  readonly httpVersion?: string;
}

/** Reads a request; gives its input and how often it was asked to go on. */
async function read(
  content: string | Uint8Array,
  { headers = json, kind = 'json', limit = 64 * 1_048_576, httpVersion = '1.1' }: RequestFacts = {},
) {
  let facts = 0;
  const response = { writeContinue: () => (facts += 1) } as unknown as ServerResponse;
  const fake = fakeRequest({ headers, httpVersion });
  const outcome = readInput(fake.request, response, { kind, limit });
  outcome.catch(() => undefined);
  const bytes = Buffer.from(content);
  for (let from = 0; from < bytes.length; from += 1_048_576) await fake.send(bytes.subarray(from, from + 1_048_576));
  await fake.finish();
  const input = await outcome;
  return { input, facts };
}

/** What the middleware of an operation do with its body. */
async function readInput(
  request: IncomingMessage,
  response: ServerResponse,
  { kind, limit }: { readonly kind: Body; readonly limit: number },
) {
  const isForm = checkBodyHead(request, response, { body: kind, limit, memory: anyMemory() });
  if (isForm) return { isForm, bytes: Buffer.alloc(0), value: undefined };
  const { bytes, value } = parseBody(await readBody(request, { limit, clock: makeHandClock() }, anyMemory()));
  return { isForm, bytes, value };
}

const codeFor = (content: string | Uint8Array, facts: RequestFacts = {}): Promise<string | null> =>
  codeOf(() => read(content, facts));
const typed = (type: string, ...others: Headers): Headers => [['Content-Type', type], ...others];

describe('the media type of a body', () => {
  it.each<[string, Body, string | null]>([
    ['application/json', 'json', null],
    ['application/json; charset=utf-8', 'json', null],
    ['Application/JSON;charset="UTF-8"', 'json', null],
    ['application/json;charset=utf8', 'json', null],
    ['application/json; profile=x', 'json', null],
    ['application/json; charset=latin1', 'json', 'unsupported_media_type'],
    ['application/json; charset=utf-16', 'json', 'unsupported_media_type'],
    ['application/json; a="; charset=utf-7"', 'json', null],
    ['application/json; charset=utf-8;', 'json', null],
    ['application/json; utf-8', 'json', null],
    ['application/json; a="', 'json', null],
    ['application/json;; charset=utf-8', 'json', null],
    ['application/json; charset=utf-8;;', 'json', null],
    ['application/json ; charset\t= "utf-8" ; ', 'json', null],
    ['application/json; charset = utf-8', 'json', null],
    ['application/json; utf-8; charset=utf-8', 'json', null],
    ['application/json; v = 1', 'json', null],
    ['application/json; v=1; v=2', 'json', null],
    ['application/json; utf-8; charset=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset=', 'json', 'unsupported_media_type'],
    ['application/json; charset=""', 'json', null],
    ['application/json; charset=""; charset=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset=""; charset=', 'json', 'unsupported_media_type'],
    ['application/json; charset=" "', 'json', 'unsupported_media_type'],
    ['application/json; charset = utf-8; CHARSET = utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset*0=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset =utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset= utf-7', 'json', 'unsupported_media_type'],
    ['application/json; a="; charset=utf-8"; charset=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset=utf-8; charset=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset=utf-8; Charset=utf-8', 'json', 'unsupported_media_type'],
    ["application/json; charset=utf-8; charset*=utf-8''utf-7", 'json', 'unsupported_media_type'],
    ['application/json; charset=utf-8, application/json; charset=utf-7', 'json', 'unsupported_media_type'],
    ['application/json; charset="utf-7', 'json', 'unsupported_media_type'],
    ['multipart/form-data; boundary=x; charset=utf-7', 'multipart', 'unsupported_media_type'],
    ['text/plain', 'json', 'unsupported_media_type'],
    ['application/jsonx', 'json', 'unsupported_media_type'],
    ['application/x-www-form-urlencoded', 'json', 'unsupported_media_type'],
    ['multipart/form-data; boundary=x', 'json', 'unsupported_media_type'],
    ['', 'json', 'unsupported_media_type'],
    ['application/json', 'multipart', 'unsupported_media_type'],
    ['application/json', 'json-or-multipart', null],
    ['text/plain', 'json-or-multipart', 'unsupported_media_type'],
  ])('%s where %s is read: %s', async (type, kind, code) => {
    expect(await codeFor('{}', { headers: typed(type), kind })).toBe(code);
  });

  it.each(['multipart', 'json-or-multipart'] as const)('lets a form flow unread: %s', async (kind) => {
    const { input } = await read('--x--', { headers: typed('multipart/form-data; boundary="a;b"'), kind });
    expect(input).toMatchObject({ isForm: true, value: undefined });
  });

  it('is left on the request without parameters, for which the validator would compile anew', () => {
    const types: readonly (readonly [Body, string, string])[] = [
      ['json', 'Application/JSON; profile=1', 'application/json'],
      ['multipart', 'multipart/form-data; boundary=x; p=1', 'multipart/form-data'],
    ];
    for (const [body, sent, left] of types) {
      const { request } = fakeRequest({ headers: typed(sent) });
      checkBodyHead(request, {} as ServerResponse, { body, limit: 10, memory: anyMemory() });
      expect(request.headers['content-type']).toBe(left);
    }
  });

  it('is asked for where it is missing, and repeated where it is wrong', async () => {
    await expect(read('{}', { headers: typed('application/json; charset=utf-8; charset=utf-8') })).rejects.toThrow(
      'The Content-Type application/json; charset=utf-8; charset=utf-8 cannot be read in one way only. Send application/json.',
    );
    for (const headers of [[], typed('')])
      await expect(read('{}', { headers })).rejects.toThrow(
        'takes application/json; the request has no Content-Type. Send `Content-Type: application/json`.',
      );
    await expect(read('{}', { headers: typed('text/plain') })).rejects.toThrow('you sent text/plain.');
    await expect(read('{}', { headers: typed('text/plain'), kind: 'json-or-multipart' })).rejects.toThrow(
      'takes application/json or multipart/form-data',
    );
  });

  it.each([
    ['gzip', 'unsupported_media_type'],
    ['identity, gzip', 'unsupported_media_type'],
    ['br', 'unsupported_media_type'],
    ['Identity', null],
  ])('and its encoding %s: %s', async (encoding, code) => {
    expect(await codeFor('{}', { headers: [...json, ['Content-Encoding', encoding]] })).toBe(code);
  });

  it('is checked before the client gets 100 Continue', async () => {
    const expecting: Headers = [['Expect', '100-continue']];
    expect((await read('{}', { headers: [...json, ...expecting] })).facts).toBe(1);
    expect((await read('{}')).facts).toBe(0);
    expect((await read('{}', { headers: [...json, ...expecting], httpVersion: '1.0' })).facts).toBe(0);
    expect(await codeFor('{}', { headers: typed('text/plain', ...expecting) })).toBe('unsupported_media_type');
  });
});

describe('a JSON body', () => {
  const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

  it.each<[string, string | Uint8Array, string | null]>([
    ['empty', '', 'The body is empty. Send a JSON object.'],
    ['blank', '  \n ', 'The body is not valid JSON.'],
    ['a list', '[]', 'The body must be a JSON object.'],
    ['a text', '"x"', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
    ['broken', '{"a":}', 'The body is not valid JSON. Check quotes, commas and braces.'],
    ['cut', '{"a":"x', 'The body is not valid JSON.'],
    ['two', '{}{}', 'The body is not valid JSON.'],
    ['with a mark in front', '\uFEFF{}', 'The body is not valid JSON.'],
    ['with a comma too many', '{"a":1,}', 'The body is not valid JSON.'],
    ['with NaN', '{"a":NaN}', 'The body is not valid JSON.'],
    ['64 levels deep', nested(64), null],
    ['65 levels deep', nested(65), 'nested more than 64 levels deep'],
    ['a million levels deep', nested(1_000_000), 'nested more than 64 levels deep'],
    ['brackets in a text', JSON.stringify({ a: '['.repeat(1_000) }), null],
    ['with a member twice', '{"model":"a","x":1,"model":"b"}', 'The body has model twice. Send it once.'],
    ['with a member twice, once escaped', '{"model":"a","mod\\u0065l":"b"}', 'The body has model twice.'],
    ['with an inner member twice', '{"a":{"b":1,"b":2}}', 'The body has a.b twice. Send it once.'],
    ['with members that look the same', '{"model":"a","\uFEFFmodel":"b"}', null],
    ['with inherited names', '{"__proto__":{"a":1},"constructor":1,"toString":2}', null],
    ['in latin-1', Buffer.from('{"a":"\u00e9"}', 'latin1'), 'The body is not in UTF-8. Send it in UTF-8.'],
    [
      'with half a surrogate in UTF-8',
      Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]),
      'not in UTF-8',
    ],
  ])('%s', async (_, content, message) => {
    if (message === null) expect((await read(content)).input.bytes.equals(Buffer.from(content))).toBe(true);
    else await expect(read(content)).rejects.toThrow(message);
  });

  it('is given with its very bytes', async () => {
    const text = '{ "b" : 1.50,\n"a":"\\u0061" }';
    const { input } = await read(text);
    expect([input.bytes.toString(), input.value, input.isForm]).toEqual([text, { b: 1.5, a: 'a' }, false]);
  });

  it('may have 400,000 braces, brackets and commas', async () => {
    const list = (tokens: number): string => `{"a":[${Array.from({ length: tokens - 3 }, () => '1').join(',')}]}`;
    expect(await codeFor(list(400_000))).toBeNull();
    expect(await codeFor(list(400_001))).toBe('invalid_json');
  });

  it('is refused for its structure before all of it is listed', async () => {
    const bomb = Buffer.from(`{${'"":0,'.repeat(6_000_000)}"":0}`);
    const before = process.memoryUsage().heapUsed;
    await expect(read(bomb)).rejects.toThrow('more than 20000 members');
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1_048_576);
  });

  it('is refused by its length, and not asked for', async () => {
    expect(await codeFor('{}', { headers: [...json, ['Content-Length', '5']], limit: 4 })).toBe('request_too_large');
    expect(await codeFor('{"a":1}', { limit: 6 })).toBe('request_too_large');
  });
});

describe('a request that has no body', () => {
  const discard = (clock = makeHandClock()) => {
    const fake = fakeRequest();
    discardRest(fake.request, clock);
    return { ...fake, clock };
  };

  it('is not read, and what was sent all the same is thrown away', async () => {
    const { request, send, finish, clock } = discard();
    await send('x'.repeat(1_000));
    expect(request.destroyed).toBe(false);
    await finish();
    clock.move(60_000);
    expect(request.destroyed).toBe(false);
  });

  it('is thrown away as fast in small chunks as in large ones', async () => {
    const { request, send } = discard();
    let pauses = 0;
    request.on('pause', () => (pauses += 1));
    for (let sent = 0; sent < 128; sent += 1) await send('x'.repeat(1_024));
    await expect.poll(() => request.readableLength).toBe(0);
    expect(pauses).toBe(2);
  });

  it('is not thrown away for ever', async () => {
    const { request, send, clock } = discard();
    await send('x');
    clock.move(10_000);
    expect(request.destroyed).toBe(true);
  });
});

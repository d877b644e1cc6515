import { describe, expect, it } from 'vitest';
import { checkHead, readRequestId } from '../../../src/http/request-head.ts';
import { codeOf, fakeRequest } from './fake-request.ts';

type Headers = readonly (readonly [string, string])[];
const host = ['Host', 'x'] as const;
const many = (count: number): Headers => [
  host,
  ...Array.from({ length: count - 1 }, (_, at) => [`x-${at}`, '1'] as const),
];

const check = (headers: Headers, head: { url?: string; httpVersion?: string } = {}): Promise<string | null> =>
  codeOf(() => checkHead(fakeRequest({ ...head, headers }).request));

describe('a request head', () => {
  it.each<[string, Headers, { url?: string; httpVersion?: string }, string | null]>([
    ['plain', [host], {}, null],
    ['without a host', [], {}, 'malformed_request'],
    ['without a host in HTTP/1.0', [], { httpVersion: '1.0' }, null],
    ['with a hundred headers', many(100), {}, null],
    ['with a hundred and one', many(101), {}, 'headers_too_large'],
    ['with a target of 8,192 bytes', [host], { url: `/${'a'.repeat(8_191)}` }, null],
    ['with a target of 8,193 bytes', [host], { url: `/${'a'.repeat(8_192)}` }, 'url_too_long'],
    ['with a whole address', [host], { url: 'http://x/v1' }, 'malformed_request'],
    ['with a star', [host], { url: '*' }, 'malformed_request'],
    ['that expects leave', [host, ['Expect', '100-Continue']], {}, null],
    ['that expects more', [host, ['Expect', '200-ok']], {}, 'expectation_failed'],
    ['in chunks', [host, ['Transfer-Encoding', 'Chunked']], {}, null],
    ['in chunks in HTTP/1.0', [host, ['Transfer-Encoding', 'chunked']], { httpVersion: '1.0' }, 'malformed_request'],
    ['that says HTTP/2.0 in words', [host], { httpVersion: '2.0' }, 'malformed_request'],
    [
      'that says HTTP/0.9, in chunks',
      [host, ['Transfer-Encoding', 'chunked']],
      { httpVersion: '0.9' },
      'malformed_request',
    ],
    ['in an unknown coding', [host, ['Transfer-Encoding', 'gzip, chunked']], {}, 'not_implemented'],
    ['with two cookies', [host, ['Cookie', 'a'], ['Cookie', 'b']], {}, null],
  ])('%s', async (_, headers, head, code) => {
    expect(await check(headers, head)).toBe(code);
  });

  it.each([
    'Authorization',
    'X-API-Key',
    'Host',
    'Content-Type',
    'Content-Length',
    'X-Request-Id',
    'X-Product-Sku',
    'X-Region-Code',
  ])('may say %s only once, also where both say the same', async (name) => {
    expect(await check([host, [name, 'x'], [name.toLowerCase(), 'x']])).toBe('invalid_header');
  });
});

describe('a request id of the caller', () => {
  it.each(['a', '!', '~'.repeat(128), 'req-1/2:3'])('is taken: %s', (id) => {
    expect(readRequestId(id)).toBe(id);
  });

  it.each(['', ' ', 'a b', 'ä', 'a\tb', '\u007f', 'x'.repeat(129), 'x'.repeat(9_000)])('is refused: %j', async (id) => {
    expect(await codeOf(() => readRequestId(id))).toBe('invalid_header');
  });

  it('is null where none was sent', () => {
    expect(readRequestId(undefined)).toBeNull();
  });

  it('is not repeated in the refusal, only measured', () => {
    expect(() => readRequestId('<img> '.repeat(50))).toThrow('you sent 300.');
    expect(() => readRequestId('a b')).toThrow('you sent 3, not all of them visible ASCII.');
    expect(() => readRequestId('')).toThrow('you sent none.');
  });
});

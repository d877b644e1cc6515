import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const rest = '"messages":[{"role":"user","content":"Hi"}]';

/** Bodies that are no JSON object which can be trusted, and a word that the refusal must have. */
const refused: readonly (readonly [string, string, string])[] = [
  ['nothing', '', 'empty'],
  ['half an object', `{"model":"test-model",`, 'JSON'],
  ['something behind it', `{"model":"test-model",${rest}} x`, 'JSON'],
  ['NaN', `{"model":"test-model",${rest},"temperature":NaN}`, 'JSON'],
  ['a comma too many', `{"model":"test-model",${rest},}`, 'JSON'],
  ['single quotes', `{'model':'test-model'}`, 'JSON'],
  ['null', 'null', ''],
  ['an array', '[]', ''],
  ['a string', '"x"', ''],
  ['a number', '1', ''],
  ['model twice', `{"model":"test-model",${rest},"model":"other"}`, 'model'],
  ['model twice, once escaped', `{"model":"test-model",${rest},"mod\\u0065l":"other"}`, 'model'],
  ['max_tokens twice', `{"model":"test-model",${rest},"max_tokens":1,"max_tokens":100000}`, 'max_tokens'],
  ['stream twice', `{"model":"test-model",${rest},"stream":false,"stream":true}`, 'stream'],
  ['a max_tokens beyond reason', `{"model":"test-model",${rest},"max_tokens":1e400}`, ''],
  ['a max_tokens of text', `{"model":"test-model",${rest},"max_tokens":"10"}`, 'max_tokens'],
  ['n with a fraction', `{"model":"test-model",${rest},"n":1.5}`, 'n'],
  ['65 levels', `{"model":"test-model",${rest},"x":${'['.repeat(64)}${']'.repeat(64)}}`, '64'],
  ['a bomb of elements', `{"model":"test-model",${rest},"x":[${'{},'.repeat(400_000)}{}]}`, ''],
  ['no model', `{${rest}}`, 'model'],
  ['an empty model', `{"model":"",${rest}}`, ''],
  ['no messages', `{"model":"test-model"}`, 'messages'],
];

const accepted: readonly (readonly [string, string])[] = [
  ['64 levels', `{"model":"test-model",${rest},"x":${'['.repeat(63)}${']'.repeat(63)}}`],
  ['__proto__ as a key', `{"model":"test-model",${rest},"__proto__":{"model":"other"},"constructor":{"prototype":1}}`],
  ['a lone surrogate', `{"model":"test-model","messages":[{"role":"user","content":"\\ud800"}]}`],
  ['a number beyond 2^53', `{"model":"test-model",${rest},"seed":9007199254740993}`],
  ['minus zero', `{"model":"test-model",${rest},"temperature":-0}`],
];

describe('a JSON body', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
    // The first body compiles the document's schemas; the figures below are of later ones.
    await gateway.call(chatCall.path, { body: chatCall.request });
  });
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(json(chatCall.answer));
  });
  afterAll(() => gateway.close());

  it.each(refused)('with %s is refused before it costs anything', async (_name, body, word) => {
    const response = await gateway.call(chatCall.path, { method: 'POST', body });
    const { error } = (await response.json()) as { error: { message: string; param: string | null } };
    const expected = body.includes('"model":""') ? [400, 404] : [400];
    expect(expected).toContain(response.status);
    expect(error.message).toContain(word);
    expect(error.message).not.toMatch(/at position|Unexpected token|SyntaxError/);
    expect(gateway.upstream.requests).toHaveLength(0);
  });

  it.each(accepted)('with %s goes through as it is', async (_name, body) => {
    const response = await gateway.call(chatCall.path, { body });
    expect(response.status).toBe(200);
    expect(gateway.upstream.requests[0]?.body.toString()).toBe(body);
  });

  it('may start with a byte order mark or be refused, but is never changed', async () => {
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify(chatCall.request))]);
    const response = await gateway.call(chatCall.path, { body });
    expect([200, 400]).toContain(response.status);
    if (response.status === 200) expect(gateway.upstream.requests[0]?.body.equals(body)).toBe(true);
  });
});

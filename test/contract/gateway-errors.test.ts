import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { errorCodes, type ErrorCode } from '../../src/errors/codes.ts';
import { anthropicTypeOf, type Surface } from '../../src/errors/gateway-error.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../../src/shared/json/json.ts';
import { json } from '../fakes/script.ts';
import { answerSchemas } from './answer-schemas.ts';
import { errorCases, type Meet } from './error-cases.ts';
import { startErrorGateway, type ErrorGateway } from './start-error-gateway.ts';

/** The document of each surface, and its schema of an error. */
const documents: Readonly<Record<Surface, readonly [file: string, schema: string]>> = {
  a: ['spec-a', 'ErrorResponse'],
  b: ['spec-b', 'Error'],
  console: ['console', 'Problem'],
};

/** Of these the document shows another way to meet them. */
const shownOtherwise: ReadonlySet<ErrorCode> = new Set(['invalid_api_key']);

/** The longer words of a message: what is left when names and figures are taken away. */
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]{4,}/g) ?? [];

/** Errors that the document shows for a code. */
function examplesOf(document: JsonObject, code: ErrorCode): readonly JsonObject[] {
  const shown: JsonObject[] = [];
  JSON.stringify(document, (_, value: unknown) => {
    const error = objectOf(objectOf(value)['error']);
    if (error['code'] === code && typeof error['message'] === 'string') shown.push(error);
    return value;
  });
  return shown;
}

/** Their `param` depends on what was sent: it is the field or header itself. */
const anyParam: ReadonlySet<ErrorCode> = new Set(['invalid_value', 'invalid_header']);

/** Whether an error names the same part of the request as an example of its code, or none where that names none. */
const namesAlike = (code: ErrorCode, { param }: JsonObject, shown: readonly JsonObject[]): boolean =>
  shown.some((example) => example['param'] === param || (anyParam.has(code) && typeof param === 'string'));

const codes = Object.keys(errorCodes) as ErrorCode[];

describe.each(['a', 'b', 'console'] as const)('an error of our own on surface %s', (surface) => {
  const [file, schema] = documents[surface];
  const document = objectOf(JSON.parse(readFileSync(`generated/${file}/openapi.json`, 'utf8')));
  const schemas = answerSchemas(document);
  let gateway: ErrorGateway;
  beforeAll(async () => {
    gateway = await startErrorGateway();
  });
  afterAll(() => gateway.close());

  const met = codes.flatMap((code) => {
    const meet = errorCases[code][surface];
    return typeof meet === 'string' ? [] : [[code, meet] as const];
  });

  it.each(met)('%s is met, in the shape and with the status that the document gives it', async (code, meet: Meet) => {
    const response = await meet(gateway);
    const row = errorCodes[code];
    const body = objectOf(parseJson(response.body));
    expect(response.status, response.body).toBe(row.status);
    expect(schemas.checkComponent(schema, body), response.body).toBe('');
    if (surface === 'b') expect(objectOf(body['error'])['type']).toBe(anthropicTypeOf(row.status));
    else expect((surface === 'a' ? objectOf(body['error']) : body)['code']).toBe(code);
    if (surface === 'a' && !shownOtherwise.has(code)) {
      const said = new Set(wordsOf(response.body));
      const shown = examplesOf(document, code);
      const unsaid = shown.map(({ message }) => wordsOf(stringOf(message) ?? '').filter((word) => !said.has(word)));
      expect(Math.min(...unsaid.map(({ length }) => length)), response.body).toBeLessThanOrEqual(4);
      expect(namesAlike(code, objectOf(body['error']), shown), response.body).toBe(true);
    }
    expect(response.headers).toMatchObject({
      'content-type': surface === 'console' ? 'application/problem+json' : 'application/json',
      'x-diglot-error-source': 'gateway',
      'x-request-id': response.headers['request-id'],
    });
    expect(response.headers['x-should-retry']).toBe(row.retry ? undefined : 'false');
    expect(response.body).not.toMatch(/CANARY|constraint failed|no such (table|column)|SQLITE/);
  });
});

describe('a failure that may pass', () => {
  let gateway: ErrorGateway;
  beforeAll(async () => {
    gateway = await startErrorGateway();
  });
  afterAll(() => gateway.close());
  const body = { model: 'test-model', max_tokens: 16, messages: [{ role: 'user', content: 'Hello' }] };

  it.each(['/v1/chat/completions', '/v1/messages', '/v1/responses', '/v1/embeddings'])(
    'is final once the upstream has answered, so that its work is done once: %s',
    async (path) => {
      const usage = { prompt_tokens: 1, completion_tokens: 1, input_tokens: 1, output_tokens: 1 };
      gateway.upstream.next(json({ id: 'c', object: 'x', choices: [], content: [], output: [], data: [], usage }));
      const asked = {
        line: `POST ${path}`,
        whose: 'unwritten',
        body: { ...body, input: 'Hello', store: false },
      } as const;
      const { status, headers } = await gateway.ask(asked);
      expect([status, headers['x-should-retry']]).toEqual([503, 'false']);
      const before = await gateway.ask({ ...asked, whose: 'full' });
      expect([before.status, before.headers['x-should-retry']]).toEqual([503, undefined]);
    },
  );
});

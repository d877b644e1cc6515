import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseBody } from '../../src/http/read-body.ts';
import { isObject, type Json, type JsonObject } from '../../src/shared/json/json.ts';
import { longString } from '../../src/shared/json/structure.ts';
import { hasCorpus, recordedBodies } from '../fakes/corpus.ts';
import { receivedBody } from '../fakes/received-body.ts';
import { chatCall, messagesCall } from '../fakes/sample-calls.ts';
import { checkBodies, type CheckBody } from './check-bodies.ts';

const operationsA: Readonly<Record<string, string>> = { chat: 'createChatCompletion', responses: 'createResponse' };
const operationsB: Readonly<Record<string, string>> = { messages: 'createMessage' };

/** Paths to the strings of a value. */
function stringsIn(
  value: Json | undefined,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value === 'string') return [path];
  if (Array.isArray(value)) return (value as Json[]).flatMap((each, index) => stringsIn(each, [...path, index]));
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => stringsIn(each, [...path, name])) : [];
}

function withString(value: Json | undefined, [step, ...rest]: readonly (string | number)[], text: string): Json {
  if (step === undefined) return text;
  if (Array.isArray(value))
    return (value as Json[]).map((each, index) => (index === step ? withString(each, rest, text) : each));
  return { ...(value as JsonObject), [step]: withString((value as JsonObject)[step], rest, text) };
}

/** Longer than what is cut and than nearly every limit; and longer than the limits of pictures and files in Base64. */
const texts = ['QUJD'.repeat(3_000), `data:image/png;base64,${'QUJD'.repeat(9_000)}`];

/** The sentences with which two forms of a body are refused; null: let through. */
async function bothVerdicts(checkBody: CheckBody, operation: string, body: JsonObject) {
  const received = receivedBody(Buffer.from(JSON.stringify(body)));
  const outline = parseBody(received);
  const whole = parseBody({ ...received, strings: [] });
  expect(outline.cuts.saved).toBeGreaterThan(0);
  return { outline: await checkBody(operation, outline.value), whole: await checkBody(operation, whole.value) };
}

async function differing(
  checkBody: CheckBody,
  operation: string,
  bodies: readonly JsonObject[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const body of bodies) {
    const paths = stringsIn(body);
    // Some places of a long conversation, others in each.
    for (const path of paths.filter((_, index) => paths.length < 12 || index % Math.ceil(paths.length / 12) === 0))
      for (const text of texts) {
        const changed = withString(body, path, text) as JsonObject;
        if (JSON.stringify(changed).length > 2 * text.length) continue;
        const { outline, whole } = await bothVerdicts(checkBody, operation, changed);
        if (outline !== whole) found.push(`${path.join('.')}: ${outline} / ${whole}`);
      }
  }
  return found;
}

const recorded = (operations: Readonly<Record<string, string>>, endpoint: string): readonly JsonObject[] =>
  hasCorpus
    ? recordedBodies([endpoint])
        .filter((_, index) => index % (operations[endpoint] === 'createChatCompletion' ? 12 : 8) === 0)
        .map(({ body }) => body)
    : [];

describe('a body in which a long string is only stood for', () => {
  it.each([
    ['spec-a', operationsA, { chat: chatCall.request, responses: { model: 'm', input: 'x', instructions: 'x' } }],
    ['spec-b', operationsB, { messages: messagesCall.request }],
  ] as const)(
    'is let through and refused as the whole body is: %s',
    { timeout: 120_000 },
    async (spec, operations, samples) => {
      const checkBody = checkBodies(spec);
      for (const [endpoint, sample] of Object.entries(samples)) {
        const bodies = [sample as JsonObject, ...recorded(operations, endpoint)];
        expect(await differing(checkBody, operations[endpoint] ?? '', bodies)).toEqual([]);
      }
    },
  );

  it.each(['spec-a', 'spec-b'])('is never what a pattern is about: %s', (spec) => {
    const unbounded: string[] = [];
    const walk = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return;
      const { pattern, maxLength } = value as { readonly pattern?: unknown; readonly maxLength?: number };
      if (typeof pattern === 'string' && !(maxLength !== undefined && maxLength < longString)) unbounded.push(path);
      for (const [name, each] of Object.entries(value)) walk(each, `${path}/${name}`);
    };
    const { components } = JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')) as {
      readonly components: { readonly schemas: object };
    };
    walk(components.schemas, '');
    expect(unbounded).toEqual([]);
  });

  it('keeps to limits of length to the character', async () => {
    const checkBody = checkBodies('spec-a');
    const limit = 10_485_760;
    for (const [length, isRefused] of [
      [limit, false],
      [limit + 1, true],
    ] as const) {
      const body = { model: 'm', input: [{ type: 'function_call_output', call_id: 'c', output: 'x'.repeat(length) }] };
      const { outline, whole } = await bothVerdicts(checkBody, 'createResponse', body);
      expect(outline).toBe(whole);
      expect(outline !== null).toBe(isRefused);
    }
  });
});

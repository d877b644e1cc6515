import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCodes, type ErrorCode } from '../../src/errors/codes.ts';
import { resolve } from '../../scripts/generate/follow-reference.ts';
import { anthropicTypeOf, openaiTypeOf } from '../../src/errors/gateway-error.ts';
import { isUpstreamCode, upstreamCodes } from '../../src/errors/upstream-codes.ts';
import { objectOf, stringOf, type JsonObject } from '../../src/shared/json/json.ts';
import { sdkDocuments } from '../contract/sdk-documents.ts';

interface Example {
  readonly place: string;
  readonly status: string;
  readonly name: string;
  readonly error: JsonObject;
  /** Spec B has it in the body. */
  readonly requestId: string | null;
}

/** Every error example of every operation. Examples called `upstream…` show what a provider said: their words are its own. */
function errorExamples(document: JsonObject): readonly Example[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).flatMap(([method, operation]) =>
      Object.entries(objectOf(objectOf(operation)['responses']))
        .filter(([status]) => /^[45]/.test(status))
        .flatMap(([status, response]) => {
          const media = objectOf(objectOf(resolve(document, response)['content'])['application/json']);
          return Object.entries(objectOf(media['examples'])).map(([name, example]) => {
            const body = objectOf(resolve(document, example)['value']);
            const place = `${method.toUpperCase()} ${path} ${status} ${name}`;
            return { place, status, name, error: objectOf(body['error']), requestId: stringOf(body['request_id']) };
          });
        }),
    ),
  );
}

const isCode = (code: string | null): code is ErrorCode => code !== null && code in errorCodes;
const isOurs = ({ name }: Example): boolean => !name.startsWith('upstream') || isCode(name);
const agrees = (status: string, actual: number): boolean =>
  status === String(actual) || status === `${Math.floor(actual / 100)}XX`;

const consoleDocument = readFileSync('generated/console/openapi.json', 'utf8');

describe('errors of the documents and of the table', () => {
  const [specA, specB] = sdkDocuments.map(({ document }) => errorExamples(document));

  it('are the same on Spec A: code, status and type', () => {
    const wrong = (specA ?? []).filter(isOurs).filter(({ status, error }) => {
      const code = stringOf(error['code']);
      return !isCode(code) || !agrees(status, errorCodes[code].status) || errorCodes[code].openai !== error['type'];
    });
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('are the same on Spec A where an upstream sent them: the type by the status, the code of the list', () => {
    const wrong = (specA ?? [])
      .filter((example) => !isOurs(example))
      .filter(({ status, error }) => {
        const code = stringOf(error['code']);
        const number = Number(status.replace('XX', '00'));
        return !isUpstreamCode(code ?? '') || openaiTypeOf(number) !== error['type'];
      });
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('are the same on Spec B: the type follows from the status', () => {
    const own = new Set(Object.values(errorCodes).map(({ status }) => String(status)));
    const shown = (specB ?? []).filter(({ status }) => own.has(status));
    expect(shown.length).toBeGreaterThan(0);
    const wrong = shown.filter(({ status, error }) => anthropicTypeOf(Number(status)) !== error['type']);
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('quote the id of their own request on Spec B', () => {
    const quoting = (specB ?? []).filter(({ error }) => /\breq_/.test(stringOf(error['message']) ?? ''));
    expect(quoting.length).toBeGreaterThan(0);
    const wrong = quoting.filter(({ error, requestId }) => !stringOf(error['message'])?.includes(requestId ?? 'none'));
    expect(wrong.map(({ place }) => place)).toEqual([]);
  });

  it('are all there: every code is named in the document of Spec A, or in that of the control API', () => {
    const text = JSON.stringify(sdkDocuments[0]?.document) + consoleDocument;
    const unnamed = [...Object.keys(errorCodes), ...Object.keys(upstreamCodes)].filter(
      (code) => !text.includes(`"${code}"`) && !text.includes(`\`${code}\``),
    );
    expect(unnamed).toEqual([]);
  });

  it('never include 429 or 402, which only an upstream sends', () => {
    const statuses = Object.values(errorCodes).map(({ status }): number => status);
    expect(statuses.filter((status) => status === 429 || status === 402)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { suggestModel } from '../../../src/pipeline/translation/suggest-model.ts';
import { UntranslatedError } from '../../../src/pipeline/translation/translation.ts';
import { noCuts } from '../../../src/shared/json/skim.ts';

const mebibyte = 1_048_576;

/** How many of twenty models are tried for a refused request. @param saved bytes of it that were cut out */
function triedFor(length: number, saved = 0): number {
  let tried = 0;
  const ids = Array.from({ length: 20 }, (_, index) => ({ id: `m${index}` }));
  const router = {
    listModels: () => ids,
    route: ({ model }: { model: string }) => ({ provider: { id: 'p' }, upstreamModel: model, model: {}, wires: null }),
  };
  const request = (): never => {
    tried += 1;
    throw new GatewayError('invalid_value', 'It cannot be written.');
  };
  const call = { bytes: Buffer.alloc(length), caller: {}, spec: 'a', operation: {}, headers: {}, query: {} };
  const upstreamDraft = { request, cuts: { ...noCuts, saved }, facts: { model: 'other' } };
  const error = new UntranslatedError({ code: 'invalid_value', message: 'n cannot be sent.', param: 'n' });
  expect(suggestModel({ call, upstreamDraft, error } as never, { router, limits: () => ({}) } as never)).toBe(error);
  return tried;
}

describe('the models that are tried for a refused request', () => {
  it.each([
    [1_000, 0, 12],
    [mebibyte / 4, 0, 4],
    [mebibyte, 0, 1],
    [mebibyte + 1, 0, 0],
    [1_000, 30 * mebibyte, 0],
  ])('together write a mebibyte at most: of %i bytes, and %i that were cut out', (length, saved, most) => {
    expect(triedFor(length, saved)).toBe(most);
  });
});

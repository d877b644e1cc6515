import { describe, expect, it, vi } from 'vitest';
import { explainRefusal } from '../../../src/contract/explain-refusal.ts';

const schema = { type: 'object', properties: { input: { type: 'string', maxLength: 10 } } };
const operation = { requestBody: { content: { 'application/json': { schema } } } };

/** The message for a text of more than 10 characters. */
function explain(input: string): string {
  const error = explainRefusal(
    { status: 400, errors: [{ path: '/body/input', errorCode: 'maxLength.openapi.validation' }] },
    {
      validated: { params: {}, query: {}, headers: {}, body: { input } },
      document: { paths: { '/x': { post: operation } } },
      method: 'post',
      path: '/x',
    },
  );
  return error instanceof Error ? error.message : '';
}

describe('the refusal of a text that is too long', () => {
  it('counts its characters as the validator does', () => {
    expect(explain('🌍é'.repeat(10))).toBe('input must have at most 10 characters; you sent 20.');
    expect(explain(`${'x'.repeat(20)}\ud83c`)).toBe('input must have at most 10 characters; you sent 21.');
  });

  it('makes no list of them, which would take ten times the memory of the text', () => {
    const long = 'x'.repeat(1_000_000);
    const iterate = vi.spyOn(String.prototype, Symbol.iterator);
    try {
      expect(explain(long)).toBe('input must have at most 10 characters; you sent 1,000,000.');
      expect(iterate.mock.contexts.filter((each) => String(each).length === long.length)).toEqual([]);
    } finally {
      iterate.mockRestore();
    }
  });
});

import { format, inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/shared/secret.ts';

const value = 'CANARY-sk-0123456789';
const secret = new Secret(value);

describe('a secret', () => {
  it.each<[string, () => unknown]>([
    ['JSON', () => JSON.stringify({ secret, list: [secret] })],
    // oxlint-disable-next-line typescript/restrict-template-expressions -- the very mistake that must do no harm
    ['a template', () => `${secret}`],
    ['a text', () => String(secret)],
    ['inspect', () => inspect({ deep: { secret } }, { depth: 9, showHidden: true, getters: true })],
    ['inspect without its own word', () => inspect(secret, { customInspect: false, showHidden: true })],
    ['format', () => format('%s %o %O %j %d', secret, secret, secret, secret, secret)],
    ['an error', () => inspect(new Error('failed', { cause: secret }), { showHidden: true })],
    ['an error of errors', () => inspect(new AggregateError([new Error('x', { cause: { secret } })]), { depth: 9 })],
    ['a structured clone', () => inspect(structuredClone({ secret }), { depth: 9, showHidden: true })],
    ['its entries', () => JSON.stringify([Object.entries(secret), Reflect.ownKeys(secret), { ...secret }])],
    ['a map key', () => inspect(new Map([[secret, secret]]))],
  ])('does not show in %s', (_, show) => {
    expect(String(show())).not.toContain('CANARY');
  });

  it('says that something was left out', () => {
    expect([String(secret), JSON.stringify({ secret }), inspect({ secret })]).toEqual([
      '[secret]',
      '{"secret":"[secret]"}',
      '{ secret: [secret] }',
    ]);
  });

  it('is revealed on an explicit request', () => {
    expect(secret.reveal()).toBe(value);
  });

  it('shows its end only where twelve characters hide it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(new Secret(text).lastFour()).toBe(text.length < 12 ? '' : text.slice(text.length - 4));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { unrestricted, type Caller, type Scope } from '../../../src/identity/caller.ts';
import { assertScope, mayUse, type ScopePart } from '../../../src/identity/authenticate.ts';
import { callerOf } from '../../fakes/make-caller.ts';

const callerWith = (scope: Partial<Scope>): Caller => callerOf({ scope: { ...unrestricted, ...scope } });

const parts: readonly ScopePart[] = ['models', 'operations', 'products', 'regions'];

describe('the scope of a key', () => {
  it.each(parts)('does not restrict %s when it says nothing of them', (part) => {
    expect(mayUse(unrestricted, part, 'anything')).toBe(true);
  });

  it.each(parts)('covers no %s when its list is empty', (part) => {
    expect(mayUse({ ...unrestricted, [part]: [] }, part, 'anything')).toBe(false);
    expect(() => assertScope(callerWith({ [part]: [] }), part, 'anything')).toThrow(/Its scope for \w+: none\./);
  });

  it.each(parts)('covers only what it names of %s, and restricts nothing else', (part) => {
    const caller = callerWith({ [part]: ['one', 'two-*'] });
    for (const name of ['one', 'two-', 'two-more']) expect(() => assertScope(caller, part, name)).not.toThrow();
    for (const name of ['One', 'one-more', 'two', 'three', '*', '']) {
      expect(() => assertScope(caller, part, name)).toThrow(
        expect.objectContaining({ code: 'out_of_scope', status: 403 }),
      );
    }
    for (const another of parts.filter((candidate) => candidate !== part)) {
      expect(mayUse(caller.scope, another, 'three')).toBe(true);
    }
  });

  it('names the key, the part, the thing and what is allowed instead', () => {
    expect(() => assertScope(callerWith({ models: ['small', 'tiny*'] }), 'models', 'large')).toThrow(
      "The key ci may not use the model large. Its scope for models: small, tiny*. Use another key, or ask the people who manage this workspace's keys to change the scope, on the API Keys page of the console, or with `diglot keys update key_1 --models <list>`.",
    );
  });

  it('lists at most ten names, and echoes at most 64 characters', () => {
    const models = Array.from({ length: 12 }, (_, index) => `m${index}`);
    const listing = (count: number) => () =>
      assertScope(callerWith({ models: models.slice(0, count) }), 'models', 'other');
    expect(() => assertScope(callerWith({ models }), 'models', 'x'.repeat(500))).toThrow(/ x{63}…\. .*m9 and 2 more\./);
    expect(listing(11)).toThrow(/, m9 and 1 more\./);
    expect(listing(10)).toThrow(/, m9\./);
  });
});

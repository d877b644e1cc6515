import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/shared/json/json.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { marks, privateWords } from '../../../src/providers/private-words.ts';
import { isTidy, tidyMessage } from '../../../src/providers/tidy-message.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';
import { innocentMessages } from './innocent-messages.ts';
import { leakedKey, leakyMessages } from './leaky-messages.ts';
import { poisonedMessages } from './poisoned-messages.ts';

/** Every text in an error's body, a whole error as JSON text among them. */
function collectTexts(value: unknown, texts: Set<string>): void {
  const inner = typeof value === 'string' ? parseJson(value) : value;
  if (typeof value === 'string') texts.add(value);
  if (typeof inner === 'object' && inner !== null) for (const each of Object.values(inner)) collectTexts(each, texts);
}

describe('an upstream’s message', () => {
  it.each(poisonedMessages)('loses what is private: %j', (message, secrets, kept) => {
    const tidied = tidyMessage(message, []);
    for (const secret of secrets) expect(tidied).not.toContain(secret);
    expect(tidied).toContain(kept);
    expect(isTidy(message, [])).toBe(false);
  });

  it.each(innocentMessages)('stays word for word: %j', (message) => {
    expect(tidyMessage(message, [])).toBe(message);
    expect(isTidy(message, [])).toBe(true);
  });

  it('has enough cases of both kinds', () => {
    expect([poisonedMessages.length >= 130, innocentMessages.length >= 60]).toEqual([true, true]);
    expect(leakyMessages.length).toBeGreaterThan(20);
  });

  it('loses the same in the midst of other words', () => {
    for (const [message, secrets] of poisonedMessages.filter(([text]) => !text.includes('\n'))) {
      const tidied = tidyMessage(`The engine said (${message}), sorry.`, []);
      for (const secret of secrets) expect(tidied).not.toContain(secret);
    }
  });

  it.skipIf(!hasCorpus)(`stays word for word where a real upstream said it${corpusNote}`, () => {
    const real = new Set<string>();
    for (const { status, response_body: body } of recordedPairs()) if (status >= 400) collectTexts(body, real);
    expect(real.size).toBeGreaterThan(60);
    for (const credential of [[], [new Secret(leakedKey)], [new Secret('sk-proj-0123456789abcdefABCDEF')]]) {
      const changed = [...real].filter((text) => tidyMessage(text, credential) !== text);
      // A key that was masked, and names of the account.
      expect(changed.filter((text) => !/API key provided|^user_|API key ID/.test(text))).toEqual([]);
    }
  });

  it.each(leakyMessages)('loses our own credential in disguise: %j', (leak, secrets) => {
    const credential = [new Secret(leakedKey)];
    for (const message of [leak, `The engine said: ${leak} (sorry)`, `{"x":"${leak}"} and so on`]) {
      const tidied = tidyMessage(message, credential);
      for (const secret of secrets) expect(tidied).not.toContain(secret);
      expect(isTidy(message, credential)).toBe(false);
      expect(tidyMessage(tidied, credential)).toBe(tidied);
    }
    expect(tidyMessage(`The engine said: ${leak} (sorry)`, credential)).toMatch(/^The engine said: .*\(sorry\)$/s);
  });

  it('is tidy once it has been tidied', () => {
    const piece = fc.oneof(
      fc.constantFrom(...poisonedMessages.map(([message]) => message), ...innocentMessages),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.constantFrom(' ', '\n', ''), (pieces, between) => {
        const once = tidyMessage(pieces.join(between), []);
        expect(tidyMessage(once, [])).toBe(once);
        expect(once.length).toBeLessThanOrEqual(1_024);
        expect(once.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('loses our own credential, whatever it looks like', () => {
    const credential = [new Secret('correct horse battery')];
    const message = 'The key correct horse battery is not active.';
    expect(tidyMessage(message, credential)).toBe('The key [redacted] is not active.');
    expect([isTidy(message, credential), isTidy(message, [])]).toEqual([false, true]);
    const around = 'The key correct Traceback (most recent call last):\nhorse battery is not active.';
    expect(tidyMessage(around, credential)).toBe('The key [redacted] is not active.');
    expect(tidyMessage('The word key stays.', [new Secret('key')])).toBe('The word key stays.');
  });

  it('is cut at 1,024 characters, never within one', () => {
    expect(tidyMessage('x'.repeat(1_024), [])).toHaveLength(1_024);
    expect(tidyMessage('word '.repeat(400), [])).toMatch(/^.{1023}…$/);
    for (const before of ['', 'x']) expect(tidyMessage(before + '👋'.repeat(900), [])).toMatch(/👋…$/u);
  });

  it.each([
    'a.',
    'at ',
    ' ',
    '\n',
    '\t',
    '-',
    'sk-',
    'a@',
    'a@a.',
    '1.',
    ':',
    'fe80:',
    '/home/',
    'key',
    'SELECT ',
    ' at x ',
    '"',
    'a-',
    '0',
    'Bearer ',
    'https://a',
    'api_key:',
    '#0 ',
    '::',
    'token = ',
    '\\\\',
    'user_',
    'eyJ',
    '\u001b[',
    'api_',
    'token:',
    'password=',
    'host=a-',
    'https://',
    '/usr/',
    '@',
    'key-',
    'a1-',
    'a.b',
    'router',
    'key=',
    'pod a',
    'password is ',
    'token "',
    'authorization: ',
    'cookie: a=b; ',
    'node-',
    '%2F',
    '%25',
    '\\u00',
    'x-1a2b3c',
    'namespace a-b',
    'secret ',
    '\n  at x',
    '\\n  at x',
    '\n(a 1.0) ',
    ' thrown in ',
  ])('is looked through once by each pattern, however often %j stands in it', (piece) => {
    expect(tidyMessage(piece.repeat(1_000_000 / piece.length), []).length).toBeLessThanOrEqual(1_024);
    // Looked through from each of its places to the end, it would take minutes, more than a test may.
    const text = piece.repeat(400_000 / piece.length);
    for (const [pattern] of [...marks, ...privateWords])
      expect(text.replace(pattern, '').length).toBeLessThanOrEqual(text.length);
  });

  it('is matched by patterns that hold no state', () => {
    for (const [pattern] of privateWords) expect(pattern.sticky).toBe(false);
    expect([isTidy('sk-0123456789', []), isTidy('sk-0123456789', [])]).toEqual([false, false]);
  });
});

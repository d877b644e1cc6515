import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isObject, stringOf } from '../../../src/shared/json.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { marks, privateWords } from '../../../src/upstream/private-words.ts';
import { isTidy, tidyMessage } from '../../../src/upstream/tidy-message.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';
import { innocentMessages } from './innocent-messages.ts';
import { poisonedMessages } from './poisoned-messages.ts';

/** All that stands beside a message is not shown anyway. */
const messageIn = (body: unknown): string | null => {
  const error = isObject(body) ? body['error'] : null;
  return stringOf(error) ?? (isObject(error) ? stringOf(error['message']) : null);
};

describe('an upstream’s message', () => {
  it.each(poisonedMessages)('loses what is nobody’s business: %j', (message, secrets, kept) => {
    const tidied = tidyMessage(message, null);
    for (const secret of secrets) expect(tidied).not.toContain(secret);
    expect(tidied).toContain(kept);
    expect(isTidy(message, null)).toBe(false);
  });

  it.each(innocentMessages)('stays word for word: %j', (message) => {
    expect(tidyMessage(message, null)).toBe(message);
    expect(isTidy(message, null)).toBe(true);
  });

  it('is told in numbers: enough of both kinds', () => {
    expect([poisonedMessages.length >= 60, innocentMessages.length >= 40]).toEqual([true, true]);
  });

  it('loses the same in the midst of other words', () => {
    for (const [message, secrets] of poisonedMessages.filter(([text]) => !text.includes('\n'))) {
      const tidied = tidyMessage(`The engine said (${message}), sorry.`, null);
      for (const secret of secrets) expect(tidied).not.toContain(secret);
    }
  });

  it.skipIf(!hasCorpus)(`stays word for word where a real upstream said it${corpusNote}`, () => {
    const real = new Set<string>();
    for (const { status, response_body: body } of recordedPairs()) {
      const message = status >= 400 ? messageIn(body) : null;
      if (message !== null && !message.includes('API key provided')) real.add(message);
    }
    expect(real.size).toBeGreaterThan(25);
    for (const message of real) expect(tidyMessage(message, null)).toBe(message);
  });

  it('is tidy once it has been tidied', () => {
    const piece = fc.oneof(
      fc.constantFrom(...poisonedMessages.map(([message]) => message), ...innocentMessages),
      fc.string({ unit: 'binary', maxLength: 30 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), fc.constantFrom(' ', '\n', ''), (pieces, between) => {
        const once = tidyMessage(pieces.join(between), null);
        expect(tidyMessage(once, null)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(1_024);
        expect(once.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('loses our own credential, whatever it looks like', () => {
    const credential = new Secret('correct horse battery');
    const message = 'The key correct horse battery is not active.';
    expect(tidyMessage(message, credential)).toBe('The key [redacted] is not active.');
    expect([isTidy(message, credential), isTidy(message, null)]).toEqual([false, true]);
    const around = 'The key correct Traceback (most recent call last):\nhorse battery is not active.';
    expect(tidyMessage(around, credential)).toBe('The key [redacted] is not active.');
    expect(tidyMessage('The word key stays.', new Secret('key'))).toBe('The word key stays.');
  });

  it('is cut at 1,024 characters, never within one', () => {
    expect(tidyMessage('x'.repeat(1_024), null)).toHaveLength(1_024);
    expect(tidyMessage('word '.repeat(400), null)).toMatch(/^.{1023}…$/);
    for (const before of ['', 'x']) expect(tidyMessage(before + '👋'.repeat(900), null)).toMatch(/👋…$/u);
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
  ])('is looked through once by each pattern, however often %j stands in it', (piece) => {
    expect(tidyMessage(piece.repeat(1_000_000 / piece.length), null).length).toBeLessThanOrEqual(1_024);
    // Looked through from each of its places to the end, it would take minutes, more than a test may.
    const text = piece.repeat(400_000 / piece.length);
    for (const [pattern] of [...marks, ...privateWords])
      expect(text.replace(pattern, '').length).toBeLessThanOrEqual(text.length);
  });

  it('is judged by patterns that hold no state', () => {
    for (const [pattern] of privateWords) expect(pattern.sticky).toBe(false);
    expect([isTidy('sk-0123456789', null), isTidy('sk-0123456789', null)]).toEqual([false, false]);
  });
});

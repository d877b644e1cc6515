import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../src/shared/secret.ts';
import { guardAnswer, guardHeaders } from '../../../src/providers/guard-answer.ts';
import type { UpstreamAnswer } from '../../../src/providers/upstream.ts';

const value = 'sk-CANARY/0"12+3';

const escaped = (text: string, upper: boolean): string =>
  text.replace(/./g, (one) => {
    const hex = one.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? hex.toUpperCase() : hex}`;
  });

/** The credential as answers may hold it. */
const forms: readonly (readonly [string, string])[] = [
  ['plain', value],
  ['in JSON', JSON.stringify(value).slice(1, -1)],
  ['in JSON with escaped slashes', JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
  ['in JSON for pages', value.replace('"', '\\u0022').replace('+', '\\u002b')],
  ['in JSON for pages, upper case', value.replace('"', '\\u0022').replace('+', '\\u002B')],
  ['escaped as a whole', escaped(value, false)],
  ['escaped as a whole, upper case', escaped(value, true)],
  ['in an address', encodeURIComponent(value)],
];

interface Passed {
  readonly text: string;
  readonly stopped: boolean;
  readonly aborted: boolean;
}

function answerOf(chunks: readonly Buffer[], headers: UpstreamAnswer['headers'] = {}) {
  const rest = [...chunks];
  const seen = { aborted: false };
  const answer: UpstreamAnswer = {
    status: 200,
    headers,
    read: async () => rest.shift() ?? null,
    abort: () => {
      seen.aborted = true;
    },
    secrets: () => [],
  };
  return { answer, seen };
}

async function passed(chunks: readonly Buffer[], credential = value): Promise<Passed> {
  const { answer, seen } = answerOf(chunks);
  const guarded = guardAnswer(answer, [new Secret(credential)]);
  let text = '';
  try {
    for (let chunk = await guarded.read(); chunk !== null; chunk = await guarded.read())
      text += chunk.toString('latin1');
    expect(await guarded.read()).toBeNull();
    return { text, stopped: false, aborted: seen.aborted };
  } catch (error) {
    expect(error).toMatchObject({ code: 'upstream_invalid', status: 502 });
    await expect(guarded.read()).rejects.toMatchObject({ code: 'upstream_invalid' });
    return { text, stopped: true, aborted: seen.aborted };
  }
}

const cut = (text: string, at: readonly number[]): readonly Buffer[] => {
  const places = [0, ...at, text.length];
  return places.slice(1).map((end, index) => Buffer.from(text.slice(places[index], end)));
};

describe('the guard of an answer', () => {
  it.each(forms)('stops before the credential, wherever a chunk ends: %s', async (_name, form) => {
    const text = `{"a": "the key ${form} is wrong"}`;
    const before = text.slice(0, text.indexOf(form));
    for (let at = 0; at <= text.length; at += 1) {
      expect(await passed(cut(text, [at]))).toEqual({ text: before, stopped: true, aborted: true });
    }
    const singles = cut(
      text,
      Array.from({ length: text.length - 1 }, (_, index) => index + 1),
    );
    expect(await passed(singles)).toEqual({ text: before, stopped: true, aborted: true });
  });

  it('lets every byte of any other answer pass, in order', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...forms.flatMap(([, form]) => [form.slice(0, -1), form.slice(1), form.slice(0, 5)]),
        '\n',
        'sk-',
      ),
      fc.string({ maxLength: 5 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), async (pieces) => {
        const chunks = pieces.map((one) => Buffer.from(one));
        const whole = Buffer.concat(chunks).toString('latin1');
        const first = forms.map(([, form]) => whole.indexOf(form)).filter((at) => at !== -1);
        const end = first.length === 0 ? whole.length : Math.min(...first);
        expect(await passed(chunks)).toMatchObject({ text: whole.slice(0, end), stopped: first.length > 0 });
      }),
    );
  });

  it('keeps back nothing but what may be the beginning of the credential', async () => {
    const { answer } = answerOf([Buffer.from('data: {"x"'), Buffer.from(': "sk-CANA'), Buffer.from('DA"}\n\n')]);
    const guarded = guardAnswer(answer, [new Secret(value)]);
    const seen = [await guarded.read(), await guarded.read(), await guarded.read(), await guarded.read()].map(String);
    expect(seen).toEqual(['data: {"x"', ': "', 'sk-CANADA"}\n\n', 'null']);
  });

  it('looks for no credential that may be a word', async () => {
    const { answer } = answerOf([]);
    expect(guardAnswer(answer, [new Secret('elevenbytes')])).toBe(answer);
    expect(guardAnswer(answer, [])).toBe(answer);
    expect(await passed([Buffer.from('twelve bytes')], 'twelve bytes')).toMatchObject({ text: '', stopped: true });
  });

  it('takes out the headers that hold the credential, and no others', () => {
    const { answer } = answerOf([], { 'x-request-id': `req-${value}`, via: ['a', value], etag: 'x' });
    expect(guardHeaders(answer, [new Secret(value)]).headers).toEqual({ etag: 'x' });
    const clean = answerOf([], { etag: 'x' });
    expect(guardHeaders(clean.answer, [new Secret(value)]).headers).toBe(clean.answer.headers);
  });
});

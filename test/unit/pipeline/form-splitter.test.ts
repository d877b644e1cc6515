import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, splitForm, type FormPiece } from '../../../src/pipeline/multipart/parts.ts';
import { makeForm, testBoundary } from '../../fakes/make-form.ts';
import { slices } from '../../fakes/script.ts';

const split = (chunks: readonly Buffer[], boundary = testBoundary): readonly FormPiece[] => {
  const splitter = splitForm(boundary);
  const pieces = chunks.flatMap((chunk) => splitter.push(chunk));
  splitter.finish();
  return pieces;
};

const bytesOf = (pieces: readonly FormPiece[]): Buffer =>
  Buffer.concat(pieces.flatMap((piece) => ('bytes' in piece ? [piece.bytes] : [])));

/** Name and content of each part. */
function partsOf(pieces: readonly FormPiece[]): readonly (readonly [string, string])[] {
  const parts: [string, string][] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (piece.kind === 'part') parts.push([piece.head.name, '']);
    if (piece.kind === 'content' && last) last[1] += piece.bytes.toString('latin1');
  }
  return parts;
}

/** Content that looks like a boundary for as long as possible. */
const treacherous = fc
  .array(fc.constantFrom('\r', '\n', '-', '--', '\r\n--', `\r\n--${testBoundary.slice(0, -1)}`, 'x', '\r\n\r\n'))
  .map((pieces) => pieces.join(''));

describe('a form, split', () => {
  it('gives back its very bytes and the same parts, however they were cut', () => {
    fc.assert(
      fc.property(
        fc.array(treacherous, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 90 }),
        (values, size) => {
          const form = makeForm(values.map((value, index) => ({ name: `f${index}`, value })));
          const pieces = split(slices(form, size));
          expect(bytesOf(pieces).equals(form)).toBe(true);
          expect(partsOf(pieces)).toEqual(values.map((value, index) => [`f${index}`, value]));
        },
      ),
    );
  });

  it('reads names, filenames and types', () => {
    const form = makeForm([{ name: 'file', filename: 'a "b".wav', type: 'audio/wav', value: 'x' }]);
    const quoted = Buffer.from(form.toString().replace('a "b".wav', 'a \\"b\\".wav'));
    const [head] = split([quoted]).filter((piece) => piece.kind === 'part');
    expect(head?.head).toEqual({ name: 'file', filename: 'a "b".wav', contentType: 'audio/wav' });
  });

  it('takes a line break before its first boundary, and spaces behind boundaries', () => {
    const form = Buffer.from(
      `\r\n${makeForm([{ name: 'a', value: '1' }])
        .toString()
        .replace(`--${testBoundary}\r\n`, `--${testBoundary} \t\r\n`)}`,
    );
    expect(partsOf(split([form]))).toEqual([['a', '1']]);
    expect(bytesOf(split(slices(form, 1))).equals(form)).toBe(true);
  });

  const part = (head: string): string => `--b\r\n${head}\r\n\r\n1\r\n--b--\r\n`;
  const name = 'Content-Disposition: form-data; name="a"';
  it.each([
    ['nothing', ''],
    ['another boundary', '--c\r\n'],
    ['a preamble', `hello\r\n${part(name)}`],
    ['no last boundary', `--b\r\n${name}\r\n\r\n1`],
    ['no end of a part', `--b\r\n${name}\r\n\r\n1\r\n`],
    ['a longer boundary', `--b\r\n${name}\r\n\r\n1\r\n--bb--\r\n`],
    ['a part without a head', `--b\r\n\r\n1\r\n--b--\r\n`],
    ['a part without a disposition', part('Content-Type: text/plain')],
    ['a part without a name', part('Content-Disposition: form-data')],
    ['an empty name', part('Content-Disposition: form-data; name=""')],
    ['a treacherous name', part('Content-Disposition: form-data; name="__proto__"')],
    ['two names', part(`${name}; name="b"`)],
    ['two dispositions', part(`${name}\r\n${name}`)],
    ['another disposition', part('Content-Disposition: attachment; name="a"')],
    ['a name that nests for ever', part(`Content-Disposition: form-data; name="${'[a]'.repeat(10_000)}"`)],
    ['a filename without an end', part(`${name}; filename="${'x'.repeat(8_192)}"`)],
    ['a long filename', part(`${name}; filename="${'x'.repeat(2_000)}"`)],
    ['a bad percent in filename*', part(`${name}; filename*=UTF-8''%zz`)],
    ['an encoded part', part(`${name}\r\nContent-Transfer-Encoding: base64`)],
    ['a folded header', part(`${name};\r\n filename="x"`)],
    ['a header without a colon', part(`${name}\r\nnonsense`)],
    ['a thousand and one parts', `${`--b\r\n${name}\r\n\r\n1\r\n`.repeat(1_001)}--b--\r\n`],
    ['a boundary as a header', part(`--b: x\r\n${name}`)],
    ['a boundary among headers', part(`X: y\r\n--b: x\r\n${name}`)],
    ['a part that ends before its content', `--b\r\n${name}\r\n\r\n--b\r\n${name}\r\n\r\n1\r\n--b--\r\n`],
    ['a last boundary before any content', `--b\r\n${name}\r\n\r\n--b--\r\n`],
    ['a NUL in a name', part('Content-Disposition: form-data; name="a\u0000"')],
    ['a name in two spellings', part(`${name}; name*=UTF-8''model`)],
    ['a name in another spelling alone', part("Content-Disposition: form-data; name*=UTF-8''model")],
    ['a name in pieces', part(`${name}; name*0="mod"; name*1="el"`)],
    ['a parameter that no form has', part(`${name}; x=y`)],
    ['an encoded word as a name', part('Content-Disposition: form-data; name="=?UTF-8?B?bW9kZWw=?="')],
    ['a field that sets the charset of others', part('Content-Disposition: form-data; name="_charset_"')],
    ['text in another charset', part(`${name}\r\nContent-Type: text/plain; charset=utf-16le`)],
    ['text in two charsets', part(`${name}\r\nContent-Type: text/plain; charset=utf-8; charset=utf-7`)],
    ['text in a hidden charset', part(`${name}\r\nContent-Type: text/plain; a="; charset=utf-8"; charset=utf-7`)],
    ['text in a charset behind a blank', part(`${name}\r\nContent-Type: text/plain; charset =utf-7`)],
    ['a form inside the form', part(`${name}\r\nContent-Type: multipart/mixed; boundary=c`)],
    ['quoted-printable', part(`${name}\r\nContent-Transfer-Encoding: quoted-printable`)],
    ['an epilogue', `${part(name)}--b\r\n${name}\r\n\r\n2\r\n--b--\r\n`],
    ['an epilogue of words', `${part(name)}bye`],
    ['words right behind the last boundary', `--b\r\n${name}\r\n\r\n1\r\n--b--bye\r\n`],
    ['blanks without end behind the last boundary', `${part(name)}${' '.repeat(1_000)}`],
  ])('is refused: %s', (_, text) => {
    for (const size of [1, 7, 1_000_000]) {
      expect(() => split(slices(text, size), 'b')).toThrow(/The form cannot be read/);
    }
  });

  it.each(['', '\r\n', ' \t\r\n', '\r\n\r\n', '\n'])('may end with blanks and line breaks alone: %j', (tail) => {
    const form = `--b\r\n${name}\r\n\r\n1\r\n--b--${tail}`;
    for (const size of [1, 7, 1_000]) {
      const pieces = split(slices(form, size), 'b');
      expect([partsOf(pieces), bytesOf(pieces).toString()]).toEqual([[['a', '1']], form]);
    }
  });

  it.each([
    'text/plain',
    'text/plain; charset=UTF-8',
    'text/plain;charset="us-ascii"',
    'text/plain; charset = utf-8',
    'text/plain; utf-8;',
    'application/json',
  ])('takes what any program reads the same: %s', (type) => {
    expect(partsOf(split([Buffer.from(part(`${name}\r\nContent-Type: ${type}`))], 'b'))).toEqual([['a', '1']]);
  });

  it('reads the longest heads once, whatever blanks are in them', () => {
    const heads = Array.from({ length: 1_000 }, () => `--b\r\nX: x${' '.repeat(8_000)}y\r\n${name}\r\n\r\n1\r\n`).join(
      '',
    );
    expect(partsOf(split([Buffer.from(`${heads}--b--`)], 'b'))).toHaveLength(1_000);
  });

  it('refuses a content type without a usable boundary', () => {
    expect(boundaryOf('multipart/form-data; boundary="a b"; charset=utf-8')).toBe('a b');
    for (const type of [
      '',
      '; boundary=',
      '; boundary="x',
      `; boundary=${'x'.repeat(71)}`,
      '; boundary=a; boundary=b',
      "; boundary=a; boundary*=utf-8''b",
      '; boundary*0=a; boundary*1=b',
      '; x="; boundary=a"',
      '; boundary=a; x="; boundary=b"',
      '; boundary="a" b',
    ]) {
      expect(() => boundaryOf(`multipart/form-data${type}`)).toThrow(/boundary/);
    }
    const other = 'may say boundary and charset, not foo';
    expect(() => boundaryOf('multipart/form-data; boundary=X; foo=bar')).toThrow(other);
  });
});

import fc from 'fast-check';

/** Keys that programs trip over, beside ordinary ones: escapes, marks that decoders swallow, names that objects inherit. */
const keys = fc.oneof(
  fc.constantFrom(
    'model',
    'usage',
    'data',
    'a"b',
    'back\\slash',
    '',
    'é',
    '👋',
    '\uFEFFmodel',
    '\u0000',
    'tab\t',
    '\\u0061',
  ),
  fc.constantFrom('constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '{"a":[1,{}],}',
    '\\',
    '\\\\',
    '"',
    '\\"',
    ',:{}[]',
    'x'.repeat(40) + '\\',
    'x'.repeat(40) + '"},{[,:',
    'x'.repeat(40) + '\\",":{',
    '\\'.repeat(33),
    '"'.repeat(9),
  ),
);

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(texts, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

/** One JSON string as a writer may put it: as it is, or with every character escaped. */
export const writeText = (text: string, escape: boolean): string =>
  escape
    ? `"${[...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text);

/** A JSON object as text, with its members in order. Keys may stand twice. */
export interface WrittenObject {
  readonly text: string;
  readonly members: readonly { readonly key: string; readonly value: unknown }[];
}

const space = fc.constantFrom('', '', ' ', '\n', '\r\n\t', '  ');

/** Objects written by hand: white space anywhere, keys escaped or not. */
export const writtenObjects: fc.Arbitrary<WrittenObject> = fc
  .record({
    members: fc.array(fc.record({ key: keys, value: values, escaped: fc.boolean(), indent: fc.boolean() }), {
      maxLength: 6,
    }),
    spaces: fc.array(space, { minLength: 4, maxLength: 4 }),
  })
  .map(({ members, spaces: [one = '', two = '', three = '', four = ''] }) => ({
    members: members.map(({ key, value }) => ({ key: key.toWellFormed(), value })),
    text: `${one}{${members
      .map(({ key, value, escaped, indent }) => {
        const written = JSON.stringify(value, null, indent ? 1 : 0);
        return `${two}${writeText(key.toWellFormed(), escaped)}${three}:${four}${written}${one}`;
      })
      .join(',')}${two}}${four}`,
  }));

/** Cuts bytes into chunks, also inside of a character. */
export const chunked = (bytes: Buffer, sizes: readonly number[]): Buffer[] => {
  const chunks: Buffer[] = [];
  let from = 0;
  for (let turn = 0; from < bytes.length; turn += 1) {
    const size = sizes.length === 0 ? bytes.length : (sizes[turn % sizes.length] ?? 1);
    chunks.push(Buffer.from(bytes.subarray(from, from + size)));
    from += size;
  }
  return chunks;
};

/** Sizes of chunks: all at once, byte by byte, or anything between. */
export const chunkSizes = fc.oneof(
  fc.constant<number[]>([]),
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
);

import fc from 'fast-check';

/** A piece of an answer, in no vendor's words. `cuts`: where its text is cut into deltas, in thousandths. */
export type Piece =
  | { readonly kind: 'thought'; readonly text: string; readonly signature: string; readonly cuts: readonly number[] }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly sources: readonly string[];
      readonly cuts: readonly number[];
    }
  | {
      readonly kind: 'call';
      readonly id: string;
      readonly name: string;
      readonly args: Readonly<Record<string, unknown>>;
      readonly cuts: readonly number[];
    };

/** What a vendor answers. */
export interface VendorAnswer {
  readonly pieces: readonly Piece[];
  /** Whether neighbouring calls are written at the same time, and whether words and calls are only closed at the end. */
  readonly isAtOnce: boolean;
  readonly isClosedLate: boolean;
  readonly stop: 'end' | 'limit';
  readonly usage: {
    readonly input: number;
    readonly cached: number;
    readonly output: number;
    readonly thought: number;
  };
}

/** The same answer as one body, and as the text of a stream. */
export interface Rendered {
  readonly body: object;
  readonly stream: string;
}

const letters = fc.constantFrom(
  'a',
  'é',
  '漢',
  '👩‍🚀',
  '\u2028',
  '"',
  '\\',
  '\n',
  '\r\n',
  '</script>',
  '\u0000',
  ' ',
  '{',
);
const text = fc.array(letters, { maxLength: 12 }).map((all) => all.join(''));
const sources = fc.array(fc.constantFrom('https://a.example/1', 'https://b.example/?q="x"'), { maxLength: 2 });
const cuts = fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 4 });
const args = fc.dictionary(
  fc.constantFrom('city', 'größe', '__proto__x', 'a"b'),
  fc.oneof(text, fc.constantFrom(0, -1.5, 1e21, true, null, 12345678901234), fc.array(text, { maxLength: 2 })),
  { maxKeys: 3 },
);

const piece = fc.oneof(
  fc.record({ kind: fc.constant('thought' as const), text, signature: fc.constantFrom('', 'U2ln', 'c2ln/+=='), cuts }),
  fc.record({ kind: fc.constant('text' as const), text, sources, cuts }),
  fc.record({
    kind: fc.constant('call' as const),
    id: fc.constant(''),
    name: fc.constantFrom('f', 'get_weather'),
    args,
    cuts,
  }),
);

/** Calls have ids of their own. */
const numbered = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((each, index) => (each.kind === 'call' ? { ...each, id: `call_${index}` } : each));

export const vendorAnswer: fc.Arbitrary<VendorAnswer> = fc.record({
  pieces: fc.array(piece, { maxLength: 6 }).map(numbered),
  isAtOnce: fc.boolean(),
  isClosedLate: fc.boolean(),
  stop: fc.constantFrom('end' as const, 'limit' as const),
  usage: fc
    .tuple(...([90, 90, 90, 90] as const).map((max) => fc.integer({ min: 0, max })))
    .map(([fresh = 0, cached = 0, said = 0, thought = 0]) => ({
      input: fresh + cached,
      cached,
      output: said + thought,
      thought,
    })),
});

/** A text in deltas, cut anywhere: also within a character. */
export function cutText(whole: string, at: readonly number[]): readonly string[] {
  const places = [...new Set(at.map((each) => Math.floor((each * whole.length) / 1_000)))].toSorted((a, b) => a - b);
  const ends = [...places, whole.length];
  return ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
}

/** The events of each piece, in the order in which they come. */
export function ordered(
  { pieces, isAtOnce, isClosedLate }: VendorAnswer,
  eventsOf: (piece: Piece, index: number) => readonly string[],
): readonly string[] {
  const runs: { isCalls: boolean; lists: (readonly string[])[] }[] = [];
  const ends: string[] = [];
  for (const [index, each] of pieces.entries()) {
    const events = eventsOf(each, index);
    const isLate = isClosedLate && each.kind !== 'thought';
    const begun = isLate ? events.slice(0, -1) : events;
    if (isLate) ends.push(...events.slice(-1));
    const last = runs.at(-1);
    if (isAtOnce && last?.isCalls === true && each.kind === 'call') last.lists.push(begun);
    else runs.push({ isCalls: each.kind === 'call', lists: [begun] });
  }
  const inTurn = (lists: readonly (readonly string[])[]): readonly string[] => {
    const longest = Math.max(0, ...lists.map((list) => list.length));
    return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  };
  return [...runs.flatMap(({ lists }) => inTurn(lists)), ...ends];
}

export const hasCall = ({ pieces }: VendorAnswer): boolean => pieces.some(({ kind }) => kind === 'call');
export const frame = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

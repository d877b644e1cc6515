import { expect, it } from 'vitest';
import { joinResults } from '../../../../src/wires/translation/tool-calls.ts';
import type { Part, TurnMessage } from '../../../../src/wires/translation/parts.ts';

const said = (role: TurnMessage['role'], ...parts: readonly Part[]): TurnMessage => ({
  path: 'm',
  role,
  parts,
  isString: true,
});
const text = (words: string): Part => ({ type: 'text', path: 'p', text: words });
const result = (callId: string): Part => ({
  type: 'result',
  path: 'p',
  callId,
  isError: false,
  content: [],
  isString: true,
});

it('joins messages of the user with the results beside them, which stand first', () => {
  const joined = joinResults([
    said('user', text('a')),
    said('user', text('b')),
    said('user', text('c'), result('1')),
    said('user', text('d')),
    said('user', result('2')),
    said('assistant', text('e')),
    said('user', text('f')),
  ]);
  expect(joined).toEqual([
    said('user', text('a')),
    { ...said('user', result('1'), result('2'), text('b'), text('c'), text('d')), isString: false },
    said('assistant', text('e')),
    said('user', text('f')),
  ]);
});

it('looks at each part a few times, however many follow one result', () => {
  let looks = 0;
  const counted = (): Part => ({
    path: 'p',
    text: 'x',
    get type() {
      looks += 1;
      return 'text' as const;
    },
  });
  const count = 1_000;
  const [joined] = joinResults([
    said('user', result('1')),
    ...Array.from({ length: count }, () => said('user', counted())),
  ]);
  expect(joined?.parts).toHaveLength(count + 1);
  expect(looks).toBeLessThanOrEqual(4 * count);
});

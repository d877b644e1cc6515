import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const decision = 'specs/decisions/0037-races-of-several-instances.md';

/** The rows of its table: number and file. */
const rows = [...readFileSync(decision, 'utf8').matchAll(/^\| (\d+) +\|.*`(\S+)` +\|$/gm)].map(
  ([, number = '', file = '']) => ({ number, file }),
);

it('the decision names all sixteen races', () => {
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});

it.each(rows)('race $number has a test in $file', ({ number, file }) => {
  expect(readFileSync(file, 'utf8')).toContain(`it('${number}: `);
});

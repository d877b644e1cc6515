import { expect, it } from 'vitest';
import { isComplete, newLineReport } from '../../../src/batches/charge-lines.ts';
import type { Spec } from '../../../src/catalog/catalog.ts';
import type { JsonObject } from '../../../src/shared/json/json.ts';

/** Lines that were read: those that say how they ended, of these those that succeeded, and those that cannot be read. */
type Read = readonly [ended: number, succeeded: number, unread: number];

const a = (status: string, request_counts: JsonObject | null, more: JsonObject = {}): JsonObject => ({
  status,
  request_counts,
  ...more,
});
const b = (request_counts: JsonObject | null): JsonObject => ({ processing_status: 'ended', request_counts });
const sum = (completed: number, failed: number, total = 4): JsonObject => ({ total, completed, failed });

/** The records of batches of four lines, with the least that completes each, and what does not. */
const records: readonly (readonly [Spec, JsonObject, complete: readonly Read[], partial: readonly Read[]])[] = [
  ['a', a('completed', sum(4, 0)), [[4, 4, 0]], [[3, 3, 0]]],
  [
    'a',
    a('COMPLETED', sum(2, 2)),
    [[2, 2, 0]],
    [
      [3, 1, 0],
      [2, 2, 1],
    ],
  ],
  ['a', a('completed', sum(4, 2)), [[2, 2, 0]], [[3, 1, 0]]],
  ['a', a('completed', sum(0, 4)), [[0, 0, 0]], [[0, 0, 1]]],
  [
    'a',
    a('completed', sum(40, 0, 40)),
    [
      [4, 4, 0],
      [4, 0, 3],
    ],
    [[3, 3, 0]],
  ],
  ['a', a('completed', sum(2, 9)), [[2, 2, 0]], [[1, 1, 0]]],
  ['a', a('completed', sum(0, 0)), [[4, 0, 0]], [[3, 3, 0]]],
  ['a', a('completed', sum(2, 0, 2)), [[4, 2, 0]], [[2, 2, 0]]],
  ['a', a('completed', null), [[4, 0, 0]], [[3, 3, 0]]],
  ['a', a('completed', { completed: '0', failed: '4' }), [[4, 0, 0]], [[3, 3, 0]]],
  [
    'a',
    a('cancelled', sum(2, 0)),
    [[2, 2, 0]],
    [
      [1, 1, 0],
      [0, 0, 0],
    ],
  ],
  ['a', a('cancelled', sum(0, 0)), [[0, 0, 0]], [[0, 0, 1]]],
  [
    'a',
    a('cancelled', null),
    [[4, 1, 0]],
    [
      [0, 0, 0],
      [3, 3, 0],
    ],
  ],
  ['a', a('expired', sum(1, 3)), [[1, 1, 0]], [[3, 0, 0]]],
  ['a', a('failed', null), [[0, 0, 0]], []],
  ['a', a('failed', sum(0, 0, 0)), [[0, 0, 0]], []],
  ['a', a('failed', sum(1, 0)), [[1, 1, 0]], [[0, 0, 0]]],
  ['a', a('failed', null, { output_file_id: 'file-1' }), [[4, 1, 0]], [[1, 1, 0]]],
  // Beside a file of results, counts of none, or of other lines, are not up to date.
  ...['completed', 'expired', 'cancelled', 'failed'].flatMap((status) =>
    [sum(0, 0), sum(0, 4), sum(4, 4), sum(0, 0, 0), sum(2, 0, 2)].map(
      (counts) =>
        [
          ...['a', a(status, counts, { output_file_id: 'file-1' })],
          ...[
            [[4, 1, 0]],
            [
              [0, 0, 0],
              [3, 3, 0],
            ],
          ],
        ] as unknown as readonly [Spec, JsonObject, readonly Read[], readonly Read[]],
    ),
  ),
  ['a', a('expired', sum(1, 0), { output_file_id: 'file-1' }), [[1, 1, 0]], [[0, 0, 0]]],
  ['a', a('expired', sum(0, 0), { output_file_id: '' }), [[0, 0, 0]], []],
  ['b', b({ succeeded: 4, errored: 0 }), [[4, 4, 0]], [[3, 3, 0]]],
  [
    'b',
    b({ succeeded: 2, errored: 2 }),
    [
      [2, 2, 0],
      [4, 2, 1],
    ],
    [
      [3, 1, 0],
      [2, 2, 1],
    ],
  ],
  ['b', b({ succeeded: 1, canceled: 2, expired: 1 }), [[1, 1, 0]], [[3, 0, 0]]],
  ['b', b({ succeeded: 40 }), [[4, 4, 0]], [[3, 3, 0]]],
  ['b', b({ succeeded: 0, errored: 0, processing: 4 }), [[4, 0, 0]], [[0, 0, 0]]],
  ['b', b({ succeeded: 0.5, errored: -4 }), [[4, 0, 0]], [[3, 3, 0]]],
  ['b', b(null), [[4, 0, 0]], [[3, 3, 0]]],
];

const reportOf = ([ended, succeeded, unread]: Read) => {
  const report = { ...newLineReport(), ended, succeeded };
  for (let line = 0; line < unread; line += 1) report.unread.add(`line ${line}`, 'it is no JSON');
  return report;
};

it.each(records)('no line of a batch of four is missing: Spec %s, %j', (spec, record, complete, partial) => {
  const isIt = (read: Read) => isComplete(reportOf(read), { spec, record, lines: 4 });
  expect([complete.filter((read) => !isIt(read)), partial.filter(isIt)]).toEqual([[], []]);
});

it.each<[Spec, JsonObject, least: number]>([
  ['a', a('completed', sum(3, 1)), 3],
  ['a', a('completed', { completed: 3, failed: 1 }), 3],
  ['a', a('completed', null), 1],
  ['b', b({ succeeded: 3, errored: 1 }), 3],
  ['b', b(null), 1],
])(
  'a batch of an earlier release has the lines that its provider counts, at least one: Spec %s, %j',
  (spec, record, least) => {
    const isIt = (lines: number) => isComplete(reportOf([lines, lines, 0]), { spec, record, lines: null });
    expect([isIt(least - 1), isIt(least)]).toEqual([false, true]);
  },
);

/**
 * What went wrong, as far as we act on it. `busy`, `corrupt`, `full`: as SQLite says. `constraint`: only the statement was
 * wrong and the database is well. `broken`: nobody can say what is on the disk.
 */
export type FailureKind = 'busy' | 'corrupt' | 'full' | 'constraint' | 'broken' | 'other';

/** Primary result codes of https://sqlite.org/rescode.html */
const kinds: Readonly<Record<number, FailureKind>> = {
  5: 'busy',
  6: 'busy',
  8: 'broken',
  10: 'broken',
  11: 'corrupt',
  13: 'full',
  14: 'broken',
  19: 'constraint',
  26: 'corrupt',
};

export const failureKind = (cause: unknown): FailureKind =>
  typeof cause === 'object' && cause !== null && 'errcode' in cause && typeof cause.errcode === 'number'
    ? (kinds[cause.errcode & 0xff] ?? 'other')
    : 'other';

/** Whether one row was at fault, so that others of its transaction can be written without it. */
export const isOfOneRow = (cause: unknown): boolean => ['constraint', 'other'].includes(failureKind(cause));

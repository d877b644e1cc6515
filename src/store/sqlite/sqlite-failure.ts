/** What went wrong, as far as we act on it. */
export type FailureKind = 'busy' | 'corrupt' | 'full' | 'other';

/** Primary result codes of https://sqlite.org/rescode.html */
const kinds: Readonly<Record<number, FailureKind>> = { 5: 'busy', 6: 'busy', 11: 'corrupt', 26: 'corrupt', 13: 'full' };

const resultCode = (cause: unknown): number =>
  typeof cause === 'object' && cause !== null && 'errcode' in cause && typeof cause.errcode === 'number'
    ? cause.errcode & 0xff
    : 0;

export const failureKind = (cause: unknown): FailureKind => kinds[resultCode(cause)] ?? 'other';

/** True where only the statement was wrong (a constraint, a trigger's refusal) and the database is well. */
export const isConstraint = (cause: unknown): boolean => resultCode(cause) === 19;

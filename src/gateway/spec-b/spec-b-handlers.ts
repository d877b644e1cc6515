import type { operations, Requests } from '../../../generated/spec-b/operations.ts';
import type { HandlersOf } from '../call-of.ts';

/** One handler for each operation of Spec B. */
export type SpecBHandlers = HandlersOf<typeof operations, Requests>;

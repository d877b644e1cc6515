import type { operations, Requests } from '../../../generated/spec-a/operations.ts';
import type { HandlersOf } from '../call-of.ts';

/** One handler for each operation of Spec A. */
export type SpecAHandlers = HandlersOf<typeof operations, Requests>;

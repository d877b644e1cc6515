import { exceptions } from '../rules/exceptions.ts';

/** Whether all these operations have their handler; the list of those that have none may only shrink. */
export const isServed = (...operations: readonly string[]): boolean =>
  !exceptions.handlers.some((entry) => operations.includes(entry.split(' ')[1] ?? ''));

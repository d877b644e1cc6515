import type { DatabaseSync } from 'node:sqlite';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { transaction } from './transaction.ts';

const always = (): boolean => true;

/**
 * Lets a write take its event of the audit log along, in one transaction: whatever happens between the two, the change
 * and its row are both on the disk or neither is.
 *
 * @param append adds an event to the chain
 */
export const makeNoting =
  (database: DatabaseSync, append: (event: AuditEvent) => void) =>
  <Given extends readonly unknown[], Result>(
    write: (...given: Given) => Result,
    changed: (result: Result) => boolean = always,
  ) =>
  (event: AuditEvent | null, ...given: Given): Result =>
    transaction(database, () => {
      const result = write(...given);
      if (event !== null && changed(result)) append(event);
      return result;
    });

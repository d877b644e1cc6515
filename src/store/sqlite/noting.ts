import type { DatabaseSync } from 'node:sqlite';
import type { AuditEvent } from '../../shared/audit-event.ts';
import { transaction } from './query.ts';

const always = (): boolean => true;
const nothing = (): void => undefined;

/** What a write does besides. */
interface Noted<Given extends readonly unknown[], Result> {
  /** Whether it changed anything; always where it is absent. */
  readonly changed?: (result: Result) => boolean;
  /** Writes to the change feed. It is called last in the transaction. */
  readonly announce?: (subject: Given[0]) => void;
}

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
    { changed = always, announce = nothing }: Noted<Given, Result> = {},
  ) =>
  (event: AuditEvent | null, ...given: Given): Result =>
    transaction(database, () => {
      const result = write(...given);
      if (!changed(result)) return result;
      if (event !== null) append(event);
      announce(given[0]);
      return result;
    });

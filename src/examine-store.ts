import { examineDatabase, type ExaminedDatabase } from './store/sqlite/examine-database.ts';

/** What `diglot doctor` learns of an embedded database. */
export type ExaminedStore = ExaminedDatabase;

/**
 * Looks at the file of an embedded database as a start does, changes nothing, and disturbs nobody who has it open.
 *
 * @throws {StoreError} when a start would refuse it
 */
export const examineStore = (path: string): ExaminedStore => examineDatabase(path);

import { readdirSync } from 'node:fs';
import { StoreError } from '../store.ts';

/** A change of the tables, in a file. */
export interface Migration {
  readonly number: number;
  /** Of its file. */
  readonly name: string;
}

const fileName = /^(\d{4})-[a-z0-9-]+\.sql$/;

/**
 * The numbered files of a folder, ascending.
 *
 * @throws {StoreError} for anything but `0001-some-name.sql`, and for two files with one number, of which the second might never run
 */
export function listMigrations(folder: URL): readonly Migration[] {
  const listed = readdirSync(folder)
    .toSorted()
    .map((name) => {
      const match = fileName.exec(name);
      if (!match) throw new StoreError(`${name} in ${folder.pathname} is not named like 0001-some-name.sql.`);
      return { number: Number(match[1]), name };
    });
  for (const [index, { number, name }] of listed.entries()) {
    const before = listed[index - 1];
    if (before?.number === number)
      throw new StoreError(
        `${before.name} and ${name} in ${folder.pathname} have one number. Give the newer one the next.`,
      );
  }
  return listed;
}

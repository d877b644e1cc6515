import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { inFolder, runWords } from './make-context.ts';

const lineOf = (out: string): string => out.split('\n').find((line) => line.slice(5).startsWith('database')) ?? '';

/** Every file of a folder with its bytes. */
const contentOf = (folder: string): ReadonlyMap<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'base64')]));

const change = (file: string, statements: string): void => {
  const database = new DatabaseSync(file);
  database.exec(statements);
  database.close();
};

describe('the database that diglot doctor looks at', () => {
  it.each<[string, (file: string) => void, string]>([
    ['is empty', (file) => truncateSync(file), 'is empty (0 bytes): the ledger that was there is gone.'],
    ['is a text', (file) => writeFileSync(file, 'this is a text and no database'), 'is damaged and was left as it is.'],
    ['was cut off', (file) => truncateSync(file, 8 * 4096), 'is damaged and was left as it is.'],
    [
      'is of a newer release',
      (file) => change(file, `insert into migration values (9999, '9999-future.sql', 0)`),
      'was last used by a newer release (its tables are at 9999',
    ],
    [
      'is the one of another program',
      (file) => change(file, 'pragma foreign_keys = off; drop table migration'),
      'is the database of another program and was left as it is.',
    ],
  ])('is refused where it %s, as a start refuses it, and stays as it is', async (_, spoil, words) =>
    inFolder({}, async (folder) => {
      const file = join(folder, 'diglot.db');
      openDatabase(file, 0).close();
      spoil(file);
      const before = contentOf(folder);
      const { code, out } = await runWords(['doctor', '--data', folder]);
      expect(contentOf(folder)).toEqual(before);
      expect(code).toBe(1);
      expect(lineOf(out)).toMatch(/^bad /);
      expect(lineOf(out)).toContain(words);
      expect(() => openDatabase(file, 0)).toThrow(words);
    }),
  );

  it.each([
    ['stopped', ''],
    ['killed', '-wal'],
  ])('is good after a gateway that was %s, and stays as it is', (_, log) =>
    inFolder({}, async (folder) => {
      const file = join(folder, 'diglot.db');
      const database = openDatabase(file, 0);
      copyFileSync(`${file}-wal`, `${file}.kept`);
      database.close();
      if (log !== '') copyFileSync(`${file}.kept`, `${file}${log}`);
      const before = contentOf(folder);
      const { code, out } = await runWords(['doctor', '--data', folder]);
      expect(code).toBe(0);
      expect(lineOf(out)).toMatch(/^ok .*diglot\.db, \d+ KiB$/);
      expect(contentOf(folder)).toEqual(before);
    }),
  );

  it.each([
    ['postgres://me@127.0.0.1:1/db?password=CANARY', 'postgres://me@127.0.0.1:1/db?password=…'],
    ['postgres://me:a@CANARY@127.0.0.1:1/db', 'postgres://me:…@127.0.0.1:1/db'],
    ['postgres://me@127.0.0.1:1/db?sslmode=require', 'postgres://me@127.0.0.1:1/db?sslmode=require'],
  ])('is named without its password: %s', (address, shown) =>
    inFolder({ 'diglot.yaml': `server: { seal_keys: [${'k'.repeat(40)}] }\n` }, async (folder) => {
      const words = ['doctor', '--data', folder, '--config', join(folder, 'diglot.yaml')];
      const { out, err } = await runWords(words, { environment: { DIGLOT_DATABASE: address } });
      expect(lineOf(out)).toContain(`${shown};`);
      expect(out + err).not.toContain('CANARY');
    }),
  );

  it('is left alone while a gateway has it open', () =>
    inFolder({}, async (folder) => {
      const database = openDatabase(join(folder, 'diglot.db'), 0);
      const { code, out } = await runWords(['doctor', '--data', folder]);
      expect(code).toBe(0);
      expect(lineOf(out)).toMatch(/^-- .*diglot\.db is in use; checked only if no process has it open$/);
      database.exec(`insert into migration values (9999, '9999-later.sql', 0)`);
      database.close();
    }));
});

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/sqlite/open-database.ts';
import { newFile, noon, setUpStore } from './set-up-store.ts';

describe('a database that was lost', () => {
  it('is not taken for a new one when its file has 0 bytes', async () => {
    const file = newFile();
    await (await setUpStore(file)).close();
    truncateSync(file);
    await expect(setUpStore(file)).rejects.toThrow(
      `${file} is empty (0 bytes): the ledger that was there is gone. Restore it from a backup. Only if you mean to begin a new ledger, delete ${file} and ${file}-wal, then start again.`,
    );
    expect(statSync(file).size).toBe(0);
  });

  it('is not taken for a new one when only its log is left', async () => {
    const file = newFile();
    const database = openDatabase(file, noon);
    copyFileSync(`${file}-wal`, `${file}.kept`);
    database.close();
    rmSync(file);
    copyFileSync(`${file}.kept`, `${file}-wal`);
    await expect(setUpStore(file)).rejects.toThrow(`${file} is missing, but its log ${file}-wal is not`);
    expect(existsSync(`${file}-wal`)).toBe(true);
  });

  it('begins anew when it was deleted', async () => {
    const file = newFile();
    await (await setUpStore(file)).close();
    rmSync(file);
    await setUpStore(file);
  });
});

describe('a first start that is killed', () => {
  /** Opens a database in a process that dies at the named call of `node:fs`. */
  const killedAt = (name: string, file: string): void => {
    const program = `
      import fs from 'node:fs';
      import { syncBuiltinESMExports } from 'node:module';
      const { openDatabase } = await import(${JSON.stringify(join(process.cwd(), 'src/store/sqlite/open-database.ts'))});
      fs.${name} = () => process.kill(process.pid, 'SIGKILL');
      syncBuiltinESMExports();
      openDatabase(${JSON.stringify(file)}, 0);`;
    expect(() => execFileSync(process.execPath, ['--input-type=module', '-e', program])).toThrow();
  };
  const left = (file: string) =>
    readdirSync(dirname(file))
      .filter((name) => name.startsWith(basename(file)))
      .map((name) => name.replace(/\.[\w-]{36}\.new$/, '.*.new'))
      .toSorted();

  it.each([
    ['with the file made and nothing in it', 'closeSync', ['test.db.*.new']],
    ['with the first page written', 'linkSync', ['test.db.*.new']],
    ['with the database named', 'rmSync', ['test.db', 'test.db.*.new']],
  ])('leaves a folder that can be started: %s', async (_, call, names) => {
    const file = newFile();
    killedAt(call, file);
    expect(left(file)).toEqual(names);
    const store = await setUpStore(file);
    await store.close();
    expect(left(file)).toContain('test.db');
  });
});

describe('a start', () => {
  it.each(['is new', 'is there'])('leaves a copy beside the database as it is: the database %s', async (state) => {
    const file = newFile();
    if (state === 'is there') await (await setUpStore(file)).close();
    writeFileSync(`${file}.new`, 'a copy');
    await (await setUpStore(file)).close();
    expect(readFileSync(`${file}.new`, 'utf8')).toBe('a copy');
    expect(readdirSync(dirname(file)).filter((name) => name.endsWith('.new'))).toEqual([basename(`${file}.new`)]);
  });
});

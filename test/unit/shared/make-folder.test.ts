import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { makeFolder, replaceFile } from '../../../src/shared/make-folder.ts';

vi.mock(import('node:fs/promises'), async (load) => {
  const actual = await load();
  return { ...actual, chown: vi.fn(actual.chown), rename: vi.fn(actual.rename) };
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

it('makes what is missing, for its owner alone, and leaves alone what is there', () => {
  const folder = newFolder();
  const deep = join(folder, 'a', 'b');
  makeFolder(deep);
  makeFolder(deep);
  expect([join(folder, 'a'), deep].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

it('names the file that stands where a folder should be', () => {
  const file = join(newFolder(), 'plain');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow(`${file} is a file, not a folder`);
  expect(() => makeFolder(join(file, 'below'))).toThrow(`${file} is a file, not a folder`);
});

it('refuses a link that leads nowhere', () => {
  const link = join(newFolder(), 'link');
  symlinkSync('/nowhere/at/all', link);
  expect(() => makeFolder(link)).toThrow(`${link} cannot be made`);
});

it.runIf(existsSync('/proc/self'))('gives up where a file system takes no folders', () => {
  expect(() => makeFolder('/proc/nope/deeper')).toThrow(
    '/proc/nope cannot be made: /proc does not accept new folders (',
  );
});

it.each([
  ['chown', 'EPERM'],
  ['rename', 'EACCES'],
  ['rename', 'EBUSY'],
  ['rename', 'EROFS'],
] as const)('writes a file in place that cannot be replaced: %s answers %s', async (step, code) => {
  const folder = newFolder();
  const file = join(folder, 'diglot.yaml');
  writeFileSync(file, 'before, and longer');
  chmodSync(file, 0o664);
  const { ino } = statSync(file);
  vi.mocked(files[step]).mockRejectedValueOnce(Object.assign(new Error(code), { code }));
  await replaceFile(file, 'after');
  expect(readFileSync(file, 'utf8')).toBe('after');
  expect([statSync(file).ino, statSync(file).mode & 0o777, readdirSync(folder)]).toEqual([ino, 0o664, ['diglot.yaml']]);
});

it('leaves a file as it was, if another failure keeps it from being replaced', async () => {
  const folder = newFolder();
  const file = join(folder, 'diglot.yaml');
  writeFileSync(file, 'before');
  vi.mocked(files.rename).mockRejectedValueOnce(Object.assign(new Error('EIO'), { code: 'EIO' }));
  await expect(replaceFile(file, 'after')).rejects.toThrow('EIO');
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['before', ['diglot.yaml']]);
});

it('writes behind a link, also one that leads to no file yet', async () => {
  const folder = newFolder();
  const [link, file] = [join(folder, 'link'), join(folder, 'file')];
  symlinkSync('file', link);
  for (const text of ['first', 'second']) {
    await replaceFile(link, text);
    expect([lstatSync(link).isSymbolicLink(), readFileSync(file, 'utf8')]).toEqual([true, text]);
  }
});

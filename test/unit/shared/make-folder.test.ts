import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeFolder } from '../../../src/shared/make-folder.ts';

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

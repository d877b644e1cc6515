import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ensureSecretFile, readSealKeys, readSecretFile } from '../../../src/config/secret-file.ts';
import { Secret } from '../../../src/shared/secret.ts';

const inFolder = async (action: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-secret-'));
  try {
    await action(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

it('makes a secret once, readable by its owner alone', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'data', 'admin-key');
    const first = await ensureSecretFile(file, () => new Secret('one'));
    const second = await ensureSecretFile(file, () => new Secret('two'));
    expect([first.secret.reveal(), first.created, second.secret.reveal(), second.created]).toEqual([
      'one',
      true,
      'one',
      false,
    ]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, 'data'))).mode & 0o777).toBe(0o700);
  }));

it('lets two processes that start at once agree on one secret', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'demo-key');
    const made = await Promise.all(['a', 'b', 'c', 'd'].map((text) => ensureSecretFile(file, () => new Secret(text))));
    const kept = await readSecretFile(file);
    expect(made.filter(({ created }) => created).length).toBe(1);
    expect(new Set(made.map(({ secret }) => secret.reveal()))).toEqual(new Set([kept?.reveal()]));
  }));

it('makes a new one in place of an empty file', () =>
  inFolder(async (folder) => {
    const file = join(folder, 'demo-key');
    await writeFile(file, '\n');
    expect((await ensureSecretFile(file, () => new Secret('new'))).created).toBe(true);
    expect((await readSecretFile(file))?.reveal()).toBe('new');
  }));

it.each(['', '\n', 'cut-off'])('makes no new key to seal with in place of one that is damaged: %j', (content) =>
  inFolder(async (folder) => {
    const file = join(folder, 'seal-key');
    const place = { dataFolder: folder, temporary: false };
    const { keys } = await readSealKeys(null, place);
    const [key] = keys;
    expect(key?.length).toBeGreaterThanOrEqual(32);
    await writeFile(file, content);
    await expect(readSealKeys(null, place)).rejects.toThrow(/seal-key .*Restore it from a backup.*delete it/);
    expect(await readFile(file, 'utf8')).toBe(content);
    await rm(file);
    expect((await readSealKeys(null, place)).keys[0]).not.toEqual(key);
  }),
);

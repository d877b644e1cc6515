import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ByteStorage } from '../../../src/objects/byte-storage.ts';
import { makeDrive } from '../../../src/objects/drive.ts';
import { makeOrphanCollector, nameByDeployment, openDrive } from '../../../src/objects/open-drive.ts';
import { silentLog, type Log } from '../../../src/shared/log.ts';
import { neverEnding } from '../../../src/shared/time/clock.ts';
import { openFolderStorage } from '../../../src/store/bytes/folder.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { makeHandClock, type HandClock } from '../../fakes/hand-clock.ts';

const draft = { workspaceId: 'acme', contentType: 'image/png' };
const markOf = {
  spec: 'a',
  kind: 'drive-file',
  workspaceId: '',
  providerId: null,
  upstreamId: null,
  expiresAt: null,
  fields: {},
} as const;
const minute = 60_000;
const hour = 60 * minute;

describe('bytes without a record', () => {
  let clock: HandClock;
  let folder: string;
  let storage: ByteStorage;
  const warned: string[] = [];
  const log: Log = { ...silentLog, warn: (message) => void warned.push(message) };
  beforeEach(async () => {
    warned.length = 0;
    clock = makeHandClock(Date.now());
    folder = await mkdtemp(join(tmpdir(), 'diglot-orphans-'));
    storage = await openFolderStorage(folder);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const newDatabase = async (): Promise<Store> => {
    const store = await openStore({ database: 'sqlite::memory:', clock, log: silentLog });
    onTestFinished(() => store.close());
    return store;
  };
  /** A process on the one storage. @param name what its database is called; equal for copies of one */
  const deploy = async (name = 'd1', database: Store | null = null) => {
    const store = database ?? (await newDatabase());
    const instances = { deployment: () => Promise.resolve(name) };
    const named = nameByDeployment(storage, instances);
    const facts = { clock, log, retention: () => 259_200, origin: () => 'https://models.example.com' };
    const driveOver = (objects: Pick<typeof store.objects, 'add'>) =>
      makeDrive({ ...facts, storage: named, objects, noteUse: () => undefined });
    const drive = driveOver(store.objects);
    const collector = makeOrphanCollector({ storage: named, objects: store.objects, instances, clock, log });
    await collector.enter();
    return {
      ...collector,
      store,
      collect: () => collector.collect(neverEnding),
      put: (text: string) => drive.put(draft, Buffer.from(text)),
      /** Bytes whose process is killed before their record. */
      crash: async (text: string) => {
        const before = (await names()).length;
        const never = driveOver({ add: () => new Promise<void>(() => undefined) });
        void never.put(draft, Buffer.from(text));
        await expect.poll(async () => (await names()).length).toBe(before + 1);
      },
    };
  };
  /** Names of files, without marks. */
  const names = async (): Promise<readonly string[]> => {
    const found: string[] = [];
    for await (const { name } of storage.list()) if (!name.includes('process-')) found.push(name.replace(/^d\d_/, ''));
    return found;
  };
  const marks = async (): Promise<number> => {
    const entries = await readdir(folder, { recursive: true });
    return entries.filter((name) => name.includes('process-')).length;
  };
  const removeMarks = async (): Promise<void> => {
    for (const name of await readdir(folder, { recursive: true }))
      if (name.includes('process-')) await rm(join(folder, name));
  };

  it('are collected when a crash left them, but not while they may still get one', async () => {
    const one = await deploy();
    await one.crash('orphan');
    const kept = await one.put('kept');
    expect(await one.collect()).toBe(0);
    clock.jump(11 * minute);
    expect(await one.collect()).toBe(1);
    expect(await names()).toEqual([kept]);
    expect([one.warning(), warned]).toEqual([null, []]);
  });

  it('are collected by their own deployment alone, also when another one on the storage has stopped for good', async () => {
    const [production, staging] = [await deploy('d1'), await deploy('d2')];
    const files = [await production.put('of production'), await staging.put('of staging')];
    await production.crash('orphan');
    await production.leave();
    clock.jump(48 * hour);
    expect(await staging.collect()).toBe(0);
    expect([(await names()).length, staging.warning(), warned]).toEqual([3, null, []]);
    const next = await deploy('d1', production.store);
    expect(await next.collect()).toBe(1);
    expect(new Set(await names())).toEqual(new Set(files));
  });

  it('are left alone, with a warning, where a copy of the database is in use with the storage', async () => {
    const [production, staging] = [await deploy(), await deploy()];
    const files = new Set([await production.put('of production'), await staging.put('of staging')]);
    for (let rounds = 0; rounds < 4; rounds += 1) {
      clock.jump(15 * minute);
      for (const each of [production, staging]) expect(await each.collect()).toBe(0);
    }
    expect(new Set(await names())).toEqual(files);
    for (const each of [production, staging]) expect(each.warning()).toContain('Give each copy a drive of its own');
    expect(warned).toHaveLength(2);
    // One that has stopped has its files there yet.
    await staging.leave();
    clock.jump(48 * hour);
    const next = await deploy('d1', production.store);
    for (const each of [production, next]) expect(await each.collect()).toBe(0);
    expect(new Set(await names())).toEqual(files);
  });

  it('are left alone by a copy of the database, although the original has stopped, until the operator says that it is gone', async () => {
    const original = await deploy();
    const file = await original.put('newer than the copy');
    await original.leave();
    clock.jump(48 * hour);
    const copy = await deploy();
    expect([await copy.collect(), await names()]).toEqual([0, [file]]);
    expect([copy.warning(), warned.length]).toEqual([expect.stringContaining('delete what has `_process-`'), 1]);
    const resumed = await deploy('d1', original.store);
    expect([await resumed.collect(), await names()]).toEqual([0, [file]]);
    await removeMarks();
    expect([await copy.collect(), await names(), copy.warning()]).toEqual([1, [], null]);
  });

  it('are left alone by a copy that was made while the original ran', async () => {
    const original = await deploy();
    // Of the marks so far, the copy has the records.
    const known = await readdir(folder, { recursive: true });
    const file = await original.put('newer than the copy');
    await original.leave();
    const copied = await newDatabase();
    for (const [, id = ''] of known.join(' ').matchAll(/process-(\w+)/g))
      await copied.objects.add({ ...markOf, id, createdAt: clock.now() });
    const copy = await deploy('d1', copied);
    clock.jump(48 * hour);
    expect([await copy.collect(), await names()]).toEqual([0, [file]]);
  });

  it('are collected after a process was killed, whose mark goes in a day', async () => {
    const killed = await deploy();
    await killed.crash('orphan');
    const next = await deploy('d1', killed.store);
    clock.jump(11 * minute);
    expect([await next.collect(), await marks(), next.warning()]).toEqual([1, 2, null]);
    clock.jump(24 * hour);
    expect([await next.collect(), await marks()]).toEqual([0, 1]);
  });

  it('are collected by the next process where the one before has stopped', async () => {
    const before = await deploy();
    await before.crash('orphan');
    await before.leave();
    const next = await deploy('d1', before.store);
    clock.jump(11 * minute);
    expect(await next.collect()).toBe(1);
    // Another instance that has just seen a mark which is replaced finds its record.
    clock.jump(11 * minute);
    await next.collect();
    expect(next.warning()).toBeNull();
  });

  it('are found with one question about many files, not one for each', async () => {
    const { store, collect, crash, put } = await deploy();
    const files = await Promise.all(Array.from({ length: 50 }, (_, index) => put(`kept ${index}`)));
    await crash('orphan');
    clock.jump(11 * minute);
    const asked = vi.spyOn(store.objects, 'existing');
    expect(await collect()).toBe(1);
    expect(new Set(await names())).toEqual(new Set(files));
    expect(asked).toHaveBeenCalledOnce();
    // The mark of this process too.
    expect(asked.mock.calls[0]?.[1]).toHaveLength(52);
  });

  it('leave no file open where a mark cannot be written', async () => {
    const { objects } = await newDatabase();
    const instances = { deployment: () => Promise.resolve('d1') };
    let aborted = 0;
    const full: ByteStorage = {
      ...storage,
      write: async () => ({
        write: () => Promise.resolve(),
        finish: () => Promise.reject(new Error('ENOSPC')),
        abort: async () => {
          aborted += 1;
        },
      }),
    };
    const collector = makeOrphanCollector({ storage: full, objects, instances, clock, log });
    await expect(collector.enter()).rejects.toThrow('ENOSPC');
    expect(aborted).toBe(1);
  });
});

it('the warning of the drive is of its last failure, and of bytes that were missing within the last hour', async () => {
  const clock = makeHandClock(Date.now());
  const folder = await mkdtemp(join(tmpdir(), 'diglot-drive-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = await openStore({ database: 'sqlite::memory:', clock, log: silentLog });
  onTestFinished(() => store.close());
  const storage = await openFolderStorage(folder);
  const read = vi.spyOn(storage, 'read');
  const facts = { clock, log: silentLog, retention: () => 259_200, origin: () => 'https://models.example.com' };
  const deps = { ...facts, storage, objects: store.objects, instances: store.instances, onFailure: () => undefined };
  const { drive, driveWarning, closeDrive } = openDrive(deps);
  onTestFinished(closeDrive);
  const times = { createdAt: clock.now(), expiresAt: clock.now() + hour };
  const record = { id: 'f', contentType: 'image/png', length: 1, sha256: '', key: 'k', ...times };
  const reader = { read: () => Promise.resolve(null), close: () => Promise.resolve() };
  const use = async (outcome: typeof reader | Error | null) => {
    if (outcome instanceof Error) read.mockRejectedValueOnce(outcome);
    else read.mockResolvedValueOnce(outcome);
    await drive.read(record, { first: 0, last: 0 }).catch(() => undefined);
    return driveWarning();
  };
  expect(await use(null)).toContain('lacks the bytes');
  expect(await use(new Error('The bucket is away.'))).toContain('The drive failed');
  expect(await use(reader)).toContain('lacks the bytes');
  clock.jump(hour);
  expect(await use(reader)).toBeNull();
});

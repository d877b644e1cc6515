import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/store.ts';
import { personOf } from '../../store/person-store.ts';
import { goodEnvironment as environment, goodFile } from '../config/load-text.ts';
import { inFolder, runWords } from './make-context.ts';

const event = { at: 1, actor: 'admin', action: 'a test', object: 'x', diff: '', requestId: null };

async function inStore<Result>(folder: string, action: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore({
    database: `sqlite:${join(folder, 'diglot.db')}`,
    clock: systemClock,
    log: silentLog,
  });
  try {
    return await action(store);
  } finally {
    await store.close();
  }
}

it('a command without a running gateway leaves what it has not asked for as it was', () =>
  inFolder({ 'first.yaml': goodFile, 'next.yaml': goodFile.replace('0.25', '0.5') }, async (folder) => {
    const data = join(folder, 'data');
    await mkdir(data);
    const run = (config: string, ...words: readonly string[]) =>
      runWords([...words, '--data', data, '--config', join(folder, config)], { environment });
    // The folder of a gateway whose keys to seal with came from elsewhere, with a second factor from before there were any.
    expect((await run('first.yaml', 'workspaces', 'create', 'beta')).code).toBe(0);
    const totp = { secret: 'PLAIN', confirmed: true, lastStep: 0 };
    await inStore(data, ({ people }) => people.add(personOf({ totp }), event));
    await rm(join(data, 'seal-key'), { force: true });
    const files = readdirSync(data);
    const rows = await inStore(data, async ({ audit }) => (await audit.page({ limit: 99 })).items);
    const { code, err, out } = await run('next.yaml', 'workspaces', 'list', '--json');
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('beta');
    expect(readdirSync(data)).toEqual(files);
    expect(existsSync(join(data, 'seal-key'))).toBe(false);
    await inStore(data, async ({ audit, people }) => {
      expect((await audit.page({ limit: 99 })).items).toEqual(rows);
      expect(await people.find('per_ada')).toMatchObject({ totp });
    });
    expect(rows.map(({ action }) => action)).toEqual(['a test', 'workspace.create']);
    await writeFile(join(data, 'seal-key'), 'cut off');
    expect((await run('next.yaml', 'workspaces', 'list')).err).toContain('Restore it from a backup');
  }));

import { appendFileSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeSpool, makeSpooling, takeOverSpool, type LeftFile } from '../../../src/store/postgres/spool.ts';
import type { Settlement } from '../../../src/store/shared/settle-row.ts';
import { callOf, newFolder } from './set-up-store.ts';

const mostBytes = 10_000;

/** A file that is left open would end the process when it is collected. */
function openSpool(folder: string, most = mostBytes) {
  const spool = makeSpool({ folder, instanceId: 'inst_one', mostBytes: most });
  onTestFinished(() => spool.clear(false));
  return spool;
}

const takeOver = (folder: string, instanceId = 'inst_next'): Promise<readonly LeftFile[]> =>
  Array.fromAsync(takeOverSpool({ folder, instanceId }));

const textsOf = (files: readonly LeftFile[]): readonly string[] =>
  files.flatMap(({ calls }) => calls.map(({ text }) => text));

describe('the spool of settled calls', () => {
  it('has for the next process what was written, with the instance that wrote it, until that is done with it', async () => {
    const folder = join(newFolder(), 'settled');
    const spool = openSpool(folder);
    for (const text of ['["one"]', '["two"]']) await spool.write(text);
    const [left] = await takeOver(folder);
    expect(left?.calls).toEqual([
      { instanceId: 'inst_one', text: '["one"]' },
      { instanceId: 'inst_one', text: '["two"]' },
    ]);
    // Killed before it was done.
    const [again] = await takeOver(folder, 'inst_last');
    expect(again?.calls).toEqual(left?.calls);
    await again?.done();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is empty when it has been cleared, and begins again', async () => {
    const folder = newFolder();
    const spool = openSpool(folder);
    await spool.write('["one"]');
    await spool.clear(false);
    expect(readdirSync(folder)).toEqual([]);
    await spool.write('["two"]');
    expect(textsOf(await takeOver(folder))).toEqual(['["two"]']);
  });

  it('reads past the end of a line that was not written whole, and keeps a file whose middle is damaged', async () => {
    const folder = newFolder();
    await openSpool(folder).write('["one"]');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    appendFileSync(path, '0123abcd inst_one ["tw');
    const [torn] = await takeOver(folder);
    expect(torn).toMatchObject({ damagedLines: 0, calls: [{ text: '["one"]' }] });
    await torn?.done();
    expect(readdirSync(folder)).toEqual([]);

    const spool = openSpool(folder);
    for (const text of ['["one"]', '["two"]', '["three"]']) await spool.write(text);
    const damaged = join(folder, readdirSync(folder)[0] ?? '');
    writeFileSync(damaged, readFileSync(damaged, 'utf8').replace('two', 'ten'));
    const [left] = await takeOver(folder);
    expect(left).toMatchObject({ damagedLines: 1, calls: [{ text: '["one"]' }, { text: '["three"]' }] });
    await left?.done();
    expect(readdirSync(folder)).toEqual(['taken-inst_next-1.calls.damaged']);
    expect(await takeOver(folder)).toEqual([]);
  });

  it('notices that another process has taken its file over, and writes the line where the next one looks', async () => {
    const folder = newFolder();
    const spool = openSpool(folder);
    await spool.write('["one"]');
    const name = readdirSync(folder)[0] ?? '';
    renameSync(join(folder, name), join(folder, 'taken'));
    await spool.write('["two"]');
    expect(textsOf(await takeOver(folder))).toEqual(['["two"]']);
  });

  it('refuses what is beyond its bytes, and keeps nothing of it', async () => {
    const folder = newFolder();
    const spool = openSpool(folder, 60);
    await spool.write('["one"]');
    await expect(spool.write('["too much"]'.repeat(5))).rejects.toThrow('60 bytes');
    await spool.write('["two"]');
    expect(textsOf(await takeOver(folder))).toEqual(['["one"]', '["two"]']);
  });

  it('takes more when it is full, once a quarter of it is in the database', async () => {
    const spool = openSpool(newFolder(), 20_000);
    const calls: readonly Settlement[] = Array.from({ length: 100 }, (_, index) => ({
      ...callOf({ id: `call_${index}` }),
      instanceId: 'inst_one',
    }));
    let needed: readonly Settlement[] = calls;
    const spooling = makeSpooling({ spool, onSpool: () => undefined, needed: () => needed });
    let written = 0;
    const writeNext = (): Promise<boolean> => spooling.write(calls.slice(written, written + 1), () => undefined);
    while (await writeNext()) written += 1;
    needed = calls.slice(Math.floor(written / 5), written);
    expect(await writeNext()).toBe(false);
    needed = calls.slice(Math.ceil(written / 4), written);
    expect(await writeNext()).toBe(true);
  });

  it('does not mind that another process has taken over a file which it is done with', async () => {
    const folder = newFolder();
    await openSpool(folder).write('["one"]');
    const [left] = await takeOver(folder);
    const [next] = await takeOver(folder, 'inst_last');
    await left?.done(true);
    await next?.done(true);
    expect(readdirSync(folder)).toEqual(['taken-inst_last-1.calls.refused']);
  });
});

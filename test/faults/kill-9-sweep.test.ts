import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKey } from '../fakes/make-config.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

const never = 2_000_000_000;
const longRetention = 259_200;
const rounds = 4;
/** Files whose bytes go in one round before the process is killed. */
const share = 60;

const picture = (index: number): Buffer => Buffer.from(`\u0089PNG\r\n\u001a\n picture ${index}`, 'latin1');

describe('kill -9 in the middle of a sweep', () => {
  let folder: string;
  let upstream: ScriptedUpstream;
  let drawn = 0;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diglot-kill-sweep-'));
    upstream = await startScriptedUpstream();
    upstream.always(() => {
      const data = Array.from({ length: 10 }, () => ({ b64_json: picture((drawn += 1)).toString('base64') }));
      return json({ created: 1, data });
    });
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await upstream.close();
    await rm(folder, { recursive: true });
  });

  /** @param most files; when their bytes are deleted, the process stands still and says so. */
  const start = async (retention: number, sweepMilliseconds: number, most = Infinity) => {
    const place = [folder, upstream.url, ...[retention, sweepMilliseconds, most].map(String)];
    const child = spawn(process.execPath, ['test/faults/sweep/sweeping-gateway.ts', ...place], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const ended = once(child, 'exit');
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async (): Promise<string> => {
      const line = await lines.next();
      if (line.done === true) throw new Error('The gateway ended by itself.');
      return line.value;
    };
    return {
      url: await next(),
      /** Resolves when it stands still. */
      stopped: next,
      kill: async () => {
        child.kill('SIGKILL');
        await ended;
      },
    };
  };

  /** Draws ten images that are kept; resolves with their addresses. */
  const draw = async (url: string): Promise<readonly string[]> => {
    const answer = await fetch(`${url}/v1/images/generations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'test-model', prompt: 'a cat', n: 10, response_format: 'url' }),
    });
    const { data } = (await answer.json()) as { readonly data: readonly { readonly url: string }[] };
    return data.map((image) => new URL(image.url).pathname);
  };
  const idOf = (path: string): string => path.split('/').at(-2) ?? '';

  /** Names and places of all bytes that are kept, without the marks of processes. */
  const bytes = async (): Promise<ReadonlyMap<string, string>> => {
    const entries = await readdir(join(folder, 'drive'), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('_process-'));
    const idIn = (name: string): string => name.replace(/^.*\.[0-9a-f]{16}_/, '');
    return new Map(files.map(({ name, parentPath }) => [idIn(name), join(parentPath, name)]));
  };
  /** Ids of all files that have a record. */
  const records = (): readonly string[] => {
    const database = new DatabaseSync(join(folder, 'diglot.db'));
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const rows = database
      .prepare("select id from object where kind = 'drive-file' and workspace_id <> '' and deleted_at is null")
      .all();
    database.close();
    return rows.map(({ id }) => String(id));
  };

  it('leaves no bytes without a record, and one record at most without bytes; the next sweep takes both', async () => {
    const first = await start(longRetention, never);
    const keepers = await draw(first.url);
    await first.kill();

    const filling = await start(1, never);
    for (let calls = 0; calls < 40; calls += 1) await draw(filling.url);
    // Killed while more are being kept: some may have bytes and no record yet.
    const unseen = Promise.allSettled(Array.from({ length: 8 }, () => draw(filling.url)));
    await wait(15);
    await filling.kill();
    await unseen;
    await wait(1_000);
    const orphans = [...(await bytes()).keys()].filter((id) => !records().includes(id));

    for (let round = 0; round < rounds; round += 1) {
      const sweeping = await start(1, 20, share);
      expect(await sweeping.stopped()).toBe('stopped');
      await sweeping.kill();
      const kept = [...(await bytes()).keys()];
      const known = records();
      expect(kept.length, 'the sweep was killed on its way').toBeGreaterThan(keepers.length);
      // A file that was still being written has no id yet.
      const files = kept.filter((id) => id.startsWith('drive_'));
      expect(files.filter((id) => !known.includes(id) && !orphans.includes(id))).toEqual([]);
      expect(known.filter((id) => !kept.includes(id)).length).toBeLessThanOrEqual(1);
      expect(keepers.map(idOf).filter((id) => !kept.includes(id) || !known.includes(id))).toEqual([]);
    }

    // What the crash left between bytes and record is collected when it is ten minutes old, and an unfinished write after a day.
    const old = new Date(Date.now() - 90_000_000);
    for (const path of (await bytes()).values()) await utimes(path, old, old);
    const last = await start(1, 20);
    await expect.poll(async () => [...(await bytes()).keys()].toSorted()).toEqual(keepers.map(idOf).toSorted());
    for (const [index, path] of keepers.entries()) {
      const content = await fetch(`${last.url}${path}`, { headers: { authorization: `Bearer ${testKey}` } });
      expect(Buffer.from(await content.arrayBuffer()).equals(picture(index + 1))).toBe(true);
    }
    await last.kill();
    // Records go after their bytes: those that the kill left are taken by the next sweep.
    for (let sweeps = 0; sweeps < 5 && records().length > keepers.length; sweeps += 1) {
      const sweeping = await start(1, 20);
      await wait(1_000);
      await sweeping.kill();
    }
    expect(records().toSorted()).toEqual(keepers.map(idOf).toSorted());
  }, 300_000);
});

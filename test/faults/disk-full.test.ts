import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';

/** Runs a command on a small disk of its own, in a namespace that goes when it ends. */
function onSmallDisk(folder: string, command: string): { readonly status: number | null; readonly stdout: string } {
  const script = `mount -t tmpfs -o size=40m tmpfs ${folder} && exec ${command}`;
  return spawnSync('unshare', ['-rm', 'sh', '-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const canMount = (): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-disk-'));
  const { status } = onSmallDisk(folder, 'true');
  rmSync(folder, { recursive: true });
  return status === 0;
};

describe('a full disk', () => {
  it.skipIf(!canMount())(
    'refuses what it cannot write, loses nothing it acknowledged, and recovers without a restart',
    () => {
      const folder = newFolder();
      const program = 'test/faults/disk-full/fill-the-disk.ts';
      const { stdout } = onSmallDisk(folder, `${process.execPath} ${program} ${folder}`);
      expect(JSON.parse(stdout)).toEqual({
        settledWhenFull: true,
        refused: true,
        whenFull: { state: 'full', ballast: false },
        readable: true,
        after: { state: 'ok', ballast: true },
        lost: 0,
        doubled: 0,
        mismatches: 0,
      });
    },
    60_000,
  );

  it.skipIf(!existsSync('/dev/full'))(
    'of the log stops neither the calls nor the stop',
    { timeout: 60_000 },
    async () => {
      const folder = newFolder();
      const full = openSync('/dev/full', 'w');
      const words = ['src/bin.js', 'serve', '--port', '0', '--metrics-port', '0', '--data', folder];
      const child = spawn(process.execPath, words, {
        env: { PATH: process.env['PATH'] },
        stdio: ['ignore', full, 'ignore'],
      });
      const ended = once(child, 'exit');
      onTestFinished(() => void child.kill('SIGKILL'));
      const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
      await expect.poll(() => existsSync(join(folder, 'server.json')), { timeout: 30_000 }).toBe(true);
      const { url } = JSON.parse(read('server.json')) as { readonly url: string };
      const headers = { authorization: `Bearer ${read('demo-key')}` };
      for (let calls = 0; calls < 4; calls += 1) {
        expect((await fetch(`${url}/v1/models`, { headers })).status).toBe(200);
        // Lines are written every 100 ms.
        await wait(150);
      }
      child.kill('SIGTERM');
      expect(await Promise.race([ended, wait(20_000, 'runs')])).toEqual([0, null]);
      const check = spawnSync(process.execPath, ['src/bin.js', 'check'], {
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      expect([check.status, check.stderr]).toEqual([1, 'The output could not be written (ENOSPC).\n']);
    },
  );

  const fillSpool = 'test/faults/disk-full/fill-the-spool.ts';
  const allKept = { many: true, lost: 0, damaged: 0, last: 1 };

  it.skipIf(!canMount())(
    'keeps every call that the spool acknowledged, and the spool goes on when there is room',
    () => {
      const folder = newFolder();
      const { stdout } = onSmallDisk(folder, `${process.execPath} ${fillSpool} ${folder}`);
      expect(JSON.parse(stdout)).toEqual(allKept);
    },
  );

  it('keeps them where a line of the spool is written in part', () => {
    const folder = newFolder();
    // The system writes what fits into the limit, and refuses the rest, as a full disk does.
    const script = `trap '' XFSZ; ulimit -f 9999; exec ${process.execPath} ${fillSpool} ${folder}`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    expect(JSON.parse(stdout)).toEqual(allKept);
  });
});

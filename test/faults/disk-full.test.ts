import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
});

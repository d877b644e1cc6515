import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from './start-gateway.ts';

/** Space for the database and for its reserve. */
const imageBytes = 512 * 1024 * 1024;
/** Milliseconds within which a write that the system has accepted completes. */
const settling = 100;

const run = (command: string, ...words: readonly string[]): void => void execFileSync(command, words);

/** A separate disk for the data folder, whose power can be cut. */
export interface PowerDisk {
  /** Where it is mounted. */
  readonly folder: string;
  /** Ends the gateway and the machine it runs on: what was not synced to the disk is lost. */
  readonly cut: (gateway: Gateway) => Promise<void>;
  readonly remove: () => void;
}

/**
 * Creates a file system in a file and mounts it; needs Linux and root. The system holds back writes until a program calls
 * `fsync`, or half a minute has passed, so the file contains what a disk contains at the moment of a power cut.
 *
 * @param home an existing folder for the image
 */
export function makePowerDisk(home: string): PowerDisk {
  const [image, snapshot, folder] = [join(home, 'disk.img'), join(home, 'cut.img'), join(home, 'disk')];
  const mount = (): void => run('mount', '-o', 'loop,commit=300', image, folder);
  const unmount = (): void => run('umount', folder);
  writeFileSync(image, '');
  truncateSync(image, imageBytes);
  run('mkfs.ext4', '-q', '-F', image);
  mkdirSync(folder);
  mount();
  return {
    folder,
    cut: async (gateway) => {
      gateway.signal('SIGSTOP');
      await wait(settling);
      run('cp', '--sparse=always', image, snapshot);
      await gateway.kill();
      unmount();
      renameSync(snapshot, image);
      mount();
    },
    remove: () => {
      unmount();
      rmSync(image);
    },
  };
}

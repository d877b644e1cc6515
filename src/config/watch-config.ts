import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../shared/log.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Config } from './config.ts';
import type { LoadedConfig } from './load-config.ts';
import { ConfigError, formatProblem } from './problems.ts';

/** What the watcher needs. */
interface WatchOptions {
  readonly file: string;
  /** The configuration that the gateway was started with. */
  readonly initial: Config;
  /** Reads and checks the file against the configuration in force. */
  readonly load: (running: Config) => Promise<LoadedConfig>;
  /** Swaps the whole configuration in. */
  readonly apply: (config: Config) => Promise<void> | void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Editors write in several steps: wait until the file has been quiet for so long. */
const quietMilliseconds = 150;

async function digestOf(file: string): Promise<string | null> {
  try {
    return createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  } catch {
    return null;
  }
}

function reportProblems(error: unknown, log: Log): void {
  if (!(error instanceof ConfigError)) {
    log.error('The changed configuration could not be applied; the old one stays in force.', {}, error);
    return;
  }
  for (const problem of error.problems) log.error('Configuration problem.', { problem: formatProblem(problem) });
  log.error('The changed configuration has problems; the old one stays in force.', { problems: error.problems.length });
}

/** Says at every change what still waits for a restart, and takes it back when nothing does any more. */
function makeRestartRemark(started: Config, log: Log): (next: Config) => void {
  let waited = false;
  return (next) => {
    const sections = needingRestart(started, next);
    if (sections.length > 0) log.warn('Some changes need a restart.', { sections: sections.join(', ') });
    else if (waited) log.info('Nothing needs a restart any more: the file agrees with what was read at the start.');
    waited = sections.length > 0;
  };
}

/**
 * Watches diglot.yaml. A changed file is read and checked, and swapped in as a whole; one with problems changes
 * nothing and is reported, problem by problem, and so is a file that goes away. The folder is watched, not the file:
 * editors and Kubernetes replace the file by another one of the same name.
 *
 * @returns `close` ends the watching; `settled` resolves when no change is being applied
 */
export function watchConfig({ file, initial, load, apply, clock, log }: WatchOptions) {
  let running = initial;
  const remarkRestart = makeRestartRemark(initial, log);
  let known: string | null = null;
  let cancel = (): void => undefined;
  const remember = async (): Promise<void> => {
    known = await digestOf(file);
  };
  let work = remember();

  const read = async (): Promise<void> => {
    const digest = await digestOf(file);
    if (digest === known) return;
    known = digest;
    if (digest === null) {
      log.warn('The configuration file is gone or cannot be read; the settings in force stay.', { file });
      return;
    }
    try {
      const { config, notices } = await load(running);
      await apply(config);
      remarkRestart(config);
      running = config;
      for (const notice of notices) log.warn('Configuration notice.', { notice: formatProblem(notice) });
      log.info('The changed configuration is in force.', { file });
    } catch (error) {
      reportProblems(error, log);
    }
  };
  const watcher = watch(dirname(file), () => {
    cancel();
    cancel = clock.after(quietMilliseconds, () => {
      work = work.then(read);
    });
  });
  watcher.on('error', (error) => log.error('The configuration file is no longer watched.', { file }, error));
  watcher.unref();
  return {
    settled: (): Promise<void> => work,
    close: (): void => {
      cancel();
      watcher.close();
    },
  };
}

/** What is read once, at the start, by section. `server.public_url` and `server.cors_origins` are not among it: they are asked for with every call. */
const readAtStart: Readonly<Record<string, (config: Config) => unknown>> = {
  server: ({ server: { host, port, metrics, shutdown } }) => [host, port, metrics, shutdown],
  storage: ({ storage: { database, drive, driveCredential } }) => [
    database,
    drive,
    driveCredential?.id,
    driveCredential?.secret.reveal(),
  ],
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sections in which a configuration differs from the one that the gateway was started with, where only a start reads it. */
const needingRestart = (started: Config, next: Config): readonly string[] =>
  Object.entries(readAtStart)
    .filter(([, read]) => !same(read(started), read(next)))
    .map(([section]) => section);

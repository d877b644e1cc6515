import { createHash } from 'node:crypto';
import { watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Log } from '../shared/log.ts';
import { Secret } from '../shared/secret.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { Config } from './config.ts';
import type { LoadedConfig } from './load-config.ts';
import { ConfigError, formatProblem } from './problems.ts';

interface WatchOptions {
  readonly file: string;
  /** The configuration at start. */
  readonly initial: Config;
  /** Reads the file and checks it against the running configuration. */
  readonly load: (running: Config) => Promise<LoadedConfig>;
  /** Replaces the configuration. */
  readonly apply: (config: Config) => Promise<void> | void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Editors write in several steps, so wait until the file has not changed for this long. */
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
    log.error('The changed configuration could not be applied. The previous one stays in force.', {}, error);
    return;
  }
  for (const problem of error.problems) log.error('Configuration problem.', { problem: formatProblem(problem) });
  log.error('The changed configuration has problems. The previous one stays in force.', {
    problems: error.problems.length,
  });
}

/** Logs at every change which sections need a restart, and when none does any more. */
function makeRestartRemark(started: Config, log: Log): (next: Config) => void {
  let waited = false;
  return (next) => {
    const sections = needingRestart(started, next);
    if (sections.length > 0) log.warn('Some changes need a restart.', { sections: sections.join(', ') });
    else if (waited) log.info('No change needs a restart any more.');
    waited = sections.length > 0;
  };
}

/**
 * Watches diglot.yaml. A changed file is checked and then replaces the whole configuration. If it has problems or is missing,
 * this is logged and nothing changes. The folder is watched instead of the file, because editors and Kubernetes replace the
 * file.
 *
 * @returns `close` stops watching; `settled` resolves when no change is being applied
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
      log.warn('The configuration file is missing or cannot be read. The current settings stay in force.', { file });
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

/** Settings that are read only at start, by section. The others are read for every call. */
const readAtStart: Readonly<Record<string, (config: Config) => unknown>> = {
  server: ({ server: { publicUrl: _url, corsOrigins: _origins, ...rest } }) => rest,
  storage: ({ storage }) => storage,
  telemetry: ({ traces }) => traces,
};

/** JSON with the values of secrets, for comparing only. */
const comparable = (settings: unknown): string | undefined =>
  JSON.stringify(settings, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const source = this[name];
    return source instanceof Secret ? source.reveal() : value;
  });

/** Sections with changed settings that are read only at start. */
const needingRestart = (started: Config, next: Config): readonly string[] =>
  Object.entries(readAtStart)
    .filter(([, read]) => comparable(read(started)) !== comparable(read(next)))
    .map(([section]) => section);

import { watch, type FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import type { Log } from '../shared/log.ts';
import { type Clock, repeat } from '../shared/time/clock.ts';
import { type Config, startSettings, type StartSettings, writeSettings } from './config.ts';
import { mostBytes, readText } from './environment.ts';
import type { LoadedConfig } from './load-config.ts';
import { ConfigError, formatProblem } from './problems.ts';

interface WatchOptions {
  readonly file: string;
  /** The configuration at start. */
  readonly initial: Config;
  /** The content of the file that it was made from; null: there was no file. One that appears is followed. */
  readonly text: string | null;
  /** Reads the file and checks it against the running configuration. */
  readonly load: (running: Config) => Promise<LoadedConfig>;
  /** Replaces the configuration, as a whole or not at all. It is asked again with the same one while it fails. */
  readonly apply: (loaded: LoadedConfig) => Promise<void> | void;
  /** Called with why a change is not in force, as sentences without paths, and with null when one is. */
  readonly noteRefusal: (refusal: string | null) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** Editors write in several steps, so wait until the file has not changed for this long. */
const quietMilliseconds = 150;

/** How often the file is read anyway: a folder that was replaced, or is on a network, reports nothing. */
const lookMilliseconds = 2_000;

/** How many readings in a row may differ before the file is left for later. */
const mostReadings = 20;

function textOf(file: string): string | null {
  const read = readText(file, mostBytes.configuration);
  return 'text' in read ? read.text : null;
}

/** The content of the file once it is not being written: two readings in a row are the same. @returns `known` if it does not settle */
async function settledText(file: string, known: string | null, clock: Clock): Promise<string | null> {
  let found = textOf(file);
  for (let readings = 1; readings < mostReadings && found !== known; readings += 1) {
    await new Promise<void>((resolve) => void clock.after(quietMilliseconds, resolve));
    const again = textOf(file);
    if (again === found) return found;
    found = again;
  }
  return known;
}

const gone = 'The configuration file is missing or cannot be read. The current settings stay in force.';
const empty = 'The configuration file is empty. The current settings stay in force.';

/** Whether a file has no setting: then all defaults would apply. */
const isEmpty = (text: string): boolean => text.split('\n').every((line) => /^\s*(?:#.*|---\s*)?$/.test(line));

const isProblem = (error: unknown): error is ConfigError => error instanceof ConfigError;

const delayed = 'The changed configuration cannot be applied yet. The previous one stays in force.';

/** What an operator reads of a refusal where the log is not at hand. */
const refusalOf = ({ problems: { length } }: ConfigError): string =>
  `The changed configuration has ${length === 1 ? 'a problem' : `${length} problems`}, so the previous one stays in force. The log says what is wrong.`;

type Reports = Pick<WatchOptions, 'file' | 'noteRefusal' | 'log'>;

function reportInForce({ notices }: LoadedConfig, isChanged: boolean, { file, noteRefusal, log }: Reports): void {
  noteRefusal(null);
  for (const notice of notices) log.warn('Configuration notice.', { notice: formatProblem(notice) });
  log.info(`The ${isChanged ? 'changed ' : ''}configuration is in force.`, { file });
}

function reportAbsence(found: string | null, { file, noteRefusal, log }: Reports): void {
  const words = found === null ? gone : empty;
  noteRefusal(words);
  log.warn(words, { file });
}

function reportProblems(error: ConfigError, { noteRefusal, log }: Reports): void {
  const { problems } = error;
  noteRefusal(refusalOf(error));
  for (const problem of problems) log.error('Configuration problem.', { problem: formatProblem(problem) });
  log.error('The changed configuration has problems. The previous one stays in force.', { problems: problems.length });
}

/** Logs at every change which sections need a restart, and when that is over. */
function makeRestartRemark(started: Config, log: Log): (next: Config) => void {
  let waited = false;
  return (next) => {
    const sections = needingRestart(started, next);
    if (sections.length > 0) log.warn('Some changes need a restart.', { sections: sections.join(', ') });
    else if (waited) log.info('No change needs a restart now.');
    waited = sections.length > 0;
  };
}

/** Reports once per change what prevents it from being applied. It is retried until it succeeds or there is another change. */
function makeDelayRemark({ noteRefusal, log }: Reports): (text: string | null, cause: unknown) => void {
  let remarked: string | null = null;
  return (text, cause) => {
    noteRefusal(delayed);
    if (remarked === text) return;
    remarked = text;
    log.error(delayed, {}, cause);
  };
}

/** Reports changes of the folder. Null if the system cannot: the file is read from time to time all the same. */
function watchFolder(folder: string, changed: () => void, log: Log): FSWatcher | null {
  const failed = (cause: unknown): void =>
    log.warn('The folder of the configuration is not watched. Its file is read every two seconds.', {
      folder,
      reason: String(cause),
    });
  try {
    const watcher = watch(folder, changed);
    watcher.on('error', failed);
    watcher.unref();
    return watcher;
  } catch (cause) {
    failed(cause);
    return null;
  }
}

/**
 * Watches diglot.yaml. A changed file is checked and then replaces the whole configuration. If it has problems or is missing,
 * this is logged and nothing changes. The folder is watched instead of the file, because editors and Kubernetes replace the
 * file.
 *
 * @returns `reread` reads the file and all that it names now, even if it has not changed; `close` stops watching; `settled` resolves
 *   when no change is being applied
 */
export function watchConfig({ file, initial, text, load, apply, noteRefusal, clock, log }: WatchOptions) {
  let running = initial;
  const remarkRestart = makeRestartRemark(initial, log);
  const reports = { file, noteRefusal, log };
  const remarkDelay = makeDelayRemark(reports);
  /** What was applied or refused last. */
  let known = text;
  /** Whether a file with settings was followed: then the defaults do not take its place when it is gone, or empty. */
  let hasFile = text !== null && !isEmpty(text);
  let isAsked = false;
  let cancel = (): void => undefined;

  const follow = async (found: string | null): Promise<void> => {
    if (hasFile && (found === null || isEmpty(found))) return reportAbsence(found, reports);
    const loaded = await load(running);
    await apply(loaded);
    hasFile = loaded.text !== null && !isEmpty(loaded.text);
    running = loaded.config;
    remarkRestart(running);
    reportInForce(loaded, found !== known, reports);
  };
  const read = async (): Promise<void> => {
    const found = await settledText(file, known, clock);
    if (found === known && !isAsked) return;
    isAsked = false;
    try {
      await follow(found);
      known = found;
    } catch (error) {
      if (isProblem(error)) {
        reportProblems(error, reports);
        known = found;
      } else {
        // Also if the file becomes what it was: then that is in force, and is to be said.
        isAsked = true;
        remarkDelay(found, error);
      }
    }
  };
  // What was changed during the start is found at once.
  let work = read();
  const look = (): Promise<void> => (work = work.then(read));
  const watcher = watchFolder(
    dirname(file),
    () => {
      cancel();
      cancel = clock.after(quietMilliseconds, () => void look());
    },
    log,
  );
  const end = repeat({ clock, every: lookMilliseconds, action: look, failed: () => undefined });
  return {
    reread: (): void => {
      isAsked = true;
      void look();
    },
    settled: (): Promise<void> => work,
    close: (): void => {
      cancel();
      void end();
      watcher?.close();
    },
  };
}

/** Sections with changed settings that are read only at start. */
function needingRestart(started: Config, next: Config): readonly string[] {
  const before = startSettings(started);
  return Object.entries(startSettings(next))
    .filter(([section, settings]) => writeSettings(settings) !== writeSettings(before[section as keyof StartSettings]))
    .map(([section]) => section);
}

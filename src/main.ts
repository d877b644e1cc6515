import { fileURLToPath } from 'node:url';
import { nameCompileCache, processEnvironment } from './config/environment.ts';
import { type CliContext, exitCodes, type Fault, programName } from './cli/context.ts';
import { runCli } from './cli/run-cli.ts';
import { systemClock } from './shared/time/clock.ts';
import type { Log, LogLevels } from './shared/log.ts';

/** Milliseconds within which a second signal counts as the first one: npm forwards the Ctrl-C that the terminal also sends. */
const sameSignal = 1_000;

/** How often to check whether the shell that npm started still runs. */
const checkMilliseconds = 250;

interface Started {
  /**
   * True if npm runs this process as a script. npm forwards a signal only to its shell, and many shells then exit without
   * forwarding it.
   */
  readonly byNpm: boolean;
  /** True if standard output is a terminal. The system sends SIGHUP when it is closed. */
  readonly terminal: boolean;
}

/** Exit codes of a process that a signal ended, as shells show them. */
const signalCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Returns a signal that is aborted when the process should stop. A second signal ends the process at once. */
function listenForStop({ byNpm, terminal }: Started): AbortSignal {
  const stopping = new AbortController();
  let firstAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', ...(terminal ? (['SIGHUP'] as const) : [])] as const) {
    process.on(signal, () => {
      if (!stopping.signal.aborted) {
        firstAt = performance.now();
        stopping.abort();
      } else if (performance.now() - firstAt > sameSignal) process.exit(signalCodes[signal]);
    });
  }
  if (!byNpm) return stopping.signal;
  const shell = process.ppid;
  const checking = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(checking);
    firstAt = performance.now();
    stopping.abort();
  }, checkMilliseconds);
  checking.unref();
  return stopping.signal;
}

/** What SIGHUP does while standard output is no terminal. */
interface Hangup {
  /** Runs an action at each SIGHUP from now on, and at once if one has come before. */
  readonly take: (action: () => void) => void;
  /** Lets SIGHUP end the process, as it does those that know nothing of it. */
  readonly leave: () => void;
}

/** Holds a SIGHUP until it is known what to do at one. */
function listenForHangup({ terminal }: Pick<Started, 'terminal'>): Hangup {
  if (terminal) return { take: () => undefined, leave: () => undefined };
  let isPending = false;
  let act = (): void => void (isPending = true);
  const listen = (): void => act();
  process.on('SIGHUP', listen);
  return {
    take: (action) => {
      act = action;
      if (isPending) action();
    },
    leave: () => {
      process.off('SIGHUP', listen);
      if (isPending) process.kill(process.pid, 'SIGHUP');
    },
  };
}

const terminal = process.stdout.isTTY;
// First of all: one that comes during a start must not end it.
const hangup = listenForHangup({ terminal });
nameCompileCache();
const environment = processEnvironment();
const home = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const colour = terminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';

/** How long the end waits for a reader. That of a log must not keep a gateway alive; a result may be read as slowly as one likes. */
let outputMilliseconds: number | null = null;

/** Waits until the log can be ended. */
let settleLog = async (): Promise<void> => undefined;

/** JSON lines for machines; one short line an event for a person. Loaded only by commands that write a log. */
async function openLog(levels: () => LogLevels): Promise<Log> {
  const { backgroundOutput, jsonLog, lastMilliseconds, prettyLog } = await import('./telemetry/log.ts');
  outputMilliseconds = lastMilliseconds;
  if (!terminal) {
    const output = backgroundOutput(1);
    settleLog = output.settle;
    return jsonLog(levels, output);
  }
  return prettyLog({ levels, colour, write: (text) => void process.stdout.write(text), now: systemClock.now });
}

/** Without this the process dies at once of what nothing caught; a listener also receives unhandled rejections. */
function takeFaults(): Promise<Fault> {
  return new Promise((resolve) => process.on('uncaughtException', (cause: unknown) => resolve({ cause })));
}

/** Why output was lost, such as ENOSPC. A gateway whose log is on a full disk goes on. */
let lost: string | null = null;

const reader = new AbortController();

/** A reader that has gone away (`diglot check | head`) is no failure. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE' && stream === process.stdout) reader.abort();
    if (error.code !== 'EPIPE') lost = error.code ?? error.message;
  });
}

const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve());
  });

const late = (milliseconds: number | null): Promise<void> =>
  new Promise((resolve) => {
    if (milliseconds !== null) setTimeout(resolve, milliseconds);
  });

const context: CliContext = {
  environment,
  program: programName({ environment, script: process.argv[1] ?? '', home, workingFolder: process.cwd() }),
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  terminal,
  colour,
  clock: systemClock,
  uptime: () => performance.now(),
  // Only our own script: what someone else's script starts may be meant to outlive it.
  stop: listenForStop({ byNpm: environment['npm_lifecycle_script']?.startsWith('node src/bin.js') ?? false, terminal }),
  readerGone: reader.signal,
  onHangup: hangup.take,
  endOnHangup: hangup.leave,
  takeFaults,
  openLog,
};

const code = await runCli(process.argv.slice(2), context);
const written = Promise.all([flushed(process.stdout), flushed(process.stderr), settleLog()]);
await Promise.race([written, late(outputMilliseconds)]);
// What a gateway prints is its log. What another command prints is its result.
if (lost !== null && !context.stop.aborted) {
  process.stderr.write(`The output could not be written (${String(lost)}).\n`);
  process.exit(code || exitCodes.failed);
}
process.exit(code);

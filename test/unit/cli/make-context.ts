import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliContext } from '../../../src/cli/context.ts';
import { runCli } from '../../../src/cli/run-cli.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { silentLog } from '../../../src/shared/log.ts';

/** What a command left behind. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, with its own environment and what it prints kept. */
export async function runWords(words: readonly string[], changes: Partial<CliContext> = {}): Promise<Ended> {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCli(words, {
    environment: {},
    program: 'npx diglot',
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
    terminal: false,
    colour: false,
    clock: systemClock,
    uptime: () => 700,
    stop: new AbortController().signal,
    readerGone: new AbortController().signal,
    onHangup: () => undefined,
    endOnHangup: () => undefined,
    takeFaults: () => new Promise(() => undefined),
    openLog: () => Promise.resolve(silentLog),
    ...changes,
  });
  return { code, out: out.join(''), err: err.join('') };
}

/** Runs an action in a new folder that holds these files. */
export async function inFolder<Result>(
  files: Readonly<Record<string, string>>,
  action: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-cli-'));
  try {
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return await action(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { goodEnvironment, goodFile } from '../unit/config/load-text.ts';
import { newFolder } from '../unit/store/set-up-store.ts';
import { startWorkers, stopWorkers, sumOf, type RunningWorkers } from './start-workers.ts';

const key = 'a secret of the gateway';
/** Starts workers in a folder with this configuration, which they find there. */
async function startIn(
  folder: string,
  text: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningWorkers> {
  writeFileSync(join(folder, 'diglot.yaml'), text);
  return startWorkers(join(folder, 'data'), { ...goodEnvironment, ...environment, PWD: folder });
}

const said = (running: RunningWorkers, words: string, times = 1) =>
  vi.waitFor(() => expect(running.printed().split(words).length).toBeGreaterThan(times), { timeout: 30_000 });

function killOne(running: RunningWorkers): void {
  const [victim = 0] = running.workers();
  process.kill(victim, 'SIGKILL');
}

/** Has every worker replaced, and waits until one of the next ones serves. */
async function replaceAll(running: RunningWorkers): Promise<void> {
  for (const worker of running.workers()) process.kill(worker, 'SIGKILL');
  await vi.waitFor(() => modelsAt(running), { timeout: 30_000 });
}

/** The status that a call of the control API gets with this key. */
const statusWith = async ({ url }: RunningWorkers, adminKey: string): Promise<number> => {
  const headers = { authorization: `Bearer ${adminKey}`, connection: 'close' };
  return (await fetch(`${url}/console/api/workspaces`, { headers })).status;
};

const modelsAt = async ({ url }: RunningWorkers): Promise<readonly string[]> => {
  const headers = { authorization: `Bearer ${key}`, connection: 'close' };
  const { data } = (await (await fetch(`${url}/v1/models`, { headers })).json()) as { data: { id: string }[] };
  return data.map(({ id }) => id);
};

/** What every worker answers: as many questions as it takes for the system to have asked both. */
const allModels = async (running: RunningWorkers) => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => modelsAt(running)));
  return [...new Set(answers.flat())];
};

describe('a worker that is replaced', { timeout: 120_000 }, () => {
  it('keeps the configuration in force when the file that was found is gone', async () => {
    const folder = newFolder();
    const running = await startIn(folder, goodFile);
    rmSync(join(folder, 'diglot.yaml'));
    await said(running, 'The current settings stay in force', 2);
    killOne(running);
    // It has started: it too says that the file is gone.
    await said(running, 'The current settings stay in force', 3);
    expect(await allModels(running)).toEqual(['gpt-5-mini']);
    expect(existsSync(join(folder, 'data', 'demo-key'))).toBe(false);
    expect(await stopWorkers(running)).toBe(0);
  });

  it('keeps the storage of the others when the file names another one for the next start', async () => {
    const folder = newFolder();
    const running = await startIn(folder, goodFile);
    const other = join(folder, 'other-drive');
    writeFileSync(join(folder, 'diglot.yaml'), `${goodFile}storage: { drive: 'file:${other}' }\n`);
    await said(running, 'Some changes need a restart', 2);
    killOne(running);
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_workers_replaced_total')).toBe(1), {
      timeout: 30_000,
    });
    // Asked while it starts, the next one says so too.
    running.process.kill('SIGHUP');
    await said(running, 'Some changes need a restart', 4);
    expect(await allModels(running)).toEqual(['gpt-5-mini']);
    expect(await stopWorkers(running)).toBe(0);
    expect(existsSync(other)).toBe(false);
  });

  it('has the secrets of the others until they read their files again', async () => {
    const folder = newFolder();
    const secret = join(folder, 'secret');
    const adminFile = join(folder, 'admin');
    writeFileSync(secret, key);
    writeFileSync(adminFile, 'the first admin key');
    const text = goodFile.replace(key, `\${file:${secret}}`);
    const running = await startIn(folder, text, { DIGLOT_ADMIN_KEY_FILE: adminFile });
    writeFileSync(adminFile, 'the second admin key');
    rmSync(secret);
    await replaceAll(running);
    expect(await statusWith(running, 'the first admin key')).toBe(200);
    expect(await statusWith(running, 'the second admin key')).toBe(401);
    writeFileSync(secret, key);
    running.process.kill('SIGHUP');
    // A worker says so when its parent knows what the next one needs, which is later than its first answer by the new key.
    await said(running, 'The configuration is in force.');
    rmSync(secret);
    rmSync(adminFile);
    await replaceAll(running);
    expect(await statusWith(running, 'the second admin key')).toBe(200);
    expect(await stopWorkers(running)).toBe(0);
  });

  it('has the administrator key of the others, whatever the data folder says meanwhile', async () => {
    const folder = newFolder();
    const running = await startIn(folder, goodFile);
    const file = join(folder, 'data', 'admin-key');
    const first = readFileSync(file, 'utf8').trim();
    writeFileSync(file, 'the second admin key');
    await replaceAll(running);
    expect(await statusWith(running, first)).toBe(200);
    expect(await statusWith(running, 'the second admin key')).toBe(401);
    expect(await stopWorkers(running)).toBe(0);
  });

  it('is not among those that are ready when the one before it ended too early', async () => {
    const folder = newFolder();
    const early = join(folder, 'end-early.mjs');
    writeFileSync(early, "import cluster from 'node:cluster';\nif (cluster.worker?.id === 2) process.exit(1);");
    const running = await startIn(folder, goodFile, { NODE_OPTIONS: `--import=${early}` });
    await said(running, 's, with 1 of 2 workers.');
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_workers')).toBe(2), { timeout: 30_000 });
    expect(await stopWorkers(running)).toBe(0);
  });

  it('is tried again after a pause while it cannot start, and the others serve on', async () => {
    const folder = newFolder();
    const running = await startIn(folder, goodFile);
    const sealKey = join(folder, 'data', 'seal-key');
    const whole = readFileSync(sealKey);
    writeFileSync(sealKey, 'cut off');
    killOne(running);
    await said(running, '"nextAttemptSeconds":1,');
    await said(running, '"nextAttemptSeconds":2,');
    expect(await allModels(running)).toEqual(['gpt-5-mini']);
    writeFileSync(sealKey, whole);
    await vi.waitFor(async () => expect(sumOf(await running.metrics(), 'diglot_workers')).toBe(2), { timeout: 30_000 });
    expect([running.process.exitCode, await allModels(running)]).toEqual([null, ['gpt-5-mini']]);
    expect(await stopWorkers(running)).toBe(0);
  });
});

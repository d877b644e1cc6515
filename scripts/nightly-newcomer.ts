/**
 * A newcomer's first key and first call, timed: an empty folder, a gateway without a configuration file, and a browser driven
 * like a person. Loopback only. Exits with 1 if it takes more than 60 seconds or 6 actions, or if the call does not arrive.
 *
 * Actions are what the person does: the command, the link that it prints, and every click and input after that. Needs Chromium,
 * and `script` of util-linux for a terminal.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { browserPath } from '../test/fakes/browser.ts';

const [mostSeconds, mostActions] = [60, 6];

const run = promisify(execFile);
const program = join(import.meta.dirname, '..', 'src/bin.js');
const environment = { PATH: process.env['PATH'] };
// A person already has a browser open.
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-dev-shm-usage'],
});
const began = performance.now();
let actions = 0;

/** Does one thing, counts it, and prints when it was done. */
async function act<Result>(what: string, action: () => Promise<Result>): Promise<Result> {
  actions += 1;
  const result = await action();
  process.stdout.write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${actions}  ${what}\n`);
  return result;
}

/** Creates a key and calls with it as the page says, until the page shows the call. */
async function useConsole(page: Page, link: string): Promise<void> {
  await act('open the link that the start has printed', async () => {
    await page.goto(link);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
  await act('choose API Keys', () => page.getByRole('link', { name: 'API Keys', exact: true }).click());
  await act('choose Create key', () => page.getByRole('button', { name: 'Create key' }).first().click());
  await act('type a name and press Enter', async () => {
    await page.getByLabel('Name', { exact: true }).fill('laptop');
    await page.keyboard.press('Enter');
    await page.getByLabel('Secret', { exact: true }).waitFor();
  });
  await act('run the snippet for curl', async () => {
    await page.getByRole('tab', { name: 'curl' }).click();
    const code = await page.getByRole('tabpanel').locator('pre').first().textContent();
    const { stdout } = await run('sh', ['-c', code ?? ''], { env: environment });
    if (!stdout.includes('"chat.completion"')) throw new Error(`The snippet got no answer: ${stdout}`);
    await page.getByText(/The first call arrived: demo/).waitFor();
  });
}

const folder = mkdtempSync(join(tmpdir(), 'diglot-newcomer-'));
// In a terminal, as for a person: the link is printed only to a terminal.
const command = `exec '${process.execPath}' '${program}' serve --port 0`;
const gateway = spawn('script', ['-qec', command, '/dev/null'], {
  cwd: folder,
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(gateway, 'exit');
try {
  const link = await act('start the gateway in an empty folder', async () => {
    for await (const line of createInterface({ input: gateway.stdout })) {
      const url = /https?:\/\/\S+#\S+/.exec(line)?.[0];
      if (url !== undefined) return url;
    }
    throw new Error('The gateway has printed no link to sign in.');
  });
  gateway.stdout.resume();
  await useConsole(await browser.newPage(), link);
  const seconds = (performance.now() - began) / 1000;
  process.stdout.write(`First key and first call: ${seconds.toFixed(1)} s, ${actions} actions.\n`);
  if (seconds > mostSeconds || actions > mostActions) process.exitCode = 1;
} finally {
  await browser.close();
  gateway.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  readdirSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../src/shared/log.ts';
import { watchFiles } from '../../src/store/sqlite/checks/database-files.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { json, type Script } from '../fakes/script.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const body = { model: 'test-model', messages: [{ role: 'user', content: 'Hi' }] };
const answer: Script = json({
  id: 'c1',
  object: 'chat.completion',
  created: 1,
  model: 'test-model',
  choices: [
    { index: 0, message: { role: 'assistant', content: 'x', refusal: null }, finish_reason: 'stop', logprobs: null },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
});

let folder: string;
let file: string;
let gateway: TestGateway;
let said: unknown[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'diglot-lost-'));
  file = join(folder, 'diglot.db');
  said = [];
  const log = {
    ...silentLog,
    error: (message: string, fields?: object) => void said.push({ title: message, ...fields }),
  };
  const storage = { database: `sqlite:${file}`, drive: `file:${join(folder, 'drive')}` };
  gateway = await startGateway({ storage, log });
  gateway.upstream.always(() => answer);
});
afterEach(async () => {
  // What is open cannot be noted any more.
  await gateway.close().catch(() => undefined);
  rmSync(folder, { recursive: true, force: true });
});

const callStatus = async (): Promise<number> => {
  const response = await gateway.call('/v1/chat/completions', { body });
  await response.arrayBuffer();
  return response.status;
};
const readiness = async () => {
  const response = await fetch(`${gateway.url}/readyz`);
  const { reason } = (await response.json()) as { readonly reason?: string };
  return { status: response.status, reason };
};

/** Closed by the gateway meanwhile or not: what a next start would find. */
const chargedCalls = (): number => {
  const database = openDatabase(file, 0);
  const { calls } = database.prepare('select count(*) as calls from call').get() as { calls: number };
  database.close();
  return calls;
};

const ways: Readonly<Record<string, () => void>> = {
  removed: () => rmSync(file),
  'moved away': () => renameSync(file, `${file}.moved`),
  'replaced by a copy': () => {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  'written over with a backup': () => {
    copyFileSync(file, `${file}.backup`);
    appendFileSync(`${file}.backup`, Buffer.alloc(4_096));
    copyFileSync(`${file}.backup`, file);
  },
  emptied: () => truncateSync(file),
  'without its log': () => rmSync(`${file}-wal`),
  'with another log': () => {
    copyFileSync(`${file}-wal`, `${file}.copy`);
    renameSync(`${file}.copy`, `${file}-wal`);
  },
  'with an empty log': () => truncateSync(`${file}-wal`),
  'gone with its folder': () => rmSync(folder, { recursive: true }),
};

describe.each(Object.entries(ways))('a database that is, in use, %s', (_, lose) => {
  it('is not ready any more, says why, and acknowledges no call', async () => {
    expect([await callStatus(), (await readiness()).status]).toEqual([200, 200]);
    lose();
    // The call that is the first to notice has been let in: its end is what cannot be acknowledged.
    expect(await callStatus()).toBe(503);
    expect(await callStatus()).toBe(503);
    const { status, reason } = await readiness();
    expect([status, reason]).toEqual([503, expect.stringMatching(/(?:removed|replaced)/)]);
    expect(reason).not.toContain(folder);
    expect(said).toContainEqual({ area: 'store', title: 'the database is not well', reason, state: 'failed', file });
  });

  it('is noticed without any call', async () => {
    lose();
    await expect.poll(async () => (await readiness()).status).toBe(503);
  });
});

it('a database behind a link loses its log where the file itself lies', async () => {
  const link = join(folder, 'link.db');
  openDatabase(join(folder, 'real.db'), 0).close();
  symlinkSync(join(folder, 'real.db'), link);
  const losses: string[] = [];
  const database = openDatabase(link, 0);
  const files = watchFiles(link, (loss) => void losses.push(loss));
  expect(files.loss()).toBe('none');
  rmSync(join(folder, 'real.db-wal'));
  expect([files.loss(), files.lossAfter(), losses]).toEqual(['log', 'log', ['log']]);
  database.close();
});

describe('a database without its log', () => {
  it('has every call that was acknowledged', async () => {
    for (let count = 0; count < 5; count += 1) expect(await callStatus()).toBe(200);
    rmSync(`${file}-wal`);
    await expect.poll(async () => (await readiness()).status).toBe(503);
    const copy = `${file}.kept`;
    copyFileSync(file, copy);
    // As after `kill -9`: nothing but the file itself is left.
    file = copy;
    expect(chargedCalls() + waitingCalls(copy)).toBeGreaterThanOrEqual(5);
  });
});

/** Calls that were acknowledged and not posted yet. */
const waitingCalls = (path: string): number => {
  const database = openDatabase(path, 0);
  const rows = database.prepare('select settlements from daybook').all() as { settlements: string }[];
  database.close();
  return rows.reduce((sum, { settlements }) => sum + (JSON.parse(settlements) as unknown[]).length, 0);
};

describe('the folder of the drive', () => {
  it.each<[string, (drive: string) => void]>([
    ['removed', (drive) => rmSync(drive, { recursive: true })],
    ['moved away', (drive) => renameSync(drive, `${drive}.moved`)],
  ])('is noticed when it is %s, and not made anew', async (_, lose) => {
    const drive = join(folder, 'drive');
    // The first thing that a process writes there is its mark.
    const isMarked = (): boolean =>
      readdirSync(drive, { encoding: 'utf8', recursive: true }).some((name) => name.includes('_process-'));
    await expect.poll(isMarked).toBe(true);
    lose(drive);
    expect(await readiness()).toMatchObject({ status: 503, reason: expect.stringContaining('drive') as string });
    const kept = await gateway.call('/v1/audio/speech', { body: { model: 'test-model', input: 'x', voice: 'alloy' } });
    await kept.arrayBuffer();
    expect(existsSync(drive)).toBe(false);
  });
});

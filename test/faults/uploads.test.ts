import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { processors, startScript, type Running } from '../../scripts/bench/candidate.ts';
import { residentBytes } from '../../scripts/bench/process-figures.ts';
import { sendUpload } from '../../scripts/bench/send-upload.ts';
import { startGateway, testKey as crashKey } from '../../scripts/crash-test/start-gateway.ts';
import { testKey } from '../fakes/make-config.ts';
import { bytes, head, json, stall } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';

const mebibyte = 1_048_576;

describe.runIf(process.platform === 'linux')('many uploads at once', () => {
  let sink: Running;
  let gateway: Running;
  beforeAll(async () => {
    sink = await startScript('sink', './upload-sink.ts', { args: [], processor: processors.load });
    const args = [`http://127.0.0.1:${sink.port}`];
    gateway = await startScript('Diglot', './gateway.ts', { args, processor: processors.candidate });
  });
  afterAll(() => {
    gateway.stop();
    sink.stop();
  });

  it.each([
    ['in front', { model: 'bench' }, {}],
    ['behind', {}, { model: 'bench' }],
  ])('are not held in memory, their model %s of the file', async (_, before, behind) => {
    const url = `http://127.0.0.1:${gateway.port}/v1/audio/transcriptions`;
    const upload = { url, key: testKey, bytes: 28 * mebibyte - 4_096, before, behind };
    await sendUpload(upload);
    const base = residentBytes(gateway.pid);
    let peak = base;
    const look = setInterval(() => {
      peak = Math.max(peak, residentBytes(gateway.pid));
    }, 20);
    const statuses = await Promise.all(Array.from({ length: 8 }, () => sendUpload(upload)));
    clearInterval(look);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((peak - base) / mebibyte).toBeLessThan(100);
  });
});

describe('kill -9 while uploads wait and bytes are kept', () => {
  it('leaves nothing behind that cannot be found', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-uploads-'));
    const upstream = await startScriptedUpstream();
    upstream.always(({ path }) =>
      path.endsWith('/speech')
        ? [
            head(200, { 'content-type': 'audio/mpeg', 'content-length': '99999999' }),
            bytes(Buffer.alloc(100_000)),
            stall,
          ]
        : json({ text: 'heard' }),
    );
    const first = await startGateway(folder, upstream.url);
    const speech = fetch(`${first.url}/v1/audio/speech`, {
      method: 'POST',
      headers: { authorization: `Bearer ${crashKey}`, 'content-type': 'application/json', 'x-drive-store': 'true' },
      body: JSON.stringify({ model: 'crash', input: 'hello', voice: 'alloy' }),
    });
    const url = `${first.url}/v1/audio/transcriptions`;
    const upload = { url, key: crashKey, bytes: 27 * mebibyte, before: {}, behind: { model: 'crash' } };
    const uploads = Array.from({ length: 4 }, () => sendUpload(upload).catch(() => 0));
    const response = await speech;
    await response.body?.getReader().read();
    await wait(100);
    await first.kill();
    await Promise.all(uploads);
    // What nobody has written to for a day was a killed process's.
    const unfinished = join(folder, 'drive', 'unfinished');
    const old = new Date(Date.now() - 90_000_000);
    for (const name of readdirSync(unfinished)) utimesSync(join(unfinished, name), old, old);
    const again = await startGateway(folder, upstream.url);
    const id = response.headers.get('x-diglot-drive-file');
    const record = await fetch(`${again.url}/v1/drive/files/${id}`, {
      headers: { authorization: `Bearer ${crashKey}` },
    });
    expect(record.status).toBe(404);
    const stored = readdirSync(join(folder, 'drive'), { recursive: true, withFileTypes: true });
    expect(stored.filter((entry) => entry.isFile() && !entry.name.includes('_process-'))).toEqual([]);
    expect(readdirSync(join(folder, 'spool'))).toEqual([]);
    await again.stop();
    await upstream.close();
    rmSync(folder, { recursive: true });
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, testKey } from '../../scripts/crash-test/start-gateway.ts';
import { bytes, head, json, pause, type Script } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

const lineCount = 2_000;
const linesAPiece = 100;
const usage = { input_tokens: 100, output_tokens: 20 };
/** 100 × 0.25 / 1000 + 20 × 2 / 1000 credits. */
const nanoALine = 65_000_000n;

/** Names twice at times, as no good provider does. */
const lines = Array.from({ length: lineCount }, (_, index) => {
  const message = { type: 'message', model: 'crash', content: [], usage };
  return `${JSON.stringify({ custom_id: `r${index - (index % 7 === 6 ? 1 : 0)}`, result: { type: 'succeeded', message } })}\n`;
});

/** The results, slowly enough to be interrupted. */
function slowResults(): Script {
  const pieces = Array.from({ length: lineCount / linesAPiece }, (_, index) =>
    lines.slice(index * linesAPiece, (index + 1) * linesAPiece).join(''),
  );
  const length = String(lines.join('').length);
  return [head(200, { 'content-length': length }), ...pieces.flatMap((piece) => [bytes(piece), pause(20)])];
}

describe('kill -9 while the lines of a batch are charged', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-batches-'));
  const headers = {
    authorization: `Bearer ${testKey}`,
    'content-type': 'application/json',
    'anthropic-version': '2023-06-01',
  };
  let upstream: ScriptedUpstream;
  let id = '';
  const charged: number[] = [];

  /** The charges of the batch as they lie in the file. */
  const charges = (): readonly bigint[] => {
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    const rows = database.prepare('select charge from call where batch_id = ?');
    rows.setReadBigInts(true);
    const found = rows.all(id) as unknown as readonly { readonly charge: bigint }[];
    database.close();
    return found.map(({ charge }) => charge);
  };

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.always(({ method, path }) => {
      if (path.endsWith('/results')) return slowResults();
      const processing_status = method === 'POST' ? 'in_progress' : 'ended';
      return json({ id: 'theirs', type: 'message_batch', processing_status, results_url: 'x' });
    });
    for (const patience of [60, 150, 240, 330]) {
      const gateway = await startGateway(folder, upstream.url);
      if (id === '') {
        const params = { model: 'crash-messages', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
        const body = JSON.stringify({ requests: [{ custom_id: 'r0', params }] });
        const answer = await fetch(`${gateway.url}/v1/messages/batches`, { method: 'POST', headers, body });
        id = ((await answer.json()) as { readonly id: string }).id;
      }
      const before = upstream.requests.length;
      const reading = fetch(`${gateway.url}/v1/messages/batches/${id}`, { headers }).catch(() => null);
      // The record for the client, the record for the charging, the results.
      await upstream.request(before + 3);
      await wait(patience);
      await gateway.kill();
      await reading;
      charged.push(charges().length);
    }
    const last = await startGateway(folder, upstream.url);
    const whole = await fetch(`${last.url}/v1/messages/batches/${id}`, { headers });
    expect(whole.status).toBe(200);
    await last.stop();
  }, 120_000);
  afterAll(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  it('the killed processes had charged some lines, and not all', () => {
    expect(charged.filter((count) => count > 0 && count < lineCount).length).toBeGreaterThan(1);
    expect(charged).toEqual(charged.toSorted((one, other) => one - other));
  });

  it('every line is in the ledger once, with its charge, and the account has their sum', () => {
    const all = charges();
    expect(all).toHaveLength(lineCount);
    expect(all.every((charge) => charge === nanoALine)).toBe(true);
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    const account = database.prepare("select posted from account where workspace_id = 'acme'");
    account.setReadBigInts(true);
    expect(account.get()).toMatchObject({ posted: nanoALine * BigInt(lineCount) });
    expect(
      database.prepare("select json_extract(fields, '$.charged') as charged from object where kind = 'batch'").all(),
    ).toEqual([{ charged: 1 }]);
    database.close();
  });
});

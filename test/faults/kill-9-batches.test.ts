import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { adminKey, startInstance, testKey } from '../../scripts/crash-test/start-gateway.ts';
import { bytes, head, json, until, type Script } from '../fakes/script.ts';
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

/** The results: so many pieces, then nothing more until there is a reason to go on. */
function resultsUntil(most: number, reason: Promise<unknown>): Script {
  const pieces = Array.from({ length: lineCount / linesAPiece }, (_, index) =>
    lines.slice(index * linesAPiece, (index + 1) * linesAPiece).join(''),
  );
  const length = String(lines.join('').length);
  return [
    head(200, { 'content-length': length }),
    ...pieces.flatMap((piece, index) => (index === most ? [until(reason), bytes(piece)] : [bytes(piece)])),
  ];
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
  /** The lines that each killed process left in the ledger. */
  const counts: number[] = [];
  /** Pieces after which the results stop, until the gateway has been killed. */
  let held = Infinity;
  const never = new Promise<never>(() => undefined);

  /** The charges of the batch as they lie in the file. */
  const charges = (): readonly bigint[] => {
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    const rows = database.prepare('select charge from call where batch_id = ?');
    rows.setReadBigInts(true);
    const found = rows.all(id) as unknown as readonly { readonly charge: bigint }[];
    database.close();
    return found.map(({ charge }) => charge);
  };

  /** The calls that are in the ledger, as the running gateway reads them: no other process can read the file meanwhile. */
  const charged = async (url: string): Promise<number> => {
    const answer = await fetch(`${url}/console/api/usage?workspace_id=acme`, {
      headers: { authorization: `Bearer ${adminKey}` },
    });
    return ((await answer.json()) as { readonly totals: { readonly calls: number } }).totals.calls;
  };

  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstream.always(({ method, path }) => {
      if (path.endsWith('/results')) return resultsUntil(held, never);
      const processing_status = method === 'POST' ? 'in_progress' : 'ended';
      return json({ id: 'theirs', type: 'message_batch', processing_status, results_url: 'x' });
    });
    const place = { folder, upstream: upstream.url, credits: '200' };
    for (const most of [4, 8, 12, 16]) {
      held = most;
      const gateway = await startInstance(place);
      if (id === '') {
        const params = { model: 'crash-messages', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
        // One for each line of the results: no more are charged.
        const requests = Array.from({ length: lineCount }, (_, index) => ({ custom_id: `r${index}`, params }));
        const body = JSON.stringify({ requests });
        const answer = await fetch(`${gateway.url}/v1/messages/batches`, { method: 'POST', headers, body });
        id = ((await answer.json()) as { readonly id: string }).id;
      }
      const before = await charged(gateway.url);
      const reading = fetch(`${gateway.url}/v1/messages/batches/${id}`, { headers }).catch(() => null);
      await vi.waitFor(async () => expect(await charged(gateway.url)).toBeGreaterThan(before), {
        timeout: 60_000,
        interval: 1,
      });
      await gateway.kill();
      await reading;
      counts.push(charges().length);
    }
    held = Infinity;
    const last = await startInstance(place);
    const whole = await fetch(`${last.url}/v1/messages/batches/${id}`, { headers });
    expect(whole.status).toBe(200);
    await last.stop();
  }, 300_000);
  afterAll(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  it('the killed processes had charged some lines, and not all', () => {
    expect(counts.filter((count) => count > 0 && count < lineCount)).toHaveLength(4);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
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

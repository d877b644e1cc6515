import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startGateway, testKey } from '../../scripts/crash-test/start-gateway.ts';
import { json, stall } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';

/** 5 tokens of output at 2 / 1000 credits, and a few of input. */
const leastNano = 10_000_000n;

describe('kill -9 while a provider creates a batch', () => {
  const folder = mkdtempSync(join(tmpdir(), 'diglot-kill-new-batch-'));
  let upstream: ScriptedUpstream;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
  });
  afterAll(async () => {
    await upstream.close();
    rmSync(folder, { recursive: true });
  });

  const reserved = (): readonly bigint[] => {
    const database = new DatabaseSync(join(folder, 'diglot.db'), { readOnly: true });
    const rows = database.prepare("select granted from lease where kind = 'batch' and state = 'open'");
    rows.setReadBigInts(true);
    const found = rows.all() as unknown as readonly { readonly granted: bigint }[];
    database.close();
    return found.map(({ granted }) => granted);
  };
  const create = (url: string): Promise<Response> => {
    const params = { model: 'crash-messages', max_tokens: 5, messages: [{ role: 'user', content: 'x' }] };
    return fetch(`${url}/v1/messages/batches`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${testKey}`,
        'content-type': 'application/json',
        'anthropic-version': '2023-06-01',
      },
      body: JSON.stringify({ requests: [{ custom_id: 'r0', params }] }),
    });
  };

  it('leaves its credit reserved, also for the next process', async () => {
    upstream.always([stall]);
    const first = await startGateway(folder, upstream.url);
    const lost = create(first.url).catch(() => null);
    await upstream.request(1);
    await first.kill();
    await lost;
    expect(reserved()).toHaveLength(1);
    expect(reserved()[0]).toBeGreaterThan(leastNano);

    const next = await startGateway(folder, upstream.url);
    const headers = { authorization: `Bearer ${adminKey}` };
    const balance = await fetch(`${next.url}/console/api/workspaces/acme/credits`, { headers });
    expect(Number(((await balance.json()) as { readonly held: string }).held)).toBeGreaterThan(0.01);

    upstream.always(json({ error: { message: 'No' } }, { status: 400 }));
    expect((await create(next.url)).status).toBe(400);
    await next.stop();
    expect(reserved()).toHaveLength(1);
  }, 60_000);
});

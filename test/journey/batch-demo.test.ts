import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAddress } from '../../src/catalog/provider-overrides.ts';
import { makeConfig, makeModel, makeProvider } from '../fakes/make-config.ts';
import { specB } from './batch-upstream.ts';
import { startWith } from './start-gateway.ts';

const messages = [{ role: 'user', content: 'Tell me about batches.' }];
const chat = { model: 'demo', max_tokens: 50, messages };
const none = { ...chat, model: 'demo-429' };

describe('a batch against the demo', () => {
  let gateway: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    const providers = (['a', 'b'] as const).map((spec) => ({
      ...makeProvider(`demo-${spec}`, spec, ''),
      baseUrl: demoAddress,
      credential: null,
    }));
    const models = ['demo', 'demo-429'].map((id) => makeModel(id, ['demo-a', 'demo-b']));
    gateway = await startWith(makeConfig({ providers, models }));
  });
  afterAll(() => gateway.close());

  const chargesOf = async (requestId: string | null): Promise<readonly bigint[]> => {
    const filter = { workspaceId: 'acme', requestId: requestId ?? '', limit: 10 };
    const { items } = await gateway.services.store.ledger.calls(filter);
    return items.filter(({ productSku }) => productSku !== 'unbilled').map(({ charge }) => charge);
  };
  /** What the same request costs by itself. */
  const alone = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<bigint> => {
    const answer = await gateway.call(path, { body: chat, headers });
    await answer.text();
    const [charge] = await chargesOf(answer.headers.get('x-request-id'));
    return charge ?? 0n;
  };
  const untilEnded = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<void> => {
    for (;;) {
      const text = await (await gateway.call(path, { headers })).text();
      if (/: ?"(?:completed|ended)"/.test(text)) return;
      await wait(100);
    }
  };

  it('of Spec A costs what its lines cost by themselves; what failed costs nothing', async () => {
    const lines = [chat, none, chat].map((body, index) =>
      JSON.stringify({ custom_id: `r${index}`, method: 'POST', url: '/v1/chat/completions', body }),
    );
    const form = new FormData();
    form.append('purpose', 'batch');
    form.append('file', new Blob([lines.join('\n')]), 'in.jsonl');
    const headers = { authorization: `Bearer ${gateway.key}` };
    const file = await fetch(`${gateway.url}/v1/files`, { method: 'POST', body: form, headers });
    const { id: input_file_id } = (await file.json()) as { id: string };
    const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' };
    const made = await gateway.call('/v1/batches', { body });
    const { id } = (await made.json()) as { id: string };
    await untilEnded(`/v1/batches/${id}`);
    const one = await alone('/v1/chat/completions');
    expect(one).toBeGreaterThan(0n);
    expect(await chargesOf(made.headers.get('x-request-id'))).toEqual([one, one]);
  });

  it('of Spec B costs what its requests cost by themselves; what failed costs nothing', async () => {
    const requests = [chat, none, chat].map((params, index) => ({ custom_id: `r${index}`, params }));
    const made = await gateway.call('/v1/messages/batches', { body: { requests }, headers: specB });
    const { id } = (await made.json()) as { id: string };
    await untilEnded(`/v1/messages/batches/${id}`, specB);
    const one = await alone('/v1/messages', specB);
    expect(one).toBeGreaterThan(0n);
    expect(await chargesOf(made.headers.get('x-request-id'))).toEqual([one, one]);
    expect(await gateway.services.store.ledger.verify()).toEqual([]);
  });
});

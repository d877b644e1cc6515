import { afterAll, beforeAll, expect, it } from 'vitest';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { messagesCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../fakes/scripted-upstream.ts';
import { runWords } from '../unit/cli/make-context.ts';
import { adminSecret } from './start-console.ts';
import { startWith } from './start-gateway.ts';

const rates = { input_tokens: 3_000_000n, cached_input_tokens: 300_000n, output_tokens: 15_000_000n };
const longer = { input_tokens: 6_000_000n, cached_input_tokens: 600_000n, output_tokens: 22_500_000n };

let upstream: ScriptedUpstream;
let gateway: Awaited<ReturnType<typeof startWith>>;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  const providers = [makeProvider('up-a', 'a', upstream.url), makeProvider('up-b', 'b', upstream.url)];
  const prices = [{ from: 0, rates, tiers: [{ above: 200_000, rates: longer }] }];
  const products = [{ ...makeProduct('test'), prices }];
  gateway = await startWith({ ...makeConfig({ providers, products }), adminKey: new Secret(adminSecret) });
});
afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

it.each([
  [200_000, 0, '0.6015'],
  [1_000, 199_001, '0.1276506'],
] as const)('a call is charged by the length of its input: %d and %d cached', async (input, cached, charge) => {
  const usage = { input_tokens: input, cache_read_input_tokens: cached, output_tokens: 100 };
  upstream.next(json({ ...messagesCall.answer, usage }));
  const answer = await gateway.call(messagesCall.path, {
    body: messagesCall.request,
    headers: { 'anthropic-version': '2023-06-01' },
  });
  expect([answer.status, answer.headers.get('x-diglot-charge')]).toEqual([200, charge]);
  expect(await gateway.services.metering.reconcile()).toEqual([]);
});

it('its tiers are shown with a model', async () => {
  const { out } = await runWords(['models', 'show', 'test-model'], {
    environment: { DIGLOT_URL: gateway.url, DIGLOT_ADMIN_KEY: adminSecret },
  });
  expect(out).toContain('3 credits per 1000000 input_tokens\n');
  expect(out).toContain('22.5 credits per 1000000 output_tokens, above 200000 input tokens\n');
});

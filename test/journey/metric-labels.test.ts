import { expect, it, onTestFinished } from 'vitest';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { startWith } from './start-gateway.ts';

/** Series of Diglot's and of the generative AI names, without their values. Those of Node appear when it first collects garbage. */
const seriesOf = (text: string): ReadonlySet<string> =>
  new Set([...text.matchAll(/^((?:diglot_(?!nodejs_)|gen_ai_)\S*\{[^}]*\}) /gm)].map(([, series = '']) => series));

it('keeps the label sets closed when 200 paths and 200 models that do not exist are asked for', async () => {
  const config = makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:1')] });
  const metrics = { host: '127.0.0.1', port: 0 };
  const gateway = await startWith({ ...config, server: { ...config.server, metrics } });
  onTestFinished(gateway.close);
  const figures = async () => (await fetch(gateway.app.metricsUrl ?? '')).text();
  const ask = async (number: number): Promise<void> => {
    const body = { model: `junk-model-${number}`, messages: [{ role: 'user', content: 'hi' }] };
    const answers = [
      await gateway.call(`/v1/junk-path-${number}`),
      await gateway.call(`/junk-path-${number}/v1/messages`, { method: `PUT` }),
      await gateway.call('/v1/chat/completions', { body, headers: { 'user-agent': `junk-agent-${number}` } }),
    ];
    for (const answer of answers) expect([answer.status, (await answer.text()).length > 0]).toEqual([404, true]);
  };
  await ask(0);
  const before = seriesOf(await figures());
  for (let number = 1; number <= 200; number += 1) await ask(number);
  const text = await figures();
  expect([...seriesOf(text)].filter((series) => !before.has(series))).toEqual([]);
  expect(text).not.toContain('junk');
  expect(text).toMatch(/^diglot_requests_total\{operation="none",status="4xx"\} 402$/m);
});

import type { Product } from '../../src/catalog/catalog.ts';
import { nanoPerCredit } from '../../src/shared/money.ts';
import { startConsole, type ConsoleGateway } from '../journey/start-console.ts';
import { makeModel, makeProduct, makeProvider } from '../fakes/make-config.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { json, sse } from '../fakes/script.ts';
import { startScriptedUpstream } from '../fakes/scripted-upstream.ts';

const dayMilliseconds = 86_400_000;

/** How many days of usage there are, the present one included. */
const seededDays = 30;

const models = ['gpt-5-mini', 'gpt-5', 'claude-sonnet-5', 'claude-haiku-5', 'demo'];

/** Figures that look like a product's: from a fixed sequence, so that every run has the same. */
function makeDice(seed = 7): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A Product whose output costs four times its input, in picocredits a token. */
const priced = (sku: string, input: bigint): Product => ({
  ...makeProduct(sku),
  prices: [
    { from: 0, rates: { ...makeProduct(sku).prices[0]?.rates, input_tokens: input, output_tokens: input * 4n } },
  ],
});

/** A gateway with the workspace `acme` that has had thirty days of usage by three keys. */
export interface SeededGateway extends ConsoleGateway {
  /** Names of its keys. */
  readonly keyNames: readonly string[];
  /** Request id of a call whose first model was overloaded. */
  readonly fallbackRequest: string;
  /** Request id of one call of today. */
  readonly knownRequest: string;
}

/** Starts the gateway thirty days ago, and makes calls until now. */
export async function startSeededGateway(): Promise<SeededGateway> {
  const roll = makeDice();
  const clock = makeShiftedClock();
  clock.shift(-seededDays * dayMilliseconds);
  const upstream = await startScriptedUpstream();
  upstream.always(({ body }) =>
    body.includes('"stream":true') ? sse(streamOf(answerOf(body, roll))) : json(answerOf(body, roll)),
  );
  const gateway = await startConsole({
    clock,
    // Nothing listens on the port 1.
    providers: [makeProvider('openai', 'a', upstream.url), makeProvider('spare', 'a', 'http://127.0.0.1:1')],
    models: [
      ...models.map((id) => makeModel(id, ['openai'], { product: id.startsWith('claude') ? 'frontier' : 'standard' })),
      makeModel('careful', ['openai'], { product: 'standard', fallbacks: ['gpt-5'] }),
      makeModel('spare-model', ['spare'], { product: 'standard' }),
    ],
    products: [priced('standard', 4_000_000n), priced('frontier', 25_000_000n)],
    plans: [
      { id: 'team', name: 'Team', products: ['*'], monthlyCredits: 5_000n * nanoPerCredit, holdFactorPermille: 1000 },
    ],
  });
  const secrets = await issueKeys(gateway);
  const [knownRequest, fallbackRequest] = ['req-known-to-the-test', 'req-that-fell-back'];
  for (let day = 0; day <= seededDays; day += 1) {
    for (const [name, secret] of secrets) {
      const calls = day === seededDays && name === 'laptop-ann' ? 1 : 1 + Math.floor(roll() * 3);
      for (let call = 0; call < calls; call += 1) await chat(gateway, { secret, model: pick(models, roll) });
    }
    if (day < seededDays) clock.shift(dayMilliseconds);
  }
  const [, secret = ''] = secrets[0] ?? [];
  await chat(gateway, { secret, model: 'gpt-5', requestId: knownRequest });
  upstream.next(json({ error: { message: 'Overloaded.' } }, { status: 503 }));
  await chat(gateway, { secret: secrets[1]?.[1] ?? '', model: 'careful', requestId: fallbackRequest });
  await chat(gateway, { secret, model: 'no-such-model' });
  return {
    ...gateway,
    keyNames: secrets.map(([name]) => name),
    knownRequest,
    fallbackRequest,
    close: async () => {
      await gateway.close();
      await upstream.close();
    },
  };
}

const pick = <One>(choices: readonly One[], roll: () => number): One =>
  choices[Math.floor(roll() ** 1.6 * choices.length)] ?? (choices[0] as One);

interface Chat {
  readonly secret: string;
  readonly model: string;
  readonly requestId?: string;
}

async function chat(gateway: ConsoleGateway, { secret, model, requestId }: Chat): Promise<void> {
  const response = await gateway.call('/v1/chat/completions', {
    body: { model, messages: [{ role: 'user', content: 'Hello' }] },
    headers: {
      authorization: `Bearer ${secret}`,
      ...(requestId !== undefined && { 'x-request-id': requestId }),
    },
  });
  await response.arrayBuffer();
}

/** Three keys, of which one has a limit and one restrictions. */
async function issueKeys({ control }: ConsoleGateway): Promise<readonly (readonly [string, string])[]> {
  const wanted = [
    { name: 'ci-prod', limits: { day: '50' } },
    { name: 'laptop-ann', scope: { operations: ['chat' as const, 'messages' as const] } },
    { name: 'support-bot', limits: { month: '400' }, scope: { models: ['gpt-5*', 'demo'] } },
  ];
  await control.PATCH('/workspaces/{workspace_id}', {
    params: { path: { workspace_id: 'acme' } },
    body: { name: 'Acme', plan_id: 'team', time_zone: 'Europe/Berlin' },
  });
  await control.POST('/workspaces/{workspace_id}/credits/grants', {
    params: { path: { workspace_id: 'acme' } },
    body: { amount: '5000', reason: 'Order 2026-117', kind: 'topup' },
  });
  const issued: (readonly [string, string])[] = [];
  for (const each of wanted) {
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', ...each } });
    issued.push([each.name, data?.secret ?? '']);
  }
  return issued;
}

/** The same answer in events. */
function streamOf(answer: ReturnType<typeof answerOf>): readonly string[] {
  const head = { ...answer, object: 'chat.completion.chunk', usage: null };
  const words = ['Hello ', 'from ', 'the ', 'stream.'];
  const chunks = [
    ...words.map((content) => ({ ...head, choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...head, choices: [], usage: answer.usage },
  ];
  return [...chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`), 'data: [DONE]\n\n'];
}

function answerOf(body: Uint8Array | string, roll: () => number) {
  const { model } = JSON.parse(Buffer.from(body).toString()) as { readonly model: string };
  const [prompt, completion] = [1_000 + Math.floor(roll() * 90_000), 200 + Math.floor(roll() * 9_000)];
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_796_000_000,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Hello.', refusal: null } }],
    usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion },
  };
}

/**
 * Sends the same requests through Diglot and through LiteLLM, each to a recording upstream on loopback, and compares what reaches
 * the upstreams; then the same answers, whole and streamed, and compares what reaches the client. `nightly-translation/plain.ts`
 * says what counts as equal. Differences are counted by kind: direction, place, and which side has more. Exits with 1 if a kind
 * is not in `nightly-translation/reviewed.json`, which has a reason for each, or is more frequent than stated there.
 *
 * Requests and answers are those written by hand in `test/fixtures/golden`, and the recordings of `../shared/corpus` if they
 * exist, one of each shape. Loopback only: if `unshare` may create a network namespace, nothing else can be reached. Needs
 * LiteLLM (`pip install 'litellm[proxy]'`; reviewed with 1.106.2); without it, the script says that nothing is compared.
 *
 *     node scripts/nightly-translation.ts [program of LiteLLM] [--samples]
 *
 * `--samples` prints, for each kind that is not reviewed, one request with both results.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret } from '../src/shared/secret.ts';
import { parseJson, type Json } from '../src/shared/json/json.ts';
import type { TurnWireId, UpstreamWireId } from '../src/wires/translation/parts.ts';
import { corpusNote } from '../test/fakes/corpus.ts';
import { makeConfig, makeModel, makeProvider, testKey } from '../test/fakes/make-config.ts';
import { startWith } from '../test/journey/start-gateway.ts';
import { comparable, rebuilt } from '../test/unit/wires/translation/rebuild.ts';
import { enterNamespace, isInside } from './loopback/enter-namespace.ts';
import {
  startLiteLlm,
  startRecorder,
  upstreamModels,
  versionOfLiteLlm,
  type Gateway,
  type Reply,
} from './nightly-translation/peer.ts';
import { differencesOf, plainOf } from './nightly-translation/plain.ts';
import { sampleAnswers, sampleRequests } from './nightly-translation/samples.ts';

/** Directions that both gateways translate. */
const directions: readonly (readonly [from: TurnWireId, to: UpstreamWireId])[] = [
  ['chat-completions', 'messages'],
  ['chat-completions', 'converse'],
  ['chat-completions', 'gemini'],
  ['messages', 'chat-completions'],
  ['messages', 'responses'],
  ['responses', 'messages'],
];

const paths: Readonly<Record<TurnWireId, string>> = {
  'chat-completions': '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
};

async function startDiglot(): Promise<Gateway> {
  const upstream = await startRecorder();
  const { address } = upstream;
  const aws = {
    type: 'aws-keys',
    accessKeyId: new Secret('a'),
    secretAccessKey: new Secret('b'),
    sessionToken: null,
  } as const;
  const providers = [
    { ...makeProvider('chat-completions', 'a', address), wires: ['chat-completions'] },
    { ...makeProvider('responses', 'a', address), wires: ['responses'] },
    makeProvider('messages', 'b', address),
    {
      ...makeProvider('gemini', 'a', address),
      kind: 'gemini',
      baseUrl: `${address}/v1beta`,
      operations: [],
      wires: ['gemini'],
    },
    {
      ...makeProvider('converse', 'b', address),
      kind: 'bedrock',
      operations: [],
      wires: ['converse'],
      credential: { ...aws, region: 'us-east-1', service: 'bedrock' },
    },
  ] as const;
  const models = Object.entries(upstreamModels).map(([provider, { model, most }]) =>
    makeModel(`to-${provider}`, [], {
      targets: [{ provider, model, region: 'global', weight: 1 }],
      maxOutputTokens: most,
    }),
  );
  const running = await startWith(makeConfig({ providers, models }));
  const stop = async (): Promise<void> => {
    await running.close();
    upstream.close();
  };
  return { name: 'Diglot', url: running.url, key: testKey, upstream, stop };
}

interface Call {
  readonly from: TurnWireId;
  readonly to: UpstreamWireId;
  readonly body: object;
  readonly reply: Reply;
}

interface Outcome {
  /** What reached the upstream; null: nothing. */
  readonly sent: string | null;
  readonly status: number;
  readonly text: string;
}

async function call({ url, key, upstream }: Gateway, { from, to, body, reply }: Call): Promise<Outcome> {
  upstream.answer(reply);
  const response = await fetch(url + paths[from], {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'anthropic-version': '2023-06-01',
      'x-diglot-on-loss': 'warn',
    },
    body: JSON.stringify({ ...body, model: `to-${to}` }),
  });
  const text = await response.text();
  return { sent: upstream.received(), status: response.status, text };
}

interface Found {
  count: number;
  readonly sample: string;
}

/** Counts of differences, each kind with the first sample. */
const found = new Map<string, Found>();

function note(kind: string, sample: () => string): void {
  const known = found.get(kind);
  if (known) known.count += 1;
  else found.set(kind, { count: 1, sample: sample() });
}

const short = (text: string): string => (text.length > 1_500 ? `${text.slice(0, 1_500)} …` : text);

function noteAll(title: string, values: readonly [ours: Json, theirs: Json], sample: () => string): void {
  for (const difference of new Set(differencesOf(...values))) note(`${title}: ${difference}`, sample);
}

async function compareRequests(ours: Gateway, theirs: Gateway): Promise<number> {
  let compared = 0;
  const replies = new Map(sampleAnswers().map(({ wire, whole }) => [wire, whole] as const));
  for (const { name, wire, body } of sampleRequests())
    for (const [from, to] of directions.filter(([each]) => each === wire)) {
      const { stream: _, stream_options: __, background: ___, ...plain } = body;
      const made = {
        from,
        to,
        body: plain,
        reply: replies.get(to) ?? { type: 'application/json', bytes: Buffer.from('{}') },
      };
      const [our, their] = [await call(ours, made), await call(theirs, made)];
      const title = `${from} → ${to}`;
      const sample = (): string =>
        [name, JSON.stringify(plain), our.sent ?? our.text, their.sent ?? their.text].map(short).join('\n    ');
      if (our.sent !== null && their.sent !== null) {
        compared += 1;
        noteAll(title, [plainOf(our.sent, to === 'gemini'), plainOf(their.sent, to === 'gemini')], sample);
      } else if (our.sent !== null) note(`${title}: refused by theirs with ${their.status}`, sample);
      else if (their.sent !== null) note(`${title}: refused by ours with ${our.status}`, sample);
    }
  return compared;
}

const tools = [{ name: 'weather' }, { name: 'f' }, { name: 'g' }];
const parameters = { type: 'object', properties: {} };
/** A request that any of the answers may follow. */
const requests: Readonly<Record<TurnWireId, object>> = {
  'chat-completions': {
    messages: [{ role: 'user', content: 'Hi' }],
    tools: tools.map(({ name }) => ({ type: 'function', function: { name, parameters } })),
  },
  responses: {
    input: 'Hi',
    store: false,
    tools: tools.map(({ name }) => ({ type: 'function', name, parameters, strict: false })),
  },
  messages: {
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'Hi' }],
    tools: tools.map(({ name }) => ({ name, input_schema: parameters })),
  },
};

/** What a client has at the end: the body, or what an official SDK assembles from the stream. */
async function received(wire: TurnWireId, text: string, isStream: boolean): Promise<Json> {
  const whole = isStream
    ? await rebuilt(wire, [{ bytes: Buffer.from(text), data: null, last: false }], 'newest')
    : (parseJson(text) as object | null);
  return plainOf(JSON.stringify(comparable(wire, whole ?? { text })));
}

async function compareAnswers(ours: Gateway, theirs: Gateway): Promise<number> {
  let compared = 0;
  for (const { name, wire, whole, streamed } of sampleAnswers())
    for (const [from, to] of directions.filter(([, each]) => each === wire))
      for (const [form, reply] of [['answer', whole] as const, ['stream', streamed] as const]) {
        if (reply === null) continue;
        const isStream = form === 'stream';
        const body = { ...requests[from], ...(isStream && { stream: true }) };
        const options = isStream && from === 'chat-completions' ? { stream_options: { include_usage: true } } : {};
        const made = { from, to, body: { ...body, ...options }, reply };
        const outcomes = [await call(ours, made), await call(theirs, made)] as const;
        const sample = (): string =>
          [name, reply.bytes.toString(), ...outcomes.map(({ text }) => text)].map(short).join('\n    ');
        const title = `${form} ${to} → ${from}`;
        const [our, their] = await Promise.allSettled(outcomes.map(({ text }) => received(from, text, isStream)));
        if (our?.status === 'rejected') note(`${title}: ours is not read by the SDK`, sample);
        else if (their?.status === 'rejected') note(`${title}: theirs is not read by the SDK`, sample);
        else if (our && their) {
          compared += 1;
          noteAll(title, [our.value, their.value], sample);
        }
      }
  return compared;
}

type Reviewed = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Reasons, each with the kinds that it applies to, and how often each of them was seen. */
const reviewed = JSON.parse(
  readFileSync(join(import.meta.dirname, 'nightly-translation/reviewed.json'), 'utf8'),
) as Reviewed;

/** Prints the counts. @returns kinds that are not in the reviewed list, or that occur more often than it says */
function report(withSamples: boolean): number {
  let open = 0;
  for (const [kind, { count, sample }] of [...found].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const [reason, kinds] = Object.entries(reviewed).find(([, each]) => Object.hasOwn(each, kind)) ?? [];
    const isKnown = count <= (kinds?.[kind] ?? 0);
    if (!isKnown) open += 1;
    const said = isKnown
      ? `(${reason})`
      : reason === undefined
        ? 'NOT REVIEWED'
        : `MORE THAN ${kinds?.[kind]} (${reason})`;
    process.stdout.write(`${String(count).padStart(6)}  ${kind}  ${said}\n`);
    if (withSamples && !isKnown) process.stdout.write(`    ${sample}\n`);
  }
  return open;
}

async function compare(args: readonly string[]): Promise<void> {
  const program = args.find((each) => !each.startsWith('--')) ?? 'litellm';
  const version = versionOfLiteLlm(program);
  if (version === null) {
    process.stdout.write(`left out: ${program} is not installed; nothing was compared\n`);
    return;
  }
  const ours = await startDiglot();
  const theirs = await startLiteLlm(program);
  try {
    const counts = [await compareRequests(ours, theirs), await compareAnswers(ours, theirs)];
    const open = report(args.includes('--samples'));
    const leftOut = corpusNote.replace('skipped', 'left out');
    const sums = `${counts[0]} requests and ${counts[1]} answers compared with LiteLLM ${version}${leftOut}`;
    process.stdout.write(`${sums}; ${found.size} kinds of differences, ${open} not reviewed\n`);
    if (open > 0) process.exitCode = 1;
  } finally {
    await Promise.all([ours.stop(), theirs.stop()]);
  }
}

// Peers fetch pictures that requests name.
const given = process.argv.slice(2);
if (isInside || !enterNamespace(import.meta.filename, given)) await compare(given);

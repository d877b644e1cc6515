import type { Guardrail } from '../../catalog/catalog.ts';
import { readUpTo } from '../../shared/collections.ts';
import { isObject, type JsonObject, objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import { spliceJson, spliceMember } from '../../shared/json/raw-json.ts';
import { headerOf } from '../headers.ts';
import type { SentHeaders, UpstreamAnswer } from '../upstream.ts';
import { betasOf, cloudHeaders, cloudVersion, segmentOf, versionOf } from './clouded-claude.ts';
import { framed, openFrames } from './event-stream.ts';
import type { ProviderKind } from './kind.ts';

/** Methods of a wire, for an answer and for a stream, and how its SDK writes the model before them. */
type Methods = readonly [whole: string, streamed: string, nameOf: (model: string) => string];

/** AWS's own SDK leaves no colon in a path. */
const nameInFull = (model: string): string => segmentOf(model).replaceAll(':', '%3A');

const methods: Readonly<Partial<Record<string, Methods>>> & { readonly messages: Methods } = {
  messages: ['invoke', 'invoke-with-response-stream', segmentOf],
  converse: ['converse', 'converse-stream', nameInFull],
  'count-tokens': ['count-tokens', 'count-tokens', nameInFull],
};

/** Claude by InvokeModel, and every model by Converse. The OpenAI and Messages formats of Bedrock are paths of their own, for other kinds. */
export const bedrock: ProviderKind = {
  modelsPath: null,
  locate: ({ wire, model, stream }) => {
    const [whole, streamed, nameOf] = methods[wire] ?? methods.messages;
    return { path: `/model/${nameOf(model ?? '')}/${stream ? streamed : whole}`, query: '' };
  },
  search: () => '',
  adapt: (request) => {
    const { wire, body, headers } = request;
    const { guardrail } = request.provider;
    if (wire === 'converse')
      return {
        headers: withoutAccept(headers),
        ...(guardrail && { edits: { guardrailConfig: guardrailConfig(guardrail) } }),
      };
    const isCounted = wire === 'count-tokens';
    const { kept, edits, wrap, losses } = betasOf(request, []);
    const version = cloudVersion(versionOf(headers), 'bedrock-2023-05-31', request);
    return {
      edits: {
        ...edits,
        model: null,
        stream: null,
        ...(body['anthropic_version'] === undefined && { anthropic_version: JSON.stringify(version) }),
        ...(kept.length > 0 && { anthropic_beta: JSON.stringify(kept) }),
        ...(isCounted && { max_tokens: limitToCount(body) }),
        // It would choose what a guardrail checks.
        ...(body[guardrailMember] !== undefined && { [guardrailMember]: null }),
      },
      ...(isCounted ? { wrap: (bytes: Buffer) => wrapToCount(wrap?.(bytes) ?? bytes) } : wrap && { wrap }),
      headers: {
        ...cloudHeaders(headers, kept),
        accept: 'application/json',
        ...(guardrail && !isCounted && guardrailHeaders(guardrail)),
      },
      losses,
    };
  },
  open: (answer, { provider }, wire) => {
    if (wire === 'count-tokens') return openCount(answer);
    if (framed.test(headerOf(answer, 'content-type') ?? '')) return openFrames(answer, watchGuardrail());
    return provider.guardrail === undefined ? Promise.resolve(answer) : openGuarded(answer);
  },
};

/** Headers for Converse, whose path says already what is to come back. */
function withoutAccept(headers: SentHeaders): SentHeaders {
  const { accept: _, ...rest } = headers;
  return rest;
}

/** Tokens are counted of a request as InvokeModel takes it, which has a limit above the budget of thoughts. */
const limitToCount = ({ thinking }: JsonObject): string => {
  const budget = objectOf(thinking)['budget_tokens'];
  return String(typeof budget === 'number' ? budget + 1 : 1);
};

const wrapToCount = (body: Buffer): Buffer =>
  Buffer.from(JSON.stringify({ input: { invokeModel: { body: body.toString('base64') } } }));

/** Bytes of the longest answer of the counter that is read. */
const longestCount = 4_096;

/** A count as Messages has it. */
async function openCount(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  const text = await readUpTo(answer.read, longestCount);
  answer.abort();
  const { inputTokens } = objectOf(parseJson(text.join().toString('latin1')));
  const left = [Buffer.from(JSON.stringify({ input_tokens: inputTokens }))];
  return { ...answer, read: () => Promise.resolve(left.shift() ?? null) };
}

/** The member of InvokeModel by which a request chooses what a guardrail checks of it. */
const guardrailMember = 'amazon-bedrock-guardrailConfig';

/** A guardrail as InvokeModel has it. */
const guardrailHeaders = ({ id, version }: Guardrail): SentHeaders => ({
  'x-amzn-bedrock-guardrailidentifier': id,
  'x-amzn-bedrock-guardrailversion': version,
});

/** A guardrail as the body of Converse has it. */
const guardrailConfig = ({ id, version }: Guardrail): string =>
  JSON.stringify({ guardrailIdentifier: id, guardrailVersion: version });

/** Whether a message, or an event of one, says that a guardrail stepped in. */
const hasIntervened = (event: JsonObject): boolean =>
  /intervened$/i.test(stringOf(event['amazon-bedrock-guardrailAction']) ?? '') ||
  [event, objectOf(event['delta'])].some((each) => each['stop_reason'] === 'guardrail_intervened');

const refusal = { stop_reason: '"refusal"' } as const;

/** A message that a guardrail stopped ends as Messages has it: by a refusal. All other bytes stay. */
function endOfGuarded(body: Buffer): Buffer {
  const message = parseJson(body);
  return isObject(message) && hasIntervened(message) ? spliceJson(body, refusal) : body;
}

/** Writes the events of one stream: a message that a guardrail stopped ends by a refusal. */
function watchGuardrail(): (text: string, event: JsonObject) => string {
  let intervened = false;
  return (text, event) => {
    intervened ||= hasIntervened(event);
    if (!intervened || event['type'] !== 'message_delta') return text;
    return spliceMember(Buffer.from(text), 'delta', (delta) => spliceJson(delta, refusal)).toString('utf8');
  };
}

/** Bytes of the longest answer in which a guardrail's action is looked for. */
const longestGuarded = 8_388_608;

/** An answer of InvokeModel from behind a guardrail. Its action may stand at the end. */
export async function openGuarded(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  const begun = await readUpTo(answer.read, longestGuarded);
  const isWhole = begun.length <= longestGuarded;
  const left = isWhole ? [endOfGuarded(begun.join())] : [...begun.pieces()];
  return {
    ...answer,
    read: () => (left.length > 0 || isWhole ? Promise.resolve(left.shift() ?? null) : answer.read()),
  };
}

import type { Guardrail } from '../../catalog/catalog.ts';
import { isObject, objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json/json.ts';
import { spliceJson, spliceMember } from '../../shared/json/raw-json.ts';
import type { SentHeaders, UpstreamAnswer } from '../upstream.ts';
import { PieceList } from '../../shared/collections.ts';

/** The member of InvokeModel by which a request chooses what a guardrail checks of it. */
export const guardrailMember = 'amazon-bedrock-guardrailConfig';

/** A guardrail as InvokeModel has it. */
export const guardrailHeaders = ({ id, version }: Guardrail): SentHeaders => ({
  'x-amzn-bedrock-guardrailidentifier': id,
  'x-amzn-bedrock-guardrailversion': version,
});

/** A guardrail as the body of Converse has it. */
export const guardrailConfig = ({ id, version }: Guardrail): string =>
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

/** The same for the events of one stream. */
export function watchGuardrail(): (text: string, event: JsonObject) => string {
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
  const begun = new PieceList();
  let chunk = await answer.read();
  for (; chunk !== null && begun.length + chunk.length <= longestGuarded; chunk = await answer.read()) {
    begun.add(chunk);
  }
  const body = begun.join();
  const left = chunk === null ? [endOfGuarded(body)] : [body, chunk];
  const isWhole = chunk === null;
  return {
    ...answer,
    read: () => (left.length > 0 || isWhole ? Promise.resolve(left.shift() ?? null) : answer.read()),
  };
}

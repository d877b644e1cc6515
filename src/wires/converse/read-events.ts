import { arrayOf, isObject, type Json, type JsonObject, memberOf, objectOf, stringOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import type { Citation, Proof } from '../translation/parts.ts';
import {
  citation,
  closePart,
  cutOff,
  type EventReader,
  faultOf,
  modelFailed,
  type PartHead,
  type StopReason,
  type TurnEvent,
  type TurnUsage,
} from '../turn.ts';
import { countOf, hasCount } from '../read-usage.ts';

const wire = 'converse';

/** The format names neither the answer nor the model. */
const start: TurnEvent = { type: 'start' };

/** Why an answer stopped. An unlisted reason is an ordinary end, because the vendor adds some. */
const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  tool_use: 'tool',
  max_tokens: 'limit',
  stop_sequence: 'sequence',
  model_context_window_exceeded: 'context',
  guardrail_intervened: 'refusal',
  content_filtered: 'refusal',
};

/** Reasons that mean that the model failed, so that its answer is not complete. */
const failures: readonly string[] = ['malformed_model_output', 'malformed_tool_use'];

/** How an answer ended: the reason and the end, or a failure of the model. */
function readStop(holder: JsonObject, hasCalls: boolean): readonly TurnEvent[] {
  const word = stringOf(holder['stopReason']) ?? '';
  if (failures.includes(word)) return [modelFailed(word)];
  const known = memberOf(stopReasons, word) ?? 'end';
  const reason = known === 'end' && hasCalls ? 'tool' : known;
  const sequence = stringOf(objectOf(holder['additionalModelResponseFields'])['stop_sequence']);
  const explanation = reason === 'refusal' ? word : null;
  return [{ type: 'stop', reason, sequence, explanation }, { type: 'end' }];
}

const hourOf = (details: Json | undefined): number =>
  arrayOf(details).reduce<number>(
    (sum, each) => (objectOf(each)['ttl'] === '1h' ? sum + countOf(each, 'inputTokens') : sum),
    0,
  );

/**
 * Totals of `usage`: `inputTokens` includes neither what was read from the cache nor what was written to it.
 *
 * @returns null without a count that may be billed
 */
export function totalsOf(usage: Json | undefined): Omit<TurnUsage, 'reasoning' | 'searches'> | null {
  if (!isObject(usage) || !hasCount(usage, 'inputTokens') || !hasCount(usage, 'outputTokens')) return null;
  const written = countOf(usage, 'cacheWriteInputTokens');
  return {
    input: countOf(usage, 'inputTokens'),
    cached: countOf(usage, 'cacheReadInputTokens'),
    written,
    writtenHour: Math.min(written, hourOf(usage['cacheDetails'])),
    output: countOf(usage, 'outputTokens'),
  };
}

/** Totals of a usage object; empty if there are none. */
function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  const totals = totalsOf(usage);
  return totals === null ? [] : [{ type: 'usage', usage: totals }];
}

function readTier({ serviceTier }: JsonObject): readonly TurnEvent[] {
  const tier = stringOf(objectOf(serviceTier)['type']) ?? '';
  return ['default', 'flex', 'priority'].includes(tier) ? [{ type: 'tier', tier }] : [];
}

const indexOf = ({ contentBlockIndex: index }: JsonObject): number => (typeof index === 'number' ? index : 0);

/** Reads the events of a stream. The usage arrives after the end of the message, so the answer's end waits for it. */
export function openReader(): EventReader {
  const blocks = new BlockReader();
  let stopped: readonly TurnEvent[] | null = null;
  let isOver = false;
  const end = (events: readonly TurnEvent[]): readonly TurnEvent[] => {
    isOver = true;
    return events;
  };
  const readers: Readonly<Record<string, (data: JsonObject) => readonly TurnEvent[]>> = {
    messageStart: () => [start],
    contentBlockStart: (data) => blocks.start(indexOf(data), objectOf(data['start'])),
    contentBlockDelta: (data) => blocks.delta(indexOf(data), objectOf(data['delta'])),
    contentBlockStop: (data) => blocks.stop(indexOf(data)),
    messageStop: (data) => {
      const closed = blocks.closeAll();
      stopped = readStop(data, blocks.hasCalls);
      return closed;
    },
    metadata: (data) => {
      const read = [...readUsage(data['usage']), ...readTier(data)];
      return stopped === null ? read : end([...read, ...stopped]);
    },
    error: (data) => end([faultOf(data)]),
  };
  return {
    push: ({ name, data }) => {
      if (isOver || !isObject(data)) return [];
      return memberOf(readers, name ?? '')?.(data) ?? [];
    },
    finish: () => (isOver ? [] : end(stopped ?? [cutOff])),
  };
}

export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { output, usage, stopReason } = body.value;
  if (stopReason === undefined) return [faultOf(body.value)];
  const blocks = new BlockReader();
  const parts = arrayOf(objectOf(objectOf(output)['message'])['content']).flatMap((block, index) =>
    blocks.whole(index, objectOf(block), body.slice(['output', 'message', 'content', index, 'toolUse', 'input'])),
  );
  return [start, ...parts, ...readUsage(usage), ...readTier(body.value), ...readStop(body.value, blocks.hasCalls)];
}

interface OpenBlock {
  readonly part: number;
  readonly kind: PartHead['kind'];
  thinking: string;
  signature: string;
  readonly redacted: Buffer[];
}

/** The source of a passage: an address, or a place in a document of the request. */
function citationOf({ title, source, sourceContent, location }: JsonObject): Citation {
  const quoted = arrayOf(sourceContent).map((each) => stringOf(objectOf(each)['text']) ?? '');
  return citation({
    url: stringOf(objectOf(objectOf(location)['web'])['url']),
    title: stringOf(title) ?? stringOf(source),
    quoted: quoted.length === 0 ? null : quoted.join(''),
  });
}

/** The kind of a block, by its one member. Calls that Bedrock makes itself are not the caller's. */
function headOf(block: JsonObject): PartHead {
  const { toolUse } = block;
  if (isObject(toolUse) && toolUse['type'] !== 'server_tool_use')
    return { kind: 'call', id: stringOf(toolUse['toolUseId']) ?? '', name: stringOf(toolUse['name']) ?? '' };
  if ('reasoningContent' in block) return { kind: 'reasoning', form: 'summary' };
  if ('text' in block || 'citation' in block || 'citationsContent' in block) return { kind: 'text' };
  return { kind: 'other', name: Object.keys(block)[0] ?? '' };
}

/** The pieces of a whole block, as its events would bring them. @param input JSON text of a call's input */
function* piecesOf(block: JsonObject, input: string | null): Generator<JsonObject> {
  const { text, toolUse, reasoningContent, citationsContent } = block;
  const { reasoningText, redactedContent } = objectOf(reasoningContent);
  const { content, citations } = objectOf(citationsContent);
  if (text !== undefined) yield { text };
  for (const each of arrayOf(content)) yield objectOf(each);
  for (const each of arrayOf(citations)) yield { citation: each };
  if (isObject(toolUse)) yield { toolUse: { input: input ?? '{}' } };
  for (const [name, value] of Object.entries(objectOf(reasoningText))) yield { reasoningContent: { [name]: value } };
  if (redactedContent !== undefined) yield { reasoningContent: { redactedContent } };
}

class BlockReader {
  readonly #open = new Map<number, OpenBlock>();
  #next = 0;
  hasCalls = false;

  /** A block that is announced before its pieces, such as a call. A block that is open at its index ends. */
  start(index: number, block: JsonObject): readonly TurnEvent[] {
    const stopped = this.stop(index);
    return Object.keys(block).length === 0 ? stopped : [...stopped, ...this.#begin(index, headOf(block))];
  }

  #begin(index: number, head: PartHead): readonly TurnEvent[] {
    const part = this.#next;
    this.#next += 1;
    this.hasCalls ||= head.kind === 'call';
    this.#open.set(index, { part, kind: head.kind, thinking: '', signature: '', redacted: [] });
    return [{ type: 'open', part, head }];
  }

  /** A piece of a block, which it begins if nothing announced it. */
  delta(index: number, delta: JsonObject): readonly TurnEvent[] {
    const begun = this.#open.has(index) ? [] : this.#begin(index, headOf(delta));
    const open = this.#open.get(index);
    return open ? [...begun, ...this.#add(open, delta)] : begun;
  }

  #add(open: OpenBlock, { text, toolUse, reasoningContent, citation: cited }: JsonObject): readonly TurnEvent[] {
    const { part, kind } = open;
    const { text: thought, signature, redactedContent } = objectOf(reasoningContent);
    const says = (value: Json | undefined): readonly TurnEvent[] =>
      typeof value === 'string' && value !== '' ? [{ type: 'delta', part, text: value }] : [];
    if (kind === 'text') return isObject(cited) ? [{ type: 'mark', part, mark: citationOf(cited) }] : says(text);
    if (kind === 'call') return says(objectOf(toolUse)['input']);
    if (kind !== 'reasoning') return [];
    open.thinking += stringOf(thought) ?? '';
    open.signature += stringOf(signature) ?? '';
    if (typeof redactedContent === 'string') open.redacted.push(Buffer.from(redactedContent, 'base64'));
    return says(thought);
  }

  stop(index: number): readonly TurnEvent[] {
    const open = this.#open.get(index);
    if (!open) return [];
    this.#open.delete(index);
    return closePart(open.part, proofOf(open));
  }

  closeAll(): readonly TurnEvent[] {
    return [...this.#open.keys()].flatMap((index) => this.stop(index));
  }

  /** A block of a whole answer. @param input JSON text of a call's input; null if there is none */
  whole(index: number, block: JsonObject, input: string | null): readonly TurnEvent[] {
    const events = [...this.start(index, block)];
    for (const piece of piecesOf(block, input)) events.push(...this.delta(index, piece));
    return [...events, ...this.stop(index)];
  }
}

/** A thought's block as the vendor wants it back; null for one without a signature. */
function proofOf({ thinking, signature, redacted }: OpenBlock): Proof | null {
  const block =
    redacted.length > 0
      ? { redactedContent: Buffer.concat(redacted).toString('base64') }
      : signature === ''
        ? null
        : { reasoningText: { text: thinking, signature } };
  return block && { wire, raw: JSON.stringify({ reasoningContent: block }) };
}

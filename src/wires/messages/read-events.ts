import {
  arrayOf,
  isObject,
  type Json,
  type JsonObject,
  memberOf,
  objectOf,
  parseJson,
  stringOf,
} from '../../shared/json/json.ts';
import { parseRaw, type RawObject } from '../../shared/json/raw-json.ts';
import { countOf, hasCount } from '../read-usage.ts';
import type { Citation, SearchPart } from '../translation/parts.ts';
import {
  citation,
  closePart,
  cutOff,
  type EventReader,
  faultOf,
  type PartHead,
  type StopReason,
  type TurnEvent,
  type TurnUsage,
} from '../turn.ts';
import type { StreamEvent } from '../meter.ts';
import { codeOf, isCodeTool } from './read-blocks.ts';

const wire = 'messages';

type Counts = { -readonly [Kind in keyof TurnUsage]?: number };

const members: readonly (readonly [member: string, kind: keyof TurnUsage])[] = [
  ['input_tokens', 'input'],
  ['cache_read_input_tokens', 'cached'],
  ['cache_creation_input_tokens', 'written'],
  ['output_tokens', 'output'],
];

/** Totals of a usage object; empty if there are none. */
function readUsage(usage: Json | undefined): readonly TurnEvent[] {
  if (!isObject(usage)) return [];
  const counts: Counts = {};
  for (const [member, kind] of members) if (hasCount(usage, member)) counts[kind] = countOf(usage, member);
  const written = usage['cache_creation'];
  if (hasCount(written, 'ephemeral_1h_input_tokens'))
    counts.writtenHour = countOf(written, 'ephemeral_1h_input_tokens');
  const details = objectOf(usage['output_tokens_details']);
  if (hasCount(details, 'thinking_tokens')) counts.reasoning = countOf(details, 'thinking_tokens');
  const searches = countOf(usage['server_tool_use'], 'web_search_requests');
  if (searches > 0) counts.searches = searches;
  return [{ type: 'usage', usage: counts }];
}

/** The usage of the last event, without zeros: a host that counts nothing there takes nothing back. */
export const lastUsage = (usage: Json | undefined): JsonObject =>
  Object.fromEntries(
    Object.entries(objectOf(usage)).filter(([, count]) =>
      isObject(count) ? Object.values(count).some((each) => each !== 0) : count !== 0,
    ),
  );

const stopReasons: Readonly<Record<string, StopReason>> = {
  end_turn: 'end',
  stop_sequence: 'sequence',
  tool_use: 'tool',
  max_tokens: 'limit',
  model_context_window_exceeded: 'context',
  refusal: 'refusal',
  pause_turn: 'pause',
  compaction: 'compaction',
};

/** Why an answer stopped; empty if it does not say. Hosts have words of their own for calls, so an ordinary end depends on them. */
function readStop(holder: JsonObject, hasCalls: boolean): readonly TurnEvent[] {
  const word = stringOf(holder['stop_reason']);
  if (word === null) return [];
  const said = memberOf(stopReasons, word) ?? 'end';
  const reason = said === 'end' && hasCalls ? 'tool' : said;
  const explanation = stringOf(objectOf(holder['stop_details'])['explanation']);
  return [{ type: 'stop', reason, sequence: stringOf(holder['stop_sequence']), explanation }];
}

/** The end of an answer. One with calls that does not say why it stopped waits for their results. */
const endOf = (hasStopped: boolean, hasCalls: boolean): readonly TurnEvent[] => [
  ...(hasStopped || !hasCalls ? [] : readStop({ stop_reason: 'tool_use' }, hasCalls)),
  { type: 'end' },
];

/** Capacities that the answer may have used. A batch is not a tier that a call can request. */
const tiers: Readonly<Record<string, string>> = { standard: 'default', priority: 'priority' };

function readTier(usage: Json | undefined): readonly TurnEvent[] {
  const word = stringOf(objectOf(usage)['service_tier']) ?? '';
  const tier = memberOf(tiers, word);
  return tier === undefined ? [] : [{ type: 'tier', tier }];
}

const readStart = ({ usage }: JsonObject): readonly TurnEvent[] => [
  ...readTier(usage),
  { type: 'start' },
  ...readUsage(usage),
];

const indexOf = ({ index }: JsonObject): number => (typeof index === 'number' ? index : 0);

export function openReader(): EventReader {
  const blocks = new BlockReader();
  let [isOver, hasStopped] = [false, false];
  const readers: Readonly<Record<string, (data: JsonObject, event: StreamEvent) => readonly TurnEvent[]>> = {
    message_start: (data) => readStart(objectOf(data['message'])),
    content_block_start: (data, { text }) => {
      const input = parseRaw(text)?.slice(['content_block', 'input']) ?? null;
      return blocks.start(indexOf(data), objectOf(data['content_block']), input);
    },
    content_block_delta: (data) => blocks.delta(indexOf(data), objectOf(data['delta'])),
    content_block_stop: (data) => blocks.stop(indexOf(data)),
    message_delta: (data) => {
      const stopped = readStop(objectOf(data['delta']), blocks.hasCalls);
      hasStopped ||= stopped.length > 0;
      return [...readUsage(data['usage']), ...stopped];
    },
    message_stop: ({ usage }) => {
      isOver = true;
      const last = usage === undefined ? [] : readUsage(lastUsage(usage));
      return [...blocks.closeAll(), ...last, ...endOf(hasStopped, blocks.hasCalls)];
    },
    ping: () => [{ type: 'idle' }],
    error: (data) => {
      isOver = true;
      return [faultOf(data)];
    },
  };
  return {
    push: (event) => {
      if (isOver || !isObject(event.data)) return [];
      const type = stringOf(event.data['type']) ?? event.name ?? '';
      return memberOf(readers, type)?.(event.data, event) ?? [];
    },
    finish: () => (isOver ? [] : [cutOff]),
  };
}

export function readAnswer(body: RawObject): readonly TurnEvent[] {
  const { value } = body;
  if (value['type'] === 'error') return [faultOf(value)];
  const blocks = new BlockReader();
  const events = arrayOf(value['content']).flatMap((block, index) => [
    ...blocks.start(index, objectOf(block), body.slice(['content', index, 'input'])),
    ...blocks.stop(index),
  ]);
  const stopped = readStop(value, blocks.hasCalls);
  const end = [...stopped, ...endOf(stopped.length > 0, blocks.hasCalls)];
  return [...readStart(value), ...events, ...blocks.closeAll(), ...end];
}

interface OpenBlock {
  readonly part: number;
  readonly block: JsonObject;
  thinking: string;
  signature: string;
  input: string;
  anyInput: boolean;
}

function citationOf(cited: Json | undefined): Citation {
  const { url, title, document_title: document, cited_text: quoted } = objectOf(cited);
  return citation({ url: stringOf(url), title: stringOf(title) ?? stringOf(document), quoted: stringOf(quoted) });
}

/** Whether a block calls a tool of the vendor whose result belongs to the same part. */
const isRun = ({ type, name }: JsonObject): boolean =>
  type === 'server_tool_use' && (name === 'web_search' || isCodeTool(name));

function headOf(block: JsonObject): PartHead {
  const type = stringOf(block['type']) ?? '';
  const id = stringOf(block['id']) ?? '';
  const name = stringOf(block['name']) ?? '';
  if (type === 'text') return { kind: 'text' };
  if (type === 'thinking' || type === 'redacted_thinking') return { kind: 'reasoning', form: 'summary' };
  if (type === 'tool_use') return { kind: 'call', id, name };
  if (isRun(block)) return { kind: name === 'web_search' ? 'search' : 'code', id };
  return { kind: 'other', name: type };
}

/** Turns blocks into parts. A search or a run of code is one part: the call, and the result in a later block. */
class BlockReader {
  hasCalls = false;
  readonly #open = new Map<number, OpenBlock>();
  /** Calls of the vendor's tools whose result has not arrived, by id. */
  readonly #runs = new Map<string, OpenBlock>();
  #next = 0;

  /**
   * Begins a block; a block that is open at its index ends.
   *
   * @param input JSON text of the block's `input`; null if it has none
   */
  start(index: number, block: JsonObject, input: string | null): readonly TurnEvent[] {
    return [...this.stop(index), ...this.#begin(index, block, input)];
  }

  #begin(index: number, block: JsonObject, input: string | null): readonly TurnEvent[] {
    const run = this.#runs.get(stringOf(block['tool_use_id']) ?? '');
    if (run) return this.#endRun(run, block);
    const open: OpenBlock = { part: this.#next, block, thinking: '', signature: '', input: '', anyInput: false };
    this.#next += 1;
    this.#open.set(index, open);
    const head = headOf(block);
    this.hasCalls ||= head.kind === 'call';
    const begun: TurnEvent[] = [{ type: 'open', part: open.part, head }];
    const text = stringOf(block['text']) ?? '';
    if (text !== '') begun.push({ type: 'delta', part: open.part, text });
    for (const each of arrayOf(block['citations']))
      begun.push({ type: 'mark', part: open.part, mark: citationOf(each) });
    begun.push(...this.#thought(open, stringOf(block['thinking']) ?? ''));
    open.signature = stringOf(block['signature']) ?? stringOf(block['data']) ?? '';
    const isFilled = input !== null && Object.keys(objectOf(block['input'])).length > 0;
    return isFilled ? [...begun, ...this.#addInput(open, input)] : begun;
  }

  delta(index: number, delta: JsonObject): readonly TurnEvent[] {
    const open = this.#open.get(index);
    if (!open) return [];
    const { type, text, thinking, signature, partial_json: json, citation: cited } = delta;
    if (type === 'text_delta') return [{ type: 'delta', part: open.part, text: stringOf(text) ?? '' }];
    if (type === 'thinking_delta') return this.#thought(open, stringOf(thinking) ?? '');
    if (type === 'input_json_delta') return this.#addInput(open, stringOf(json) ?? '');
    if (type === 'citations_delta') return [{ type: 'mark', part: open.part, mark: citationOf(cited) }];
    if (type === 'signature_delta') open.signature += stringOf(signature) ?? '';
    return [];
  }

  stop(index: number): readonly TurnEvent[] {
    const open = this.#open.get(index);
    if (!open) return [];
    this.#open.delete(index);
    const { block } = open;
    const id = stringOf(block['id']);
    if (isRun(block) && id !== null) {
      this.#runs.set(id, open);
      return [];
    }
    const raw = this.#proofOf(open);
    return closePart(open.part, raw === null ? null : { wire, raw });
  }

  closeAll(): readonly TurnEvent[] {
    const left = [...this.#open.keys()].flatMap((index) => this.stop(index));
    return [...left, ...[...this.#runs.values()].flatMap((run) => this.#endRun(run, null))];
  }

  #thought(open: OpenBlock, text: string): readonly TurnEvent[] {
    open.thinking += text;
    return text === '' ? [] : [{ type: 'delta', part: open.part, text }];
  }

  #addInput(open: OpenBlock, text: string): readonly TurnEvent[] {
    open.input += text;
    const isCall = open.block['type'] === 'tool_use';
    return text === '' || !isCall ? [] : [{ type: 'delta', part: open.part, text }];
  }

  /** A thought's block as its vendor wants it back; null for one without a signature, which the vendor refuses. */
  #proofOf({ block, thinking, signature }: OpenBlock): string | null {
    if (signature === '') return null;
    if (block['type'] === 'redacted_thinking') return JSON.stringify({ type: 'redacted_thinking', data: signature });
    return block['type'] === 'thinking' ? JSON.stringify({ type: 'thinking', thinking, signature }) : null;
  }

  #endRun({ part, block, input: streamed }: OpenBlock, result: JsonObject | null): readonly TurnEvent[] {
    const id = stringOf(block['id']) ?? '';
    const name = stringOf(block['name']) ?? '';
    this.#runs.delete(id);
    const input = streamed === '' ? JSON.stringify(block['input'] ?? {}) : streamed;
    const call = `{"type":"server_tool_use","id":${JSON.stringify(id)},"name":"${name}","input":${input}}`;
    const rest = { path: '', proof: null, seal: null, ...(result === null && { isCut: true }) };
    const whole =
      name === 'web_search'
        ? { ...searchOf(id, input, result), ...rest }
        : { ...codeOf({ id, name, input, result }), ...rest };
    // The vendor refuses a call without its result, and a cut-off result is not JSON.
    const isWhole = result !== null && parseJson(input) !== undefined;
    return closePart(part, isWhole ? { wire, raw: `[${call},${JSON.stringify(result)}]` } : null, whole);
  }
}

function searchOf(id: string, input: string, result: JsonObject | null): Omit<SearchPart, 'path' | 'proof' | 'seal'> {
  const found = arrayOf(result?.['content']).map(objectOf);
  return {
    type: 'search',
    id,
    query: stringOf(objectOf(parseJson(input))['query']),
    sources: found.flatMap(({ url, title }) => (typeof url === 'string' ? [{ url, title: stringOf(title) }] : [])),
    failed: result === null || !Array.isArray(result['content']),
  };
}

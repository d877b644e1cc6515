import { writeJson } from '../../shared/json/raw-json.ts';
import { writeEvent } from '../../shared/json/sse.ts';
import type { AnswerFrame, AnswerWriter, OutEvent, PartEvent, StopReason } from '../turn.ts';
import { callerTools, idFor } from '../translation/tool-calls.ts';
import { FoldedAnswer, type FoldedPart, noteLosses } from '../translation/fold-answer.ts';
import { LossList, type Members } from '../translation/writing.ts';
import {
  caller,
  objectInput,
  runBlocks,
  writeBlocks,
  writeCitation,
  writeMessage,
  writeStop,
  writeUsage,
  type BlockContext,
} from './write-answer.ts';
import { CallInput } from '../translation/call-input.ts';
import { GatewayError } from '../../errors/gateway-error.ts';

/** The most characters of parts that wait for an earlier one. */
const mostWaiting = 8 * 1_048_576;

/** Why an answer stops in the middle. */
const cuts: ReadonlySet<StopReason> = new Set(['limit', 'context', 'refusal']);

/** What an event without text counts as. */
const eventSize = 100;

const sizeOf = (event: PartEvent): number => (event.type === 'delta' ? event.text.length : eventSize);

/** A part that has begun, and what arrived for it while an earlier one was open. */
interface OpenPart {
  readonly part: number;
  waiting: PartEvent[];
  isOver: boolean;
}

/** Parts may overlap, but blocks may not: what arrives for a later part waits until the earlier ones have ended. */
class PartQueue {
  /** The open parts in order, from `#first` on. */
  readonly #parts: OpenPart[] = [];
  readonly #byNumber = new Map<number, OpenPart>();
  #first = 0;
  #size = 0;

  /**
   * The events that may be written now.
   *
   * @throws {GatewayError} `upstream_invalid` if too much waits
   */
  push(event: PartEvent): readonly PartEvent[] {
    if (event.type === 'open') {
      const opened: OpenPart = { part: event.part, waiting: [], isOver: false };
      this.#parts.push(opened);
      this.#byNumber.set(event.part, opened);
    }
    const own = this.#byNumber.get(event.part);
    if (!own) return [];
    if (event.type === 'close') own.isOver = true;
    if (own !== this.#parts[this.#first]) {
      own.waiting.push(event);
      this.#size += sizeOf(event);
      if (this.#size <= mostWaiting) return [];
      throw new GatewayError('upstream_invalid', 'The upstream wrote too much at once to be put in order.');
    }
    return own.isOver ? [event, ...this.#release()] : [event];
  }

  /** The first part has ended: what the next ones have need not wait any longer. */
  #release(): readonly PartEvent[] {
    const events: PartEvent[] = [];
    for (let over = this.#parts[this.#first]; over?.isOver === true; over = this.#parts[this.#first]) {
      this.#byNumber.delete(over.part);
      this.#first += 1;
      const first = this.#parts[this.#first];
      for (const event of first?.waiting ?? []) {
        this.#size -= sizeOf(event);
        events.push(event);
      }
      if (first) first.waiting = [];
    }
    return events;
  }
}

const eventOf = (type: string, members: Members): OutEvent => {
  const data = writeJson({ type, ...members });
  return { bytes: writeEvent(type, data), data, last: type === 'message_stop' };
};

/** Writes the parts of an answer as blocks, one after another. A block begins when it has content. */
class BlockWriter {
  readonly #answer: FoldedAnswer;
  readonly #context: BlockContext;
  #index = 0;
  #isOpen = false;
  /** The arguments of the call that is open. */
  #input = new CallInput();
  /** The call that is over before its arguments are; its block is still open. */
  #cut: FoldedPart | null = null;

  constructor(answer: FoldedAnswer, context: BlockContext) {
    this.#answer = answer;
    this.#context = context;
  }

  push(event: PartEvent): readonly OutEvent[] {
    if (this.#cut === null) return this.#write(event);
    return [...this.settle(false), ...this.#write(event)];
  }

  /** Ends a call that was cut off: as it is where the answer was, or else as an object that says so. */
  settle(isAnswerCut: boolean): readonly OutEvent[] {
    const part = this.#cut;
    if (part === null) return [];
    this.#cut = null;
    return this.#endInput(part, isAnswerCut ? this.#input.cut() : this.#input.complete(part.text));
  }

  #write(event: PartEvent): readonly OutEvent[] {
    const folded = this.#answer.at(event.part);
    if (event.type === 'delta') return event.text === '' ? [] : this.#delta(folded, event.text);
    if (event.type === 'close') return this.#close(folded);
    const { head } = folded;
    if (event.type === 'open' && head.kind === 'call') {
      this.#input = new CallInput();
      return this.#begin({
        type: 'tool_use',
        id: idFor('messages', head.id),
        caller,
        name: this.#context.tools(head.name).name,
        input: {},
      });
    }
    if (event.type !== 'mark' || event.mark.type !== 'citation') return [];
    return writeCitation(event.mark).flatMap((citation) => [
      ...this.#beginText(),
      this.#change({ type: 'citations_delta', citation }),
    ]);
  }

  #begin(block: Members): readonly OutEvent[] {
    if (this.#isOpen) return [];
    this.#isOpen = true;
    return [eventOf('content_block_start', { index: this.#index, content_block: block })];
  }

  #change(delta: Members): OutEvent {
    return this.#changeBy(writeJson(delta));
  }

  /** Almost every event is one of these, in which only the text is new. */
  #say(type: string, member: string, text: string): OutEvent {
    return this.#changeBy(`{"type":"${type}","${member}":${JSON.stringify(text)}}`);
  }

  /** @param delta JSON text */
  #changeBy(delta: string): OutEvent {
    const data = `{"type":"content_block_delta","index":${this.#index},"delta":${delta}}`;
    return { bytes: writeEvent('content_block_delta', data), data, last: false };
  }

  #end(): readonly OutEvent[] {
    if (!this.#isOpen) return [];
    this.#isOpen = false;
    this.#index += 1;
    return [eventOf('content_block_stop', { index: this.#index - 1 })];
  }

  #beginText(): readonly OutEvent[] {
    return this.#begin({ type: 'text', text: '', citations: null });
  }

  #delta({ head }: FoldedPart, text: string): readonly OutEvent[] {
    // Free text becomes an object when it is whole.
    if (head.kind === 'call') return head.isCustom === true ? [] : this.#sayInput(this.#input.push(text));
    if (head.kind === 'reasoning')
      return [
        ...this.#begin({ type: 'thinking', thinking: '', signature: '' }),
        this.#say('thinking_delta', 'thinking', text),
      ];
    if (head.kind !== 'text' && head.kind !== 'refusal') return [];
    const change = this.#say('text_delta', 'text', text);
    return this.#isOpen ? [change] : [...this.#beginText(), change];
  }

  #sayInput(text: string): readonly OutEvent[] {
    return text === '' ? [] : [this.#say('input_json_delta', 'partial_json', text)];
  }

  #endInput({ part }: FoldedPart, last: string): readonly OutEvent[] {
    if (this.#input.isBroken) this.#context.losses.add('answer-arguments', `content[${part}]`);
    return [...this.#sayInput(last), ...this.#end()];
  }

  /** What a block ends with: the whole proof of a thought, at once; the input of a call that has none. */
  #close(part: FoldedPart): readonly OutEvent[] {
    const { head, seal, text } = part;
    if (head.kind === 'search' || head.kind === 'code')
      return runBlocks(part).flatMap((block) => [...this.#begin(block), ...this.#end()]);
    if (head.kind === 'call' && (head.isCustom === true || text.trim() === ''))
      return [...this.#sayInput(objectInput(part)), ...this.#end()];
    if (head.kind === 'call' && this.#input.isOpen) {
      this.#cut = part;
      return [];
    }
    if (head.kind === 'call') return this.#endInput(part, this.#input.complete(text));
    if (head.kind !== 'reasoning' || seal === null) return this.#end();
    if (!this.#isOpen) return [...this.#begin({ type: 'redacted_thinking', data: seal }), ...this.#end()];
    return [this.#change({ type: 'signature_delta', signature: seal }), ...this.#end()];
  }
}

/** Adds the events that parts become. It is nearly always one for one. */
function joined(begun: readonly OutEvent[], events: readonly PartEvent[], blocks: BlockWriter): readonly OutEvent[] {
  const [event] = events;
  if (begun.length === 0 && event && events.length === 1) return blocks.push(event);
  return [...begun, ...events.flatMap((each) => blocks.push(each))];
}

export function openWriter(frame: AnswerFrame): AnswerWriter {
  const answer = new FoldedAnswer();
  const context: BlockContext = { tools: callerTools(frame.request), losses: new LossList('messages') };
  const queue = new PartQueue();
  const blocks = new BlockWriter(answer, context);
  let started = false;

  const usageOf = (): Members => writeUsage(answer.totals(), answer.tier);
  const start = (): readonly OutEvent[] => {
    if (started) return [];
    started = true;
    const message = writeMessage(frame, { content: [], stop: null, usage: usageOf() });
    return [eventOf('message_start', { message })];
  };
  return {
    push: (event) => {
      answer.push(event);
      noteLosses(event, answer, context.losses);
      if (!frame.stream || event.type === 'fault' || event.type === 'idle') return [];
      const begun = start();
      if ('part' in event) return joined(begun, queue.push(event), blocks);
      if (event.type === 'stop') return [...begun, ...blocks.settle(cuts.has(event.reason))];
      if (event.type !== 'end') return begun;
      const delta = eventOf('message_delta', { delta: writeStop(answer), usage: usageOf() });
      return [...begun, ...blocks.settle(false), delta, eventOf('message_stop', {})];
    },
    whole: () => {
      const content = answer.parts.flatMap((part) => writeBlocks(part, context));
      return Buffer.from(writeJson(writeMessage(frame, { content, stop: writeStop(answer), usage: usageOf() })));
    },
    losses: () => context.losses.list(),
  };
}

import { fromUnknown, GatewayError, type UpstreamError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import { keepNewest } from '../shared/collections.ts';
import { runExclusive } from '../shared/time/turns.ts';
import type { EventMeaning, SideUsage } from '../wires/meter.ts';
import { makeConversation, plainRequest, type Reading, type RequestedInput } from './conversation.ts';
import type { ResponseEnd, ResponseSlot } from './response-slot.ts';

/** Why there can be no further response; null if there can. */
export type Refusal = GatewayError | UpstreamError | null;

interface Parts {
  /** Routes and admits one response. @throws {GatewayError} */
  readonly admit: () => Promise<ResponseSlot>;
  readonly first: ResponseSlot;
  /** A slot for work that the upstream does although `admit` refused it: it sets nothing aside, and is charged. */
  readonly uncovered: () => ResponseSlot;
  readonly requestId: string;
}

/** A response that uses a hold. */
interface Running {
  readonly slot: ResponseSlot;
  /** The id of the event with which it began; null: none. */
  readonly eventId: string | null;
  readonly reading: Reading;
}

/** A response that was requested but has not begun. */
interface RequestedResponse {
  readonly eventId: string;
  readonly reading: Reading;
}

/** The most responses that may be requested before one of them begins. */
const mostAsked = 64;

const tooManyAsked = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    `${mostAsked} responses have been requested, and none of them has begun. Wait for response.created before you request more.`,
  );

/** How many ended responses are remembered. */
const mostDone = 64;

/**
 * The holds of a session: one for each response, and at least one while the session is open, so that a response that the model
 * begins by itself is covered too. Each is settled once. Changes run one at a time.
 */
export class ResponseHolds {
  readonly #parts: Parts;
  readonly #free: ResponseSlot[];
  readonly #running = new Map<string, Running>();
  /** In the order of the requests. */
  readonly #asked: RequestedResponse[] = [];
  /** The last responses that ended, with the events with which they began: a repeated event charges nothing. */
  readonly #done = new Map<string, string | null>();
  readonly #conversation = makeConversation();
  readonly received = this.#conversation.received;
  readonly configured = this.#conversation.configured;
  #isOver = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#free = [parts.first];
  }

  /** Sends under an open hold. Waits while one hold is replaced by the next. */
  async send(send: (hold: Hold) => Promise<void>): Promise<void> {
    // The turn ends when the message has been handed over, so that a slow reader does not delay a settlement.
    const { sent } = await this.#serially(() => {
      const slot = this.#anySlot();
      return Promise.resolve({ sent: slot === undefined ? Promise.resolve() : send(slot.hold) });
    });
    await sent;
  }

  /**
   * The caller requests a response, with the id of its event.
   *
   * @param request what is read for it; absent: the conversation
   * @throws {GatewayError} as admission, if there is no credit for another
   */
  requested(eventId: string, request: RequestedInput = plainRequest): Promise<void> {
    const reading = this.#conversation.read(request);
    return this.#serially(async () => {
      if (this.#isOver) return;
      if (this.#asked.length >= mostAsked) throw tooManyAsked();
      if (this.#asked.length >= this.#free.length) await this.#arm();
      this.#asked.push({ eventId, reading });
    });
  }

  /** The upstream refused the client's event with this id. */
  refused(eventId: string): void {
    const index = this.#asked.findIndex((each) => each.eventId === eventId);
    if (index !== -1) this.#asked.splice(index, 1);
  }

  /** @param most its limit of output tokens; null: the model's. @param eventId of the event that says so; absent or null: it has none */
  begun(id: string, most: number | null, eventId: string | null = null): Promise<Refusal> {
    return this.#serially(() => this.#refusalOf(this.#begin(id, most, eventId)));
  }

  output(id: string, text: string, audioTokens: number): void {
    this.#running.get(id)?.slot.output(text, audioTokens);
  }

  /** A response has ended; without an id, the oldest one that is running. Durable when resolved. */
  done(id: string, meaning: EventMeaning, end: ResponseEnd): Promise<Refusal> {
    return this.#serially(() => this.#settleDone(id, meaning, end).then(() => this.#prepare()));
  }

  /** Another model was used. Durable when resolved; if a response is running, together with it. Charged even without credit. */
  side(usage: SideUsage): Promise<Refusal> {
    return this.#serially(() => this.#settleSide(usage).then(() => this.#prepare()));
  }

  /** The limits of the key have changed: what no response uses is set aside again. */
  renewed(): Promise<Refusal> {
    return this.#serially(async () => {
      const idle = this.#isOver ? [] : this.#free.splice(this.#asked.length);
      await Promise.all(idle.map((slot) => slot.settle({ outcome: 'completed', status: 200 })));
      return this.#prepare();
    });
  }

  /** Whether a response is running, or expected. */
  isBusy(): boolean {
    return this.#running.size > 0 || this.#asked.length > 0;
  }

  /** The ids of the responses that are running; without those that have none. */
  running(): readonly string[] {
    return [...this.#running.keys()].filter((id) => id !== '');
  }

  /** Settles everything that is left. */
  end(end: ResponseEnd): Promise<void> {
    return this.#serially(async () => {
      this.#isOver = true;
      // A request whose response never began is charged like a call whose client left before the answer.
      for (const [index, { reading }] of this.#asked.entries())
        this.#free[index]?.begin(this.#conversation.inputOf(reading), null);
      const left = [...[...this.#running.values()].map(({ slot }) => slot), ...this.#free.splice(0)];
      this.#running.clear();
      this.#asked.splice(0);
      await Promise.allSettled(left.map((slot) => slot.settle(end)));
    });
  }

  #serially<Result>(work: () => Promise<Result>): Promise<Result> {
    return runExclusive({ owner: this, name: 'responses' }, work);
  }

  #refusalOf(work: Promise<void>): Promise<Refusal> {
    return work.then(
      () => null,
      (error: unknown) => fromUnknown(error, this.#parts.requestId),
    );
  }

  async #arm(): Promise<void> {
    this.#free.push(await this.#parts.admit());
  }

  /** Prepares for the next response, which the model may begin by itself. */
  #prepare(): Promise<Refusal> {
    const isPrepared = this.#isOver || this.#free.length + this.#running.size > 0;
    return isPrepared ? Promise.resolve(null) : this.#refusalOf(this.#arm());
  }

  #anySlot(): ResponseSlot | undefined {
    return this.#free[0] ?? this.#running.values().next().value?.slot;
  }

  /** What a response reads that begins: the one that was requested first, or one that begins by itself. */
  #nextReading(): Reading {
    return this.#asked.shift()?.reading ?? this.#conversation.read(plainRequest);
  }

  /** A response has begun. @throws {GatewayError} if no hold is left for it; it is charged anyway */
  async #begin(id: string, most: number | null, eventId: string | null): Promise<void> {
    if (this.#isOver || this.#running.has(id) || this.#isRepeated(id, eventId)) return;
    // Some hosts give one id to all of their responses.
    this.#done.delete(id);
    const reading = this.#nextReading();
    try {
      if (this.#free.length === 0) await this.#arm();
    } catch (error) {
      // The upstream says what it used when it is cancelled.
      this.#free.push(this.#parts.uncovered());
      throw error;
    } finally {
      const slot = this.#free.shift();
      if (slot !== undefined) {
        this.#running.set(id, { slot, eventId, reading });
        slot.begin(this.#conversation.inputOf(reading), most);
        slot.accepted();
      }
    }
  }

  /** Whether an event repeats the beginning of a response that has ended: it is the same event, or does not say which one it is. */
  #isRepeated(id: string, eventId: string | null): boolean {
    const first = this.#done.get(id);
    return first !== undefined && (first === null || eventId === null || first === eventId);
  }

  /** Settles a response that is over, the first time that this is reported. */
  async #settleDone(named: string, meaning: EventMeaning, end: ResponseEnd): Promise<void> {
    const [id = named] = named === '' ? this.#running.keys() : [];
    if (this.#isOver || this.#done.has(id)) return;
    const known = this.#running.get(id);
    // What was used is charged, even if nothing has said that it began.
    const unknown = meaning.usage === undefined ? () => undefined : this.#parts.uncovered;
    const slot = known?.slot ?? this.#free.shift() ?? unknown();
    if (slot === undefined) return;
    // A response that ends without having begun was still requested.
    const reading = known?.reading ?? this.#nextReading();
    if (!this.#running.delete(id)) slot.begin(this.#conversation.inputOf(reading), null);
    if (id !== '') this.#done.set(id, known?.eventId ?? null);
    keepNewest(this.#done, mostDone);
    slot.accepted();
    slot.report(meaning);
    if (meaning.usage !== undefined) this.#conversation.reported(reading, meaning.usage);
    await slot.settle(end);
  }

  /** Settles the work of another model at once, if a hold is free for it or no hold is left. */
  async #settleSide(usage: SideUsage): Promise<void> {
    if (this.#isOver) return;
    const isFree = this.#free.length > this.#asked.length;
    const slot = (isFree ? this.#free.shift() : this.#anySlot()) ?? this.#parts.uncovered();
    slot.addSide(usage);
    if (this.#free.includes(slot) || [...this.#running.values()].some((each) => each.slot === slot)) return;
    await slot.settle({ outcome: 'completed', status: 200 });
  }
}

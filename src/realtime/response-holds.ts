import { fromUnknown, GatewayError, type UpstreamError } from '../errors/gateway-error.ts';
import type { Hold } from '../metering/hold.ts';
import { runExclusive } from '../shared/time/turns.ts';
import type { EventMeaning, SideUsage } from '../wires/meter.ts';
import {
  makeConversation,
  plainRequest,
  type Conversation,
  type Reading,
  type RequestedInput,
} from './conversation.ts';
import type { ResponseEnd, ResponseSlot } from './response-slot.ts';

/** Why there can be no further response; null if there can. */
export type Refusal = GatewayError | UpstreamError | null;

/**
 * The holds of a session: one for each response, and at least one while the session is open, so that a response that the model
 * begins by itself is covered too. Each is settled once. Changes run one at a time.
 */
export interface ResponseHolds extends Pick<Conversation, 'received' | 'configured'> {
  /** Sends under an open hold. Waits while one hold is replaced by the next. */
  readonly send: (send: (hold: Hold) => Promise<void>) => Promise<void>;
  /**
   * The caller requests a response, with the id of its event.
   *
   * @param request what is read for it; absent: the conversation
   * @throws {GatewayError} as admission, if there is no credit for another
   */
  readonly requested: (eventId: string, request?: RequestedInput) => Promise<void>;
  /** The upstream refused the client's event with this id. */
  readonly refused: (eventId: string) => void;
  /** @param most its limit of output tokens; null: the model's. @param eventId of the event that says so; absent or null: it has none */
  readonly begun: (id: string, most: number | null, eventId?: string | null) => Promise<Refusal>;
  readonly output: (id: string, text: string, audioTokens: number) => void;
  /** A response has ended. Durable when resolved. */
  readonly done: (id: string, meaning: EventMeaning, end: ResponseEnd) => Promise<Refusal>;
  /** Another model was used. Durable when resolved; if a response is running, together with it. Charged even without credit. */
  readonly side: (usage: SideUsage) => Promise<Refusal>;
  /** Whether a response is running, or expected. */
  readonly isBusy: () => boolean;
  /** The ids of the responses that are running; without those that have none. */
  readonly running: () => readonly string[];
  /** Settles everything that is left. */
  readonly end: (end: ResponseEnd) => Promise<void>;
}

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
interface Asked {
  readonly eventId: string;
  readonly reading: Reading;
}

/** The holds of one session. */
interface Slots {
  readonly free: ResponseSlot[];
  readonly running: Map<string, Running>;
  /** In the order of the requests. */
  readonly asked: Asked[];
  /** The last responses that ended, with the events with which they began: a repeated event charges nothing. */
  readonly done: Map<string, string | null>;
  readonly conversation: Conversation;
  isOver: boolean;
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

function remember(done: Slots['done'], id: string, eventId: string | null): void {
  done.set(id, eventId);
  for (const oldest of done.keys()) {
    if (done.size <= mostDone) return;
    done.delete(oldest);
  }
}

const anySlot = ({ free, running }: Slots): ResponseSlot | undefined => free[0] ?? running.values().next().value?.slot;

export function makeResponseHolds({ admit, first, uncovered, requestId }: Parts): ResponseHolds {
  const slots: Slots = {
    free: [first],
    running: new Map(),
    done: new Map(),
    asked: [],
    conversation: makeConversation(),
    isOver: false,
  };
  const { free, running, asked, conversation } = slots;
  const serially = <Result>(work: () => Promise<Result>): Promise<Result> =>
    runExclusive({ owner: slots, name: 'responses' }, work);
  const arm = async (): Promise<void> => void free.push(await admit());
  /** Prepares for the next response, which the model may begin by itself. */
  const prepare = (): Promise<Refusal> =>
    slots.isOver || free.length + running.size > 0 ? Promise.resolve(null) : refusalOf(arm());
  const refusalOf = (work: Promise<void>): Promise<Refusal> =>
    work.then(
      () => null,
      (error: unknown) => fromUnknown(error, requestId),
    );

  return {
    send: async (send) => {
      // The turn ends when the message has been handed over, so that a slow reader does not delay a settlement.
      const { sent } = await serially(() => {
        const slot = anySlot(slots);
        return Promise.resolve({ sent: slot === undefined ? Promise.resolve() : send(slot.hold) });
      });
      await sent;
    },
    requested: (eventId, request = plainRequest) => {
      const reading = conversation.read(request);
      return serially(async () => {
        if (slots.isOver) return;
        if (asked.length >= mostAsked) throw tooManyAsked();
        if (asked.length >= free.length) await arm();
        asked.push({ eventId, reading });
      });
    },
    refused: (eventId) => {
      const index = asked.findIndex((each) => each.eventId === eventId);
      if (index !== -1) asked.splice(index, 1);
    },
    received: conversation.received,
    configured: conversation.configured,
    begun: (id, most, eventId = null) =>
      serially(() => refusalOf(begin(slots, { id, eventId, most }, { arm, uncovered }))),
    output: (id, text, audioTokens) => running.get(id)?.slot.output(text, audioTokens),
    done: (id, meaning, end) => serially(() => settleDone(slots, { id, meaning, end }, uncovered).then(prepare)),
    side: (usage) => serially(() => settleSide(slots, usage, uncovered).then(prepare)),
    isBusy: () => running.size > 0 || asked.length > 0,
    running: () => [...running.keys()].filter((id) => id !== ''),
    end: (end) => serially(() => settleAll(slots, end)),
  };
}

interface BegunResponse {
  readonly id: string;
  /** The id of the event that says so; null: none. */
  readonly eventId: string | null;
  /** Its limit of output tokens; null: the model's. */
  readonly most: number | null;
}

/** A response has begun. @throws {GatewayError} if no hold is left for it; it is charged anyway */
async function begin(
  slots: Slots,
  response: BegunResponse,
  { arm, uncovered }: Pick<Parts, 'uncovered'> & { readonly arm: () => Promise<void> },
): Promise<void> {
  const { free, running, done } = slots;
  const { id } = response;
  if (slots.isOver || running.has(id) || isRepeated(response, done)) return;
  // Some hosts give one id to all of their responses.
  done.delete(id);
  const reading = nextReading(slots);
  try {
    if (free.length === 0) await arm();
  } catch (error) {
    // The upstream says what it used when it is cancelled.
    free.push(uncovered());
    throw error;
  } finally {
    useSlot(slots, response, reading);
  }
}

/** Whether an event repeats the beginning of a response that has ended: it is the same event, or does not say which one it is. */
function isRepeated({ id, eventId }: BegunResponse, done: Slots['done']): boolean {
  const first = done.get(id);
  return first !== undefined && (first === null || eventId === null || first === eventId);
}

/** What a response reads that begins: the one that was requested first, or one that begins by itself. */
const nextReading = ({ asked, conversation }: Slots): Reading =>
  asked.shift()?.reading ?? conversation.read(plainRequest);

/** Gives a free hold to a response that has begun. */
function useSlot({ free, running, conversation }: Slots, { id, eventId, most }: BegunResponse, reading: Reading): void {
  const slot = free.shift();
  if (slot === undefined) return;
  running.set(id, { slot, eventId, reading });
  slot.begin(conversation.inputOf(reading), most);
  slot.accepted();
}

/** A response that is over. */
interface DoneResponse {
  /** Empty: the oldest one that is running. */
  readonly id: string;
  readonly meaning: EventMeaning;
  readonly end: ResponseEnd;
}

/** Settles a response that is over, the first time that this is reported. */
async function settleDone(
  slots: Slots,
  { id: named, meaning, end }: DoneResponse,
  uncovered: () => ResponseSlot,
): Promise<void> {
  const { free, running, done, isOver } = slots;
  const [id = named] = named === '' ? running.keys() : [];
  if (isOver || done.has(id)) return;
  // What was used is charged, even if nothing has said that it began.
  const unknown = (): ResponseSlot | undefined => (meaning.usage === undefined ? undefined : uncovered());
  const known = running.get(id);
  const slot = known?.slot ?? free.shift() ?? unknown();
  if (slot === undefined) return;
  // A response that ends without having begun was still requested.
  const reading = known?.reading ?? nextReading(slots);
  if (!running.delete(id)) slot.begin(slots.conversation.inputOf(reading), null);
  if (id !== '') remember(done, id, known?.eventId ?? null);
  slot.accepted();
  slot.report(meaning);
  if (meaning.usage !== undefined) slots.conversation.reported(reading, meaning.usage);
  await slot.settle(end);
}

async function settleAll(slots: Slots, end: ResponseEnd): Promise<void> {
  const { free, running, asked, conversation } = slots;
  slots.isOver = true;
  // A request whose response never began is charged like a call whose client left before the answer.
  for (const [index, { reading }] of asked.entries()) free[index]?.begin(conversation.inputOf(reading), null);
  const left = [...[...running.values()].map(({ slot }) => slot), ...free.splice(0)];
  running.clear();
  asked.splice(0);
  await Promise.allSettled(left.map((slot) => slot.settle(end)));
}

/** Settles the work of another model at once, if a hold is free for it or no hold is left. */
async function settleSide(slots: Slots, usage: SideUsage, uncovered: () => ResponseSlot): Promise<void> {
  const { free, asked } = slots;
  if (slots.isOver) return;
  const slot = (free.length > asked.length ? free.shift() : anySlot(slots)) ?? uncovered();
  slot.addSide(usage);
  if (slots.free.includes(slot) || [...slots.running.values()].some((each) => each.slot === slot)) return;
  await slot.settle({ outcome: 'completed', status: 200 });
}

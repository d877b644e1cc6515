import type { Spec } from '../../catalog/catalog.ts';
import type { KeyStore } from '../../identity/key-store.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Clock } from '../../shared/clock.ts';
import { stringOf, type JsonObject } from '../../shared/json.ts';
import type { Log } from '../../shared/log.ts';
import { wayTo } from '../kept/kept-outgoing.ts';
import { readPayer } from './batch-payer.ts';
import { chargeLines, type LineRooms } from './charge-lines.ts';
import { readRecord, type Errand } from '../errand.ts';
import { finishBatch, type FinishRooms } from './finish-batch.ts';

export interface ChargeRooms extends LineRooms, FinishRooms {
  readonly metering: LineRooms['metering'] & FinishRooms['metering'];
  readonly keys: Pick<KeyStore, 'workspace'>;
  readonly errand: Errand;
  readonly clock: Clock;
  readonly log: Log;
}

/** `forgotten`: the provider does not know the batch, or does not have its results any more. */
export type BatchState = 'charged' | 'running' | 'forgotten';

/**
 * Asks the provider of a batch how far it is and, when it has ended, charges its lines. It may be called at any time and any
 * number of times: each line is charged once.
 *
 * @throws {Error} when the provider does not answer or a line cannot be charged now; nothing is lost by it
 */
export type ChargeBatch = (batch: Owned<'batch'>) => Promise<BatchState>;

const endings = ['completed', 'failed', 'expired', 'cancelled'];

/** Milliseconds in which lines that wait for the catalogue are not read again, however many look at their batch. */
const restOfUnpriced = 60_000;

/** Charges of one batch wait for one another. */
export function makeChargeBatch(rooms: ChargeRooms): ChargeBatch {
  const running = new Map<string, Promise<BatchState>>();
  const resting = new Map<string, UnpricedLines>();

  const charge = async (batch: Owned<'batch'>): Promise<BatchState> => {
    const rest = resting.get(batch.id);
    if (rest && rooms.clock.now() < rest.seenAt + restOfUnpriced) throw rest;
    resting.delete(batch.id);
    try {
      return await chargeEnded(batch, rooms);
    } catch (error) {
      if (error instanceof UnpricedLines) resting.set(batch.id, error);
      throw error;
    }
  };

  return (batch) => {
    if (batch.fields['charged'] !== false) return Promise.resolve('charged');
    const known = running.get(batch.id);
    if (known) return known;
    const begun = charge(batch).finally(() => running.delete(batch.id));
    running.set(batch.id, begun);
    return begun;
  };
}

/** Lines wait for the catalogue; all others are in the ledger. */
class UnpricedLines extends Error {
  override readonly name = 'UnpricedLines';
  /** Epoch milliseconds. */
  readonly seenAt: number;

  constructor(message: string, seenAt: number) {
    super(message);
    this.seenAt = seenAt;
  }
}

async function chargeEnded(batch: Owned<'batch'>, rooms: ChargeRooms): Promise<BatchState> {
  const payer = readPayer(batch, rooms.keys);
  if (payer === null) throw new Error(`Nobody knows who made the batch ${batch.id}.`);
  const { requestId, operation, caller } = payer;
  const way = { spec: batch.spec, ...wayTo(batch), requestId, operation, caller, family: 'batches' } as const;
  const id = encodeURIComponent(batch.upstreamId ?? '');
  const path = batch.spec === 'a' ? `/batches/${id}` : `/v1/messages/batches/${id}`;
  const record = await rooms.errand(way, path, readRecord);
  if (record === null) return 'forgotten';
  if (!hasEnded(record, batch.spec)) return 'running';
  const results = batch.spec === 'b' ? `${path}/results` : outputOf(record);
  if (results === null) {
    await finishBatch(batch, null, rooms);
    return 'charged';
  }
  const report = await rooms.errand(way, results, (answer, route) =>
    chargeLines(answer, { batch, payer, way: route }, rooms),
  );
  if (report === null) return 'forgotten';
  const { unreadable, unpriced } = report;
  if (unpriced.count() > 0) throw new UnpricedLines(unpriced.words(), rooms.clock.now());
  const reason = unreadable.count() === 0 ? null : unreadable.words();
  if (reason !== null) rooms.log.error('lines of a batch could not be read', { batch: batch.id, reason });
  await finishBatch(batch, reason === null ? null : { reason, at: rooms.clock.now() }, rooms);
  return 'charged';
}

/** Whether a provider's record says that nothing more comes of a batch. */
export const hasEnded = (record: JsonObject, spec: Spec): boolean =>
  spec === 'b' ? record['processing_status'] === 'ended' : endings.includes(stringOf(record['status']) ?? '');

const outputOf = ({ output_file_id: file }: JsonObject): string | null =>
  typeof file === 'string' ? `/files/${encodeURIComponent(file)}/content` : null;

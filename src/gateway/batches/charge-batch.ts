import type { Spec } from '../../catalog/catalog.ts';
import type { DialectId, Dialect } from '../../dialects/dialect.ts';
import { effectivePrice } from '../../catalog/effective-price.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Route } from '../../routing/route.ts';
import type { BatchMetering, Metering } from '../../metering/hold.ts';
import type { ObjectStore } from '../../resources/object-store.ts';
import type { Owned } from '../../resources/owned-object.ts';
import type { Clock } from '../../shared/clock.ts';
import { objectOf, parseJson, stringOf, type JsonObject } from '../../shared/json.ts';
import { pickRequestHeaders } from '../../upstream/request-headers.ts';
import type { SendUpstream, UpstreamAnswer } from '../../upstream/upstream.ts';
import { wayTo } from '../kept/kept-outgoing.ts';
import { readWhole } from '../read-whole.ts';
import { readPayer, type BatchPayer } from './batch-payer.ts';
import { lineCallId } from './line-call-id.ts';
import { readLines } from './read-lines.ts';
import { dialectOfBatch, readResultLine, type DoneLine } from './read-result-line.ts';

export interface ChargeRooms {
  readonly router: Router;
  readonly metering: Metering & BatchMetering;
  readonly send: SendUpstream;
  readonly objects: Pick<ObjectStore, 'markCharged'>;
  readonly dialects: Readonly<Record<DialectId | 'none', Dialect>>;
  readonly clock: Clock;
  readonly newCallId: () => string;
}

/**
 * Asks the provider of a batch how far it is and, when it has ended, charges its lines. Resolves with false while it has not.
 * It may be called at any time and any number of times: each line is charged once.
 *
 * @throws {Error} when the provider does not answer or a line cannot be charged now; nothing is lost by it
 */
export type ChargeBatch = (batch: Owned<'batch'>) => Promise<boolean>;

/** Milliseconds that a provider gets for the head of an answer, and for silence in it. */
const patience = 60_000;
/** Lines on their way to the ledger at once; it commits those together that arrive together. */
const linesAtOnce = 256;
const endings = ['completed', 'failed', 'expired', 'cancelled'];

/** Charges of one batch wait for one another. */
export function makeChargeBatch(rooms: ChargeRooms): ChargeBatch {
  const running = new Map<string, Promise<boolean>>();
  return (batch) => {
    if (batch.fields['charged'] !== false) return Promise.resolve(true);
    const known = running.get(batch.id);
    if (known) return known;
    const begun = chargeEnded(batch, rooms).finally(() => running.delete(batch.id));
    running.set(batch.id, begun);
    return begun;
  };
}

async function chargeEnded(batch: Owned<'batch'>, rooms: ChargeRooms): Promise<boolean> {
  const payer = readPayer(objectOf(batch.fields['payer']), batch.workspaceId);
  if (payer === null) throw new Error(`Nobody knows who made the batch ${batch.id}.`);
  const errand = { batch, payer, rooms };
  const id = encodeURIComponent(batch.upstreamId ?? '');
  const path = batch.spec === 'a' ? `/batches/${id}` : `/v1/messages/batches/${id}`;
  const record = await fetchFrom(errand, path, async (answer) =>
    answer.status === 404 ? null : objectOf(parseJson((await readWhole(answer)).toString('utf8'))),
  );
  // The provider does not know it any more: there is nothing left to read.
  if (record === null) return true;
  if (!hasEnded(record, batch.spec)) return false;
  const results = batch.spec === 'b' ? `${path}/results` : outputOf(record);
  if (results !== null) await fetchFrom(errand, results, (answer, route) => chargeLines(answer, route, errand));
  await rooms.objects.markCharged(batch);
  return true;
}

/** Whether a provider's record says that nothing more comes of a batch. */
export const hasEnded = (record: JsonObject, spec: Spec): boolean =>
  spec === 'b' ? record['processing_status'] === 'ended' : endings.includes(stringOf(record['status']) ?? '');

const outputOf = ({ output_file_id: file }: JsonObject): string | null =>
  typeof file === 'string' ? `/files/${encodeURIComponent(file)}/content` : null;

interface Errand {
  readonly batch: Owned<'batch'>;
  readonly payer: BatchPayer;
  readonly rooms: ChargeRooms;
}

const unlimitedWay = (family: string) => ({
  operation: { family, product: 'default', billed: false } as const,
  productSku: { header: null, query: null },
});

/** One unbilled call of the gateway's own, booked on who made the batch. */
async function fetchFrom<Result>(
  { batch, payer, rooms }: Errand,
  path: string,
  use: (answer: UpstreamAnswer, route: Route) => Promise<Result>,
): Promise<Result> {
  const { caller, requestId, operation } = payer;
  const { providerId, region } = wayTo(batch);
  const way = { spec: batch.spec, model: null, regionCode: region, caller, providerId };
  const route = rooms.router.route({ ...way, ...unlimitedWay('batches') });
  const draft = { callId: rooms.newCallId(), requestId, operation, caller, route, estimate: {} };
  const hold = rooms.metering.admit({ ...draft, startedAt: rooms.clock.now() });
  const end = { usage: {}, usageSource: 'none', firstByteMilliseconds: null } as const;
  let answer: UpstreamAnswer | null = null;
  try {
    answer = await rooms.send(hold, {
      provider: route.provider,
      method: 'GET',
      path,
      headers: pickRequestHeaders(batch.spec === 'b' ? { 'anthropic-version': '2023-06-01' } : {}, route.provider),
      body: null,
      limits: { firstByte: patience, idle: patience, total: null },
      onLeave: () => () => undefined,
    });
    if (
      answer.status !== 200 &&
      !(answer.status === 404 && path.endsWith(`batches/${encodeURIComponent(batch.upstreamId ?? '')}`))
    )
      throw new Error(`The provider ${providerId} answered ${answer.status}.`);
    const result = await use(answer, route);
    await hold.settle({ ...end, outcome: 'completed', status: 200 });
    return result;
  } catch (error) {
    answer?.abort();
    await hold.settle({ ...end, outcome: 'failed', status: answer?.status ?? 502 });
    throw error;
  }
}

async function chargeLines(answer: UpstreamAnswer, route: Route, errand: Errand): Promise<void> {
  const { batch, rooms } = errand;
  const dialect = rooms.dialects[dialectOfBatch(batch.spec, objectOf(batch.fields['record']))];
  let waiting: Promise<unknown>[] = [];
  for await (const text of readLines(answer)) {
    const line = readResultLine(text, batch.spec, dialect);
    if (line !== null) waiting.push(chargeLine(line, route, errand));
    if (waiting.length < linesAtOnce) continue;
    const full = waiting;
    waiting = [];
    await Promise.all(full);
  }
  await Promise.all(waiting);
}

/** At the price that was in force when the batch was made. */
async function chargeLine(line: DoneLine, way: Route, { batch, payer, rooms }: Errand): Promise<void> {
  const { caller, requestId, operation, names } = payer;
  const { model, product } = routeOfLine(line, way, { batch, payer, rooms });
  const price = effectivePrice(product, batch.createdAt);
  if (price === null) throw new Error(`The Product ${product.sku} had no price when the batch ${batch.id} was made.`);
  const requestedModel = names.get(line.model ?? '') ?? model.id;
  const route = { ...way, requestedModel, model, product, price };
  const callId = lineCallId(batch.id, line.customId);
  await rooms.metering.charge(
    { callId, requestId, operation, caller, route, startedAt: batch.createdAt },
    {
      outcome: 'completed',
      status: line.status,
      usage: { requests: 1, ...line.usage },
      usageSource: line.usage === null ? 'none' : 'upstream',
      firstByteMilliseconds: null,
    },
  );
}

/** Providers name the dated version that answered: `gpt-5-mini-2026-08-07` for `gpt-5-mini`, `claude-x-20260807` for `claude-x`. */
const dated = /-\d{4}-?\d{2}-?\d{2}$/;

/** The route of the model that answered; one model alone in a batch has answered everything in it. */
function routeOfLine({ model }: DoneLine, { provider, region }: Route, { batch, payer, rooms }: Errand): Route {
  const { names, caller } = payer;
  const [only] = names.size === 1 ? names.values() : [];
  const said = model ?? stringOf(objectOf(batch.fields['record'])['model']) ?? '';
  const plain = said.replace(dated, '');
  const wanted = [only, names.get(said), names.get(plain), said, plain].filter((name) => name !== undefined);
  const way = { spec: batch.spec, regionCode: region, caller, providerId: provider.id, ...unlimitedWay('batches') };
  let failure: unknown = null;
  for (const name of wanted) {
    try {
      return rooms.router.route({ ...way, model: name });
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

import { createHash } from 'node:crypto';
import { ratesFor, type Price, type Spec } from '../catalog/catalog.ts';
import type { BatchMetering, CallEnd } from '../metering/hold.ts';
import { isBelievable, lacksPrices } from '../metering/settle.ts';
import { asideOf, routeSideWork, type Aside } from '../pipeline/counted-usage.ts';
import type { UpstreamAnswer } from '../providers/upstream.ts';
import type { Router } from '../routing/route.ts';
import { countTokens } from '../shared/tokens/count-tokens.ts';
import { objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import { echo } from '../shared/text/names.ts';
import { makeBundle } from '../shared/time/turns.ts';
import { addUsage, inputAlone, lacksOutput, type Usage } from '../shared/usage.ts';
import { causeMessage } from '../shared/log.ts';
import { wires } from '../wires/wires.ts';
import { unbelievedFlag, unclearFlag } from '../wires/read-usage.ts';
import {
  lineCallId,
  openLongLines,
  readLines,
  readResultLine,
  unknownCosts,
  wireOfBatch,
  type DoneLine,
} from './result-lines.ts';
import { routeLine, type LinePlace, type LineRoute } from './route-batch.ts';

export interface LineDeps {
  readonly router: Router;
  readonly metering: Pick<BatchMetering, 'charge'>;
}

/** What was read of the results of a batch. The lines that are not missed are in the ledger. */
export interface LineReport {
  /** The lines that say how they ended. */
  ended: number;
  /** The lines that succeeded. Those beyond the number of requests are not charged. */
  succeeded: number;
  /** The most of each with the same `custom_id` in one file: a file that repeats lines of another one adds none. */
  readonly most: Readonly<Record<'ended' | 'succeeded', Map<string, number>>>;
  /** Lines whose cost cannot be known, for example because they are cut. */
  readonly unread: MissedLines;
  /** Lines whose model or price the catalogue does not have, but may have later. */
  readonly unpriced: MissedLines;
}

export const newLineReport = (): LineReport => ({
  ended: 0,
  succeeded: 0,
  most: { ended: new Map(), succeeded: new Map() },
  unread: makeMissedLines(),
  unpriced: makeMissedLines(),
});

/** Lines on their way to the ledger at once; it commits together what arrives together. */
const linesAtOnce = 256;

/** A batch whose results are read, and the report that they are added to. */
interface ReportedPlace extends LinePlace {
  readonly report: LineReport;
}

/**
 * Charges every line of results that can be charged; one that cannot does not stop the others.
 *
 * @throws {Error} if the answer breaks, or the ledger accepts nothing now
 */
export async function chargeLines(answer: UpstreamAnswer, place: ReportedPlace, deps: LineDeps): Promise<void> {
  const { batch, account, report } = place;
  const endpoint = account.endpoint ?? stringOf(objectOf(batch.fields['record'])['endpoint']);
  const { meter } = wires[wireOfBatch(batch.spec, endpoint)];
  const reader = { meter, reasoning: place.route.provider.reasoningInOutput ?? null };
  const [countEnded, countSucceeded] = [countOf('ended', report), countOf('succeeded', report)];
  const writing = makeBundle(linesAtOnce);
  let number = 0;
  for await (const text of readLines(answer, openLongLines(batch.spec, meter))) {
    number += 1;
    const line = readResultLine(text, batch.spec, reader);
    if (line === 'foreign') continue;
    if (line === 'unreadable' || line === 'unended') {
      report.unread.add(`line ${number}`, unknownCosts[line]);
      continue;
    }
    const name = heldName(line.customId);
    countEnded(name);
    if (line.status === null) continue;
    const before = countSucceeded(name);
    // There is no request for it.
    if (report.succeeded > (account.lines ?? Infinity)) continue;
    const priced = priceOrMiss(line, place, deps.router);
    if (priced === null) continue;
    await writing.add(() => chargeLine(line, { place, ...priced, before }, deps));
  }
  await writing.end();
}

/** Counts the lines of one file. The returned function gives the number of earlier ones in it with the same name. */
function countOf(kind: keyof LineReport['most'], report: LineReport): (name: string) => number {
  const here = new Map<string, number>();
  const most = report.most[kind];
  return (name) => {
    const before = here.get(name) ?? 0;
    here.set(name, before + 1);
    if (before < (most.get(name) ?? 0)) return before;
    most.set(name, before + 1);
    report[kind] += 1;
    return before;
  };
}

/** What a provider counts of the lines of a batch that has ended. */
interface Counts {
  /** Lines that will make no more progress. Infinite if that is known of all. */
  readonly ended: number;
  /** Infinite if it does not say. */
  readonly succeeded: number;
}

const counters: Readonly<Record<Spec, (record: JsonObject, lines: number) => Counts>> = {
  a: (record, lines) => {
    const { completed, failed = 0, total = lines } = numbersOf(record['request_counts']);
    const status = stringOf(record['status'])?.toLowerCase();
    const hasOutput = Boolean(record['output_file_id']);
    // Lines of a batch that has ended in another way may never have been run.
    const ended = status === 'completed' ? (completed ?? 0) + failed : Infinity;
    if (completed === undefined) return { ended, succeeded: status === 'failed' && !hasOutput ? 0 : Infinity };
    // Some hosts count as completed what has failed too.
    const succeeded = failed > lines ? completed : Math.min(completed, lines - failed);
    // Next to a file of results, counts of none, or of another number of lines, are not up to date.
    return { ended, succeeded: hasOutput && (succeeded === 0 || total !== lines) ? Infinity : succeeded };
  },
  b: (record) => {
    const { succeeded = Infinity, errored = 0, canceled = 0, expired = 0 } = numbersOf(record['request_counts']);
    return { ended: succeeded + errored + canceled + expired, succeeded };
  },
};

/** The members that can be counts. */
const numbersOf = (counts: Json | undefined): Readonly<Record<string, number | undefined>> =>
  Object.fromEntries(
    Object.entries(objectOf(counts)).filter(
      (each): each is [string, number] => Number.isSafeInteger(each[1]) && Number(each[1]) >= 0,
    ),
  );

/** The lines of a batch of an earlier release, which did not store their number. */
function linesCounted(record: JsonObject): number {
  const { total, ...states } = numbersOf(record['request_counts']);
  return Math.max(1, total ?? Object.values(states).reduce<number>((sum, count = 0) => sum + count, 0));
}

/** A batch that has ended, as its provider describes it. */
interface EndedBatch {
  readonly spec: Spec;
  /** The provider's. */
  readonly record: JsonObject;
  /** How many requests it has; null: not known. */
  readonly lines: number | null;
}

/**
 * Whether all lines that succeeded have been read: there is a line for each request; or as many have succeeded as the provider counts,
 * its counts are of all requests, and nothing among the results is unread.
 */
export function isComplete({ ended, succeeded, unread }: Omit<LineReport, 'unpriced'>, batch: EndedBatch): boolean {
  const { spec, record } = batch;
  const lines = batch.lines ?? linesCounted(record);
  if (ended >= lines) return true;
  const counted = counters[spec](record, lines);
  return unread.count() === 0 && counted.ended >= lines && succeeded >= counted.succeeded;
}

/** A `custom_id` as it is held while the lines are read: a long one by its digest. The prefix sets it apart from all short ones. */
const heldName = (customId: string): string =>
  customId.length <= 64 ? customId : `sha256:${createHash('sha256').update(customId, 'utf16le').digest('hex')}`;

/** What a line is charged as, and what other models did in it. */
interface Priced extends LineRoute {
  readonly aside: Aside;
}

function priceOrMiss(line: DoneLine, place: ReportedPlace, router: Router): Priced | null {
  const { customId, side } = line;
  try {
    const { route, flags } = routeLine(line, place, router);
    const { createdAt: at } = place.batch;
    const { sideProducts, products, prices } = place.account;
    const sideSkus = sideProducts.get(route.product.sku);
    const skuOf = (name: string): string | undefined => sideSkus?.get(name) ?? products.get(name);
    return { route, flags, aside: asideOf(side, (name) => routeSideWork(name, { route, at, skuOf, prices }, router)) };
  } catch (error) {
    place.report.unpriced.add(customId, causeMessage(error));
    return null;
  }
}

interface PricedLine extends Priced {
  readonly place: LinePlace;
  /** The number of earlier lines with the same `custom_id`. */
  readonly before: number;
}

async function chargeLine(
  line: DoneLine,
  { place, route, flags, aside, before }: PricedLine,
  { metering }: LineDeps,
): Promise<void> {
  const { batch, account } = place;
  const { requestId, operation, caller } = account;
  const callId = lineCallId(batch.id, line.customId, before);
  const { flags: counted, ...used } = await believedOf(line, aside.own, route.price);
  await metering.charge(
    {
      callId,
      batchId: batch.id,
      lines: account.lines,
      requestId,
      operation,
      caller,
      route,
      startedAt: batch.createdAt,
    },
    {
      outcome: 'completed',
      status: line.status,
      ...used,
      ...(aside.others.length > 0 && { side: aside.others }),
      flags: [
        ...flags,
        ...(line.isUnbelieved ? [unbelievedFlag] : []),
        ...(line.isUnclear ? [unclearFlag] : []),
        ...aside.flags,
        ...counted,
      ],
      firstByteMilliseconds: null,
    },
  );
}

/**
 * What a line is charged for: with what else its model did in it, all that can be charged, or else its input and an estimate of its
 * output, or else the estimate alone.
 */
async function believedOf(line: DoneLine, own: Usage, price: Price) {
  const canCharge = (usage: Usage): boolean => isBelievable(usage, { rates: ratesFor(price, usage) });
  const reported = await countedOf(line, price.rates);
  const whole = addUsage(reported.usage, own);
  if (canCharge(whole)) return { ...reported, usage: whole, flags: [] };
  const ofInput = await countedOf({ ...line, usage: inputAlone(whole) }, price.rates);
  const counted = canCharge(ofInput.usage) ? ofInput : await countedOf({ ...line, usage: null }, price.rates);
  return { ...counted, flags: ['unbelieved:charge'] };
}

/**
 * The usage that a line reports, with an estimate of output that it does not count, or counts in units without a price. Its input is
 * no longer available.
 */
async function countedOf(
  { usage, output, guess }: DoneLine,
  rates: Price['rates'],
): Promise<Pick<CallEnd, 'usage' | 'usageSource'>> {
  const known = { requests: 1, ...usage };
  const unread = { output_tokens: guess() };
  if (usage !== null && !lacksOutput(usage) && !lacksPrices(usage, rates, unread))
    return { usage: known, usageSource: 'upstream' };
  const written = Math.max(known.output_tokens ?? 0, await countTokens([output()]));
  const tokens = written + unread.output_tokens;
  const none = usage === null ? 'none' : 'upstream';
  const usageSource = tokens === 0 ? none : usage === null ? 'estimate' : 'partial';
  return { usage: { ...known, output_tokens: tokens }, usageSource };
}

/** Lines that are reported one by one. */
const mostReported = 10;

/** Counts the lines of results that are not charged, and names the first ones. */
interface MissedLines {
  readonly add: (line: string, why: string) => void;
  readonly count: () => number;
  /** `2 lines are not charged: "r1": There is no model …; "r7": …` */
  readonly words: () => string;
}

function makeMissedLines(): MissedLines {
  const reported: string[] = [];
  let count = 0;
  return {
    add: (line, why) => {
      count += 1;
      if (reported.length < mostReported) reported.push(`${echo(line)}: ${why}`);
    },
    count: () => count,
    words: () => {
      const more = count > reported.length ? `; and ${count - reported.length} more` : '';
      return `${count} ${count === 1 ? 'line is' : 'lines are'} not charged: ${reported.join('; ')}${more}`;
    },
  };
}

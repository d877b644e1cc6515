import { unbelievedFlag, unclearFlag } from '../../dialects/billable.ts';
import type { Dialect, DialectId } from '../../dialects/dialect.ts';
import type { BatchMetering, CallEnd } from '../../metering/hold.ts';
import type { Router } from '../../routing/make-router.ts';
import type { Route } from '../../routing/route.ts';
import { countTokens } from '../../shared/count-tokens.ts';
import { objectOf } from '../../shared/json.ts';
import { addUsage } from '../../shared/usage.ts';
import type { UpstreamAnswer } from '../../upstream/upstream.ts';
import { asideOf, routeBeside } from '../side-work.ts';
import { lineCallId } from './line-call-id.ts';
import { makeMissedLines, type MissedLines } from './missed-lines.ts';
import { readLines } from './read-lines.ts';
import { dialectOfBatch, readResultLine, type DoneLine } from './read-result-line.ts';
import { routeLine, type LinePlace } from './route-line.ts';

export interface LineRooms {
  readonly router: Router;
  readonly metering: Pick<BatchMetering, 'charge'>;
  readonly dialects: Readonly<Record<DialectId | 'none', Dialect>>;
}

/** What came of a batch's lines: all others are in the ledger. */
export interface LineReport {
  /** Nobody can say what they cost, now or later: no JSON, or too long. */
  readonly unreadable: MissedLines;
  /** The catalogue does not have their model or its price; it may have tomorrow. */
  readonly unpriced: MissedLines;
}

/** Lines on their way to the ledger at once; it commits those together that arrive together. */
const linesAtOnce = 256;

/**
 * Charges every line of results that can be; one that cannot does not keep the others.
 *
 * @throws {Error} when the answer breaks, or the ledger takes nothing now
 */
export async function chargeLines(answer: UpstreamAnswer, place: LinePlace, rooms: LineRooms): Promise<LineReport> {
  const { batch } = place;
  const dialect = rooms.dialects[dialectOfBatch(batch.spec, objectOf(batch.fields['record']))];
  const reader = { dialect, reasoning: place.way.provider.reasoningInOutput ?? null };
  const report = { unreadable: makeMissedLines(), unpriced: makeMissedLines() };
  const earlier = new Map<string, number>();
  const writing = makeBundle(linesAtOnce);
  let number = 0;
  for await (const text of readLines(answer)) {
    number += 1;
    const line = text === null ? 'unreadable' : readResultLine(text, batch.spec, reader);
    if (line === 'unreadable') {
      report.unreadable.add(`line ${number}`, text === null ? 'it is longer than 64 MiB' : 'it is no JSON');
      continue;
    }
    if (line === null) continue;
    const before = earlier.get(line.customId) ?? 0;
    earlier.set(line.customId, before + 1);
    const route = routeOrMiss(line, { place, missed: report.unpriced }, rooms.router);
    if (route === null) continue;
    await writing.add(() => chargeLine(line, { place, route, before }, rooms));
  }
  await writing.end();
  return report;
}

function routeOrMiss(
  { model, customId }: DoneLine,
  { place, missed }: { readonly place: LinePlace; readonly missed: MissedLines },
  router: Router,
): Route | null {
  try {
    return routeLine(model, place, router);
  } catch (error) {
    missed.add(customId, error instanceof Error ? error.message : String(error));
    return null;
  }
}

interface PricedLine {
  readonly place: LinePlace;
  readonly route: Route;
  /** Lines with the same `custom_id` that stand before it. */
  readonly before: number;
}

async function chargeLine(
  line: DoneLine,
  { place, route, before }: PricedLine,
  { metering, router }: LineRooms,
): Promise<void> {
  const { batch, payer } = place;
  const { requestId, operation, caller } = payer;
  const callId = lineCallId(batch.id, line.customId, before);
  const aside = asideOf(line.side, (model) => routeBeside(model, { route, at: batch.createdAt }, router));
  const counted = await countedOf(line);
  await metering.charge(
    { callId, batchId: batch.id, requestId, operation, caller, route, startedAt: batch.createdAt },
    {
      outcome: 'completed',
      status: line.status,
      ...counted,
      usage: addUsage(counted.usage, aside.own),
      ...(aside.others.length > 0 && { side: aside.others }),
      flags: [...(line.isUnbelieved ? [unbelievedFlag] : []), ...(line.isUnclear ? [unclearFlag] : []), ...aside.flags],
      firstByteMilliseconds: null,
    },
  );
}

/** What a line tells of its usage; where it tells none, what it put out. Its input is not at hand any more. */
async function countedOf({ usage, output }: DoneLine): Promise<Pick<CallEnd, 'usage' | 'usageSource'>> {
  if (usage !== null) return { usage: { requests: 1, ...usage }, usageSource: 'upstream' };
  const tokens = await countTokens([output()]);
  return { usage: { requests: 1, output_tokens: tokens }, usageSource: tokens === 0 ? 'none' : 'estimate' };
}

/** Runs so many tasks at once and then waits for all of them; the first failure is thrown when that happens. */
function makeBundle(size: number) {
  let running: Promise<void>[] = [];
  const failures: unknown[] = [];
  const end = async (): Promise<void> => {
    await Promise.all(running);
    running = [];
    if (failures.length > 0) throw failures[0];
  };
  return {
    add: async (task: () => Promise<void>): Promise<void> => {
      running.push(task().catch((error: unknown) => void failures.push(error)));
      if (running.length >= size) await end();
    },
    end,
  };
}

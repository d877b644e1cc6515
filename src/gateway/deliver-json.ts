import { answerParts } from '../dialects/answer-parts.ts';
import { isUnbelieved } from '../dialects/billable.ts';
import type { AnswerParts } from '../dialects/dialect.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { formatCredits } from '../shared/money.ts';
import { scanMembers, type MemberScanner } from '../shared/json-members.ts';
import { isObject, longestUncounted, outsideBounds, parseJson, type Json } from '../shared/json.ts';
import { countStructure } from '../shared/json-structure.ts';
import { flow } from '../shared/reply.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { deliveryHeaders, makeGauge, settleBroken, type Delivery } from './delivery.ts';
import { refuseError, tidyFailure } from './failed-answer.ts';

/** Answers up to this many bytes are held whole, so that their charge can stand in the head. Longer ones flow. */
const heldWhole = 1_048_576;

/** The longest answer that can be kept: one that is kept does not flow. */
const longestKept = 64 * 1_048_576;

/**
 * The longest member that is kept of an answer that flows, for its usage or an estimate. No model puts out so much text in
 * a call; what is longer is encoded sound or images in the main, and is taken for no tokens, as it is in a stream.
 */
const longestMember = 8 * 1_048_576;

/**
 * A JSON answer: its bytes unchanged, its usage read in passing, its last byte after the charge is durable.
 *
 * @throws {BrokenUpstream} when it broke before anything went out
 * @throws {GatewayError} `upstream_invalid` when it is no JSON object
 * @throws {UpstreamError} 502 when it is an error that came with the status of a success
 */
export async function deliverJson(delivery: Delivery): Promise<void> {
  const { answer, keeping } = delivery;
  const holdsTooMuch = watchStructure();
  const countHeld = makeGauge(delivery.call.memory);
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const chunk = await answer.read();
    if (chunk === null) return deliverWhole(delivery, joined(chunks, size));
    chunks.push(chunk);
    size += chunk.length;
    if (keeping && size > longestKept) throw tooLongToKeep();
    if (keeping && holdsTooMuch(size > longestUncounted ? chunks : [])) throw tooMuchToKeep();
    if (!keeping && size > heldWhole) return deliverFlowing(delivery, joined(chunks, size));
    countHeld(size);
  }
}

/** Whether what has come of an answer has more structure than is parsed, told before all of it is held. */
function watchStructure(): (chunks: readonly Buffer[]) => boolean {
  const count = countStructure(outsideBounds);
  let counted = 0;
  return (chunks) => {
    const fresh = chunks.slice(counted);
    counted = Math.max(counted, chunks.length);
    return fresh.some((chunk) => count(chunk) !== null);
  };
}

const joined = (chunks: readonly Buffer[], size: number): Buffer =>
  chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size);

async function deliverWhole(delivery: Delivery, body: Buffer): Promise<void> {
  const { call, answer, tally } = delivery;
  const parsed = parseJson(body.toString('utf8'));
  if (!isObject(parsed)) {
    throw new GatewayError(
      'upstream_invalid',
      `The upstream answered with something that is no JSON${parsed === undefined ? ' that can be read' : ' object'}. Nothing was charged.`,
    );
  }
  refuseError(delivery, parsed);
  const parts = answerParts(parsed);
  const failed = delivery.dialect.hasFailed?.(parts) ?? false;
  tellTally(delivery, () => parts, failed);
  const own = failed ? tidyFailure(delivery, body, parsed) : body;
  const sent = delivery.keeping ? await delivery.keeping.whole(own) : own;
  const closed = tally.close({ outcome: failed ? 'upstream_cut' : 'completed', status: answer.status });
  // Made while the disk is waited for.
  const headers = {
    ...deliveryHeaders(delivery),
    ...delivery.keeping?.headers?.(),
    'content-length': String(sent.length),
  };
  const charge = await closed;
  call.reply.head(answer.status, {
    ...headers,
    ...(call.operation.billed && { 'x-diglot-charge': formatCredits(charge.amount) }),
  });
  call.reply.end(sent);
}

/** A long answer: all but its last chunk goes out as it comes. What breaks now can only be cut. */
async function deliverFlowing(delivery: Delivery, begun: Buffer): Promise<void> {
  const { call, answer, tally, dialect } = delivery;
  const { reply } = call;
  const scanner = scanMembers([...dialect.usageMembers, ...dialect.outputMembers], longestMember);
  scanner.push(begun);
  reply.head(answer.status, deliveryHeaders(delivery));
  tally.delivered();
  let held = begun;
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      scanner.push(chunk);
      await flow(reply, held);
      held = chunk;
    }
    if (!scanner.complete()) throw new BrokenUpstream('upstream_cut', 'the JSON stopped in the middle');
  } catch (error) {
    await settleBroken(delivery, error);
    return reply.cut();
  }
  tellTally(delivery, (names) => flownParts(scanner, names));
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(held);
}

/** What an answer says of its usage; where it says nothing, or has failed, the text that it put out, for an estimate. */
function tellTally(
  { dialect, tally }: Delivery,
  read: (members: readonly string[]) => AnswerParts,
  failed = false,
): void {
  const counted = read(dialect.usageMembers);
  if (dialect.usageMembers.some((name) => isUnbelieved(counted.members[name]))) tally.doubt();
  const usage = dialect.readUsage(counted);
  if (usage) tally.report(usage);
  if (usage && !failed) return;
  const output = dialect.readOutput(read(dialect.outputMembers));
  if (output !== '') tally.output(output);
}

/** Of what was kept of an answer that has flowed by, the members of these names, parsed. */
function flownParts(scanner: MemberScanner, names: readonly string[]): AnswerParts {
  const members: Record<string, Json> = {};
  for (const [key, value] of scanner.kept) {
    const parsed = names.includes(key) ? parseJson(value) : undefined;
    if (parsed !== undefined) members[key] = parsed;
  }
  const dataLength = scanner.members.find(({ key }) => key === 'data')?.elements ?? 0;
  return { members, dataLength };
}

const tooMuchToKeep = (): GatewayError =>
  new GatewayError(
    'upstream_invalid',
    `The answer has more than ${outsideBounds.tokens} elements, or nests too deep, and cannot be kept. Nothing was charged. Ask for less, or ask for it not to be stored.`,
  );

const tooLongToKeep = (): GatewayError =>
  new GatewayError(
    'upstream_invalid',
    `The answer is longer than ${longestKept / 1_048_576} MiB and cannot be kept. Nothing was charged. Ask for less, or ask for it not to be stored.`,
  );

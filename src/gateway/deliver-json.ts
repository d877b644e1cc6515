import { answerParts } from '../dialects/answer-parts.ts';
import { isUnbelieved } from '../dialects/billable.ts';
import { isUnclear } from '../dialects/openai-usage.ts';
import type { AnswerParts, Dialect } from '../dialects/dialect.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { formatCredits } from '../shared/money.ts';
import { scanMembers, type MemberScanner } from '../shared/json-members.ts';
import { isObject, longestUncounted, outsideBounds, parseJson, type Json } from '../shared/json.ts';
import { countStructure } from '../shared/json-structure.ts';
import { flow } from '../shared/reply.ts';
import { BrokenUpstream } from '../upstream/broken-upstream.ts';
import { guardAnswer, refuseCredential } from '../upstream/guard-answer.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { credentialOf, deliveryHeaders, makeGauge, settleBroken, type Delivery } from './delivery.ts';
import { isError, notAnAnswer, refuseError, tidyFailure } from './failed-answer.ts';

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
 * @throws {GatewayError} `upstream_invalid` when it is not a JSON object, or not an answer of the format
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
  const parts = answerParts(parsed);
  refuseError(delivery, parts);
  const failed = delivery.dialect.hasFailed?.(parts) ?? false;
  tellTally(delivery, () => parts, failed);
  const own = failed || isError(parsed['error']) ? tidyFailure(delivery, body, parsed) : body;
  const sent = delivery.keeping ? await delivery.keeping.whole(own) : own;
  refuseCredential(sent, credentialOf(delivery));
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

/** An answer whose first bytes have been read and scanned already: it begins with them once more, and the rest is scanned as it comes. */
function goOn(answer: UpstreamAnswer, begun: Buffer, scanner: MemberScanner): UpstreamAnswer {
  let first: Buffer | null = begun;
  const read = async (): Promise<Buffer | null> => {
    const again = first;
    first = null;
    if (again !== null) return again;
    const chunk = await answer.read();
    if (chunk !== null) scanner.push(chunk);
    return chunk;
  };
  return { ...answer, read };
}

/** A long answer: all but its last chunk goes out as it comes. What breaks now can only be cut. */
async function deliverFlowing(delivery: Delivery, begun: Buffer): Promise<void> {
  const { call, tally, dialect } = delivery;
  const { reply } = call;
  const scanner = scanMembers([...dialect.usageMembers, ...dialect.outputMembers, 'error'], longestMember);
  scanner.push(begun);
  const { members } = flownParts(scanner, ['error']);
  if (isError(members['error'])) {
    delivery.answer.abort();
    throw notAnAnswer(delivery, members);
  }
  refuseCredential(begun, credentialOf(delivery));
  const answer = guardAnswer(goOn(delivery.answer, begun, scanner), credentialOf(delivery));
  let held = (await answer.read()) ?? begun;
  reply.head(answer.status, deliveryHeaders(delivery));
  tally.delivered();
  try {
    for (;;) {
      const chunk = await answer.read();
      if (chunk === null) break;
      await flow(reply, held);
      held = chunk;
    }
    if (!scanner.complete()) throw new BrokenUpstream('upstream_cut', 'the JSON stopped in the middle');
    if (!isFlownAnswer(scanner, dialect)) throw new BrokenUpstream('upstream_cut', 'the JSON was not an answer');
  } catch (error) {
    await settleBroken(delivery, error);
    return reply.cut();
  }
  tellTally(delivery, (names) => flownParts(scanner, names));
  await tally.close({ outcome: 'completed', status: answer.status });
  reply.end(held);
}

/**
 * What an answer says of its usage; where it says nothing that can be charged, the text that it put out, for an estimate. An
 * answer that has failed was put out all the same.
 */
function tellTally(
  { dialect, tally, route }: Delivery,
  read: (members: readonly string[]) => AnswerParts,
  failed = false,
): void {
  const counted = read(dialect.usageMembers);
  const { reasoningInOutput: reasoning = null } = route.provider;
  const counts = dialect.usageMembers.map((name) => counted.members[name]);
  tally.doubt({
    isUnbelieved: counts.some(isUnbelieved),
    isUnclear: counts.some((each) => isUnclear(each, reasoning)),
  });
  const usage = dialect.readUsage(counted, reasoning);
  const sides = dialect.readSide?.(counted) ?? [];
  if (sides.length > 0) tally.side(sides);
  const isKnown = usage !== null && tally.report(usage);
  if (isKnown && !failed) return;
  const output = dialect.readOutput(read(dialect.outputMembers));
  if (output === '') return;
  if (isKnown) tally.delivered();
  else tally.output(output);
}

/** Whether what has flowed by was an answer: its last bytes are still here, and without them it cannot be read. */
const isFlownAnswer = (scanner: MemberScanner, { answerMembers }: Dialect): boolean =>
  scanner.members.some(({ key }) => answerMembers.includes(key)) &&
  !isError(flownParts(scanner, ['error']).members['error']);

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

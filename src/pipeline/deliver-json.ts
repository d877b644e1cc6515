import { classifyUpstreamError, paramOf } from '../errors/classify-upstream-error.ts';
import { GatewayError, UpstreamError } from '../errors/gateway-error.ts';
import { guardAnswer, refuseCredential } from '../providers/guard-answer.ts';
import { messageOf, readErrorMessage, watchErrors } from '../providers/read-error.ts';
import { shownMessage } from '../providers/tidy-message.ts';
import { BrokenUpstream, type UpstreamAnswer } from '../providers/upstream.ts';
import { scanMembers, type MemberScanner } from '../shared/json/json-members.ts';
import {
  hidesError,
  isObject,
  objectOf,
  parseJson,
  stringOf,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { editsOf, spliceJson } from '../shared/json/raw-json.ts';
import { longestUncounted, outsideBounds, watchStructure } from '../shared/json/structure.ts';
import { formatCredits } from '../shared/money.ts';
import { PieceList } from '../shared/collections.ts';
import { flow } from '../shared/reply.ts';
import { choiceError, isUnbelieved, isUnclear, answerParts } from '../wires/read-usage.ts';
import type { AnswerMeter, AnswerParts } from '../wires/meter.ts';
import {
  deliveryHeaders,
  hookHeaders,
  longestStored,
  makeGauge,
  noteAnswerer,
  settleBroken,
  type Delivery,
} from './delivery.ts';
import { isPublic, ownCodes, tooMuchToHold } from './upstream-failure.ts';

/** Answers up to this many bytes are held as a whole, so that the head can state their charge. Longer ones are streamed. */
const heldWhole = 1_048_576;

/**
 * Bytes of the longest member that is kept from a streamed answer, for its usage or an estimate. No model outputs that much text
 * in a call. Longer members are mostly encoded audio or images, and count as no tokens, as in a stream of events.
 */
const longestMember = 8 * 1_048_576;

/**
 * Delivers a JSON answer. Its bytes are unchanged, its usage is read in passing, and its last byte goes out once the charge is durable.
 *
 * @throws {BrokenUpstream} if it broke before anything went out
 * @throws {GatewayError} `upstream_invalid` if it is not a JSON object, or not an answer in the wire format
 * @throws {UpstreamError} 502 if it is an error that came with the status of a success
 */
export async function deliverJson(delivery: Delivery): Promise<void> {
  const { answer, hooks, translation } = delivery;
  const isHeld = hooks.some(({ isOptional }) => isOptional !== true) || Boolean(translation);
  let watch: ReturnType<typeof watchStructure> | null = null;
  const countHeld = makeGauge(delivery.call.memory);
  const body = new PieceList();
  for (;;) {
    const chunk = await answer.read();
    if (chunk === null) return deliverWhole(delivery, body.join());
    body.add(chunk);
    const size = body.length;
    if (isHeld && size > longestStored) throw tooLongToHold();
    if (isHeld && size > longestUncounted && (watch ??= watchStructure(outsideBounds))(body)) throw tooComplexToHold();
    if (!isHeld && size > heldWhole) return deliverInChunks(delivery, body.join());
    countHeld(size);
  }
}

async function deliverWhole(delivery: Delivery, body: Buffer): Promise<void> {
  const { call, answer, tally } = delivery;
  const parsed = parseJson(body);
  if (!isObject(parsed)) {
    throw new GatewayError(
      'upstream_invalid',
      `The upstream answered with something that is not ${parsed === undefined ? 'valid JSON' : 'a JSON object'}. Nothing was charged.`,
    );
  }
  const parts = answerParts(parsed);
  refuseError(delivery, parts);
  const failed = delivery.meter.hasFailed?.(parts) ?? false;
  reportUsage(delivery, () => parts, failed);
  // What is written twice has been read once.
  const plain = hidesError(body, parsed) ? Buffer.from(JSON.stringify(parsed)) : body;
  const own = failed || isError(parsed['error']) ? tidyFailure(delivery, plain, parsed) : plain;
  if (failed && delivery.translation) throw notAnAnswer(delivery, parsed);
  let sent = delivery.translation?.whole(own) ?? own;
  // Before the hooks: an answer that may not go out must not be stored.
  refuseCredential(sent, delivery.answer.secrets());
  for (const hook of delivery.hooks) sent = await hook.whole(sent);
  const closed = tally.close({ outcome: failed ? 'upstream_cut' : 'completed', status: answer.status });
  // Built while the ledger writes.
  const headers = Object.assign(deliveryHeaders(delivery), hookHeaders(delivery));
  headers['content-length'] = String(sent.length);
  const charge = await closed;
  if (call.operation.billed) headers['x-diglot-charge'] = formatCredits(charge);
  call.reply.head(answer.status, headers);
  call.reply.end(sent);
}

/** Returns the answer with the bytes that have been read and scanned in front again. The rest is scanned as it arrives. */
function replayBegun(answer: UpstreamAnswer, begun: Buffer, scanner: MemberScanner): UpstreamAnswer {
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

/** Milliseconds for the rest of a long answer whose client has left. */
const restLimit = 30_000;

/**
 * Lets a long answer be read to its end even if its client leaves: the upstream has done all of its work, and reports its usage at
 * the end. The returned function cancels this.
 */
function outliveClient({ call, answer, clock }: Delivery): () => void {
  let cancel = (): void => undefined;
  answer.outliveClient?.();
  const forget = call.reply.onLeave(() => {
    cancel = clock.after(restLimit, answer.abort);
  });
  return () => {
    forget();
    cancel();
  };
}

/** Delivers a long answer: all but its last chunk goes out as it arrives. If it breaks then, the connection is cut. */
async function deliverInChunks(delivery: Delivery, begun: Buffer): Promise<void> {
  const { call, tally, meter } = delivery;
  const { reply } = call;
  const errors = watchErrors();
  const scanner = scanMembers([...meter.usageMembers, ...meter.outputMembers, 'error', 'model'], {
    longestKept: longestMember,
    only: [...meter.answerMembers, 'data'],
    into: new Map([['error', errors.push]]),
  });
  scanner.push(begun);
  const hasFailed = watchChoices(scanner);
  if (errors.found() || hasFailed()) {
    delivery.answer.abort();
    throw notAnAnswer(delivery, scannedParts(scanner, ['error', 'choices']).members);
  }
  refuseCredential(begun, delivery.answer.secrets());
  const answer = guardAnswer(replayBegun(delivery.answer, begun, scanner), delivery.answer.secrets());
  let held = (await answer.read()) ?? begun;
  const end = outliveClient(delivery);
  const report = (): void => reportUsage(delivery, (names) => scannedParts(scanner, names));
  reply.head(answer.status, deliveryHeaders(delivery));
  tally.delivered();
  try {
    for (;;) {
      const chunk = await answer.read();
      if (errors.found() || hasFailed()) throw new BrokenUpstream('upstream_cut', 'the JSON reported an error');
      if (chunk === null) break;
      await flow(reply, held);
      held = chunk;
    }
    if (!scanner.complete()) throw new BrokenUpstream('upstream_cut', 'the JSON stopped in the middle');
    if (!isScannedAnswer(scanner, meter)) throw new BrokenUpstream('upstream_cut', 'the JSON was not an answer');
  } catch (error) {
    report();
    await settleBroken(delivery, reply.left() ? new BrokenUpstream('client_left', 'the client left') : error);
    return reply.cut();
  } finally {
    end();
  }
  report();
  await tally.close({ outcome: reply.left() ? 'client_left' : 'completed', status: answer.status });
  reply.end(held);
}

/** Reports the usage of an answer, and its output text if the usage cannot be charged. A failed answer was output too. */
function reportUsage(
  { meter, tally, route, facts }: Delivery,
  read: (members: readonly string[]) => AnswerParts,
  failed = false,
): void {
  const counted = read(meter.usageMembers);
  if (facts.referenced.length > 0) noteAnswerer(read(['model']).members['model'], { facts, route, tally });
  const { reasoningInOutput: reasoning = null } = route.provider;
  const counts = meter.usageMembers.map((name) => counted.members[name]);
  tally.doubt({
    isUnbelieved: counts.some(isUnbelieved),
    isUnclear: counts.some((each) => isUnclear(each, reasoning)),
  });
  const usage = meter.readUsage(counted, reasoning);
  const sides = meter.readSide?.(counted) ?? [];
  if (sides.length > 0) tally.side(sides);
  const isKnown = usage !== null && tally.report(usage);
  if (meter.readGuess && !failed && usage?.output_tokens === undefined)
    tally.guess(meter.readGuess(counted, facts.body()), { lasting: true });
  if (isKnown && !failed) return;
  const output = meter.readOutput(read(meter.outputMembers));
  if (output === '') return;
  if (isKnown) tally.delivered();
  else tally.output(output);
}

/** Whether the streamed JSON was an answer. Its last chunk has not been sent yet, and no client can parse it without that. */
const isScannedAnswer = (scanner: MemberScanner, { answerMembers }: AnswerMeter): boolean =>
  scanner.members.some(({ key }) => answerMembers.includes(key));

/** Whether a choice of a streamed answer is an error, once its choices are complete. Most texts cost one search. */
function watchChoices({ kept }: MemberScanner): () => boolean {
  let seen = '';
  return () => {
    const before = seen;
    seen = kept.get('choices') ?? '';
    return before !== seen && seen.includes('"error"') && choiceError(parseJson(seen)) !== undefined;
  };
}

/** Parses the members with these names, of those that the scanner kept from a streamed answer. */
function scannedParts(scanner: MemberScanner, names: readonly string[]): AnswerParts {
  const members: Record<string, Json> = {};
  for (const [key, value] of scanner.kept) {
    const parsed = names.includes(key) ? parseJson(value) : undefined;
    if (parsed !== undefined) members[key] = parsed;
  }
  const dataLength = scanner.members.find(({ key }) => key === 'data')?.elements ?? 0;
  return { members, dataLength };
}

/** Completes "too long to be …": the reasons for holding an answer until it is whole. */
const heldFor = 'stored, translated, or given ids of this gateway';

const notHeld = (what: string): GatewayError =>
  tooMuchToHold(`The answer ${what} to be ${heldFor}. Nothing was charged. Ask for less.`);

const tooComplexToHold = (): GatewayError =>
  notHeld(`has more than ${outsideBounds.tokens} elements, or nests too deep,`);

const tooLongToHold = (): GatewayError => notHeld(`is longer than ${longestStored / 1_048_576} MiB, too long`);

/** True for a value that reports an error: a message, or an object that describes one. */
const isError = (error: Json | undefined): boolean =>
  (typeof error === 'string' && error !== '') || isObject(error) || (Array.isArray(error) && error.length > 0);

/**
 * Refuses an error, or anything else that is not an answer, that an upstream sent with the status of a success. Nothing was
 * generated; the error's message is passed on.
 *
 * @throws {UpstreamError} 502 for an error
 * @throws {GatewayError} `upstream_invalid` for anything else
 */
function refuseError(delivery: Delivery, parts: AnswerParts): void {
  const { meter } = delivery;
  const body: JsonObject = parts.members;
  const isNamedError = body['type'] === 'error' || body['object'] === 'error';
  const hasMember = meter.answerMembers.some((name) => body[name] !== undefined && body[name] !== null);
  if (hasMember && !isNamedError && (meter.isAnswer?.(parts) ?? true) && !isErrorOnly(meter, body)) return;
  throw notAnAnswer(delivery, body);
}

/** True for an error without any output. */
function isErrorOnly({ answerMembers, isAnswer, hasFailed }: AnswerMeter, body: JsonObject): boolean {
  if (!isError(body['error']) || hasFailed) return false;
  return isAnswer === undefined || answerMembers.every((name) => isEmpty(body[name]));
}

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The error for JSON with the status of a success that is not an answer. It has the upstream's message, if there is one. */
function notAnAnswer(delivery: Delivery, body: JsonObject): UpstreamError | GatewayError {
  const { status } = delivery.answer;
  const reported = [body, choiceError(body['choices']) ?? null].find((each) => messageOf(each) !== null);
  if (reported === undefined) {
    return new GatewayError(
      'upstream_invalid',
      `The upstream answered ${status} with something that is not an answer of this operation. Nothing was charged.`,
    );
  }
  const error = { status, contentType: 'application/json', body: JSON.stringify(reported) };
  return new UpstreamError(502, readErrorMessage({ ...error, secrets: delivery.answer.secrets() }), {
    code: classifyUpstreamError(reported, null),
    param: paramOf(reported, delivery.facts.body()),
  });
}

/** The bytes of an answer that also reports an error, with private details removed from the error. */
function tidyFailure(delivery: Delivery, bytes: Buffer, { error }: JsonObject): Buffer {
  const secrets = delivery.answer.secrets();
  if (isPublic(bytes.toString(), { error: error ?? null }, secrets))
    return spliceJson(bytes, editsOf(ownCodes({ error: error ?? null })));
  const code = classifyUpstreamError({ error: error ?? null }, null);
  const reported = {
    // In place of a code that says nothing, the one that every SDK knows here.
    code: code === 'upstream_error' ? 'server_error' : code,
    message: shownMessage(stringOf(objectOf(error)['message']) ?? stringOf(error) ?? '', secrets),
  };
  return spliceJson(bytes, editsOf({ error: reported }));
}

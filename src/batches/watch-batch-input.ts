import { GatewayError } from '../errors/gateway-error.ts';
import { isReference, mustBeOwnFile, pathOfFile } from '../objects/owned-object.ts';
import type { HeldMemory } from '../pipeline/call.ts';
import type { UploadWatch, Upload } from '../pipeline/multipart/reader.ts';
import { readRequestFacts } from '../pipeline/upstream-draft.ts';
import { PieceList } from '../shared/collections.ts';
import {
  arrayOf,
  findRepeated,
  isObject,
  type JsonObject,
  objectOf,
  parseJson,
  stringOf,
} from '../shared/json/json.ts';
import { bodyBounds, findExcess } from '../shared/json/structure.ts';
import { echo } from '../shared/text/names.ts';
import { readByFallbacks, voiceById } from '../wires/facts.ts';
import type { RequestFacts } from '../wires/wire.ts';
import { findSteering } from '../wires/steering-members.ts';
import { added, type BatchInput, type InputOfModel, type LinesByOthers } from './batch-input.ts';
import { operationOf } from './result-lines.ts';

/** Reads the lines of a file while it passes. */
interface BatchInputWatch extends UploadWatch {
  /** What the file contained, called when all has passed; null if its purpose is not a batch. */
  readonly result: () => Promise<BatchInput | null>;
}

/** Bytes of the longest line that is held to be read. */
const longestLine = 4 * 1_048_576;
/** Lines with this many bytes take milliseconds to read. */
const longWork = 262_144;
/** What a line costs besides its bytes, as bytes: one that is read, and one that is only counted. */
const costs = { read: 1_024, counted: 128 } as const;
const mostModels = 100;
/** Two are already too many: a batch is for one endpoint. */
const mostUrls = 2;
/** Names in all groups of lines together. */
const mostInGroups = 200;
const longestName = 256;
const newline = 0x0a;
const brace = 0x7b;
const broken = 'It has a carriage return in it. Send the whole object in one line.';
const tooComplex = `It is nested more than ${bodyBounds.depth} levels deep, or has too many elements. Flatten it, or split it.`;
const noRoom = 'There was no memory left to read it. Upload the file again.';
const unreadable = 'It must be one JSON object of at most 4 MiB that names its model.';

const none: InputOfModel = { lines: 0, bytes: 0, answers: 0, output: 0, open: 0 };

interface WatchParts {
  /** Counts the line that is held. */
  readonly memory: Pick<HeldMemory, 'take' | 'give'>;
  readonly turn: Upload['turn'];
}

/** The keys of the groups of lines that no other model may answer, and of those whose groups would be too many. */
const noOthers = '[]';
const excess = 'any';

/** Groups are not needed where no line names another model that may answer it. */
const groupsOf = (groups: ReadonlyMap<string, LinesByOthers> = new Map()): Pick<InputOfModel, 'groups'> =>
  [...groups.keys()].some((key) => key !== noOthers) ? { groups: [...groups.values()] } : {};

/** The group with one more line. */
function addedToGroup(group: LinesByOthers, facts: RequestFacts): LinesByOthers {
  const { sums, byFallbacks } = group;
  const isSame = byFallbacks === undefined && facts.ofFallbacks === undefined;
  return {
    ...group,
    sums: added(sums, facts),
    ...(!isSame && { byFallbacks: added(byFallbacks ?? sums, readByFallbacks(facts)) }),
  };
}

/** Adds up what lines ask for. */
function makeSums() {
  const models = new Map<string, InputOfModel>();
  const others = new Set<string>();
  const answering = new Set<string>();
  const urls = new Set<string>();
  /** By the model, and by the names of those that may answer. */
  const groups = new Map<string, Map<string, LinesByOthers>>();
  let named = 0;
  let lines = 0;
  let isWhole = true;
  let refused: BatchInput['refused'] = null;

  const addToGroup = (model: string, facts: RequestFacts): void => {
    const { alternatives: names = [] } = facts;
    const ofModel = groups.get(model) ?? new Map<string, LinesByOthers>();
    const key = JSON.stringify(names);
    const isKept = ofModel.has(key) || named + names.length <= mostInGroups || names.length === 0;
    if (isKept && !ofModel.has(key)) named += names.length;
    const group = ofModel.get(isKept ? key : excess) ?? { ...(isKept && { names }), sums: none };
    ofModel.set(isKept ? key : excess, addedToGroup(group, facts));
    groups.set(model, ofModel);
  };
  const refuse = (message: string): void => void (refused ??= { line: lines, message });
  const count = (line: Buffer): void => {
    const { facts, url, refusal } = readLine(line);
    const { model, referenced, alternatives = [] } = facts;
    if (refusal !== null) refuse(refusal);
    if (model === null || [model, ...referenced].some(({ length }) => length > longestName)) return refuse(unreadable);
    // Which operation a line is for decides what it may cost.
    if (url !== null && url.length > longestName) return refuse(`Its url has more than ${longestName} characters.`);
    if (url !== null && urls.size < mostUrls) urls.add(url);
    const sums = models.get(model);
    for (const other of referenced) if (others.size <= mostModels) others.add(other);
    for (const other of alternatives) if (others.has(other)) answering.add(other);
    if ((sums === undefined && models.size >= mostModels) || others.size > mostModels) isWhole = false;
    else {
      models.set(model, added(sums ?? none, facts));
      addToGroup(model, facts);
    }
  };
  return {
    begin: (): void => void (lines += 1),
    refuse,
    count,
    /** Whether a batch of the file may still be created. Lines after the first that prevents it are only counted. */
    isFit: (): boolean => refused === null && isWhole,
    all: (): Omit<BatchInput, 'bytes'> => ({
      lines,
      models: new Map([...models].map(([name, sums]) => [name, { ...sums, ...groupsOf(groups.get(name)) }] as const)),
      referenced: [...others],
      alternatives: [...answering],
      urls: [...urls],
      refused,
      isWhole,
    }),
  };
}

/**
 * Reads the requests of a batch file in passing. Anything else counts as a line that it cannot read, and is not held. Long lines and
 * many short ones wait for their turn.
 */
export function watchBatchInput({ memory, turn }: WatchParts): BatchInputWatch {
  const sums = makeSums();
  const begun = holdLine(sums.isFit, memory);
  let isWatched = true;
  let bytes = 0;
  /** What has been read since the last turn, as bytes. */
  let work = 0;

  /** @returns when the line has been read that makes the work long; others are read at once */
  const endLine = (): Promise<void> | undefined => {
    const { line, refusal } = begun.take();
    if (line !== null || refusal !== null) sums.begin();
    if (refusal !== null && sums.isFit()) sums.refuse(refusal);
    const count = (): void => {
      if (line !== null) sums.count(line);
      begun.letGo();
    };
    work += line === null ? costs.counted : line.length + costs.read;
    if (work < longWork) {
      count();
      return undefined;
    }
    const waiting = turn(work).then(count);
    work = 0;
    return waiting;
  };
  const read = async (chunk: Buffer): Promise<void> => {
    bytes += chunk.length;
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      begun.hold(chunk.subarray(from, end));
      const ended = endLine();
      if (ended) await ended;
      from = end + 1;
      // Of many newlines in a row, all but the first end nothing.
      while (chunk[from] === newline) from += 1;
    }
    begun.hold(chunk.subarray(from));
  };

  /** The answer may come while a line still waits for its turn. */
  let last = Promise.resolve();
  const inOrder = (step: () => Promise<void> | undefined): Promise<void> => (last = last.then(step));

  return {
    begin: (fields) => {
      isWatched = (fields.get('purpose') ?? 'batch') === 'batch';
      return inOrder(endLine);
    },
    bytes: (chunk) => (isWatched ? inOrder(() => read(chunk)) : undefined),
    result: async () => {
      if (!isWatched) return null;
      await inOrder(endLine);
      return { ...sums.all(), bytes };
    },
  };
}

/** A line that has ended: its bytes, or why they were not held; neither for a blank one. */
interface EndedLine {
  readonly line: Buffer | null;
  readonly refusal: string | null;
}

/**
 * Holds one line while it arrives in parts.
 *
 * @param isWanted whether lines are held at all
 */
function holdLine(isWanted: () => boolean, memory: WatchParts['memory']) {
  /** The line so far; empty if it is not held. */
  const begun = new PieceList();
  let size = 0;
  let counted = 0;
  let refusal = unreadable;
  const letGo = (): void => {
    memory.give(counted);
    counted = 0;
  };
  const hasRoom = (bytes: number): boolean => {
    try {
      memory.take(bytes);
      counted += bytes;
      return true;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      refusal = noRoom;
      return false;
    }
  };
  return {
    /** A line that is not an object, by its first byte, is not held. */
    hold: (part: Buffer): void => {
      if (part.length === 0) return;
      const isHeld = size === 0 ? part[0] === brace || isBlank(part.subarray(0, 1)) : begun.length > 0;
      size += part.length;
      if (isHeld && size <= longestLine && isWanted() && hasRoom(part.length)) return begun.add(part);
      begun.clear();
      letGo();
    },
    /** Ends the line. Its memory stays counted until it is let go. */
    take: (): EndedLine => {
      const line = begun.length === 0 ? null : begun.join();
      const ended = size > 0 && line === null ? { line, refusal } : { line, refusal: null };
      begun.clear();
      size = 0;
      refusal = unreadable;
      return line !== null && isBlank(line) ? { line: null, refusal: null } : ended;
    },
    /** Gives back the memory of the line. */
    letGo,
  };
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

/** A line, read as a separate call. */
interface ReadLine {
  readonly facts: RequestFacts;
  /** Its path; null if it names none. */
  readonly url: string | null;
  /** Why it would be refused; null if it would be accepted. */
  readonly refusal: string | null;
}

function readLine(line: Buffer): ReadLine {
  if (findExcess(line, bodyBounds) !== null)
    return { facts: readRequestFacts(line, undefined, null), url: null, refusal: tooComplex };
  const text = line.toString('utf8');
  const value = parseJson(text);
  const { url: sent, body } = objectOf(value);
  const url = stringOf(sent);
  const operation = operationOf(url ?? '');
  const facts = readRequestFacts(line, body, operation?.wire ?? null);
  const refused = (refusal: string | null): ReadLine => ({ facts, url, refusal });
  const repeated = value === undefined ? null : findRepeated(text);
  // Other programs end a line at a carriage return too, and would see different lines here.
  if (value !== undefined && text.trim().includes('\r')) return refused(broken);
  if (repeated !== null) return refused(`It has ${echo(repeated)} twice. Send it once.`);
  const [dearer] = facts.dearer ?? [];
  if (dearer !== undefined) return refused(`${echo(dearer.param)} is not available in batches. Omit it.`);
  if (!isObject(body)) return refused(null);
  return refused(findStored(body, operation?.family ?? null) ?? findSteering(body)?.message ?? null);
}

/** Why a line is refused that names an object by its id: lines go out as they are, so no owner is checked and no id replaced. */
function findStored(body: JsonObject, family: string | null): string | null {
  const why = 'which is not available in batches';
  const voice = voiceById(body);
  if (voice !== null) return `${voice} names a voice by its id, ${why}. Name a voice of the provider.`;
  if (family === null || family === 'responses') {
    const preceding = (['previous_response_id', 'conversation'] as const).find((name) => (body[name] ?? '') !== '');
    if (preceding !== undefined) return `${preceding} continues what is stored, ${why}. Send all items in input.`;
    const item = arrayOf(body['input']).findIndex((each) => isObject(each) && 'id' in each && isReference(each));
    if (item >= 0) return `input[${item}] names an item by its id, ${why}. Send the item itself.`;
  }
  const file = pathOfFile(body, (id) => mustBeOwnFile(id, family));
  return file && `${echo(file)} names a file by its id, ${why}. Send what is in the file.`;
}

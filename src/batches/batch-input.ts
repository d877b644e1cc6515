import type { InputSums } from '../pipeline/hold-estimate.ts';
import type { FileWatch } from '../pipeline/multipart/reader.ts';
import { readRequestFacts } from '../pipeline/upstream-draft.ts';
import { PieceList } from '../shared/collections.ts';
import type { Contents, RequestFacts } from '../wires/facts.ts';
import { findSteering } from '../wires/steering-members.ts';
import {
  findRepeated,
  isObject,
  objectOf,
  parseJson,
  stringOf,
  type Json,
  type JsonObject,
} from '../shared/json/json.ts';
import { bodyBounds, findExcess } from '../shared/json/structure.ts';
import { echo } from '../shared/text/echo.ts';
import { operationOf } from './result-lines.ts';

/** The contents of lines other than text, summed; `uses` is the most of any line. */
interface ContentsOfLines extends Omit<InputSums, 'bytes' | 'requests'> {
  /** Output tokens that answers may have beyond their limits: the stated ones, and the number of answers that may reach the model's limit. */
  readonly budget: number;
  readonly exceeding: number;
}

/** The contents of lines that hold only text. */
export const noContents: ContentsOfLines = {
  media: 0,
  documentMedia: 0,
  images: 0,
  documents: 0,
  ownTools: 0,
  uses: 0,
  usesAreOpen: false,
  toolBytes: 0,
  toolRequests: 0,
  budget: 0,
  exceeding: 0,
};

/** What the lines of a batch's file request from one model, summed. */
export interface InputOfModel {
  readonly lines: number;
  readonly bytes: number;
  /** The number of answers requested; `n` counts. */
  readonly answers: number;
  /** Output tokens allowed by lines with a limit, over all of their answers. */
  readonly output: number;
  /** The number of answers without a limit. */
  readonly open: number;
  /** Contents other than text; absent in files of earlier releases, and if the lines hold only text. */
  readonly contents?: ContentsOfLines;
}

/** What was learned about a file of requests while it was uploaded, to bound the cost of a batch. */
export interface BatchInput {
  readonly lines: number;
  readonly bytes: number;
  /** By the model's name in the file. */
  readonly models: ReadonlyMap<string, InputOfModel>;
  /** Further models that lines name. */
  readonly referenced: readonly string[];
  /** The paths of its lines: all, or more than one. Absent in files of earlier releases. */
  readonly urls?: readonly string[];
  /** The first line that cannot be read or would be refused as a call, and why; null if there is none. */
  readonly refused: { readonly line: number; readonly message: string } | null;
  /** False if the file names too many models to count. */
  readonly isWhole: boolean;
}

/** The same in the fields of a file. */
export const writeBatchInput = ({ models, referenced, urls, refused, ...rest }: BatchInput): JsonObject => ({
  ...rest,
  refused: refused && { ...refused },
  referenced: [...referenced],
  ...(urls && { urls: [...urls] }),
  models: Object.fromEntries(
    [...models].map(([name, { contents, ...sums }]) => [
      name,
      { ...sums, ...(contents && { contents: { ...contents } }) },
    ]),
  ),
});

/**
 * Reads the result of `writeBatchInput`; null for a file that was not fully read, because a provider made it, or because an earlier
 * release only counted the lines that it could not read.
 */
export function readBatchInput({ input }: JsonObject): BatchInput | null {
  if (input === undefined || Number(objectOf(objectOf(input)['unread'])['lines'] ?? 0) > 0) return null;
  const { lines, bytes, models, referenced, urls, refused, isWhole } = objectOf(input);
  const readSums = (sums: Json | undefined): InputOfModel => {
    const each = objectOf(sums);
    return {
      lines: Number(each['lines']),
      bytes: Number(each['bytes']),
      answers: Number(each['answers']),
      output: Number(each['output']),
      open: Number(each['open']),
      // A file of an earlier release lacks figures that were added later.
      ...(isObject(each['contents']) && {
        contents: { ...noContents, ...(each['contents'] as unknown as ContentsOfLines) },
      }),
    };
  };
  return {
    lines: Number(lines),
    bytes: Number(bytes),
    models: new Map(Object.entries(objectOf(models)).map(([name, sums]) => [name, readSums(sums)])),
    referenced: Array.isArray(referenced) ? referenced.map(String) : [],
    ...(Array.isArray(urls) && { urls: urls.map(String) }),
    refused: isObject(refused) ? { line: Number(refused['line']), message: stringOf(refused['message']) ?? '' } : null,
    isWhole: isWhole === true,
  };
}

/** Reads the lines of a file while it passes. */
interface BatchInputWatch extends FileWatch {
  /** What the file contained; call it when all has passed. */
  readonly result: () => BatchInput;
}

/** Bytes of the longest line that is held to be read. */
const longestLine = 4 * 1_048_576;
const mostModels = 100;
/** Two are already too many: a batch is for one endpoint. */
const mostUrls = 2;
const longestName = 256;
const newline = 0x0a;
const brace = 0x7b;
const broken = 'It has a carriage return in it. Send the whole object in one line.';
const tooComplex = `It is nested more than ${bodyBounds.depth} levels deep, or has too many elements. Flatten it, or split it.`;
const unreadable = 'It must be one JSON object of at most 4 MiB that names its model.';

const none: InputOfModel = { lines: 0, bytes: 0, answers: 0, output: 0, open: 0 };

/** Reads the requests of a batch file in passing. Anything else counts as a line that it cannot read, and is not held. */
export function watchBatchInput(): BatchInputWatch {
  const models = new Map<string, InputOfModel>();
  const others = new Set<string>();
  const urls = new Set<string>();
  let lines = 0;
  let bytes = 0;
  let isWhole = true;
  let refused: BatchInput['refused'] = null;

  const refuse = (message: string): void => void (refused ??= { line: lines, message });
  const count = (line: Buffer): void => {
    const { facts, url, refusal } = readLine(line);
    const { model, referenced } = facts;
    if (refusal !== null) refuse(refusal);
    if (model === null || [model, ...referenced].some(({ length }) => length > longestName)) return refuse(unreadable);
    // Which operation a line is for decides what it may cost.
    if (url !== null && url.length > longestName) return refuse(`Its url has more than ${longestName} characters.`);
    if (url !== null && urls.size < mostUrls) urls.add(url);
    const sums = models.get(model);
    for (const other of referenced) if (others.size <= mostModels) others.add(other);
    if ((sums === undefined && models.size >= mostModels) || others.size > mostModels) isWhole = false;
    else models.set(model, added(sums ?? none, facts));
  };

  /** Whether a batch of the file may still be created. Lines after the first that prevents it are only counted. */
  const isFit = (): boolean => refused === null && isWhole;

  const { hold, endLine } = holdLine(isFit, (line) => {
    lines += 1;
    if (!isFit()) return;
    if (line === null) refuse(unreadable);
    else count(line);
  });

  return {
    begin: endLine,
    bytes: (chunk) => {
      bytes += chunk.length;
      let from = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
        hold(chunk.subarray(from, end));
        endLine();
        from = end + 1;
      }
      hold(chunk.subarray(from));
    },
    result: () => {
      endLine();
      return {
        lines,
        bytes,
        models: new Map(models),
        referenced: [...others],
        urls: [...urls],
        refused,
        isWhole,
      };
    },
  };
}

/**
 * Holds one line while it arrives in parts.
 *
 * @param isWanted whether lines are held at all
 * @param ended called for each line that is not blank, with null if it was not held
 */
function holdLine(isWanted: () => boolean, ended: (line: Buffer | null) => void) {
  /** The line so far; empty if it is not held. */
  const begun = new PieceList();
  let size = 0;
  return {
    /** A line that is not an object, by its first byte, is not held. */
    hold: (part: Buffer): void => {
      if (part.length === 0) return;
      const isHeld = size === 0 ? part[0] === brace || isBlank(part.subarray(0, 1)) : begun.length > 0;
      size += part.length;
      if (isHeld && size <= longestLine && isWanted()) begun.add(part);
      else begun.clear();
    },
    endLine: (): void => {
      const line = begun.length === 0 ? null : begun.join();
      const length = size;
      begun.clear();
      size = 0;
      if (length > 0 && (line === null || !isBlank(line))) ended(line);
    },
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
  const facts = readRequestFacts(line, body, operationOf(url ?? '')?.wire ?? null);
  const refused = (refusal: string | null): ReadLine => ({ facts, url, refusal });
  const repeated = value === undefined ? null : findRepeated(text);
  // Other programs end a line at a carriage return too, and would see different lines here.
  if (value !== undefined && text.trim().includes('\r')) return refused(broken);
  if (repeated !== null) return refused(`It has ${echo(repeated)} twice. Send it once.`);
  const [dearer] = facts.dearer ?? [];
  if (dearer !== undefined) return refused(`${echo(dearer.param)} is not available in batches. Omit it.`);
  return refused((isObject(body) ? findSteering(body) : null)?.message ?? null);
}

function added(sums: InputOfModel, { bound, contents }: RequestFacts): InputOfModel {
  const { input, output, answers } = bound;
  return {
    lines: sums.lines + 1,
    bytes: sums.bytes + input,
    answers: sums.answers + answers,
    output: sums.output + (output ?? 0) * answers,
    open: sums.open + (output === null ? answers : 0),
    ...(contents && { contents: addedContents(sums.contents ?? noContents, contents, bound) }),
  };
}

function addedContents(
  sums: ContentsOfLines,
  line: Contents,
  { input, output, answers }: RequestFacts['bound'],
): ContentsOfLines {
  const hasTools = line.uses > 0 || line.usesAreOpen;
  const limited = output === null ? 0 : answers;
  const draws = new Set([...(sums.draws ?? []), ...(line.draws ?? [])]);
  return {
    media: sums.media + line.media,
    documentMedia: sums.documentMedia + line.documentMedia,
    images: sums.images + line.images,
    documents: sums.documents + line.documents,
    ownTools: sums.ownTools + line.ownTools,
    uses: Math.max(sums.uses, line.uses),
    usesAreOpen: sums.usesAreOpen || line.usesAreOpen,
    toolBytes: sums.toolBytes + (hasTools ? input : 0),
    toolRequests: sums.toolRequests + (hasTools ? 1 : 0),
    ...(draws.size > 0 && { draws: [...draws] }),
    budget: sums.budget + line.budget * limited,
    exceeding: sums.exceeding + (line.mayExceed ? limited : 0),
  };
}

import { findSteering } from '../../routing/steering-members.ts';
import { echo } from '../../shared/echo.ts';
import { findRepeated } from '../../shared/find-repeated.ts';
import { isObject, objectOf, parseJson, stringOf } from '../../shared/json.ts';
import type { FileWatch } from '../form-reader.ts';
import { readAsked, type Asked } from '../read-asked.ts';
import type { Contents } from '../read-contents.ts';
import { noContents, type BatchInput, type ContentsOfLines, type InputOfModel } from './batch-input.ts';
import { operationOf } from './read-result-line.ts';

/** Looks at the lines of a file while it passes. */
export interface BatchInputWatch extends FileWatch {
  /** What has passed; asked for when all has. */
  readonly result: () => BatchInput;
}

/** Bytes of the longest line that is held in order to be read. */
const longestLine = 4 * 1_048_576;
const mostModels = 100;
const longestName = 256;
const newline = 0x0a;
const brace = 0x7b;

const none: InputOfModel = { lines: 0, bytes: 0, answers: 0, output: 0, open: 0 };

/** Reads the requests of a batch file in passing; of anything else it sees lines that it cannot read, and holds nothing. */
export function watchBatchInput(): BatchInputWatch {
  const models = new Map<string, InputOfModel>();
  const others = new Set<string>();
  const unread = { lines: 0, bytes: 0 };
  let lines = 0;
  let bytes = 0;
  let isWhole = true;
  let refused: BatchInput['refused'] = null;
  /** The whole of the line so far; empty where it is not held. */
  let begun: Buffer[] = [];
  let size = 0;

  const count = (line: Buffer): boolean => {
    const { asked, refusal } = readLine(line);
    if (refusal !== null) refused ??= { line: lines, message: refusal };
    const { model, beside } = asked;
    if (model === null || [model, ...beside].some(({ length }) => length > longestName)) return false;
    const sums = models.get(model);
    for (const other of beside) if (others.size <= mostModels) others.add(other);
    if ((sums === undefined && models.size >= mostModels) || others.size > mostModels) {
      isWhole = false;
      return false;
    }
    models.set(model, added(sums ?? none, asked));
    return true;
  };

  const endLine = (): void => {
    const line = begun.length === 0 ? null : Buffer.concat(begun, size);
    const length = size;
    begun = [];
    size = 0;
    if (length === 0 || (line !== null && isBlank(line))) return;
    lines += 1;
    if (line !== null && count(line)) return;
    unread.lines += 1;
    unread.bytes += length;
  };

  /** A line that is no object is not held: its first byte tells. */
  const hold = (part: Buffer): void => {
    if (part.length === 0) return;
    const isHeld = size === 0 ? part[0] === brace || isBlank(part.subarray(0, 1)) : begun.length > 0;
    size += part.length;
    if (isHeld && size <= longestLine) begun.push(part);
    else begun = [];
  };

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
      return { lines, bytes, unread: { ...unread }, models: new Map(models), beside: [...others], refused, isWhole };
    },
  };
}

const isBlank = (line: Buffer): boolean => line.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);

/** What a line asks for, and why it would be refused as a call of its own; null where it would not. */
function readLine(line: Buffer): { readonly asked: Asked; readonly refusal: string | null } {
  const text = line.toString('utf8');
  const value = parseJson(text);
  const { url, body } = objectOf(value);
  const asked = readAsked(line, body, operationOf(stringOf(url) ?? '')?.dialect ?? null);
  const repeated = value === undefined ? null : findRepeated(text);
  if (repeated !== null) return { asked, refusal: `It has ${echo(repeated)} twice. Send it once.` };
  return { asked, refusal: (isObject(body) ? findSteering(body) : null)?.message ?? null };
}

function added(sums: InputOfModel, { bound, contents }: Asked): InputOfModel {
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
  { input, output, answers }: Asked['bound'],
): ContentsOfLines {
  const hasTools = line.uses > 0 || line.usesAreOpen;
  const limited = output === null ? 0 : answers;
  return {
    media: sums.media + line.media,
    images: sums.images + line.images,
    documents: sums.documents + line.documents,
    ownTools: sums.ownTools + line.ownTools,
    uses: Math.max(sums.uses, line.uses),
    usesAreOpen: sums.usesAreOpen || line.usesAreOpen,
    toolBytes: sums.toolBytes + (hasTools ? input : 0),
    toolRequests: sums.toolRequests + (hasTools ? 1 : 0),
    budget: sums.budget + line.budget * limited,
    exceeding: sums.exceeding + (line.mayExceed ? limited : 0),
  };
}

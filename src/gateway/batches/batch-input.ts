import type { InputSums } from '../hold-estimate.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json.ts';

/** What lines hold beside text, added up; `uses` is the most of any line. */
export interface ContentsOfLines extends Omit<InputSums, 'bytes' | 'requests'> {
  /** Output tokens that answers may have beyond their limits: stated, and how many answers more may be at the model's. */
  readonly budget: number;
  readonly exceeding: number;
}

/** Of lines that hold text alone. */
export const noContents: ContentsOfLines = {
  media: 0,
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

/** What the lines of a batch's file ask of one model, added up. */
export interface InputOfModel {
  readonly lines: number;
  readonly bytes: number;
  /** Answers that are asked for; `n` counts. */
  readonly answers: number;
  /** Output tokens that lines with a limit allow, over all of their answers. */
  readonly output: number;
  /** Answers without a limit. */
  readonly open: number;
  /** Of what else they hold; absent in files of earlier releases, and where lines hold text alone. */
  readonly contents?: ContentsOfLines;
}

/** What was seen of a file of requests while it was uploaded: what bounds the cost of a batch of it. */
export interface BatchInput {
  readonly lines: number;
  readonly bytes: number;
  /** Lines that name no model, are no JSON, or are too long to be read, and their bytes. */
  readonly unread: { readonly lines: number; readonly bytes: number };
  /** By the model's name in the file. */
  readonly models: ReadonlyMap<string, InputOfModel>;
  /** Models that lines name beside their own. */
  readonly beside: readonly string[];
  /** The first line that would be refused as a call, and why; null where there is none. */
  readonly refused: { readonly line: number; readonly message: string } | null;
  /** False where the file names more models than are counted. */
  readonly isWhole: boolean;
}

/** As it stands in the fields of a file. */
export const writeBatchInput = ({ models, beside, unread, refused, ...rest }: BatchInput): JsonObject => ({
  ...rest,
  refused: refused && { ...refused },
  beside: [...beside],
  unread: { ...unread },
  models: Object.fromEntries(
    [...models].map(([name, { contents, ...sums }]) => [
      name,
      { ...sums, ...(contents && { contents: { ...contents } }) },
    ]),
  ),
});

/** What `writeBatchInput` wrote; null for a file that was not looked at: a provider made it, or an earlier release took it. */
export function readBatchInput({ input }: JsonObject): BatchInput | null {
  if (input === undefined) return null;
  const { lines, bytes, unread, models, beside, refused, isWhole } = objectOf(input);
  const readSums = (sums: Json | undefined): InputOfModel => {
    const each = objectOf(sums);
    return {
      lines: Number(each['lines']),
      bytes: Number(each['bytes']),
      answers: Number(each['answers']),
      output: Number(each['output']),
      open: Number(each['open']),
      ...(isObject(each['contents']) && { contents: each['contents'] as unknown as ContentsOfLines }),
    };
  };
  return {
    lines: Number(lines),
    bytes: Number(bytes),
    unread: { lines: Number(objectOf(unread)['lines']), bytes: Number(objectOf(unread)['bytes']) },
    models: new Map(Object.entries(objectOf(models)).map(([name, sums]) => [name, readSums(sums)])),
    beside: Array.isArray(beside) ? beside.map(String) : [],
    refused: isObject(refused) ? { line: Number(refused['line']), message: stringOf(refused['message']) ?? '' } : null,
    isWhole: isWhole === true,
  };
}

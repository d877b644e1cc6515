import type { InputSums } from '../pipeline/hold-estimate.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';

/** The contents of lines other than text, summed; `uses` is the most of any line. */
export interface ContentsOfLines extends Omit<InputSums, 'bytes' | 'requests'> {
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

import { setImmediate } from 'node:timers/promises';
import { isObject, type Json } from '../json/json.ts';
import { noCuts, type Cuts } from '../json/skim.ts';
import { addFile, audioBytesPerToken, tokensPerImage, type FileText } from './file-tokens.ts';
import { makeTextSample, type TextSample } from './text-tokens.ts';

/** A longer string that has only base64 characters is encoded data, not text. */
const longestWord = 512;
const base64 = /^\s*(?:[\w+/-]{57,}\r?\n)*[\w+/-]+=*\s*$/;
const dataUrl = /^\s*data:(?:[\w.+-]+\/[\w.+-]+(?:;[^,\s]{0,200})?|;[^,\s]{1,200}),/i;

const isEncoded = (text: string): boolean => dataUrl.test(text) || (text.length > longestWord && base64.test(text));

/** Members that the model does not see as text: signatures and encrypted thinking. */
const sealedMembers: ReadonlySet<string> = new Set([
  'signature',
  'thought_signature',
  'thoughtSignature',
  'encrypted_content',
  'encrypted_index',
]);

/** Members that hold an image or a document, or its URL. The model reads encoded data in any other member as text. */
const mediaMembers: ReadonlySet<string> = new Set([
  'url',
  'image_url',
  'image',
  'images',
  'mask',
  'data',
  'file_data',
  'result',
  'b64_json',
]);

/** Members of a request, or of an item in it, whose JSON is the caller's own: the model reads all of it as text. */
const schemaMembers: ReadonlySet<string> = new Set([
  'tools',
  'functions',
  'response_format',
  'output_format',
  'output_config',
]);

/** Members of a request whose objects the model reads. Any other object is a setting: `metadata`, `logit_bias`, `reasoning`. */
const readMembers: ReadonlySet<string> = new Set([
  ...schemaMembers,
  'system',
  'instructions',
  'messages',
  'input',
  'prompt',
  'prediction',
  'text',
]);

/** An object of a JSON value. */
interface Holder {
  readonly [key: string]: Json | undefined;
}

const isOwnJson = ({ type }: Holder, key: string): boolean =>
  schemaMembers.has(key) ||
  (key === 'input' && typeof type === 'string' && type.endsWith('tool_use')) ||
  (key === 'schema' && type === 'json_schema');

/** True for members with base64 data, of any length, of an image, a document or another file. */
const isFile = (holder: Holder, key: string): boolean =>
  key === 'file_data' || (key === 'data' && holder['type'] === 'base64');

/** True for those, and for audio, which has a format. */
const isBytes = (holder: Holder, key: string): boolean =>
  isFile(holder, key) || (key === 'data' && holder['format'] !== undefined);

const isSealed = (holder: Holder, key: string): boolean =>
  sealedMembers.has(key) || (key === 'data' && holder['type'] === 'redacted_thinking');

/** A source of type `text` has its text in `data`. */
const isMedia = (holder: Holder, key: string): boolean =>
  mediaMembers.has(key) && !(key === 'data' && holder['type'] === 'text');

/** The largest number that certainly is one token: no vocabulary has more ids. */
const largestTokenId = 999_999;

/** Counts the tokens of several texts together. */
export function countTokens(texts: readonly string[]): Promise<number> {
  const sample = makeTextSample();
  for (const text of texts) sample.add(text);
  return sample.count();
}

/**
 * Adds a long string to a sample in parts, and yields between them. Returns false for encoded data in a place for media. The first
 * parts show whether it is.
 */
async function addParts({ parts, isMedia: mayBeMedia }: LongText, sample: TextSample): Promise<boolean> {
  let begun: string | null = mayBeMedia ? '' : null;
  for (const part of parts) {
    if (begun !== null && begun.length <= longestWord) {
      begun += part;
      if (begun.length <= longestWord) continue;
      if (isEncoded(begun)) return false;
      sample.add(begun);
      begun = null;
    } else sample.add(part);
    await setImmediate();
  }
  if (begun !== null) sample.add(begun);
  return true;
}

/** A string that was cut out of a value. */
interface LongText {
  readonly parts: Iterable<string>;
  readonly isMedia: boolean;
}

/** The context of a part of a value. */
interface Surroundings {
  /** Within the caller's own JSON, whose members mean nothing to the provider. */
  readonly isOwn: boolean;
  /** Within a member for media. */
  readonly isMedia: boolean;
}

const ofText: Surroundings = { isOwn: false, isMedia: false };

/** Characters of a file that are decoded at a time. */
const fileStep = 65_536;

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += fileStep) yield text.slice(at, at + fileStep);
}

/** A file in base64, with the media type that its holder states. */
const fileOf = ({ media_type: type }: Holder, data: string, cuts: Cuts): FileText => ({
  parts: cuts.read(data) ?? slicesOf(data),
  length: cuts.lengthOf(data),
  mediaType: typeof type === 'string' ? type : '',
});

/** Collects what to count in a value. */
function makeWalk(cuts: Cuts) {
  const sample = makeTextSample();
  const long: LongText[] = [];
  const files: FileText[] = [];
  let others = 0;
  const walk = (part: Json | undefined, around: Surroundings): void => {
    if (typeof part === 'string') {
      const parts = cuts.read(part);
      if (parts !== null) long.push({ parts, isMedia: around.isMedia });
      else if (around.isMedia && isEncoded(part)) others += tokensPerImage;
      else sample.add(part);
    } else if (typeof part === 'number') {
      if (Number.isInteger(part) && Math.abs(part) <= largestTokenId) others += 1;
      else sample.add(String(part));
    } else if (isObject(part)) {
      for (const [key, child] of Object.entries(part)) {
        sample.add(key);
        walkMember({ holder: part, key, child }, around.isOwn);
      }
    } else if (Array.isArray(part)) {
      for (const element of part as readonly Json[]) walk(element, around);
    }
  };
  const walkMember = (
    { holder, key, child }: { readonly holder: Holder; readonly key: string; readonly child: Json | undefined },
    isOwn: boolean,
  ): void => {
    if (isOwn || isOwnJson(holder, key)) walk(child, { isOwn: true, isMedia: false });
    else if (typeof child !== 'string' || !(isSealed(holder, key) || isBytes(holder, key)))
      walk(child, { isOwn: false, isMedia: isMedia(holder, key) });
    else if (isSealed(holder, key)) return;
    else if (isFile(holder, key)) files.push(fileOf(holder, child, cuts));
    else others += Math.ceil((cuts.lengthOf(child) * 0.75) / audioBytesPerToken);
  };
  return { sample, long, files, walk, walkMember, others: () => others };
}

/**
 * Counts the tokens of a request or another JSON value: its texts, the names of its members and its numbers. In the members for
 * media, an encoded image counts as one image, a text file as its text, a document or audio by its length. The top-level members of
 * a request are settings: of those, only texts and lists count, and objects that the model reads, such as schemas.
 *
 * @param cuts strings that were cut out of the value
 */
export async function countTokensIn(value: Json, cuts: Cuts = noCuts): Promise<number> {
  const { sample, long, files, walk, walkMember, others } = makeWalk(cuts);
  if (!isObject(value)) walk(value, ofText);
  else
    for (const [key, child] of Object.entries(value))
      if (typeof child !== 'number' && (!isObject(child) || readMembers.has(key)))
        walkMember({ holder: value, key, child }, false);
  let encoded = 0;
  for (const each of long) if (!(await addParts(each, sample))) encoded += tokensPerImage;
  for (const each of files) encoded += await addFile(each, sample);
  return (await sample.count()) + others() + encoded;
}

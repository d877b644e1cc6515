import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { idFor, nameFor } from '../translation/tool-calls.ts';
import type { CallPart, DocumentPart, ImagePart, Part, ResultPart, TurnMessage } from '../translation/parts.ts';
import {
  argumentsFor,
  contentWriter,
  isEmptyContent,
  isOwn,
  isTextCall,
  roleFor,
  writeAudio,
  writeUrl,
} from '../translation/write-openai.ts';
import { isProven } from '../translation/proofs.ts';
import { rawMembers, type Members, type Writing } from '../translation/writing.ts';

const wire = 'responses';

function writeDocument(part: DocumentPart, writing: Writing): Members | null {
  const { source, path, name } = part;
  const { losses, target } = writing;
  losses.own(part.extras);
  if (!target.abilities.documents) {
    losses.add('document-unread', path);
    return null;
  }
  if (source.kind === 'url') {
    if (name !== null) losses.add('document-linked', path);
    return { type: 'input_file', file_url: source.url };
  }
  const url = source.kind === 'data' || source.kind === 'file' ? writeUrl(part, source, writing) : null;
  return url === null ? null : { type: 'input_file', filename: name ?? 'document.pdf', file_data: url };
}

function writeImage(part: ImagePart, writing: Writing): Members | null {
  const { losses, target } = writing;
  if (!target.abilities.images) losses.add('image-unread', part.path);
  const url = writeUrl(part, part.source, writing);
  const extras = rawMembers(losses.own(part.extras));
  if (url === null || !target.abilities.images) return null;
  return { type: 'input_image', image_url: url, detail: 'auto', ...extras };
}

/** A content part of the user, the operator or a tool; null if there is none, which is reported. */
function writeInput(part: Part, writing: Writing): Members | null {
  const { losses } = writing;
  if (part.type === 'text') {
    losses.own(part.extras);
    return { type: 'input_text', text: part.text };
  }
  if (part.type === 'image') return writeImage(part, writing);
  if (part.type === 'document') return writeDocument(part, writing);
  if (part.type === 'audio') return writeAudio(part, writing);
  losses.other(part);
  return null;
}

const writeContent = contentWriter({ textType: 'input_text', writePart: writeInput });

/** The ids of the latest calls of tools that take free text: their results are of another type. */
type TextCalls = ReadonlySet<string>;

const textCallsOf = ({ parts }: TurnMessage, writing: Writing): TextCalls =>
  new Set(parts.flatMap((part) => (part.type === 'call' && isTextCall(part, writing) ? [part.id] : [])));

function writeResult(part: ResultPart, writing: Writing, textCalls: TextCalls): Members {
  const { losses } = writing;
  losses.cache(part.cache);
  losses.own(part.extras);
  if (part.isError) losses.add('result-error', part.path);
  const [first, ...others] = part.content;
  const content: readonly Part[] = !part.isError
    ? part.content
    : first?.type === 'text'
      ? [{ ...first, text: `Error: ${first.text}` }, ...others]
      : [{ type: 'text', path: part.path, text: 'Error' }, ...part.content];
  const output = writeContent(content, writing);
  return {
    type: textCalls.has(part.callId) ? 'custom_tool_call_output' : 'function_call_output',
    call_id: idFor(wire, part.callId),
    output: isEmptyContent(output) ? '' : output,
  };
}

const writeCall = (part: CallPart, writing: Writing): Members =>
  isTextCall(part, writing)
    ? { type: 'custom_tool_call', call_id: idFor(wire, part.id), name: nameFor(wire, part.name), input: part.input }
    : {
        type: 'function_call',
        call_id: idFor(wire, part.id),
        name: nameFor(wire, part.name),
        arguments: argumentsFor(part),
      };

const isSaid = ({ type }: Part): boolean => type === 'text' || type === 'refusal';

const writeSaid = (part: Part): Members =>
  part.type === 'refusal'
    ? { type: 'refusal', refusal: part.text }
    : { type: 'output_text', text: part.type === 'text' ? part.text : '', annotations: [] };

/** A run of words of the model, as one message. @param isLast whether it says and calls nothing more in its turn */
function writeSaidRun(run: readonly Part[], isLast: boolean, writing: Writing): Members {
  const extras = run.flatMap((part) => writing.losses.own(part.extras));
  for (const { cache } of run) writing.losses.cache(cache);
  // Only this wire has phases, and the model's own messages have them by the same rule.
  const phase = writing.target.abilities.phases ? (isLast ? 'final_answer' : 'commentary') : undefined;
  return { type: 'message', role: 'assistant', content: run.map(writeSaid), phase, ...rawMembers(extras) };
}

/** The items of a message of the model, in its order. */
function writeAssistant({ parts, extras }: TurnMessage, writing: Writing): readonly Writable[] {
  writing.losses.own(extras);
  const items: Writable[] = [];
  let run: Part[] = [];
  const last = parts.findLast((part) => isSaid(part) || part.type === 'call');
  const flush = (): void => {
    if (run.length > 0) items.push(writeSaidRun(run, run.at(-1) === last, writing));
    run = [];
  };
  for (const part of parts) {
    if (isSaid(part)) {
      run.push(part);
      continue;
    }
    flush();
    if (part.type === 'call') {
      writing.losses.cache(part.cache);
      writing.losses.own(part.extras);
      items.push(writeCall(part, writing));
    } else if (isProven(part)) {
      if (isOwn(part, wire, writing)) items.push(new RawJson(part.proof?.raw ?? ''));
    } else if (part.type === 'other' && part.wire === wire) items.push(new RawJson(part.raw));
    else writeInput(part, writing);
  }
  flush();
  return items;
}

/** The items of a message of the user or the operator: results first. */
function writeOther(message: TurnMessage, writing: Writing, textCalls: TextCalls): readonly Writable[] {
  const extras = rawMembers(writing.losses.own(message.extras));
  const own = message.parts.flatMap((part) =>
    part.type === 'other' && part.wire === wire ? [new RawJson(part.raw)] : [],
  );
  const results = message.parts.flatMap((part) =>
    part.type === 'result' ? [writeResult(part, writing, textCalls)] : [],
  );
  const parts = message.parts.filter(
    (part) => part.type !== 'result' && !(part.type === 'other' && part.wire === wire),
  );
  if (parts.length === 0) return [...own, ...results];
  const content = writeContent(parts, writing);
  if (isEmptyContent(content)) return [...own, ...results];
  return [...own, ...results, { role: roleFor(message.role, writing), content, ...extras }];
}

/** `instructions` and `input`. */
export function writeItems(writing: Writing): { readonly instructions: Writable; readonly input: readonly Writable[] } {
  const { messages } = writing.turn;
  const [first, second] = messages;
  const [only] = first?.parts ?? [];
  const isOperator = (role: string | undefined): boolean => role === 'system' || role === 'developer';
  const leads =
    first?.role === 'system' &&
    first.parts.length === 1 &&
    only?.type === 'text' &&
    only.cache === undefined &&
    !isOperator(second?.role);
  if (leads) for (const { extras } of [first, only]) writing.losses.own(extras);
  let textCalls: TextCalls = new Set();
  const writeMessage = (message: TurnMessage): readonly Writable[] => {
    if (message.role !== 'assistant') return writeOther(message, writing, textCalls);
    textCalls = textCallsOf(message, writing);
    return writeAssistant(message, writing);
  };
  return {
    instructions: leads ? only.text : undefined,
    input: messages.slice(leads ? 1 : 0).flatMap(writeMessage),
  };
}

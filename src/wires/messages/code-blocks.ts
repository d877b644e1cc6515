import { arrayOf, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { isSeal } from '../../shared/secret.ts';
import type { FoldedPart } from '../translation/fold-answer.ts';
import { idFor } from '../translation/tool-calls.ts';
import type { CodePart } from '../translation/parts.ts';
import type { Members } from '../translation/writing.ts';

/** The vendor's tools that run code, and the member of their input that holds it; an edit of a file has none. */
const tools: Readonly<Record<string, 'code' | 'command' | null>> = {
  code_execution: 'code',
  bash_code_execution: 'command',
  text_editor_code_execution: null,
};

export const isCodeTool = (name: Json | undefined): boolean => typeof name === 'string' && Object.hasOwn(tools, name);

export const isCodeResult = (type: Json | undefined): boolean =>
  typeof type === 'string' && /^(?:bash_|text_editor_)?code_execution_tool_result$/.test(type);

/** A call of such a tool, and its result. */
interface Run {
  readonly id: string;
  /** The tool's name. */
  readonly name: string;
  /** JSON text. */
  readonly input: string;
  /** The block with the result; null if there is none yet. */
  readonly result: JsonObject | null;
}

/** What a program printed, an edit showed, or why there is nothing. */
function outputOf(content: JsonObject): string {
  const { stdout, stderr, content: shown, lines, error_message: message, error_code: code } = content;
  const texts = [stdout, stderr, shown, message ?? code].map((each) => stringOf(each) ?? '');
  const changed = arrayOf(lines).map((each) => stringOf(each) ?? '');
  return [...texts.filter((text) => text !== ''), ...changed].join('\n');
}

/** A run in the neutral form, without its position and its proof. */
export function codeOf({ id, name, input, result }: Run): Omit<CodePart, 'path' | 'proof' | 'seal'> {
  const member = Object.hasOwn(tools, name) ? tools[name] : null;
  const content = objectOf(result?.['content']);
  const exitCode = content['return_code'];
  return {
    type: 'code',
    id,
    code: (member ? stringOf(objectOf(parseJson(input))[member]) : null) ?? input,
    isProgram: member === 'code',
    output: result === null ? null : outputOf(content),
    exitCode: typeof exitCode === 'number' ? exitCode : null,
    failed: stringOf(content['type'])?.endsWith('_error') ?? false,
    hasFiles: arrayOf(content['content']).length > 0,
  };
}

/** The seal in a result of an earlier answer; null if there is none. */
export function sealOfCode(result: Json | undefined): string | null {
  const seal = stringOf(objectOf(objectOf(result)['content'])['encrypted_stdout']);
  return seal !== null && isSeal(seal) ? seal : null;
}

/** A run of the provider's code: the call and its result, which carries what the vendor wants back. */
export function codeBlocks({ whole, head, seal }: FoldedPart): readonly Members[] {
  if (head.kind !== 'code' || whole?.type !== 'code') return [];
  const id = `srvtoolu_${idFor('messages', head.id)}`;
  const sealed = { encrypted_stdout: seal ?? undefined };
  const content =
    whole.failed && !whole.output
      ? { type: 'code_execution_tool_result_error', error_code: 'unavailable', ...sealed }
      : {
          type: 'code_execution_result',
          stdout: whole.output ?? '',
          stderr: '',
          return_code: whole.exitCode ?? (whole.failed ? 1 : 0),
          content: [],
          ...sealed,
        };
  return [
    { type: 'server_tool_use', id, name: 'code_execution', input: { code: whole.code } },
    { type: 'code_execution_tool_result', tool_use_id: id, content },
  ];
}

import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import { Field } from './field.ts';
import { nameFor } from './names.ts';

/** A tool as the caller knows it. */
export interface CallerTool {
  readonly name: string;
  /** Whether it takes free text. */
  readonly isCustom: boolean;
}

/** The caller's tools by the names that upstreams know them by. A name that is not among them stays. */
export function callerTools(request: RawObject): (name: string) => CallerTool {
  const tools = new Map<string, CallerTool>();
  const body = Field.of(request);
  for (const tool of [...body.at('tools').items(), ...body.at('functions').items()]) {
    const holder = [tool.at('function'), tool.at('custom'), tool].find((each) => each.at('name').text !== null);
    const name = holder?.at('name').text ?? null;
    if (name === null) continue;
    const known = { name, isCustom: tool.type === 'custom' && !tool.at('input_schema').isThere };
    for (const written of [name, nameFor('messages', name), nameFor('responses', name)]) tools.set(written, known);
  }
  return (name) => tools.get(name) ?? { name, isCustom: false };
}

/** The text for a tool that takes text, where it was called with an object that holds it. */
export const textInput = (input: string): string => stringOf(objectOf(parseJson(input))['input']) ?? input;

import { objectOf, parseJson, stringOf } from '../../shared/json/json.ts';
import type { RawObject } from '../../shared/json/raw-json.ts';
import { Field } from './field.ts';
import { inNamespace, nameFor } from './names.ts';

/** A tool under the caller's name. */
export interface CallerTool {
  readonly name: string;
  /** Whether it accepts free text. */
  readonly isCustom: boolean;
  /** The namespace that it is in, on Responses; absent: none. */
  readonly namespace?: string;
}

/** The tools of a request, including each tool of a namespace. */
function* toolsOf(body: Field): Iterable<{ readonly tool: Field; readonly namespace: string | null }> {
  for (const tool of [...body.at('tools').items(), ...body.at('functions').items()]) {
    const namespace = tool.type === 'namespace' ? (tool.at('name').text ?? '') : null;
    for (const each of namespace === null ? [tool] : tool.at('tools').items()) yield { tool: each, namespace };
  }
}

/** The caller's tools, by the names that upstreams use. A name that is not among them stays unchanged. */
export function callerTools(request: RawObject): (name: string) => CallerTool {
  const tools = new Map<string, CallerTool>();
  for (const { tool, namespace } of toolsOf(Field.of(request))) {
    const holder = [tool.at('function'), tool.at('custom'), tool].find((each) => each.at('name').text !== null);
    const name = holder?.at('name').text ?? null;
    if (name === null) continue;
    const isCustom = tool.type === 'custom' && !tool.at('input_schema').isThere;
    const known = { name, isCustom, ...(namespace !== null && { namespace }) };
    const whole = inNamespace(namespace, name);
    for (const written of [whole, nameFor('messages', whole), nameFor('responses', whole)]) tools.set(written, known);
  }
  return (name) => tools.get(name) ?? { name, isCustom: false };
}

/** The text for a tool that accepts text, if it was called with an object that contains it. */
export const textInput = (input: string): string => stringOf(objectOf(parseJson(input))['input']) ?? input;

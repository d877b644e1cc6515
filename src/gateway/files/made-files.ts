import type { Spec } from '../../catalog/catalog.ts';
import { objectOf, stringOf, type Json } from '../../shared/json.ts';

const arrayOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** Whether a request lets its model run code, which may leave files that the provider keeps for the caller. */
export const mayMakeFiles = (spec: Spec, body: unknown): boolean =>
  spec === 'b' &&
  arrayOf(objectOf(body)['tools']).some((tool) => stringOf(objectOf(tool)['type'])?.startsWith('code_execution'));

/**
 * The provider's ids of files that code has left, in a whole message or in an event of one. Only where the provider itself
 * tells them: what a model writes may say anything.
 */
export function madeFileIds(data: Json | undefined): readonly string[] {
  const answer = objectOf(data);
  const blocks = [
    answer['content_block'],
    ...arrayOf(answer['content']),
    ...arrayOf(objectOf(answer['message'])['content']),
  ];
  return blocks
    .map(objectOf)
    .filter(({ type }) => stringOf(type)?.endsWith('code_execution_tool_result'))
    .flatMap(({ content }) => arrayOf(objectOf(content)['content']).map(objectOf))
    .filter(({ type }) => stringOf(type)?.endsWith('code_execution_output'))
    .flatMap(({ file_id: id }) => stringOf(id) ?? []);
}

import type { Turn } from '../turn.ts';
import type { CallerWireId } from './parts.ts';

/** Where a setting stands in the caller's body; null: the caller did not give it. */
type Find = (turn: Turn) => string | null;

const limit: Find = (turn) => turn.limit?.path ?? null;
const format: Find = (turn) => turn.format?.path ?? null;
const thinking: Find = ({ reasoning: { effort, mode, summary } }) => (effort ?? mode ?? summary)?.path ?? null;
const endUser: Find = (turn) => turn.endUser?.path ?? null;
/** Places in the conversation move: the list is all that can be said. */
const lists: Readonly<Record<CallerWireId, string>> = {
  'chat-completions': 'messages',
  completions: 'prompt',
  messages: 'messages',
  responses: 'input',
};
const messages: Find = ({ wire }) => lists[wire];

/** The settings by the names that any of the three wires has for them. */
const settings: Readonly<Record<string, Find>> = {
  max_tokens: limit,
  max_completion_tokens: limit,
  max_output_tokens: limit,
  temperature: (turn) => turn.temperature?.path ?? null,
  top_p: (turn) => turn.topP?.path ?? null,
  top_k: (turn) => turn.topK?.path ?? null,
  stop: (turn) => turn.stop?.path ?? null,
  stop_sequences: (turn) => turn.stop?.path ?? null,
  response_format: format,
  'text.format': format,
  'output_config.format': format,
  'text.verbosity': (turn) => turn.verbosity?.path ?? null,
  verbosity: (turn) => turn.verbosity?.path ?? null,
  reasoning_effort: thinking,
  reasoning: thinking,
  thinking,
  'output_config.effort': thinking,
  user: endUser,
  safety_identifier: endUser,
  metadata: (turn) => endUser(turn) ?? turn.extras.find(({ name }) => name === 'metadata')?.path ?? null,
  service_tier: (turn) => turn.serviceTier?.path ?? null,
  parallel_tool_calls: (turn) => turn.parallel?.path ?? null,
  tool_choice: (turn) => (turn.toolChoice ?? turn.parallel)?.path ?? null,
  tools: ({ tools }) => tools[0]?.path.replace(/\[\d+\]$/, '') ?? null,
  messages,
  input: messages,
  system: ({ wire, messages: [first] }) => (wire === 'chat-completions' ? 'messages' : (first?.path ?? null)),
  instructions: ({ wire, messages: [first] }) => (wire === 'chat-completions' ? 'messages' : (first?.path ?? null)),
  model: () => 'model',
};

/**
 * The field of the caller's own body that an upstream means.
 *
 * @param field as the upstream wrote it, in its own wire: `messages.0.content`, `max_output_tokens`; null: it names none
 * @returns null if the caller has no such field
 */
export function callerPath(turn: Turn, field: string | null): string | null {
  const [first = '', second = ''] = field?.split(/[.[]/) ?? [];
  const names = [`${first}.${second}`, first];
  const name = names.find((each) => Object.hasOwn(settings, each));
  const found = name === undefined ? null : (settings[name]?.(turn) ?? null);
  return found ?? turn.extras.find((extra) => extra.name === first)?.path ?? null;
}

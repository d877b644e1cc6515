import type { Turn } from '../turn.ts';
import type { CallerWireId } from './parts.ts';

/** The path of a setting in the caller's body; null if the caller did not send it. */
type Find = (turn: Turn) => string | null;

const limit: Find = (turn) => turn.limit?.path ?? null;
const format: Find = (turn) => turn.format?.path ?? null;
const thinking: Find = ({ reasoning: { effort, mode, summary } }) => (effort ?? mode ?? summary)?.path ?? null;
const endUser: Find = (turn) => turn.endUser?.path ?? null;
/** Positions in the conversation change, so only the list can be named. */
const lists: Readonly<Record<CallerWireId, string>> = {
  'chat-completions': 'messages',
  completions: 'prompt',
  messages: 'messages',
  responses: 'input',
};
const messages: Find = ({ wire }) => lists[wire];

/** Settings, by all names that the three formats have for them. */
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
 * Finds the field of the caller's own body that an upstream means.
 *
 * @param field as the upstream wrote it, in its own format: `messages.0.content`, `max_output_tokens`; null: it names none
 * @returns null if the caller has no such field
 */
export function callerPath(turn: Turn, field: string | null): string | null {
  const [first = '', second = ''] = field?.split(/[.[]/) ?? [];
  const names = [`${first}.${second}`, first];
  const name = names.find((each) => Object.hasOwn(settings, each));
  const found = name === undefined ? null : (settings[name]?.(turn) ?? null);
  return found ?? turn.extras.find((extra) => extra.name === first)?.path ?? null;
}

import type { ReplyHeaders } from '../../shared/reply.ts';
import type { CallerWireId, Loss } from '../../wires/translation/parts.ts';
import type { Turn } from '../../wires/turn.ts';

/** The most paths that a header names, and the characters that a path may not have there. */
const mostNamed = 32;
const unsayable = /[^\w.[\]-]/g;

/** Callers choose the names of members, so a path may hold anything. */
const writePath = (path: string): string => path.replace(unsayable, '_').slice(0, 128);

const pathsOf = (losses: readonly Loss[], isNamed: (loss: Loss) => boolean): string =>
  [...new Set(losses.filter(isNamed).map(({ path }) => writePath(path)))].slice(0, mostNamed).join(', ');

/** Names what was lost, by paths in the caller's own body. */
export function lossHeaders(losses: readonly Loss[]): ReplyHeaders {
  const approximated = pathsOf(losses, ({ kind }) => kind === 'approximated');
  const dropped = pathsOf(losses, ({ kind }) => kind !== 'approximated');
  return {
    ...(dropped !== '' && { 'x-diglot-dropped': dropped }),
    ...(approximated !== '' && { 'x-diglot-approximated': approximated }),
  };
}

/** Names what was lost in a stream whose head has been sent: in comments, which no client takes for an event. */
export function lossComment(losses: readonly Loss[]): Buffer {
  const lines = Object.entries(lossHeaders(losses)).map(([name, paths]) => `: ${name}: ${paths}\n`);
  return Buffer.from(`${lines.join('')}\n`);
}

/** The most characters for the losses of a call in the ledger. */
const longestRecord = 400;

/**
 * Names what was lost for the ledger: `dropped:user,approximated:temperature`. If there are too many, the last entry says how many more:
 * `+12`. Empty: nothing was lost.
 */
export function lossRecord(losses: readonly Loss[]): string {
  const words = [
    ...new Set(losses.map(({ kind, path }) => `${kind === 'approximated' ? kind : 'dropped'}:${writePath(path)}`)),
  ];
  let [text = ''] = words;
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    if (text.length + word.length > longestRecord) return `${text},+${words.length - index}`;
    text = `${text},${word}`;
  }
  return text;
}

/** The path of a setting in the caller's body; null if the caller did not send it. */
type FindPath = (turn: Turn) => string | null;

const limitPath: FindPath = (turn) => turn.limit?.path ?? null;
const formatPath: FindPath = (turn) => turn.format?.path ?? null;
const thinkingPath: FindPath = ({ reasoning: { effort, mode, summary } }) => (effort ?? mode ?? summary)?.path ?? null;
const endUserPath: FindPath = (turn) => turn.endUser?.path ?? null;
/** Positions in the conversation change, so only the list can be named. */
const messageLists: Readonly<Record<CallerWireId, string>> = {
  'chat-completions': 'messages',
  completions: 'prompt',
  messages: 'messages',
  responses: 'input',
};
const messagesPath: FindPath = ({ wire }) => messageLists[wire];

/** Settings, by all names that the three formats have for them. */
const pathsBySetting: Readonly<Record<string, FindPath>> = {
  max_tokens: limitPath,
  max_completion_tokens: limitPath,
  max_output_tokens: limitPath,
  temperature: (turn) => turn.temperature?.path ?? null,
  top_p: (turn) => turn.topP?.path ?? null,
  top_k: (turn) => turn.topK?.path ?? null,
  stop: (turn) => turn.stop?.path ?? null,
  stop_sequences: (turn) => turn.stop?.path ?? null,
  response_format: formatPath,
  'text.format': formatPath,
  'output_config.format': formatPath,
  'text.verbosity': (turn) => turn.verbosity?.path ?? null,
  verbosity: (turn) => turn.verbosity?.path ?? null,
  reasoning_effort: thinkingPath,
  reasoning: thinkingPath,
  thinking: thinkingPath,
  'output_config.effort': thinkingPath,
  user: endUserPath,
  safety_identifier: endUserPath,
  metadata: (turn) => endUserPath(turn) ?? turn.extras.find(({ name }) => name === 'metadata')?.path ?? null,
  service_tier: (turn) => turn.serviceTier?.path ?? null,
  parallel_tool_calls: (turn) => turn.parallel?.path ?? null,
  tool_choice: (turn) => (turn.toolChoice ?? turn.parallel)?.path ?? null,
  tools: ({ tools }) => tools[0]?.path.replace(/\[\d+\]$/, '') ?? null,
  messages: messagesPath,
  input: messagesPath,
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
  const name = names.find((each) => Object.hasOwn(pathsBySetting, each));
  const found = name === undefined ? null : (pathsBySetting[name]?.(turn) ?? null);
  return found ?? turn.extras.find((extra) => extra.name === first)?.path ?? null;
}

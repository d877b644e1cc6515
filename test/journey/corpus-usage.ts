import type { Usage } from '../../src/shared/usage.ts';

/**
 * What recorded answers say of their usage, read once more and written differently from the code under test: by the
 * vendors' documentation, from the parsed answer, and with the whole of a stream at hand.
 */
export type Fields = Readonly<Record<string, unknown>>;

const fields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const count = (value: unknown): number => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0);

/** Without the kinds of which there were none. */
const positive = (usage: Usage): Usage =>
  Object.fromEntries(Object.entries(usage).filter(([, quantity]) => quantity > 0));

/** Input and output by their names in a format; details say how much of each was cached, written or audio. */
function split(usage: Fields, [input, output]: readonly [string, string]): Usage | null {
  if (!Number.isInteger(usage[input])) return null;
  const inDetails = fields(usage[`${input}_details`]);
  const outDetails = fields(usage[`${output}_details`]);
  const all = count(usage[input]);
  // One recording counts the same tokens as cached and as written: parts are never more than the whole.
  // Moonshot and Mistral say it beside the details.
  const cached = Math.min(
    all,
    Math.max(...[inDetails['cached_tokens'], usage['cached_tokens'], usage['num_cached_tokens']].map(count)),
  );
  const written = Math.min(all - cached, count(inDetails['cache_write_tokens']));
  const transcript = Math.min(all - cached - written, count(inDetails['audio_tokens']));
  const spoken = count(outDetails['audio_tokens']);
  const put = Math.max(count(usage[output]), count(usage['total_tokens']) - all);
  return positive({
    input_tokens: all - cached - written - transcript,
    cached_input_tokens: cached,
    cache_write_tokens: written,
    input_audio_tokens: transcript,
    output_tokens: put - spoken,
    output_audio_tokens: spoken,
  });
}

function messages(usage: Fields): Usage | null {
  if (!Number.isInteger(usage['input_tokens']) && !Number.isInteger(usage['output_tokens'])) return null;
  const created = fields(usage['cache_creation']);
  const hour = count(created['ephemeral_1h_input_tokens']);
  const all = count(usage['cache_creation_input_tokens']) || hour + count(created['ephemeral_5m_input_tokens']);
  return positive({
    input_tokens: count(usage['input_tokens']),
    cached_input_tokens: count(usage['cache_read_input_tokens']),
    cache_write_tokens: all - hour,
    cache_write_1h_tokens: hour,
    output_tokens: count(usage['output_tokens']),
  });
}

const list = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fields) : []);
const ended = ({ status }: Fields): boolean => status !== 'failed' && status !== 'in_progress';

/** What the tools of a response ran, by its items. A stream says each item again when it is whole. */
function itemRuns(response: Fields, events: readonly Fields[]): Usage {
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => fields(item));
  const among = (items: readonly Fields[], type: string, is = ended): number =>
    items.filter((item) => item['type'] === type && ended(item) && is(item)).length;
  const most = (type: string, is = ended): number =>
    Math.max(among(list(response['output']), type, is), among(done, type, is));
  const used = fields(response['usage']);
  const calls = fields(used['server_side_tool_usage_details']);
  const containers = list(response['output'])
    .map((item) => item['container_id'] ?? fields(item['environment'])['container_id'])
    .filter((id) => typeof id === 'string');
  const searched = (item: Fields): boolean => (fields(item['action'])['type'] ?? 'search') === 'search';
  const counted = count(calls['web_search_calls']) + count(calls['x_search_calls']);
  const vendor = count(fields(fields(response['tool_usage'])['web_search'])['num_requests']);
  return positive({
    web_searches: Math.max(
      counted || Math.max(vendor, among(list(response['output']), 'web_search_call', searched)),
      among(done, 'web_search_call', searched),
    ),
    file_searches: most('file_search_call'),
    images: Math.max(count(calls['image_generation_calls']), most('image_generation_call')),
    code_sessions: new Set(containers).size,
  });
}

/** What ran in a message next to its totals: other runs' tokens, as another model's price is unknown, and its tools. */
function messageRuns(usage: Fields, parts: readonly Fields[]): Usage {
  const runs = list(usage['iterations']).filter(({ type }) => type === 'compaction' || type === 'advisor_message');
  const sum = (name: string): number => runs.reduce((all, run) => all + count(run[name]), 0);
  const tools = fields(usage['server_tool_use']);
  const containers = parts.map((part) => part['container'] ?? fields(part['delta'])['container']);
  return positive({
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    cached_input_tokens: sum('cache_read_input_tokens'),
    cache_write_tokens: sum('cache_creation_input_tokens'),
    web_searches: count(tools['web_search_requests']),
    web_fetches: count(tools['web_fetch_requests']),
    code_sessions: containers.some((container) => typeof container === 'object' && container !== null) ? 1 : 0,
  });
}

/**
 * What ran beside the totals of an answer.
 *
 * @param usage its usage object, of a stream all of them laid over each other
 * @param parts the answer, or the events of its stream
 */
export function runsOf(endpoint: string, usage: Fields, parts: readonly Fields[]): Usage {
  if (endpoint === 'messages') return messageRuns(usage, parts);
  if (endpoint === 'responses') {
    const last = parts.findLast((part) => 'response' in part && 'usage' in fields(part['response']));
    return itemRuns(last ? fields(last['response']) : fields(parts[0]), parts);
  }
  return positive({ web_searches: count(fields(usage['server_tool_use_details'])['web_search_requests']) });
}

/** By endpoint: the usage of a usage object. */
export const usageReaders: Readonly<Record<string, (usage: Fields) => Usage | null>> = {
  chat: (usage) => split(usage, ['prompt_tokens', 'completion_tokens']),
  responses: (usage) => split(usage, ['input_tokens', 'output_tokens']),
  messages,
};

/** The usage objects in a stream's events, laid over each other in their order. */
export function streamUsage(events: readonly Fields[]): Fields {
  const holders = ['message', 'response', 'x_groq'];
  const found = events.map((event) =>
    fields(event['usage'] ?? holders.map((name) => fields(event[name])['usage']).find((usage) => usage !== undefined)),
  );
  return Object.assign({}, ...found.map(known)) as Fields;
}

/** A later null does not take back an earlier figure. */
const known = (usage: Fields): Fields =>
  Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));

/** The data of a stream's events, parsed; markers and comments are left out. */
export function eventsOf(sse: string): readonly Fields[] {
  return sse.split(/\r\n\r\n|\n\n|\r\r/).flatMap((block) => {
    const lines = block.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
    const data = lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n');
    return data.startsWith('{') ? [JSON.parse(data) as Fields] : [];
  });
}

/** Names of the events after which nothing follows. */
const terminal = /^(?:event: |data: \{"type": ?")(?:message_stop|response\.(?:completed|incomplete|failed))\b/;

/** A stream as far as the event in which it fails; whole where it does not. */
export function throughFailure(sse: string): string {
  const blocks = sse.split(/(?<=\n\n)/);
  const end = blocks.findIndex((block) => eventsOf(block).some((event) => Boolean(event['error'])));
  return end === -1 ? sse : blocks.slice(0, end + 1).join('');
}

/** The first stream of a recording: seven hold the streams of a whole conversation, one after the other. */
export function firstStream(sse: string): string {
  const blocks = sse.split(/(?<=\n\n)/);
  const end = blocks.findIndex((block) => terminal.test(block));
  return end === -1 ? sse : blocks.slice(0, end + 1).join('');
}

/** Whether a stream came to its own end, by the documentation of its format. */
export function isWhole(endpoint: string, sse: string): boolean {
  const events = eventsOf(sse);
  const types = events.map((event) => String(event['type']));
  const done = /^data: ?\[DONE\]/m.test(sse);
  if (events.some((event) => Boolean(event['error']))) return false;
  if (endpoint === 'messages') return types.includes('message_stop');
  if (endpoint === 'responses') {
    return types.some((type) => ['response.completed', 'response.incomplete', 'response.failed'].includes(type));
  }
  const finished = events.some((event) =>
    (event['choices'] as Fields[] | undefined)?.some((one) => Boolean(one['finish_reason'])),
  );
  return finished || done;
}

/** Recordings whose endpoint was guessed wrongly, so that what they hold is not an answer of it. */
export const strange: ReadonlySet<string> = new Set([
  'pydantic-ai-76c2d79f3fce', // a test server that describes the request
  'vercel-ai-e2a101531ff1', // a transcription
  'vercel-ai-2d6d079201fb', // a chat completion
  'vercel-ai-6c47ad740b47', // a stream of chat completions
]);

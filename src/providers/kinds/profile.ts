import { createHash } from 'node:crypto';
import type { Profile } from '../../catalog/catalog.ts';
import { thoughtFiller } from '../../catalog/profiles.ts';
import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { dropMember, spliceElements, spliceMember, type Edits } from '../../shared/json/raw-json.ts';
import type { Loss } from '../../wires/translation/parts.ts';
import type { Adaptation, JsonRequest } from './kind.ts';

/**
 * What changes of a request so that a host takes it.
 *
 * @param asking what changes to ask for usage
 */
export function adaptToProfile(request: JsonRequest, profile: Profile, asking: Edits): Adaptation {
  const { wire, body, model } = request;
  const usage = profile.streamUsage === 'asked' ? asking : 'stream_options' in body ? dropUsage : {};
  const roles = refusesDevelopers(model, profile) ? [asSystem] : [];
  if (wire === 'responses') return { edits: { ...usage, ...rewrittenIn(request, 'input', roles) } };
  if (wire !== 'chat-completions') return { edits: { ...usage } };
  const parts: readonly Change[] = [
    limitOf(request, profile),
    renamedIn(request, profile),
    refusedIn(body, profile),
    formatOf(request, profile),
    strictOf(request, profile),
    toolChoiceOf(body, profile),
    messagesOf(request, profile, roles),
  ];
  return {
    edits: Object.assign({ ...usage }, ...parts.map(({ edits }) => edits)) as Edits,
    losses: parts.flatMap(({ losses = [] }) => losses),
  };
}

const dropUsage: Edits = { stream_options: null };

interface Change {
  readonly edits?: Edits;
  readonly losses?: readonly Loss[];
}

type Bodied = Pick<JsonRequest, 'body' | 'raw'>;

const isThere = (value: Json | undefined): boolean => value !== undefined && value !== null;

/** The output limit under the host's name. */
function limitOf({ body, raw }: Bodied, { limit }: Profile): Change {
  if (limit === null) return {};
  const other = limit === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
  if (!isThere(body[other])) return {};
  return { edits: { [other]: null, ...(!isThere(body[limit]) && { [limit]: raw().slice([other]) }) } };
}

/** Members under the host's names. */
function renamedIn({ body, raw }: Bodied, { renamed = {} }: Profile): Change {
  const found = Object.entries(renamed).filter(([name]) => isThere(body[name]));
  return {
    edits: Object.fromEntries(
      found.flatMap(([name, own]) => [
        [name, null],
        [own, raw().slice([name])],
      ]),
    ),
  };
}

/** Values that ask for nothing but what is done anyway. */
const neutral: Readonly<Record<string, (value: Json | undefined) => boolean>> = {
  n: (value) => value === 1,
  logprobs: (value) => value === false,
  top_logprobs: (value) => value === 0,
  frequency_penalty: (value) => value === 0,
  presence_penalty: (value) => value === 0,
  logit_bias: (value) => Object.keys(objectOf(value)).length === 0,
  store: (value) => value === false,
  service_tier: (value) => value === 'auto' || value === 'default',
};

/** Members that mean nothing for the answer. */
const advisory: ReadonlySet<string> = new Set(['user', 'store', 'service_tier']);

function refusedIn(body: JsonObject, { refused, title }: Profile): Change {
  const found = refused.filter((name) => body[name] !== undefined);
  return {
    edits: Object.fromEntries(found.map((name) => [name, null])),
    losses: found
      .filter((name) => isThere(body[name]) && neutral[name]?.(body[name]) !== true)
      .map((name) => ({
        path: name,
        kind: advisory.has(name) ? 'advisory' : 'meaning',
        note: `${title} does not take it.`,
      })),
  };
}

/** Whether no model has this ability at a host, unless the catalogue says otherwise of the model. */
const isMissing = (ability: 'schemas' | 'strictTools', { abilities }: JsonRequest['model'], host: Profile): boolean =>
  host.abilities?.[ability] === false && abilities?.[ability] !== true;

/** A schema of the output. */
function formatOf({ body, model }: JsonRequest, host: Profile): Change {
  if (objectOf(body['response_format'])['type'] !== 'json_schema' || !isMissing('schemas', model, host)) return {};
  const note = `${host.title} takes no schema of the output.`;
  return { edits: { response_format: null }, losses: [{ path: 'response_format', kind: 'meaning', note }] };
}

/** What tools promise of their arguments. */
function strictOf({ body, raw, model }: JsonRequest, host: Profile): Change {
  const promises = arrayOf(body['tools']).map((tool) => objectOf(objectOf(tool)['function'])['strict']);
  if (!isMissing('strictTools', model, host) || promises.every((promise) => promise === undefined)) return {};
  const tools = spliceElements(Buffer.from(raw().slice(['tools']) ?? '[]'), (tool, index) =>
    promises[index] === undefined ? tool : spliceMember(tool, 'function', (each) => dropMember(each, 'strict')),
  );
  const note = 'The host does not guarantee this schema.';
  return {
    edits: { tools: tools.toString() },
    losses: promises.flatMap((promise, index) =>
      promise === true ? [{ path: `tools[${index}].function.strict`, kind: 'approximated', note } as const] : [],
    ),
  };
}

function toolChoiceOf(body: JsonObject, { required, title }: Profile): Change {
  const choice = body['tool_choice'];
  if (required === undefined || !isThere(choice) || choice === 'auto' || choice === 'none') return {};
  if (typeof required === 'string')
    return choice === 'required' ? { edits: { tool_choice: JSON.stringify(required) } } : {};
  const note = `${title} chooses tools itself.`;
  return { edits: { tool_choice: null }, losses: [{ path: 'tool_choice', kind: 'meaning', note }] };
}

const nineLong = /^[A-Za-z0-9]{9}$/;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The id of a tool call in nine letters or digits: always the same for the same id. */
export const shortToolId = (id: string): string =>
  nineLong.test(id)
    ? id
    : [...createHash('sha256').update(id).digest().subarray(0, 9)]
        .map((byte) => alphabet[byte % alphabet.length])
        .join('');

const idsIn = ({ tool_calls: calls, tool_call_id: id }: JsonObject): readonly string[] =>
  [id, ...arrayOf(calls).map((call) => objectOf(call)['id'])].flatMap((each) => stringOf(each) ?? []);

/** Writes a message as its host wants it; gives the same object if it is so already. */
type Rewrite = (message: JsonObject) => JsonObject;

const withShortIds: Rewrite = (message) => {
  if (idsIn(message).every((id) => nineLong.test(id))) return message;
  const { tool_calls: calls, tool_call_id: id } = message;
  return {
    ...message,
    ...(typeof id === 'string' && { tool_call_id: shortToolId(id) }),
    ...(Array.isArray(calls) && {
      tool_calls: arrayOf(calls).map((call) => {
        const held = objectOf(call);
        const { id: own } = held;
        return typeof own === 'string' ? { ...held, id: shortToolId(own) } : held;
      }),
    }),
  };
};

const withoutName: Rewrite = (message) => {
  const { name, ...rest } = message;
  return isThere(name) ? rest : message;
};

const withThoughts =
  (none: string): Rewrite =>
  (message) => {
    const { role, reasoning_content: thoughts, partial } = message;
    const lacks = !isThere(thoughts) || (thoughts === '' && none !== '');
    // The beginning of an answer, which the model shall continue, has no thoughts yet.
    return role === 'assistant' && lacks && partial !== true ? { ...message, reasoning_content: none } : message;
  };

const asSystem: Rewrite = (message) => (message['role'] === 'developer' ? { ...message, role: 'system' } : message);

/** Whether a host takes no developer, as the catalogue says of the model, else as is known of the host. */
const refusesDevelopers = ({ abilities }: JsonRequest['model'], host: Profile): boolean =>
  (abilities?.developerRole ?? host.abilities?.developerRole) === false;

/** A list of messages, rewritten; nothing if each one is as its host wants it. What does not change has the caller's own text. */
function rewrittenIn({ body, raw }: Bodied, member: 'messages' | 'input', rewrites: readonly Rewrite[]): Edits {
  const messages = rewrites.length === 0 ? [] : arrayOf(body[member]);
  const written = messages.map((message) =>
    isObject(message) ? rewrites.reduce((each, rewrite) => rewrite(each), message) : message,
  );
  if (written.every((message, index) => message === messages[index])) return {};
  const { slice } = raw();
  const texts = written.map((message, index) => {
    const own = messages[index];
    if (message === own || !isObject(message) || !isObject(own)) return slice([member, index]);
    const members = Object.entries(message).map(
      ([name, value]) =>
        `${JSON.stringify(name)}:${value === own[name] ? slice([member, index, name]) : JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  });
  return { [member]: `[${texts.join(',')}]` };
}

/** Messages without names, with short ids of tool calls, with thoughts, and with known roles, as far as the host wants that. */
function messagesOf(
  request: Bodied & Pick<JsonRequest, 'upstreamModel'>,
  profile: Profile,
  roles: readonly Rewrite[],
): Change {
  const { refusesNames = false, shortToolIds = false } = profile;
  const { body, upstreamModel } = request;
  const filler = thoughtFiller(profile, upstreamModel);
  const edits = rewrittenIn(request, 'messages', [
    ...roles,
    ...(refusesNames ? [withoutName] : []),
    ...(filler === null ? [] : [withThoughts(filler)]),
    ...(shortToolIds ? [withShortIds] : []),
  ]);
  const named = refusesNames ? arrayOf(body['messages']).map((message) => isThere(objectOf(message)['name'])) : [];
  return {
    edits,
    losses: named.flatMap((isNamed, index) =>
      isNamed
        ? [{ path: `messages[${index}].name`, kind: 'advisory', note: 'The host refuses names of messages.' } as const]
        : [],
    ),
  };
}

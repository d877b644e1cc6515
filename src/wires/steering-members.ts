import type { DearerMember } from '../catalog/schema/model-schema.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/names.ts';
import { arrayOf, isObject, objectOf, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';

/** Why a member is refused, for messages. */
const reasons = {
  host: 'Only the operator decides where calls go',
  credential: 'Calls use the credentials of the operator',
  settings: 'It selects hosts, credentials or models that the operator has not configured',
} as const;

type Reason = keyof typeof reasons;

/** Members that make known hosts and routers use another host or credential than the catalogue's. */
const refused: Readonly<Record<Reason, readonly string[]>> = {
  host: [
    // LiteLLM and SDKs.
    ...['api_base', 'base_url', 'api_host', 'api_type', 'api_version', 'custom_llm_provider', 'azure_endpoint'],
    ...['aws_bedrock_runtime_endpoint', 'aws_sts_endpoint', 'aws_region_name', 'vertex_project', 'vertex_location'],
    ...['vertex_ai_project', 'vertex_ai_location', 'langfuse_host', 'langsmith_base_url', 'arize_endpoint'],
    // Disaggregated vLLM and SGLang fetch state from these hosts.
    ...['kv_transfer_params', 'bootstrap_host', 'bootstrap_port', 'bootstrap_room'],
  ],
  credential: [
    ...['api_key', 'api_token', 'extra_headers', 'headers', 'extra_query', 'organization', 'litellm_credential_name'],
    ...['azure_ad_token', 'azure_username', 'azure_password', 'tenant_id', 'client_id', 'client_secret'],
    ...['aws_access_key_id', 'aws_secret_access_key', 'aws_session_token', 'aws_session_name', 'aws_profile_name'],
    ...['aws_role_name', 'aws_web_identity_token', 'vertex_credentials', 'vertex_ai_credentials'],
    ...['langfuse_public_key', 'langfuse_secret', 'langfuse_secret_key', 'langsmith_api_key'],
    // Vercel's gateway: under `providerOptions.gateway`.
    'byok',
  ],
  settings: ['user_config', 'model_list', 'litellm_params', 'router_settings_override'],
};

const reasonOf: ReadonlyMap<string, Reason> = new Map(
  Object.entries(refused).flatMap(([reason, names]) => names.map((name) => [name, reason as Reason] as const)),
);

/** Members of an operation, by its id, that have such a name and another meaning. They do not leave the gateway. */
const ownMembers: ReadonlyMap<string, string> = new Map([['createRealtimeSession', 'client_secret']]);

/** Members whose own members hosts read like top-level ones. */
const containers = ['extra_body', 'providerOptions', 'gateway', 'requests', 'params', 'fallbacks'] as const;

/**
 * Members other than `model` that name models: fallbacks (OpenRouter, Vercel, LiteLLM), presets (OpenRouter, Perplexity), drafts
 * and adapters (LM Studio, TGI, SGLang), guards (Together). `provider` and `route` are not among them: they choose who serves a
 * model, and the order of the named ones.
 */
const naming = [
  ...['models', 'fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks', 'default_fallbacks'],
  ...['preset', 'deployment_id', 'draft_model', 'safety_model', 'adapter_id', 'lora_path'],
] as const;

/** Members that decide the route, the cost or the form of the answer, under the exact names that the gateway reads. */
const deciding: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'n', 'best_of', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'],
  ...['max_tokens_to_sample', 'response_format', 'consent', 'store', 'service_tier'],
  ...naming,
  ...containers,
  'compound_custom',
  'plugins',
  ...reasonOf.keys(),
]);

/** Folds case, by way of upper case because `ſ` and the Kelvin sign then become `s` and `k`, as in some case-insensitive parsers. */
const folded = (name: string): string => name.toUpperCase().toLowerCase();

/** Names without such characters are unchanged by folding. */
const mayFold = /[^\da-z_]/;

/** Why a member or field name is refused; null if it is allowed. */
function wrongName(name: string): string | null {
  const reason = reasonOf.get(name);
  if (reason !== undefined) return `is not accepted. ${reasons[reason]}. Omit it.`;
  if (!mayFold.test(name) || deciding.has(name)) return null;
  const plain = plainName(name);
  if (!deciding.has(plain)) return null;
  const way = reasonOf.has(plain) ? 'Omit it' : `Send it as ${plain}`;
  return `is read as ${plain} by some programs and not by others. ${way}.`;
}

/** A name as the programs read it that ignore case and brackets. */
const plainName = (name: string): string => folded(name.replace(/\[.*$/s, ''));

/** A refused member: its path and the message. */
interface Steering {
  readonly param: string;
  readonly message: string;
}

/** How deep containers are searched. */
const deepest = 4;

interface Place {
  readonly path: string;
  /** Remaining levels to search. */
  readonly levels: number;
}

/**
 * Finds the first member of a request that would change its host or credentials, or that programs read differently. It searches
 * the top level and the members that hosts read like it; elsewhere these names mean something else.
 */
export function findSteering(
  body: JsonObject,
  { path, levels }: Place = { path: '', levels: deepest },
): Steering | null {
  for (const name in body) {
    const value = body[name];
    if (value === null || value === undefined) continue;
    const wrong = wrongName(name);
    const isContainer = (containers as readonly string[]).includes(name);
    if (wrong === null && !isContainer) continue;
    const param = path === '' ? name : `${path}.${name}`;
    if (wrong !== null) return { param: echo(param), message: `${echo(param)} ${wrong}` };
    const found = levels === 0 ? null : findInside(value, { path: param, levels: levels - 1 });
    if (found !== null) return found;
  }
  return null;
}

function findInside(value: Json, place: Place): Steering | null {
  if (isObject(value)) return findSteering(value, place);
  for (const [index, each] of arrayOf(value).entries()) {
    const found = isObject(each) ? findSteering(each, { ...place, path: `${place.path}[${index}]` }) : null;
    if (found !== null) return found;
  }
  return null;
}

/** A request to a host. */
interface SentRequest {
  readonly body: Json | undefined;
  /** The query as sent, from which some hosts read such members too. */
  readonly search: string;
  /** The id of the operation; absent: the body is not that of an operation. */
  readonly operation?: string;
}

/**
 * Refuses a request whose body or query would steer its call past the catalogue.
 *
 * @throws {GatewayError} `invalid_value`
 */
export function refuseSteering({ body, search, operation = '' }: SentRequest): void {
  const own = ownMembers.get(operation);
  const found = isObject(body) ? findSteering(own === undefined ? body : { ...body, [own]: null }) : null;
  if (found !== null) throw new GatewayError('invalid_value', found.message, { param: found.param });
  if (search === '') return;
  for (const name of new URLSearchParams(search).keys()) {
    refuseSteeringField(name);
    if (!deciding.has(name)) continue;
    const message = `${name} is not accepted in the query. Send it in the body.`;
    throw new GatewayError('invalid_value', message, { param: name });
  }
}

/** @throws {GatewayError} `invalid_value` for a field whose name would be refused as a member */
function refuseSteeringField(name: string): void {
  const wrong = wrongName(name);
  if (wrong !== null) throw new GatewayError('invalid_value', `${echo(name)} ${wrong}`, { param: echo(name) });
}

/**
 * Refuses a form field that a form of the operation does not have, where it would steer the call, or name models: a form may flow to
 * its provider before the scope of the key could be compared with them.
 *
 * @throws {GatewayError} `invalid_value`
 */
export function refuseFormField(name: string): void {
  const message = `${echo(name)} is not accepted in a form: it names models besides the one of the call. Omit it.`;
  if (naming.some((each) => each === plainName(name)))
    throw new GatewayError('invalid_value', message, { param: echo(name) });
  refuseSteeringField(name);
}

/** An option for which vendors charge a multiple of a model's usual price. */
export interface DearerOption {
  /** As `dearer_options` of a model names it: `service_tier=priority`. */
  readonly option: string;
  /** Its path in the body. */
  readonly param: string;
}

/** Members with such values. */
const dearerValues: readonly (readonly [member: DearerMember, values: readonly string[]])[] = [
  ['service_tier', ['priority', 'fast']],
  ['speed', ['fast']],
  // Anthropic charges a tenth more for it.
  ['inference_geo', ['us']],
  // Of models that are priced by the image.
  ['quality', ['hd']],
  ['size', ['1792x1024', '1024x1792']],
];

const memoryMember: DearerMember = 'memory_limit';

/** Memory of a container at the price of a session. */
const usualMemory = '1g';

function addDearer(body: JsonObject, path: string, found: DearerOption[]): void {
  for (const [member, values] of dearerValues) {
    const value = body[member];
    if (typeof value !== 'string') continue;
    const sent = value.toLowerCase();
    if (values.includes(sent)) found.push({ option: `${member}=${sent}`, param: path + member });
  }
}

/** Adds the memory of the containers of tools. */
function addMemory(tools: Json | undefined, path: string, found: DearerOption[]): void {
  for (const [index, tool] of arrayOf(tools).entries())
    for (const place of ['container', 'environment']) {
      const { memory_limit: memory } = objectOf(objectOf(tool)[place]);
      if (typeof memory !== 'string' || memory.toLowerCase() === usualMemory) continue;
      const param = `${path}tools[${index}].${place}.memory_limit`;
      found.push({ option: `${memoryMember}=${memory.toLowerCase()}`, param });
    }
}

/** Options of a request that cost more than the price of its model says: another tier, speed, or memory for code that runs. */
export function dearerOptions(body: JsonObject): readonly DearerOption[] {
  const { tools, fallbacks, input, extra_body: extra } = body;
  const found: DearerOption[] = [];
  addDearer(body, '', found);
  if (isObject(extra)) addDearer(extra, 'extra_body.', found);
  if (tools) addMemory(tools, '', found);
  for (const [index, each] of arrayOf(fallbacks).entries()) addDearer(objectOf(each), `fallbacks[${index}].`, found);
  // Texts to embed may be hundreds of thousands of numbers.
  arrayOf(input).forEach((item, index) => {
    if (isObject(item) && item['tools']) addMemory(item['tools'], `input[${index}].`, found);
  });
  return found;
}

/** The models that a value names: the value itself, its entries, its `model`, or else those of all its members. */
function namesIn(value: Json | undefined, levels = deepest): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return arrayOf(value).flatMap((each) => namesIn(each, levels - 1));
  const members = objectOf(value);
  const named = Object.hasOwn(members, 'model') ? [members['model']] : Object.values(members);
  return named.flatMap((each) => namesIn(each, levels - 1));
}

const modelOf = (value: Json | undefined): readonly string[] => [stringOf(objectOf(value)['model']) ?? []].flat();

/** Members of plugins and of the parameters of tools that name models. Others only limit a choice, even by patterns. */
const namesModels = /^(?!(?:(?:dis)?allow(?:ed)?|block(?:ed)?|excluded?|ignored?|deny|denied)_)(?:\w+_)?models?$/;

/** The models of such settings, of each advisor in them, and of the tools that these may use themselves. */
const modelsIn = (settings: Json | undefined, levels = deepest): readonly string[] =>
  Object.entries(levels === 0 ? {} : objectOf(settings)).flatMap(([name, value]) => {
    if (name === 'tools') return modelsOfTools(value, levels - 1);
    if (name === 'advisors') return arrayOf(value).flatMap((each) => modelsIn(each, levels - 1));
    return namesModels.test(name) ? namesIn(value) : [];
  });

/** Types of tools that the caller runs, and describes. */
export const describedTools: ReadonlySet<unknown> = new Set([undefined, null, 'function', 'custom', 'namespace']);

/** A tool may name a model, an image tool another one for SVG, and the parameters of a provider's own tool may name some. */
const modelsOfTools = (tools: Json | undefined, levels = deepest): readonly string[] =>
  arrayOf(tools).flatMap((tool) => {
    const { type, svg, parameters } = objectOf(tool);
    return [...modelOf(tool), ...modelOf(svg), ...(describedTools.has(type) ? [] : modelsIn(parameters, levels))];
  });

export const isDrawing = (tool: Json | undefined): boolean => objectOf(tool)['type'] === 'image_generation';

/** The name of the model that draws for an image tool, as its work is charged. The provider chooses one if the tool names none. */
export const drawingModel = (tool: Json | undefined): string => modelOf(tool)[0] ?? 'image_generation';

/** Models that may answer a request in place of its own (`default`: one that the provider chooses). */
export function answeringModels(body: JsonObject, levels = deepest): readonly string[] {
  const { extra_body: extra, providerOptions: options } = body;
  return [
    ...naming.flatMap((name) => (body[name] === undefined ? [] : namesIn(body[name]))),
    ...(isObject(extra) && levels > 0 ? answeringModels(extra, levels - 1) : []),
    ...(options ? namesIn(objectOf(objectOf(options)['gateway'])['models']) : []),
  ];
}

/** Models that work for the one that answers: for tools, for tools within its input items, for SVG, and in plugins. */
export function helpingModels(body: JsonObject, levels = deepest): readonly string[] {
  const { tools, input, svg, plugins, compound_custom: compound, extra_body: extra } = body;
  return [
    ...(tools ? modelsOfTools(tools) : []),
    ...(input ? arrayOf(input).flatMap((item) => modelsOfTools(objectOf(item)['tools'])) : []),
    ...(svg ? modelOf(svg) : []),
    ...arrayOf(plugins).flatMap((plugin) => modelsIn(plugin)),
    ...(compound ? namesIn(objectOf(compound)['models']) : []),
    ...(isObject(extra) && levels > 0 ? helpingModels(extra, levels - 1) : []),
  ];
}

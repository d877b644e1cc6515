import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/text/echo.ts';
import { isObject, objectOf, type Json, type JsonObject } from '../shared/json/json.ts';

/** Why a member is refused, as a message says it. */
const reasons = {
  host: 'Where calls go is for the operator to decide',
  credential: 'Calls are paid with the credentials of the operator',
  settings: 'It chooses hosts, credentials or models that the operator has not set',
} as const;

type Reason = keyof typeof reasons;

/** Members by which known hosts and routers would take another host or other credentials than the catalogue names. */
const refused: Readonly<Record<Reason, readonly string[]>> = {
  host: [
    // LiteLLM, and what SDKs call the same.
    ...['api_base', 'base_url', 'api_host', 'api_type', 'api_version', 'custom_llm_provider', 'azure_endpoint'],
    ...['aws_bedrock_runtime_endpoint', 'aws_sts_endpoint', 'aws_region_name', 'vertex_project', 'vertex_location'],
    ...['vertex_ai_project', 'vertex_ai_location', 'langfuse_host', 'langsmith_base_url', 'arize_endpoint'],
    // Disaggregated vLLM and SGLang fetch state from the hosts that these name.
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

/** Members that hold others which a host reads as if they stood at the top. */
const containers = ['extra_body', 'providerOptions', 'gateway', 'requests', 'params', 'fallbacks'] as const;

/**
 * Members that name models beside `model`: fallbacks of routers (OpenRouter, Vercel, LiteLLM), presets (OpenRouter, Perplexity),
 * drafts and adapters (LM Studio, TGI, SGLang), guards (Together), the parts of a compound (Groq). `provider` and `route` are not
 * among them: they choose who serves a model, and which of the named ones comes first.
 */
const naming = [
  ...['models', 'fallbacks', 'context_window_fallbacks', 'content_policy_fallbacks', 'default_fallbacks'],
  ...['preset', 'deployment_id', 'draft_model', 'safety_model', 'adapter_id', 'lora_path'],
] as const;

/** What decides where a call goes, what it may cost and how it is answered, under the only name that is read. */
const deciding: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'n', 'best_of', 'max_tokens', 'max_completion_tokens', 'max_output_tokens'],
  ...['max_tokens_to_sample', 'response_format', 'consent', 'store', 'service_tier'],
  ...naming,
  ...containers,
  'compound_custom',
  'plugins',
  ...reasonOf.keys(),
]);

/** Upper case first: two letters outside ASCII become `k` and `s` in some programs, which find members whatever their case. */
const folded = (name: string): string => name.toUpperCase().toLowerCase();

/** Everything else is as it is when folded. */
const mayFold = /[^\da-z_]/;

/** What is wrong with a member or a field of this name; null for what may pass. */
function wrongName(name: string): string | null {
  const reason = reasonOf.get(name);
  if (reason !== undefined) return `is not taken. ${reasons[reason]}. Leave it out.`;
  if (!mayFold.test(name) || deciding.has(name)) return null;
  const plain = folded(name.replace(/\[.*$/s, ''));
  return deciding.has(plain)
    ? `may be read as ${plain} by some programs, and by others not. Send it as ${plain}.`
    : null;
}

/** A member that is refused: where it stands, and what is wrong with it. */
export interface Steering {
  readonly param: string;
  readonly message: string;
}

/** Levels at which hosts look into one container after another. */
const deepest = 4;

interface Place {
  readonly path: string;
  /** Levels that are still looked into. */
  readonly levels: number;
}

/**
 * The first member of a request that would change its host, its credentials, or the reading of what decides it. It looks at the
 * top, and into the few members that hosts read as if they were the top; elsewhere names mean something else.
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
  for (const [index, each] of listOf(value).entries()) {
    const found = isObject(each) ? findSteering(each, { ...place, path: `${place.path}[${index}]` }) : null;
    if (found !== null) return found;
  }
  return null;
}

/**
 * Refuses a request that would steer its call past the catalogue, in its body or in its query.
 *
 * @param search the query as sent: some hosts take what decides a call from there too
 * @throws {GatewayError} `invalid_value`
 */
export function refuseSteering({ body, search }: { readonly body: Json | undefined; readonly search: string }): void {
  const found = isObject(body) ? findSteering(body) : null;
  if (found !== null) throw new GatewayError('invalid_value', found.message, { param: found.param });
  if (search === '') return;
  for (const name of new URLSearchParams(search).keys()) {
    refuseSteeringField(name);
    if (!deciding.has(name)) continue;
    const message = `${name} is not read from the query, but some hosts would. Send it in the body.`;
    throw new GatewayError('invalid_value', message, { param: name });
  }
}

/** @throws {GatewayError} `invalid_value` for a field of a form whose name would be refused as a member's */
export function refuseSteeringField(name: string): void {
  const wrong = wrongName(name);
  if (wrong !== null) throw new GatewayError('invalid_value', `${echo(name)} ${wrong}`, { param: echo(name) });
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);

/** The models that a value names: itself, its entries, its `model`, or else all that its members name. */
function namesIn(value: Json | undefined, levels = deepest): readonly string[] {
  if (typeof value === 'string') return [value];
  if (levels === 0 || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return listOf(value).flatMap((each) => namesIn(each, levels - 1));
  const members = objectOf(value);
  const named = Object.hasOwn(members, 'model') ? [members['model']] : Object.values(members);
  return named.flatMap((each) => namesIn(each, levels - 1));
}

const modelOf = (value: Json | undefined): readonly string[] => {
  const model = objectOf(value)['model'];
  return typeof model === 'string' ? [model] : [];
};

/** A tool that draws may name a model, and another one that writes SVG. */
const modelsOfTools = (tools: Json | undefined): readonly string[] =>
  listOf(tools).flatMap((tool) => [...modelOf(tool), ...modelOf(objectOf(tool)['svg'])]);

/**
 * Models that a request names beside its own: to fall back to (`default` leaves that to the provider), for tools, also those that
 * an item of its input brings, and to write SVG. The provider may take any of them, so a key has to cover them too.
 */
export function referencedModels(body: JsonObject, levels = deepest): readonly string[] {
  const { tools, input, svg, plugins, compound_custom: compound } = body;
  const { extra_body: extra, providerOptions: options } = body;
  return [
    ...naming.flatMap((name) => (body[name] === undefined ? [] : namesIn(body[name]))),
    ...modelsOfTools(tools),
    ...listOf(input).flatMap((item) => modelsOfTools(objectOf(item)['tools'])),
    ...modelOf(svg),
    ...listOf(plugins).flatMap((plugin) => [...modelOf(plugin), ...namesIn(objectOf(plugin)['models'])]),
    ...namesIn(objectOf(compound)['models']),
    ...(isObject(extra) && levels > 0 ? referencedModels(extra, levels - 1) : []),
    ...namesIn(objectOf(objectOf(options)['gateway'])['models']),
  ];
}

import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { text as readWhole } from 'node:stream/consumers';
import createClient, { type Client, type Middleware } from 'openapi-fetch';
import type { components, paths } from '../../generated/console/types.ts';
import { withCommands } from '../errors/next-steps.ts';
import { isObject, objectOf, parseJson, stringOf, type Json, type JsonObject } from '../shared/json/json.ts';
import type { Secret } from '../shared/secret.ts';
import { CliFailure, exitCodes } from './context.ts';
import { explainFetch, noGateway } from './find-server.ts';

/** The control API, typed by its document. */
export type ControlClient = Client<paths>;

/** The document's named schemas. */
export type Answers = components['schemas'];

const isAbort = (cause: unknown): boolean => cause instanceof Error && cause.name === 'AbortError';

/**
 * Says where no gateway answers, and refuses a successful answer that does not match the document: other servers also return 200, and their content must not be
 * mistaken for keys or credits. Members that may be null and are absent are null from here on: a gateway of an earlier release
 * does not know them.
 */
const validateAnswers: Middleware = {
  onError: ({ request, error }) => (isAbort(error) ? undefined : noGateway(new URL(request.url).origin, error)),
  onResponse: async ({ request, response, schemaPath }) => {
    if (!response.ok) return undefined;
    const { status, headers } = response;
    const { schemaError, value } = await readAnswer({
      method: request.method,
      path: schemaPath,
      status,
      mediaType: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '',
      text: () => response.clone().text(),
    });
    if (schemaError === null) return value === undefined ? undefined : Response.json(value, { status, headers });
    throw new CliFailure(
      `${new URL(request.url).origin} is not a Diglot gateway: its answer does not match the control API (${schemaError}). Name the gateway's address with --url or DIGLOT_URL.`,
    );
  },
};

/**
 * Makes a client of the control API at this origin. Its calls reject with a `CliFailure` if a successful answer does not match
 * the document.
 *
 * @param stop ends every call
 */
export function makeControlClient(origin: string, adminKey: Secret, stop?: AbortSignal): ControlClient {
  const client = createClient<paths>({
    baseUrl: `${origin}/console/api`,
    headers: { authorization: `Bearer ${adminKey.reveal()}` },
    redirect: 'error',
    ...(stop && { signal: stop }),
  });
  client.use(validateAnswers);
  return client;
}

interface Answered<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Returns the data of a control API call.
 *
 * @throws {CliFailure} with the message of the problem; exit code 4 if the key was refused, else 1
 */
export async function dataOf<Data>(call: Promise<Answered<Data>>): Promise<Data> {
  const { data, error, response } = await call.catch((cause: unknown) => {
    if (cause instanceof CliFailure || isAbort(cause)) throw cause;
    throw new CliFailure(
      `The gateway's answer broke off (${explainFetch(cause)}). What was asked may be done: look before you repeat it.`,
    );
  });
  if (response.ok && data !== undefined) return data;
  const denied = response.status === 401 || response.status === 403;
  throw new CliFailure(problemText(error, response), denied ? exitCodes.denied : exitCodes.failed);
}

/**
 * Sends a request without a body like `fetch`, but waits for the answer as long as it takes: `fetch` gives up after 300 s without
 * a head, and to verify a long ledger takes longer.
 */
export async function fetchPatiently(asked: Request): Promise<Response> {
  const { request } = asked.url.startsWith('https:') ? await import('node:https') : await import('node:http');
  const { method, signal } = asked;
  const sent = request(asked.url, { method, headers: Object.fromEntries(asked.headers), signal });
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  sent.once('response', resolve);
  sent.once('error', reject);
  // An offer to switch protocols is neither an answer nor an error to Node.
  sent.once('close', () => reject(new Error('the connection was closed without an answer')));
  sent.end();
  const answer = await promise;
  const response = new Response(await readWhole(answer), {
    status: answer.statusCode ?? 0,
    headers: { 'content-type': answer.headers['content-type'] ?? '' },
  });
  return Object.defineProperty(response, 'url', { value: asked.url });
}

/** Records in one answer of a list. */
const pageSize = 1_000;

interface ListPage<Item> {
  readonly object: 'list';
  readonly data: readonly Item[];
  readonly has_more?: boolean;
  readonly next: string | null;
}

/**
 * Reads the pages of a list, as one answer. A page can end early, even empty, if the server had to look at very many records.
 *
 * @param page asks for one page
 * @param bounds the most records to read, and to ask for at once; default: all, in pages of 1,000
 * @throws {CliFailure} as `dataOf`
 */
export async function allOf<Item>(
  page: (query: { readonly limit: number; readonly after?: string }) => Promise<Answered<ListPage<Item>>>,
  { most, size }: { readonly most: number; readonly size: number } = { most: Infinity, size: pageSize },
): Promise<ListPage<Item>> {
  const data: Item[] = [];
  let next: string | null = null;
  do {
    const limit = Math.min(size, most - data.length);
    const read: ListPage<Item> = await dataOf(page({ limit, ...(next !== null && { after: next }) }));
    for (const item of read.data) data.push(item);
    ({ next } = read);
  } while (next !== null && data.length < most);
  return { object: 'list', data, has_more: next !== null, next };
}

/** Flags whose names differ from those of the members that they become. */
const otherFlags: Readonly<Record<string, string>> = { group_by: 'by', grace_seconds: 'grace', time_zone: 'time-zone' };
const sameFlags = new Set(
  [
    'bucket',
    'zone',
    'from',
    'to',
    'limit',
    'status',
    'outcome',
    'state',
    'kind',
    'after',
    'role',
    'reason',
    'search',
  ].concat(['day', 'month', 'total', 'models', 'operations', 'products', 'regions', 'networks']),
);

/** A message that begins with a member of the request, which the user wrote as a flag, or as credits. */
const withFlags = (message: string): string =>
  message.replace(/^(?:limits\.|scope\.)?([a-z_]+)(?:\[\d+\])?(?= must )/, (member, name: string) => {
    if (name === 'amount') return 'credits';
    const flag = otherFlags[name] ?? (sameFlags.has(name) ? name : null);
    return flag === null ? member : `--${flag}`;
  });

function problemText(error: unknown, { status, url }: Response): string {
  const reported = isObject(error) ? stringOf(error['detail']) : null;
  if (reported === null)
    return `${url} returned ${status} with an answer that does not match the control API. Is it a Diglot gateway?`;
  const detail = withFlags(withCommands(reported));
  const id = isObject(error) ? stringOf(error['instance']) : null;
  return id === null || status < 500 ? detail : `${detail} (request ${id})`;
}

let read: JsonObject | null = null;

/** The document of the control API, read for the first answer. */
function controlDocument(): JsonObject {
  read ??= objectOf(parseJson(readFileSync(new URL('../../generated/console/openapi.json', import.meta.url), 'utf8')));
  return read;
}

const at = (value: Json | undefined, ...steps: readonly string[]): Json | undefined =>
  steps.reduce((found: Json | undefined, step) => objectOf(found)[step], value);

function typeOf(value: Json): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

const isOfType = (value: Json, type: Json): boolean =>
  type === typeOf(value) || (type === 'number' && typeof value === 'number');

/** A schema in the place of a reference to it. */
function resolved(schema: Json | undefined): JsonObject {
  const found = objectOf(schema);
  const target = stringOf(found['$ref']);
  return target === null ? found : resolved(at(controlDocument(), ...target.split('/').slice(1)));
}

function isNullable(schema: Json | undefined): boolean {
  const { type, oneOf } = resolved(schema);
  return (Array.isArray(type) ? type : [type]).includes('null') || (Array.isArray(oneOf) && oneOf.some(isNullable));
}

/** A value in an answer, and its schema. */
interface Validated {
  readonly value: Json;
  readonly schema: Json | undefined;
  /** For people: `data[0].id`. */
  readonly place: string;
}

/** Adds absent members that may be null. */
function schemaErrorOf({ value, schema, place }: Validated): string | null {
  const { type, const: only, oneOf, required, properties, items } = resolved(schema);
  if (Array.isArray(oneOf)) {
    const schemaErrors = oneOf.map((one) => schemaErrorOf({ value, schema: one, place }));
    return schemaErrors.includes(null) ? null : (schemaErrors[0] ?? null);
  }
  const types = Array.isArray(type) ? type : type === undefined ? [] : [type];
  if (types.length > 0 && !types.some((one) => isOfType(value, one))) return `${place} is not ${types.join(' or ')}`;
  if (only !== undefined && value !== only) return `${place} is not ${JSON.stringify(only)}`;
  if (Array.isArray(value)) {
    return firstOf(value.map((one, index) => ({ value: one, schema: items, place: `${place}[${index}]` })));
  }
  if (!isObject(value)) return null;
  const missing = (Array.isArray(required) ? required : []).map(String).filter((name) => value[name] === undefined);
  const needed = missing.find((name) => !isNullable(at(properties, name)));
  if (needed !== undefined) return `${place} has no ${needed}`;
  Object.assign(value, Object.fromEntries(missing.map((name) => [name, null])));
  const members = Object.entries(objectOf(properties)).flatMap(([name, rule]) => {
    const member = value[name];
    return member === undefined ? [] : [{ value: member, schema: rule, place: `${place}.${name}` }];
  });
  return firstOf(members);
}

function firstOf(all: readonly Validated[]): string | null {
  for (const one of all) {
    const schemaError = schemaErrorOf(one);
    if (schemaError !== null) return schemaError;
  }
  return null;
}

/** The operation and its answer: the media type without parameters, and the text. */
interface AnsweredValue {
  readonly method: string;
  /** The path template: `/keys/{key_id}`. */
  readonly path: string;
  readonly status: number;
  readonly mediaType: string;
  /** Called only if the answer should be JSON. */
  readonly text: () => Promise<string>;
}

interface ReadAnswer {
  /** Why it does not match the document, as a clause; null: it does. */
  readonly schemaError: string | null;
  /** Absent: it is no JSON. */
  readonly value?: Json;
}

const wrong = (schemaError: string): ReadAnswer => ({ schemaError });

/** Reads an answer and compares it with the document. Unknown members are allowed, because a later release may add some. */
async function readAnswer({ method, path, status, mediaType, text }: AnsweredValue): Promise<ReadAnswer> {
  const operation = at(controlDocument(), 'paths', path, method.toLowerCase());
  const answer = at(operation, 'responses', String(status));
  if (answer === undefined) return wrong(`it answered ${status}`);
  const schema = at(answer, 'content', mediaType, 'schema');
  if (schema === undefined) return wrong(`it answered with ${mediaType || 'no content type'}`);
  if (mediaType !== 'application/json') return { schemaError: null };
  const value = parseJson(await text());
  if (value === undefined) return wrong('its JSON cannot be parsed');
  return { schemaError: schemaErrorOf({ value, schema, place: 'the answer' }), value };
}

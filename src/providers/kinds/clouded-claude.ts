import { abilitiesOf } from '../../catalog/abilities.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { arrayOf, objectOf, type JsonObject } from '../../shared/json/json.ts';
import { echo } from '../../shared/text/names.ts';
import { dropMember, spliceMember, type Edits } from '../../shared/json/raw-json.ts';
import type { Loss, LossKind } from '../../wires/translation/parts.ts';
import type { Adaptation, JsonRequest } from './kind.ts';
import type { SentHeaders } from '../upstream.ts';

/** The first version of the API, and the one after it. */
const firstVersion = '2023-06-01';
const secondVersion = '2026-10-21';

/**
 * A model's name as one segment of a path, with everything else encoded.
 *
 * @throws {GatewayError} `model_not_found` for a name that would be a step of the path
 */
export function encodedSegment(model: string): string {
  if (/^\.{1,2}$/.test(model))
    throw new GatewayError('model_not_found', `There is no model ${echo(model)}.`, { param: 'model' });
  return encodeURIComponent(model);
}

/** A model's name as one segment of a path, where `:` and `@` stay, as in the vendors' SDKs. @throws as `encodedSegment` */
export const segmentOf = (model: string): string => encodedSegment(model).replace(/%3A/g, ':').replace(/%40/g, '@');

/** The version that a request names. */
export const versionOf = ({ 'anthropic-version': version = firstVersion }: SentHeaders): string => version;

/**
 * The version for a cloud that has a name of its own for the first one.
 *
 * @param model absent: every model takes the second version
 * @throws {GatewayError} `invalid_value` where the model does not take the second version, and the request has what only the
 *   first accepts: the caller asked for a refusal
 */
export function cloudVersion(version: string, own: string, request?: JsonRequest): string {
  if (version === firstVersion) return own;
  if (version !== secondVersion || request === undefined) return version;
  const { model, upstreamModel, body } = request;
  if (abilitiesOf(model.abilities ?? {}, upstreamModel).secondVersion) return version;
  const param = removedMember(body);
  if (param === null) return own;
  const message = `${param} is not accepted by version ${secondVersion} of the API. Leave it out, or send anthropic-version: ${firstVersion}.`;
  throw new GatewayError('invalid_value', message, { param });
}

/** The first member of a request that the second version refuses. */
function removedMember(body: JsonObject): string | null {
  const sampling = ['temperature', 'top_p', 'top_k'].find((name) => body[name] !== undefined && body[name] !== null);
  if (sampling !== undefined) return sampling;
  for (const [index, message] of arrayOf(body['messages']).entries()) {
    const { role, content } = objectOf(message);
    const at = arrayOf(content).findIndex((block) => {
      const { type, citations } = objectOf(block);
      return role === 'assistant' ? type === 'document' : type === 'text' && arrayOf(citations).length > 0;
    });
    if (at !== -1) return `messages[${index}].content[${at}]`;
  }
  return null;
}

/** The betas of a request that a provider takes, and what goes with those that it does not. */
interface Betas extends Pick<Adaptation, 'wrap'> {
  readonly kept: readonly string[];
  readonly edits: Edits;
  readonly losses: readonly Loss[];
}

/**
 * Members of a request that only betas have, with how the names of these begin: without their beta they are errors. A path has at
 * most two names. https://platform.claude.com/docs/en/api/beta-headers, and the types of the vendor's SDK
 */
const membersOfBetas: readonly (readonly [path: string, betas: readonly string[], kind: LossKind])[] = [
  ['billing_policy', ['user-profiles-'], 'meaning'],
  ['compaction', ['compact-'], 'meaning'],
  ['context_management', ['context-management-', 'compact-'], 'advisory'],
  ['fallback_credit_token', ['fallback-credit-'], 'advisory'],
  // The vendor itself leaves an answer that was refused as it is, where the model has no fallbacks.
  ['fallbacks', ['server-side-fallback-'], 'advisory'],
  ['mcp_servers', ['mcp-client-'], 'meaning'],
  ['output_config.task_budget', ['task-budgets-'], 'advisory'],
  ['output_format', ['structured-outputs-'], 'meaning'],
  ['speed', ['fast-mode-'], 'advisory'],
  ['thinking.block_binding', ['thinking-binding-'], 'advisory'],
];

const hasMember = (body: JsonObject, path: string): boolean => {
  const [name = '', inner] = path.split('.');
  return (inner === undefined ? body[name] : objectOf(body[name])[inner]) !== undefined;
};

/** Removes the inner members from the bytes of a request. All other bytes stay the same. */
const withoutInner =
  (paths: readonly string[]) =>
  (bytes: Buffer): Buffer =>
    paths.reduce((rest, path) => {
      const [name = '', inner = ''] = path.split('.');
      return spliceMember(rest, name, (value) => dropMember(value, inner));
    }, bytes);

const isOneOf = (name: string, starts: readonly string[]): boolean => starts.some((start) => name.startsWith(start));

/** The names in `anthropic-beta`. */
export const askedBetas = (header: string): readonly string[] =>
  header
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Where a loss of one of them is reported. */
const betaPath = (name: string): string => `anthropic-beta.${name}`;

/**
 * The betas that a request asks for, sorted by whether the model takes them.
 *
 * @param usual the betas that models take whose row names none; `*` stands for all
 */
export function betasOf(
  { headers, model, body }: Pick<JsonRequest, 'headers' | 'model' | 'body'>,
  usual: readonly string[],
): Betas {
  const asked = askedBetas(headers['anthropic-beta'] ?? '');
  const taken = model.betas ?? usual;
  const isTaken = (name: string): boolean => taken.includes('*') || taken.includes(name);
  const kept = asked.filter(isTaken);
  const others = asked.filter((name) => !isTaken(name));
  // A member whose beta was not asked for may have left its beta, and stays.
  const lost = membersOfBetas.filter(
    ([path, starts]) =>
      hasMember(body, path) &&
      others.some((name) => isOneOf(name, starts)) &&
      !kept.some((name) => isOneOf(name, starts)),
  );
  const paths = lost.map(([path]) => path);
  const inner = paths.filter((path) => path.includes('.'));
  return {
    kept,
    edits: Object.fromEntries(paths.filter((path) => !inner.includes(path)).map((name) => [name, null])),
    ...(inner.length > 0 && { wrap: withoutInner(inner) }),
    losses: [
      ...others.map((name): Loss => ({ path: betaPath(name), kind: 'advisory', note: notTaken })),
      ...lost.map(([path, , kind]): Loss => ({ path, kind, note: notTaken })),
    ],
  };
}

const notTaken = 'The model does not take this beta.';

/** Headers with these betas, and without the version, which clouds want in the body. */
export function cloudHeaders(headers: SentHeaders, betas: readonly string[]): SentHeaders {
  const named = new Set(['anthropic-version', 'anthropic-beta']);
  const rest = Object.fromEntries(Object.entries(headers).filter(([name]) => !named.has(name)));
  return betas.length === 0 ? rest : { ...rest, 'anthropic-beta': betas.join(',') };
}

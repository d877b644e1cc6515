import { abilitiesOf } from '../../catalog/abilities.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { arrayOf, objectOf, type JsonObject } from '../../shared/json/json.ts';
import { echo } from '../../shared/text/echo.ts';
import type { Edits } from '../../shared/json/splice-json.ts';
import type { Loss, LossKind } from '../../wires/translation/parts.ts';
import type { JsonRequest } from './kind.ts';
import type { SentHeaders } from '../upstream.ts';

/** The first version of the API, and the one after it. */
const firstVersion = '2023-06-01';
const secondVersion = '2026-10-21';

/** A model's name as one segment of a path: `:` and `@` stay, as in the vendors' SDKs. */
export function segmentOf(model: string): string {
  if (/^\.{1,2}$/.test(model))
    throw new GatewayError('model_not_found', `There is no model ${echo(model)}.`, { param: 'model' });
  return encodeURIComponent(model).replace(/%3A/g, ':').replace(/%40/g, '@');
}

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

/** The betas of a request that a provider takes, and those that it does not. */
interface Betas {
  readonly kept: readonly string[];
  /** Members of the body that go with betas which are not taken: without them they are errors. */
  readonly edits: Edits;
  readonly losses: readonly Loss[];
}

/** Members of a request that only betas have, with how the names of these begin. https://platform.claude.com/docs/en/api/beta-headers */
const membersOfBetas: readonly (readonly [member: string, betas: readonly string[], kind: LossKind])[] = [
  ['context_management', ['context-management-', 'compact-'], 'advisory'],
  ['mcp_servers', ['mcp-client-'], 'meaning'],
  ['output_format', ['structured-outputs-'], 'meaning'],
  ['speed', ['fast-mode-'], 'advisory'],
];

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
    ([member, starts]) =>
      body[member] !== undefined &&
      others.some((name) => isOneOf(name, starts)) &&
      !kept.some((name) => isOneOf(name, starts)),
  );
  return {
    kept,
    edits: Object.fromEntries(lost.map(([member]) => [member, null])),
    losses: [
      ...others.map((name): Loss => ({ path: betaPath(name), kind: 'advisory', note: notTaken })),
      ...lost.map(([member, , kind]): Loss => ({ path: member, kind, note: notTaken })),
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

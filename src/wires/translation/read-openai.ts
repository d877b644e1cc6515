import { GatewayError } from '../../errors/gateway-error.ts';
import { memberOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import { citation, type TurnEvent } from '../turn.ts';
import type { CacheMark, Citation, MediaSource, Part, TurnWireId, UpstreamWireId } from './parts.ts';
import { advisoryMembers, type Field, type MemberTable } from './field.ts';
import type { Given, OutputFormat, SearchTool } from './settings.ts';

/** What readers share; most of it, those of both OpenAI formats. */

/** @throws {GatewayError} 400 at the field */
export function refuseField(field: { readonly path: string }, message: string): never {
  throw new GatewayError('invalid_value', `${field.path}: ${message}`, { param: field.path });
}

/** The cache mark of a part, a tool or a call, in the vendor's form or in that of Messages. */
export const breakpointOf = (holder: Field): { readonly cache?: CacheMark } => {
  const control = holder.at('cache_control');
  const mark = control.isThere ? control : holder.at('prompt_cache_breakpoint');
  return mark.isThere ? { cache: { path: mark.path, raw: mark.raw, isControl: control.isThere } } : {};
};

/** How members without a place in the neutral form are treated. @param also the other of the two formats */
export const alikeRules = (also: readonly UpstreamWireId[]): MemberTable['rules'] => ({
  user: { also, loss: 'advisory' },
  metadata: { also, loss: 'advisory' },
  prompt_cache_key: { also, loss: 'advisory' },
  prompt_cache_options: { also, loss: 'advisory' },
  prompt_cache_retention: { also, loss: 'advisory' },
  moderation: { also, loss: 'meaning' },
});

/** Settings that have the same names in both formats. */
export const alikeSettings = (body: Field) => ({
  stream: body.at('stream').value === true,
  parallel: body.at('parallel_tool_calls').givenFlag(),
  temperature: body.at('temperature').givenNumber(),
  topP: body.at('top_p').givenNumber(),
  topK: body.at('top_k').givenNumber(),
  endUser: endUserOf(body),
  serviceTier: body.at('service_tier').givenText(),
  cache: null,
});

/** The form of the output. @param described the object that has the name and the schema */
export function formatOf(format: Field, described = format): OutputFormat | null {
  if (format.type === 'text') return { kind: 'text' };
  if (format.type === 'json_object') return { kind: 'object' };
  if (format.type !== 'json_schema') return format.isThere ? { kind: 'other', raw: format.raw } : null;
  const schema = described.at('schema');
  return {
    kind: 'schema',
    name: described.at('name').text,
    description: described.at('description').text,
    strict: described.at('strict').givenFlag()?.value ?? null,
    schema: schema.isThere ? schema.raw : '{}',
  };
}

/** The end user: the member made for it, else the older one. */
const endUserOf = (body: Field): Given<string> | null =>
  body.at('safety_identifier').givenText() ?? body.at('user').givenText();

const dataUrl = /^data:([^;,]*)((?:;[^;,]*)*?)(;base64)?,/i;

/** Media types by non-standard names that the vendor accepts. */
const usualNames: ReadonlyMap<string, string> = new Map([['image/jpg', 'image/jpeg']]);

const percent = 0x25;
const hexPair = /^[\da-f]{2}$/i;

/** The bytes of a percent-encoded text, as the URL standard decodes it: a sign without two digits stays. */
function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1, length += 1) {
    const digits = bytes[at] === percent ? bytes.toString('latin1', at + 1, at + 3) : '';
    const isEncoded = hexPair.test(digits);
    bytes[length] = isEncoded ? Number.parseInt(digits, 16) : (bytes[at] ?? 0);
    if (isEncoded) at += 2;
  }
  return bytes.subarray(0, length);
}

/** The file of an address: inline, or to be fetched. */
export function sourceOfUrl(url: string): MediaSource {
  const found = dataUrl.exec(url.slice(0, 300));
  if (!found) return { kind: 'url', url };
  const [whole, mediaType = '', , base64] = found;
  const data = url.slice(whole.length);
  const named = mediaType.toLowerCase();
  return {
    kind: 'data',
    mediaType: named === '' ? 'text/plain' : (usualNames.get(named) ?? named),
    data: base64 === undefined ? percentDecoded(data).toString('base64') : data,
  };
}

/** Base64 data, or a data URL with it, of a file in a message. Some hosts accept an address in its place. */
export function fileSource(data: string, name: string | null): Part & { readonly type: 'document' } {
  const found = /^(?:data:|https?:\/\/)/i.test(data) ? sourceOfUrl(data) : null;
  const source = found ?? { kind: 'data' as const, mediaType: 'application/pdf', data };
  return { type: 'document', path: '', source, name };
}

/** Parts of content that have the same form in both formats. */
export const alikeParts: Readonly<Record<string, (part: Field) => Part>> = {
  refusal: (part) => ({ type: 'refusal', path: part.path, text: part.at('refusal').text ?? '' }),
  input_audio: (part) => ({
    type: 'audio',
    path: part.path,
    format: part.at('input_audio').at('format').text ?? '',
    data: part.at('input_audio').at('data').text ?? '',
    ...breakpointOf(part),
  }),
};

/** A part that only one format has. */
export const otherPart = (wire: TurnWireId, { path, type, raw }: Field, kind = type): Part => ({
  type: 'other',
  wire,
  path,
  kind,
  raw,
});

/** Reads the parts of a content that is a text, or a list of parts. @param readers by their type */
export const contentReader =
  (wire: TurnWireId, readers: Readonly<Record<string, (part: Field) => Part>>) =>
  (content: Field): readonly Part[] =>
    content.text === null
      ? content.items().map((part) => memberOf(readers, part.type)?.(part) ?? otherPart(wire, part))
      : [{ type: 'text', path: content.path, text: content.text }];

/** Whether the format of a text tool is merely text. */
export const isAnyText = (format: Field): boolean => !format.isThere || format.type === 'text';

/** The stop sequences: one text, or a list. */
export const stopOf = (stop: Field): Given<readonly string[]> | null =>
  stop.givenBy((field) => (field.text === null ? field.texts() : [field.text]));

/** Members of the provider's web search. */
export const searchMembers = advisoryMembers('responses')('tools[] of a web search', [
  ...['type', 'filters', 'user_location', 'search_context_size'],
]);

/** The provider's web search, in either format. */
export function searchToolOf(tool: Field): SearchTool {
  const location = tool.at('user_location');
  const approximate = location.at('approximate');
  const place = approximate.isThere ? approximate : location;
  return {
    type: 'search',
    path: tool.path,
    allowedDomains: tool.at('filters').at('allowed_domains').texts(),
    blockedDomains: tool.at('filters').at('blocked_domains').texts(),
    maxUses: null,
    contextSize: tool.at('search_context_size').text,
    location: place.isThere ? locationOf(place) : null,
    extras: tool.extras(searchMembers),
  };
}

const locationMembers = ['city', 'country', 'region', 'timezone'] as const;

/** The members of a location, without its type. */
export const locationOf = (place: Field): string =>
  JSON.stringify(
    Object.fromEntries(
      locationMembers.flatMap((name) => {
        const { text } = place.at(name);
        return text === null ? [] : [[name, text]];
      }),
    ),
  );

const servedTiers: readonly unknown[] = ['default', 'flex', 'priority', 'scale', 'fast', 'ultrafast'];

/** How an answer says that it was served; nothing for a host's own words. */
export const readTier = ({ service_tier: tier }: JsonObject): readonly TurnEvent[] =>
  typeof tier === 'string' && servedTiers.includes(tier) ? [{ type: 'tier', tier }] : [];

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** A page that an answer cites. */
export const urlCitation = ({ url, title, start_index: start, end_index: end }: JsonObject): Citation =>
  citation({ url: stringOf(url), title: stringOf(title), start: numberOf(start), end: numberOf(end) });

/** A file that an answer cites, or a path to it. */
export const fileCitation = ({ filename, file_id: id }: JsonObject): Citation =>
  citation({ url: null, title: stringOf(filename) ?? stringOf(id) });

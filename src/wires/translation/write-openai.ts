import { isObject, parseJson } from '../../shared/json/json.ts';
import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { createHash } from 'node:crypto';
import { effortFor, requestedEffort } from './efforts.ts';
import type { CustomTool, FunctionTool, Given, OutputFormat, SearchTool } from './settings.ts';
import type {
  CacheMark,
  CallPart,
  DocumentPart,
  ImagePart,
  MediaSource,
  Part,
  ProvenPart,
  TurnMessage,
} from './parts.ts';
import { fitsStrict } from './strict-schema.ts';
import { lackTool, type Members, type Writing } from './writing.ts';

/** What the writers of requests share; most of it, those of both OpenAI formats. */

/** How one of the two wires writes the parts of its content. */
interface ContentRules {
  readonly textType: string;
  /** Writes one part; null if there is none, which is reported. */
  readonly writePart: (part: Part, writing: Writing) => Members | RawJson | null;
}

/** Whether nothing of a content goes out. Vendors refuse empty lists. */
export const isEmptyContent = (content: Writable): boolean => Array.isArray(content) && content.length === 0;

/** Content: one string for one text, else a list of parts. */
export const contentWriter =
  ({ textType, writePart }: ContentRules) =>
  (parts: readonly Part[], writing: Writing): Writable => {
    const flat = parts.flatMap((part) => textParts(part, writing));
    const [first] = flat;
    if (flat.length === 1 && first?.type === 'text') {
      const mark = writeBreakpoint(first.cache, writing);
      writing.losses.own(first.extras);
      if (Object.keys(mark).length === 0) return first.text;
      return [{ type: textType, text: first.text, ...mark }];
    }
    return flat.flatMap((part): readonly Writable[] => {
      const written = writePart(part, writing);
      if (written === null || written instanceof RawJson) return written ? [written] : [];
      return [{ ...written, ...writeBreakpoint(part.cache, writing) }];
    });
  };

/** Sound, where the model listens. */
export function writeAudio(part: Part & { readonly type: 'audio' }, { target, losses }: Writing): Members | null {
  if (target.abilities.audio) return { type: 'input_audio', input_audio: { data: part.data, format: part.format } };
  losses.add('audio-unheard', part.path);
  return null;
}

export function writeEffort({ turn, target, losses }: Writing): string | undefined {
  const asked = requestedEffort(turn.reasoning, losses);
  return (asked && effortFor(asked, target.abilities.efforts, losses)) ?? undefined;
}

/** Temperature and its kin, where the model takes them. A default says nothing where it takes one of both, or none. */
export function writeSampling({ turn, target, losses }: Writing): Members {
  const { temperature, topP } = turn;
  const { sampling } = target.abilities;
  if (sampling === 'free') return { temperature: temperature?.value, top_p: topP?.value };
  const [first, second] = [temperature, topP].flatMap((each) => (each && each.value !== 1 ? [each] : []));
  if (sampling === 'refused') {
    for (const each of [first, second]) if (each) losses.add('sampling-fixed', each.path);
    return {};
  }
  if (second) losses.add('sampling-one', second.path);
  return first === undefined ? {} : { [first === temperature ? 'temperature' : 'top_p']: first.value };
}

/** The same for a wire whose temperature is at most 1, and whose models take none of both while they think. */
export function writeMildSampling(writing: Writing, thinks: boolean): Members {
  const { turn, target, losses } = writing;
  const abilities = thinks ? { ...target.abilities, sampling: 'refused' as const } : target.abilities;
  const sampled = writeSampling({ ...writing, target: { ...target, abilities } });
  const { temperature } = sampled;
  if (typeof temperature !== 'number' || temperature <= 1 || !turn.temperature) return sampled;
  losses.add('temperature-above', turn.temperature.path, `${temperature} → 1`);
  return { ...sampled, temperature: 1 };
}

/** The limit of the output, at most what the model puts out. */
export function writeLimit({ turn: { limit }, target, losses }: Writing): number | undefined {
  if (!limit) return undefined;
  const most = target.abilities.maxOutputTokens;
  if (limit.value < 1) losses.add('limit-zero', limit.path);
  if (most === null || limit.value <= most) return Math.max(1, limit.value);
  losses.add('limit-most', limit.path, `${limit.value} → ${most}`);
  return most;
}

const longestUser = 64;

/** The person behind the caller, under the member that it came from, or the one that every compatible host knows. */
export function writeUser({ turn: { endUser }, losses }: Writing): Members {
  if (!endUser) return {};
  const name = endUser.path === 'safety_identifier' ? endUser.path : 'user';
  if (endUser.value.length <= longestUser) return { [name]: endUser.value };
  losses.add('user-hash', endUser.path);
  return { [name]: createHash('sha256').update(endUser.value).digest('hex') };
}

/** Messages has no such key: the caller's session stands for one, or its turns would not find what earlier ones cached. */
export function writeCacheKey({ turn: { wire, endUser }, target }: Writing): Members {
  if (wire !== 'messages' || !endUser || !target.abilities.cacheKeys) return {};
  return { prompt_cache_key: createHash('sha256').update(endUser.value).digest('hex').slice(0, 32) };
}

/** `parallel_tool_calls`. Models that refuse it call several tools at once if they like. @param tools how many are sent */
export function writeParallel(tools: number, { turn: { parallel }, target, losses }: Writing): boolean | undefined {
  if (tools === 0 || target.abilities.parallelSwitch) return tools === 0 ? undefined : parallel?.value;
  if (parallel?.value === false) losses.add('parallel-model', parallel.path);
  return undefined;
}

/** Whether a tool's schema is strict. By default it is in Responses, if the schema allows it. */
export function strictOf(tool: FunctionTool, { turn, target, losses }: Writing): boolean {
  const asked = tool.strict?.value ?? turn.wire === 'responses';
  if (!asked) return false;
  if (turn.wire !== 'messages' && tool.strict?.value === true) return true;
  if (target.abilities.strictTools && tool.schema !== null && fitsStrict(tool.schema)) return true;
  if (tool.strict) losses.add('tool-strict', tool.strict.path);
  return false;
}

type Format<Kind> = Extract<OutputFormat, { readonly kind: Kind }>;

/** The form of the output, if it is one of these kinds and the model holds it; null for text. Any other is reported. */
export function askedFormat<Kind extends 'object' | 'schema'>(
  kinds: readonly Kind[],
  { turn: { format }, target, losses }: Writing,
): Given<Format<Kind>> | null {
  if (!format || format.value.kind === 'text') return null;
  const { value, path } = format;
  const isHeld = (each: OutputFormat): each is Format<Kind> =>
    kinds.some((kind) => kind === each.kind) && (each.kind !== 'schema' || target.abilities.schemas);
  if (isHeld(value)) return { value, path };
  losses.add('format-refused', path);
  return null;
}

/** Name, description, schema and promise of a format. Of a wire that promises nothing in words the schema decides. */
export function writeSchema(
  format: OutputFormat & { readonly kind: 'schema' },
  { turn }: Writing,
): {
  readonly name: string;
  readonly description?: string | undefined;
  readonly strict: boolean | undefined;
  readonly schema: RawJson;
} {
  const strict = turn.wire === 'messages' ? fitsStrict(format.schema) : (format.strict ?? undefined);
  return {
    name: format.name ?? 'output',
    description: format.description ?? undefined,
    strict,
    schema: new RawJson(format.schema),
  };
}

const noParameters = '{"type":"object","properties":{}}';

/** The parameters of a function; an object without members if it has none. @param isTyped whether the vendor requires their type */
export function writeParameters({ schema }: FunctionTool, isTyped = false): RawJson {
  const text = schema ?? noParameters;
  const value = isTyped ? parseJson(text) : null;
  if (!isObject(value) || 'type' in value) return new RawJson(text);
  const isEmpty = Object.keys(value).length === 0;
  return new RawJson(isEmpty ? noParameters : `{"type":"object",${text.trim().slice(1)}`);
}

/** A mark up to which the conversation may be cached, on parts of content. */
function writeBreakpoint(mark: CacheMark | undefined, { target, losses }: Writing): Members {
  if (mark === undefined) return {};
  if (!target.abilities.cacheMarks) {
    losses.cache(mark);
    return {};
  }
  if (!mark.isControl) return { prompt_cache_breakpoint: new RawJson(mark.raw) };
  losses.ttl(mark);
  return { prompt_cache_breakpoint: { mode: 'explicit' } };
}

/** A source as an address; null for a file of a vendor's store. */
function urlOfSource(source: MediaSource): string | null {
  if (source.kind === 'url') return source.url;
  return source.kind === 'data' ? `data:${source.mediaType};base64,${source.data}` : null;
}

/** An address for an image or a document; null, reported, where the upstream cannot have it. */
export function writeUrl(
  { type, path }: ImagePart | DocumentPart,
  source: MediaSource,
  { losses }: Writing,
): string | null {
  const url = urlOfSource(source);
  if (url === null) losses.add(`${type}-file`, path);
  return url;
}

/** The place of who searches, for vendors that want to know that it is approximate. */
export const writePlace = ({ location }: SearchTool): RawJson | undefined =>
  location === null
    ? undefined
    : new RawJson(`{"type":"approximate"${location === '{}' ? '' : ','}${location.slice(1)}`);

/** Where a search is to look, without what the upstream has no member for. */
export function writeSearch(tool: SearchTool, writing: Writing): Members | null {
  const { losses, target } = writing;
  if (!target.abilities.search) return lackTool(tool, writing);
  losses.own(tool.extras);
  losses.cache(tool.cache);
  if (tool.maxUses !== null) losses.add('search-uses', `${tool.path}.max_uses`);
  return { search_context_size: tool.contextSize ?? undefined };
}

/** Reports the domains that a search is limited to, where the upstream searches everywhere. */
export function refuseDomains(tool: SearchTool, { turn, losses }: Writing): void {
  const holder = turn.wire === 'responses' ? `${tool.path}.filters` : tool.path;
  if (tool.allowedDomains !== null) losses.add('search-domains', `${holder}.allowed_domains`);
  if (tool.blockedDomains !== null) losses.add('search-domains', `${holder}.blocked_domains`);
}

/** Reports thoughts, a search or a run of code of another vendor. @returns whether the wire may write it */
export function isOwn(part: ProvenPart, wire: string, { losses }: Writing): boolean {
  if (part.proof?.wire === wire) return true;
  losses.add('thought-foreign', part.path);
  return false;
}

/** A document that is text, as parts: a line with its name, then its text. Its cache mark goes to the last part without one. */
export function textParts(part: Part, { losses }: Writing): readonly Part[] {
  if (part.type !== 'document' || (part.source.kind !== 'text' && part.source.kind !== 'parts')) return [part];
  losses.add('document-text', part.path);
  losses.own(part.extras);
  const { path, source, name, cache } = part;
  const title: Part = { type: 'text', path, text: `[${name ?? 'document'}]` };
  const inside: readonly Part[] = source.kind === 'parts' ? source.parts : [{ type: 'text', path, text: source.text }];
  const parts = [title, ...inside];
  return cache === undefined ? parts : parts.with(inside.length, { cache, ...(inside.at(-1) ?? title) });
}

/** A role under a name that the target knows. */
export const roleFor = (role: TurnMessage['role'], { target }: Writing): string =>
  role === 'developer' && !target.abilities.developerRole ? 'system' : role;

/** Whether a call goes out as one of a tool that takes free text. */
export const isTextCall = ({ isCustom }: CallPart, { target }: Writing): boolean =>
  isCustom === true && target.abilities.customTools;

/** The arguments of a call as JSON text. */
export const argumentsFor = ({ input, isCustom }: CallPart): string =>
  isCustom === true ? JSON.stringify({ input }) : input === '' ? '{}' : input;

/** A custom tool's format as Responses writes it. */
export const formatOfCustom = ({ format }: CustomTool): Writable => (format === null ? undefined : new RawJson(format));

import { RawJson, type Writable } from '../../shared/json/raw-json.ts';
import { schemaWithoutBounds } from '../translation/schema-bounds.ts';
import { writeMildSampling } from '../translation/write-openai.ts';
import { rawMembers, requestWriter, type Members, type Writing } from '../translation/writing.ts';
import { writeMessages } from './write-messages.ts';
import { writeThinking } from './write-thinking.ts';
import { writeTools } from './write-tools.ts';

/** If neither the caller nor the catalogue names a limit: one that every model of the vendor accepts. */
const usualLimit = 4_096;

function limitOf({ turn, target, losses }: Writing): number {
  const most = target.abilities.maxOutputTokens;
  const asked = turn.limit?.value ?? Math.min(most ?? usualLimit, target.unstatedLimit ?? Infinity);
  // There, 0 means to fill the cache and generate nothing.
  if (turn.limit && asked < 1) losses.add('limit-zero', turn.limit.path);
  if (asked < 1) return 1;
  if (turn.limit === null || most === null || asked <= most) return asked;
  losses.add('limit-most', turn.limit.path, `${asked} → ${most}`);
  return most;
}

/** Temperature and similar parameters: within the format's bounds, and only if the model accepts them. */
function sampling(writing: Writing, thinks: boolean): Members {
  const { turn, target, losses } = writing;
  const sampled = writeMildSampling(writing, thinks);
  if (!turn.topK || (target.abilities.sampling !== 'refused' && !thinks))
    return { ...sampled, top_k: turn.topK?.value };
  losses.add('sampling-fixed', turn.topK.path);
  return sampled;
}

function stops({ turn: { stop }, losses }: Writing): Writable {
  if (!stop) return undefined;
  const taken = stop.value.filter((each) => each.trim() !== '');
  if (taken.length < stop.value.length) losses.add('stop-blank', stop.path);
  return taken.length === 0 ? undefined : taken;
}

function formatOf({ turn: { format }, target, losses }: Writing): Writable {
  if (!format || format.value.kind === 'text') return undefined;
  const { value, path } = format;
  if (value.kind !== 'schema' || !target.abilities.schemas) {
    losses.add('format-refused', path);
    return undefined;
  }
  return { type: 'json_schema', schema: new RawJson(schemaWithoutBounds({ value, path }, losses)) };
}

const tiers: Readonly<Record<string, string | undefined>> = { auto: undefined, default: 'standard_only' };

function tierOf({ turn: { serviceTier }, losses }: Writing): string | undefined {
  if (!serviceTier) return undefined;
  if (!Object.hasOwn(tiers, serviceTier.value)) losses.add('tier-none', serviceTier.path, serviceTier.value);
  return tiers[serviceTier.value];
}

/** Characters that the vendor accepts. */
const longestUser = 512;

function metadataOf({ turn: { endUser, extras }, losses }: Writing): Writable {
  if (!endUser) return undefined;
  for (const { path, name } of extras) if (name === 'user') losses.add('user-second', path);
  if (endUser.value.length <= longestUser) return { user_id: endUser.value };
  losses.add('user-long', endUser.path);
  return undefined;
}

/** A request in the form of Messages. */
export const writeRequest = requestWriter('messages', (writing) => {
  const { turn, target, losses } = writing;
  const limit = limitOf(writing);
  const { thinking, effort } = writeThinking(writing, limit);
  const format = formatOf(writing);
  const { verbosity } = turn;
  if (verbosity && verbosity.value !== 'medium') losses.add('verbosity-none', verbosity.path);
  // The vendor accepts no sampling parameters together with thoughts of either kind.
  const thinks = thinking !== undefined && thinking.type !== 'disabled';
  return {
    model: target.model,
    max_tokens: limit,
    stream: turn.stream ? true : undefined,
    ...sampling(writing, thinks),
    stop_sequences: stops(writing),
    thinking,
    output_config: effort === null && format === undefined ? undefined : { effort: effort ?? undefined, format },
    metadata: metadataOf(writing),
    service_tier: tierOf(writing),
    ...rawMembers(losses.own(turn.extras)),
    cache_control: turn.cache ? new RawJson(turn.cache.raw) : undefined,
    ...writeTools(writing),
    ...writeMessages(writing),
  };
});

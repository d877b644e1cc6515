import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/catalog/catalog.ts';
import { profiles, type ProfileId } from '../../../src/catalog/profiles.ts';
import { adaptToProfile } from '../../../src/providers/kinds/profile.ts';
import { objectOf, parseJson, type Json, type JsonObject } from '../../../src/shared/json/json.ts';
import { readEventFields, splitEvents } from '../../../src/shared/json/sse.ts';
import { wires } from '../../../src/wires/wires.ts';
import { corpusNote, hasCorpus, recordedPairs, type RecordedPair } from '../../fakes/corpus.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { rawBody } from '../../fakes/raw-body.ts';

/** The hosts that there are recordings of. */
const hosts: Readonly<Record<string, ProfileId>> = {
  'openrouter.ai': 'openrouter',
  'api.groq.com': 'groq',
  'api.mistral.ai': 'mistral',
  'api.deepseek.com': 'deepseek',
  'api.x.ai': 'xai',
  'api.together.xyz': 'together',
  'api.together.ai': 'together',
  'api.cerebras.ai': 'cerebras',
  'ai-gateway.vercel.sh': 'vercel',
  'api.moonshot.ai': 'moonshot',
  'api.z.ai': 'zai',
  'dashscope-intl.aliyuncs.com': 'qwen',
  'ollama.com': 'ollama',
};

type Hosted = RecordedPair & { readonly host?: string };

const profileOf = ({ host = '' }: Hosted): ProfileId | undefined =>
  hosts[host.replace(/^https?:\/\//, '').replace(/\/.*$/, '')];

/** Chat completions that a host of a profile answered. */
const answered = hasCorpus
  ? [...(recordedPairs() as Generator<Hosted>)].filter(
      (pair) => pair.endpoint === 'chat' && pair.status === 200 && profileOf(pair) !== undefined,
    )
  : [];

const model = makeModel('m', ['up']);
const adapt = (profile: ProfileId, body: JsonObject) =>
  adaptToProfile(
    {
      provider: makeProvider('up', 'a', 'http://127.0.0.1:1'),
      wire: 'chat-completions',
      model,
      upstreamModel: 'm',
      stream: body['stream'] === true,
      ...rawBody(body),
      headers: {},
    },
    profiles[profile],
    {},
  );

/** Every usage object of an answer or a stream. */
function usagesOf({ response_body: whole, response_sse: stream }: Hosted): readonly JsonObject[] {
  const chunks: readonly Json[] = stream
    ? splitEvents()
        .push(Buffer.from(`${stream}\n\n`))
        .map((event) => parseJson(readEventFields(event).data ?? '') ?? null)
    : [(whole ?? null) as Json];
  return chunks.map((chunk) => objectOf(objectOf(chunk)['usage'])).filter((usage) => Object.keys(usage).length > 0);
}

const numberIn = (holder: Json | undefined, name: string): number => {
  const value = objectOf(holder)[name];
  return typeof value === 'number' ? value : 0;
};

describe.skipIf(!hasCorpus)(`profiles and what their hosts were recorded to do${corpusNote}`, () => {
  const ids = [...new Set(Object.values(hosts))];

  it('has recordings of most hosts', () => {
    const recorded = new Set(answered.map(profileOf));
    expect(recorded.size).toBeGreaterThanOrEqual(10);
  });

  it.each(ids)('%s: a request that the host accepted loses nothing of meaning', (id) => {
    const lost = answered
      .filter((pair) => profileOf(pair) === id && pair.request_body !== null)
      .flatMap((pair) => {
        const { losses = [] } = adapt(id, pair.request_body as JsonObject);
        return losses.filter(({ kind }) => kind === 'meaning').map(({ path }) => `${pair.id}: ${path}`);
      });
    expect(lost).toEqual([]);
  });

  it.each(ids.filter((id) => profiles[id].streamUsage === 'forbidden'))('%s: its streams have usage unasked', (id) => {
    const streams = answered.filter((pair) => profileOf(pair) === id && pair.response_sse?.includes('[DONE]'));
    const silent = streams.filter((pair) => usagesOf(pair).length === 0).map((pair) => pair.id);
    expect(silent).toEqual([]);
  });

  it.each(ids)('%s: reasoning is counted where its profile says', (id) => {
    const { reasoning: place }: Profile = profiles[id];
    const contradicting = answered
      .filter((pair) => profileOf(pair) === id)
      .flatMap((pair) => usagesOf(pair).map((usage) => ({ pair, usage })))
      .filter(({ usage }) => {
        const reasoning = Math.max(
          numberIn(usage['completion_tokens_details'], 'reasoning_tokens'),
          numberIn(usage, 'reasoning_tokens'),
        );
        const beyond =
          numberIn(usage, 'total_tokens') - numberIn(usage, 'prompt_tokens') - numberIn(usage, 'completion_tokens');
        if (reasoning === 0 || place === null || usage['total_tokens'] === undefined) return false;
        return place === 'included' ? beyond === reasoning : beyond !== reasoning;
      });
    expect(contradicting.map(({ pair, usage }) => `${pair.id}: ${JSON.stringify(usage)}`)).toEqual([]);
  });

  it.each(ids)('%s: the meter reads the usage of every answer that has one', (id) => {
    const { meter } = wires['chat-completions'];
    const unread = answered
      .filter((pair) => profileOf(pair) === id && pair.response_sse === undefined)
      .filter((pair) => Object.keys(objectOf(objectOf((pair.response_body ?? null) as Json)['usage'])).length > 0)
      .filter(
        (pair) =>
          meter.readUsage({ members: objectOf(pair.response_body as Json), dataLength: 0 }, profiles[id].reasoning) ===
          null,
      );
    expect(unread.map((pair) => pair.id)).toEqual([]);
  });
});

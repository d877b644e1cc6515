import { eventFrame } from './event-frames.ts';

/** Answers of Bedrock's Converse, as its API reference describes them: each whole, and as the events of its stream. */
interface ConverseAnswer {
  readonly whole: object;
  readonly events: readonly (readonly [name: string, payload: object])[];
}

const usage = { inputTokens: 11, outputTokens: 7, totalTokens: 18 };
const metrics = { latencyMs: 120 };

const answer = (
  content: readonly object[],
  pieces: ConverseAnswer['events'],
  {
    stopReason = 'end_turn',
    more = {},
    counts = usage,
  }: { readonly stopReason?: string; readonly more?: object; readonly counts?: object } = {},
): ConverseAnswer => ({
  whole: { metrics, output: { message: { role: 'assistant', content } }, stopReason, usage: counts, ...more },
  events: [
    ['messageStart', { role: 'assistant' }],
    ...pieces,
    ['messageStop', { stopReason, ...more }],
    ['metadata', { usage: counts, metrics }],
  ],
});

const delta = (contentBlockIndex: number, value: object) =>
  ['contentBlockDelta', { contentBlockIndex, delta: value }] as const;
const stop = (contentBlockIndex: number) => ['contentBlockStop', { contentBlockIndex }] as const;

const words = [delta(0, { text: 'Hel' }), delta(0, { text: 'lo' }), stop(0)] as const;

export const converseAnswers = {
  text: answer([{ text: 'Hello' }], words),

  thoughtAndCalls: answer(
    [
      { reasoningContent: { reasoningText: { text: 'Rome, then.', signature: 'U2lnbmVk' } } },
      { reasoningContent: { redactedContent: 'c2VjcmV0' } },
      { text: 'Let me look.' },
      { toolUse: { toolUseId: 'tooluse_1', name: 'weather', input: { city: 'Rome', n: 1 } } },
      { toolUse: { toolUseId: 'tooluse_2', name: 'weather', input: {} } },
    ],
    [
      delta(0, { reasoningContent: { text: 'Rome, ' } }),
      delta(0, { reasoningContent: { text: 'then.' } }),
      delta(0, { reasoningContent: { signature: 'U2lnbmVk' } }),
      stop(0),
      delta(1, { reasoningContent: { redactedContent: 'c2VjcmV0' } }),
      stop(1),
      delta(2, { text: 'Let me look.' }),
      stop(2),
      ['contentBlockStart', { contentBlockIndex: 3, start: { toolUse: { toolUseId: 'tooluse_1', name: 'weather' } } }],
      delta(3, { toolUse: { input: '{"city":' } }),
      delta(3, { toolUse: { input: '"Rome","n":1}' } }),
      stop(3),
      ['contentBlockStart', { contentBlockIndex: 4, start: { toolUse: { toolUseId: 'tooluse_2', name: 'weather' } } }],
      delta(4, { toolUse: { input: '{}' } }),
      stop(4),
    ],
    { stopReason: 'tool_use' },
  ),

  /** All input is 11 + 20 + 30 tokens. */
  cached: answer([{ text: 'Hello' }], words, {
    counts: {
      ...usage,
      totalTokens: 68,
      cacheReadInputTokens: 20,
      cacheWriteInputTokens: 30,
      cacheDetails: [
        { ttl: '1h', inputTokens: 12 },
        { ttl: '5m', inputTokens: 18 },
      ],
    },
  }),

  guarded: answer([{ text: 'Hello' }], words, { stopReason: 'guardrail_intervened' }),

  stopped: answer([{ text: 'Hello' }], words, {
    stopReason: 'stop_sequence',
    more: { additionalModelResponseFields: { stop_sequence: 'END' } },
  }),
} as const satisfies Readonly<Record<string, ConverseAnswer>>;

export const converseFrames = ({ events }: ConverseAnswer): readonly Buffer[] =>
  events.map(([name, payload]) => eventFrame(name, payload));

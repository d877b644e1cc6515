import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainHook } from '../../../src/pipeline/delivery.ts';
import { deliverStream } from '../../../src/pipeline/deliver-stream.ts';
import { translate, type AnswerTranslation } from '../../../src/pipeline/translation/translation.ts';
import { Secret } from '../../../src/shared/secret.ts';
import type { TurnWireId } from '../../../src/wires/translation/parts.ts';
import { wires } from '../../../src/wires/wires.ts';
import { corpusNote, hasCorpus, recordedPairs } from '../../fakes/corpus.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { makeCall, makeDelivery, makeTally, makeUpstreamAnswer } from '../../fakes/make-delivery.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';
import { chunkSizes, chunked } from '../shared/json-arbitraries.ts';
import { wireIds } from '../wires/translation/turn-wires.ts';

type WireName = 'chat-completions' | 'responses' | 'messages' | 'completions' | 'audio';

const requests: Readonly<Record<TurnWireId, object>> = {
  'chat-completions': { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
  responses: { model: 'm', stream: true, input: 'Hi' },
  messages: { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
};

/** A translation whose every byte is the same each time. */
function translationOf(from: TurnWireId, to: TurnWireId): AnswerTranslation {
  const seals = { seal: (text: string) => `dg1.${text.length}`, open: () => null };
  const call = { operation: { wire: from }, headers: {}, startedAt: 0, caller: { workspaceId: 'w', scope: {} } };
  const provider = makeProvider('up', 'a', 'http://127.0.0.1:1');
  const route = { provider, model: makeModel('m', ['up']), upstreamModel: 'm', requestedModel: 'm', wires: [to] };
  const request = Buffer.from(JSON.stringify(requests[from]));
  return translate({ call, request, route } as never, { seals }).answer('answer_1', () => []);
}

interface Way {
  /** A hook that changes nothing: every event is read for it. */
  readonly readsEach?: boolean;
  /** The format of the caller, where it is another. */
  readonly caller?: TurnWireId;
}

/** Everything that can be seen of a stream that was delivered. */
async function deliver(
  wire: WireName,
  chunks: readonly Buffer[],
  { readsEach = false, caller }: Way,
): Promise<unknown> {
  const seen: unknown[] = [];
  let output = '';
  const note =
    (name: string) =>
    (...values: unknown[]): void => {
      seen.push([name, ...values, output]);
    };
  const sent: Uint8Array[] = [];
  const plain = makeRecordingReply();
  const reply = {
    ...plain,
    write: (bytes: Uint8Array) => sent.push(bytes) > 0,
    end: (bytes?: Uint8Array) => {
      if (bytes) sent.push(bytes);
      plain.end(bytes);
    },
  };
  const secrets = [new Secret('sk-credential-of-ours')];
  const delivery = makeDelivery({
    call: makeCall({ reply }),
    tally: makeTally({
      report: (...values) => {
        note('report')(...values);
        return false;
      },
      add: note('add'),
      side: note('side'),
      doubt: note('doubt'),
      output: (text) => void (output += text),
      close: async (end) => {
        note('close')(end);
        return 0n;
      },
    }),
    wire: wires[caller ?? wire],
    translation: caller ? translationOf(caller, wire as TurnWireId) : null,
    losses: () => [],
    meter: wires[wire].meter,
    hooks: readsEach ? [plainHook] : [],
    answer: makeUpstreamAnswer(chunks, { secrets: () => secrets }),
  });
  const refusal = await deliverStream(delivery).then(
    () => null,
    (error: unknown) => String(error),
  );
  return { bytes: Buffer.concat(sent).toString('latin1'), ended: reply.ended(), seen, output, refusal };
}

const same = async (wire: WireName, chunks: readonly Buffer[]): Promise<void> =>
  expect(await deliver(wire, chunks, {})).toEqual(await deliver(wire, chunks, { readsEach: true }));

/** Lines that end with a carriage return make no pattern: each event is read. */
const returned = (stream: string): string => stream.replaceAll('\n', '\r\n');

const texts = fc.oneof(
  fc.constantFrom(
    'Hello',
    ' world',
    '',
    'é',
    '👋',
    'a"b',
    'back\\slash',
    'line\nbreak',
    '\u2028',
    'some other',
    'filler',
    'content',
  ),
  fc.constantFrom('error', 'sk-credential-of-ours', '[DONE]', 'x'.repeat(5_000), '\n\ndata: {', 'stop', 'assistant'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.toWellFormed()),
);

const chatChunk = (delta: object, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, finish_reason: null }], ...rest })}\n\n`;

const chat = fc.oneof(
  { weight: 8, arbitrary: texts.map((content) => chatChunk({ content })) },
  texts.map((content) => chatChunk({ content }, { obfuscation: 'aB3+' })),
  texts.map((reasoning) => chatChunk({ reasoning, content: null })),
  texts.map((text) => chatChunk({ content: text, refusal: text })),
  texts.map((args) => chatChunk({ tool_calls: [{ index: 0, function: { arguments: args } }] })),
  texts.map((message) => chatChunk({ content: message }, { error: { message } })),
  fc.constantFrom(': keep going\n\n', '\n', '\n\n', 'data: [DONE]\n\n', 'data: {\n\n', 'event: error\n', 'id: 7\n'),
  fc.constantFrom(chatChunk({}, { usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 } })),
  // Bytes that are no text, and what looks like an event in a text.
  fc.constantFrom(
    `${chatChunk({ content: 'é' }).slice(0, -8)}\u00ff"}}]}\n\n`,
    chatChunk({ content: 'a\tb' }).replace('\\t', '\t'),
  ),
);

const named = (type: string, rest: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;

const responses = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(texts, fc.nat(2_000), fc.stringMatching(/^[\w+]{0,8}$/))
      .map(([delta, number, obfuscation]) =>
        named('response.output_text.delta', { delta, logprobs: [], obfuscation, sequence_number: number }),
      ),
  },
  texts.map((delta) =>
    named('response.output_text.delta', { delta, logprobs: [], obfuscation: '', sequence_number: 3 }).replace(
      '":3',
      '":03',
    ),
  ),
  texts.map((name) => named('response.output_item.added', { item: { type: 'function_call', name } })),
  fc.constant(named('response.completed', { response: { usage: { input_tokens: 1, output_tokens: 2 } } })),
  fc.constantFrom('event: error\n', ': x\n\n'),
);

const messages = fc.oneof(
  {
    weight: 8,
    arbitrary: texts.map((text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
  },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom('search', 'read', '')
      .map((name) => named('content_block_start', { index: 0, content_block: { type: 'tool_use', name } })),
  },
  fc.constant(named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } })),
  fc.constantFrom('event: ping\ndata: {"type": "ping"}\n\n', named('message_stop', {}), named('error', { error: {} })),
);

const kinds = [
  ['chat-completions', chat],
  ['responses', responses],
  ['messages', messages],
] as const;

describe('events that are passed over together', () => {
  it.each(kinds)('leave %s as reading each event does: bytes, counts and failures', async (wire, events) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(events, { maxLength: 30 }),
        chunkSizes,
        fc.constantFrom('utf8', 'latin1'),
        fc.boolean(),
        async (parts, sizes, encoding, returns) => {
          const stream = parts.join('');
          const bytes = Buffer.from(returns ? returned(stream) : stream, encoding);
          await same(wire, chunked(bytes, sizes));
        },
      ),
      { numRuns: 500 },
    );
  });

  const translations = kinds.flatMap(([wire, events]) =>
    wireIds.filter((caller) => caller !== wire).map((caller) => ({ wire, events, caller })),
  );
  it.each(translations)('are translated from $wire into $caller as each event is', async ({ wire, events, caller }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 30 }), async (parts) => {
        const skimmed = await deliver(
          wire,
          parts.map((part) => Buffer.from(part)),
          { caller },
        );
        const each = await deliver(
          wire,
          parts.map((part) => Buffer.from(returned(part))),
          { caller },
        );
        expect(skimmed).toEqual(each);
      }),
      { numRuns: 300 },
    );
  });

  it.each([undefined, 'messages'] as const)('are not parsed, whoever called: %s', async (caller) => {
    const events = Array.from({ length: 500 }, (_, index) => chatChunk({ content: `word ${index} ` }));
    const parse = JSON.parse;
    let parsed = 0;
    JSON.parse = (...given) => {
      parsed += 1;
      return parse(...given) as unknown;
    };
    try {
      await deliver(
        'chat-completions',
        [...events.map((each) => Buffer.from(each)), Buffer.from('data: [DONE]\n\n')],
        caller ? { caller } : {},
      );
    } finally {
      JSON.parse = parse;
    }
    expect(parsed).toBeLessThan(20);
  });

  it('are cut at nothing, however many blank lines an upstream sends', async () => {
    await same('chat-completions', [Buffer.from(chatChunk({ content: 'a' })), Buffer.alloc(300_000, '\n')]);
  });
});

const wireOf = (endpoint: string): WireName | null =>
  endpoint.endsWith('chat/completions')
    ? 'chat-completions'
    : endpoint.endsWith('responses')
      ? 'responses'
      : endpoint.endsWith('messages')
        ? 'messages'
        : null;

describe.skipIf(!hasCorpus)(`recorded streams${corpusNote}`, () => {
  it('come out as if each event had been read, whole and in pieces', async () => {
    let streams = 0;
    for (const { endpoint, response_sse: stream } of recordedPairs()) {
      const wire = wireOf(endpoint.replace(/\?.*$/, ''));
      if (stream === undefined || wire === null) continue;
      streams += 1;
      for (const sizes of [[], [700], [61, 1, 300]]) await same(wire, chunked(Buffer.from(stream), sizes));
      for (const caller of wireIds.filter((id) => id !== wire))
        expect(await deliver(wire, [Buffer.from(stream)], { caller })).toEqual(
          await deliver(wire, [Buffer.from(returned(stream))], { caller }),
        );
    }
    expect(streams).toBeGreaterThan(100);
  }, 60_000);
});

import type { UpstreamWireId } from '../../src/wires/translation/parts.ts';
import { renderChat, renderResponses } from './render-openai.ts';
import { cutText, frame, hasCall, ordered, type Piece, type Rendered, type VendorAnswer } from './vendor-answer.ts';

const citationsOf = (each: Piece): readonly object[] =>
  (each.kind === 'text' ? each.sources : []).map((url) => ({
    type: 'web_search_result_location',
    url,
    title: 'T',
    cited_text: 'c',
    encrypted_index: 'e',
  }));

function renderMessages(answer: VendorAnswer): Rendered {
  const { pieces, stop, usage } = answer;
  const reason = stop === 'limit' ? 'max_tokens' : hasCall(answer) ? 'tool_use' : 'end_turn';
  const input = { input_tokens: usage.input - usage.cached, cache_read_input_tokens: usage.cached };
  const details = { output_tokens_details: { thinking_tokens: usage.thought } };
  const head = { id: 'msg_9', type: 'message', role: 'assistant', model: 'up' };
  const whole = (each: Piece): object => {
    if (each.kind === 'call') return { type: 'tool_use', id: each.id, name: each.name, input: each.args };
    if (each.kind === 'text')
      return { type: 'text', text: each.text, ...(each.sources.length > 0 && { citations: citationsOf(each) }) };
    return each.text === ''
      ? { type: 'redacted_thinking', data: each.signature }
      : { type: 'thinking', thinking: each.text, signature: each.signature };
  };
  const begun = (each: Piece): object => {
    if (each.kind === 'call') return { type: 'tool_use', id: each.id, name: each.name, input: {} };
    if (each.kind === 'text') return { type: 'text', text: '', ...(each.sources.length > 0 && { citations: [] }) };
    return each.text === '' ? whole(each) : { type: 'thinking', thinking: '', signature: '' };
  };
  const deltas = (each: Piece): readonly object[] => {
    if (each.kind === 'text')
      return [
        ...cutText(each.text, each.cuts).map((part) => ({ type: 'text_delta', text: part })),
        ...citationsOf(each).map((citation) => ({ type: 'citations_delta', citation })),
      ];
    if (each.kind === 'call') {
      const given = Object.keys(each.args).length === 0 ? '' : JSON.stringify(each.args);
      return cutText(given, each.cuts).map((part) => ({ type: 'input_json_delta', partial_json: part }));
    }
    if (each.text === '') return [];
    const signed = each.signature === '' ? [] : [{ type: 'signature_delta', signature: each.signature }];
    return [...cutText(each.text, each.cuts).map((part) => ({ type: 'thinking_delta', thinking: part })), ...signed];
  };
  const event = (type: string, data: object): string => frame({ type, ...data }, type);
  const stream = [
    event('message_start', {
      message: { ...head, content: [], stop_reason: null, stop_sequence: null, usage: { ...input, output_tokens: 1 } },
    }),
    event('ping', {}),
    ...ordered(answer, (each, index) => [
      event('content_block_start', { index, content_block: begun(each) }),
      ...deltas(each).map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usage.output, ...details },
    }),
    event('message_stop', {}),
  ];
  const body = {
    ...head,
    content: pieces.map(whole),
    stop_reason: reason,
    stop_sequence: null,
    usage: { ...input, output_tokens: usage.output, ...details },
  };
  return { body, stream: stream.join('') };
}

/** Calls come whole; a signature stands on the last part of what it signs. */
function renderGemini({ pieces, stop, usage }: VendorAnswer): Rendered {
  const signed = (each: Piece): object =>
    each.kind === 'thought' && each.signature !== '' ? { thoughtSignature: each.signature } : {};
  const partsOf = (each: Piece, texts: readonly string[]): readonly object[] => {
    if (each.kind === 'call') return [{ functionCall: { id: each.id, name: each.name, args: each.args } }];
    return texts.map((part, index) => ({
      text: part,
      ...(each.kind === 'thought' && { thought: true }),
      ...(index === texts.length - 1 && signed(each)),
    }));
  };
  const usageMetadata = {
    promptTokenCount: usage.input,
    cachedContentTokenCount: usage.cached,
    candidatesTokenCount: usage.output - usage.thought,
    thoughtsTokenCount: usage.thought,
    totalTokenCount: usage.input + usage.output,
  };
  const finishReason = stop === 'limit' ? 'MAX_TOKENS' : 'STOP';
  const head = { modelVersion: 'up', responseId: 'r9' };
  const chunk = (parts: readonly object[], more: object = {}): object => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    ...head,
  });
  const stream = [
    ...pieces.flatMap((each) =>
      (each.kind === 'call'
        ? [partsOf(each, [])]
        : partsOf(each, cutText(each.text, each.cuts)).map((part) => [part])
      ).map((parts) => frame({ ...chunk(parts), usageMetadata: { promptTokenCount: usage.input } })),
    ),
    frame({ ...chunk([{ text: '' }], { finishReason }), usageMetadata }),
  ];
  const parts = pieces.flatMap((each) => partsOf(each, each.kind === 'call' ? [] : [each.text]));
  return { body: { ...chunk(parts, { finishReason }), usageMetadata }, stream: stream.join('') };
}

function renderConverse(answer: VendorAnswer): Rendered {
  const { pieces, stop, usage } = answer;
  const blocks = pieces.map((each): object => {
    if (each.kind === 'text') return { text: each.text };
    if (each.kind === 'call') return { toolUse: { toolUseId: each.id, name: each.name, input: each.args } };
    if (each.text === '') return { reasoningContent: { redactedContent: each.signature } };
    const signature = each.signature === '' ? {} : { signature: each.signature };
    return { reasoningContent: { reasoningText: { text: each.text, ...signature } } };
  });
  const deltas = (each: Piece): readonly object[] => {
    if (each.kind === 'text') return cutText(each.text, each.cuts).map((part) => ({ text: part }));
    if (each.kind === 'call')
      return cutText(JSON.stringify(each.args), each.cuts).map((input) => ({ toolUse: { input } }));
    if (each.text === '') return [{ reasoningContent: { redactedContent: each.signature } }];
    const signed = each.signature === '' ? [] : [{ reasoningContent: { signature: each.signature } }];
    return [...cutText(each.text, each.cuts).map((part) => ({ reasoningContent: { text: part } })), ...signed];
  };
  const stopReason = stop === 'limit' ? 'max_tokens' : hasCall(answer) ? 'tool_use' : 'end_turn';
  const counts = {
    inputTokens: usage.input - usage.cached,
    cacheReadInputTokens: usage.cached,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output,
  };
  const stream = [
    frame({ role: 'assistant' }, 'messageStart'),
    ...ordered(answer, (each, contentBlockIndex) => [
      ...(each.kind === 'call'
        ? [
            frame(
              { contentBlockIndex, start: { toolUse: { toolUseId: each.id, name: each.name } } },
              'contentBlockStart',
            ),
          ]
        : []),
      ...deltas(each).map((delta) => frame({ contentBlockIndex, delta }, 'contentBlockDelta')),
      frame({ contentBlockIndex }, 'contentBlockStop'),
    ]),
    frame({ stopReason }, 'messageStop'),
    frame({ usage: counts, metrics: { latencyMs: 1 } }, 'metadata'),
  ];
  return {
    body: { output: { message: { role: 'assistant', content: blocks } }, stopReason, usage: counts },
    stream: stream.join(''),
  };
}

/** An answer as each vendor sends it. */
export const render: Readonly<Record<UpstreamWireId, (answer: VendorAnswer) => Rendered>> = {
  'chat-completions': renderChat,
  messages: renderMessages,
  responses: renderResponses,
  gemini: renderGemini,
  converse: renderConverse,
};

import { cutText, frame, ordered, type Piece, type Rendered, type VendorAnswer } from './vendor-answer.ts';

/** One message has one text and one thought: pieces of a kind are joined, thoughts stand first. */
export function renderChat(answer: VendorAnswer): Rendered {
  const { usage } = answer;
  const of = (kind: 'thought' | 'text') => answer.pieces.flatMap((each) => (each.kind === kind ? [each] : []));
  const calls = answer.pieces.flatMap((each) => (each.kind === 'call' ? [each] : []));
  const finish = answer.stop === 'limit' ? 'length' : calls.length > 0 ? 'tool_calls' : 'stop';
  const counts = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
    completion_tokens_details: { reasoning_tokens: usage.thought },
  };
  const joined = (kind: 'thought' | 'text'): string =>
    of(kind)
      .map((each) => each.text)
      .join('');
  const annotations =
    joined('text') === ''
      ? []
      : answer.pieces
          .flatMap((each) => (each.kind === 'text' ? each.sources : []))
          .map((url) => ({ type: 'url_citation', url_citation: { url, title: 'T', start_index: 0, end_index: 1 } }));
  const head = { id: 'chatcmpl-9', created: 1_700_000_000, model: 'up' };
  const message = {
    role: 'assistant',
    content: joined('text') || null,
    ...(of('thought').length > 0 && { reasoning_content: joined('thought') }),
    ...(annotations.length > 0 && { annotations }),
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ id, name, args: given }) => ({
        id,
        type: 'function',
        function: { name, arguments: JSON.stringify(given) },
      })),
    }),
  };
  const chunk = (delta: object, reason: string | null = null): string =>
    frame({ ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }] });
  const stream = [
    chunk({ role: 'assistant', content: '' }),
    ...of('thought').flatMap((each) => cutText(each.text, each.cuts).map((part) => chunk({ reasoning_content: part }))),
    ...of('text').flatMap((each) => cutText(each.text, each.cuts).map((part) => chunk({ content: part }))),
    ...(annotations.length === 0 ? [] : [chunk({ annotations })]),
    ...ordered({ ...answer, pieces: calls, isClosedLate: false }, (each, index) =>
      each.kind !== 'call'
        ? []
        : [
            chunk({
              tool_calls: [{ index, id: each.id, type: 'function', function: { name: each.name, arguments: '' } }],
            }),
            ...cutText(JSON.stringify(each.args), each.cuts).map((part) =>
              chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
            ),
          ],
    ),
    chunk({}, finish),
    frame({ ...head, object: 'chat.completion.chunk', choices: [], usage: counts }),
    'data: [DONE]\n\n',
  ];
  const body = {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: counts,
  };
  return { body, stream: stream.join('') };
}

export function renderResponses(answer: VendorAnswer): Rendered {
  const { pieces, stop, usage } = answer;
  const annotationsOf = (each: Piece): readonly object[] =>
    (each.kind === 'text' ? each.sources : []).map((url) => ({
      type: 'url_citation',
      url,
      title: 'T',
      start_index: 0,
      end_index: 1,
    }));
  const items = pieces.map((each, index): Readonly<Record<string, unknown>> => {
    if (each.kind === 'text')
      return {
        id: `msg_${index}`,
        type: 'message',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: each.text, annotations: annotationsOf(each), logprobs: [] }],
      };
    if (each.kind === 'call')
      return {
        id: `fc_${index}`,
        type: 'function_call',
        status: 'completed',
        call_id: each.id,
        name: each.name,
        arguments: JSON.stringify(each.args),
      };
    return {
      id: `rs_${index}`,
      type: 'reasoning',
      summary: each.text === '' ? [] : [{ type: 'summary_text', text: each.text }],
      encrypted_content: each.signature === '' ? null : each.signature,
    };
  });
  const response = (status: string, output: readonly object[], ended: boolean): object => ({
    id: 'resp_9',
    object: 'response',
    created_at: 1_700_000_000,
    model: 'up',
    status,
    output,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    usage: ended
      ? {
          input_tokens: usage.input,
          input_tokens_details: { cached_tokens: usage.cached },
          output_tokens: usage.output,
          output_tokens_details: { reasoning_tokens: usage.thought },
          total_tokens: usage.input + usage.output,
        }
      : null,
  });
  let sequence = 0;
  const event = (type: string, data: object): string => {
    sequence += 1;
    return frame({ type: `response.${type}`, sequence_number: sequence - 1, ...data }, `response.${type}`);
  };
  const said = (each: Piece, index: number): readonly string[] => {
    const at = { item_id: String(items[index]?.['id']), output_index: index };
    if (each.kind === 'call') {
      const whole = JSON.stringify(each.args);
      return [
        ...cutText(whole, each.cuts).map((delta) => event('function_call_arguments.delta', { ...at, delta })),
        event('function_call_arguments.done', { ...at, arguments: whole, name: each.name }),
      ];
    }
    if (each.kind === 'thought') {
      if (each.text === '') return [];
      const place = { ...at, summary_index: 0 };
      return [
        event('reasoning_summary_part.added', { ...place, part: { type: 'summary_text', text: '' } }),
        ...cutText(each.text, each.cuts).map((delta) => event('reasoning_summary_text.delta', { ...place, delta })),
        event('reasoning_summary_text.done', { ...place, text: each.text }),
        event('reasoning_summary_part.done', { ...place, part: { type: 'summary_text', text: each.text } }),
      ];
    }
    const place = { ...at, content_index: 0 };
    const part = { type: 'output_text', annotations: [], logprobs: [] };
    return [
      event('content_part.added', { ...place, part: { ...part, text: '' } }),
      ...cutText(each.text, each.cuts).map((delta) => event('output_text.delta', { ...place, delta, logprobs: [] })),
      ...annotationsOf(each).map((annotation, annotation_index) =>
        event('output_text.annotation.added', { ...place, annotation_index, annotation }),
      ),
      event('output_text.done', { ...place, text: each.text, logprobs: [] }),
      event('content_part.done', { ...place, part: { ...part, text: each.text, annotations: annotationsOf(each) } }),
    ];
  };
  const empty: Readonly<Record<Piece['kind'], object>> = {
    text: { status: 'in_progress', content: [] },
    thought: { summary: [], encrypted_content: null },
    call: { status: 'in_progress', arguments: '' },
  };
  const ended = stop === 'limit' ? 'incomplete' : 'completed';
  const stream = [
    event('created', { response: response('in_progress', [], false) }),
    event('in_progress', { response: response('in_progress', [], false) }),
    ...ordered(answer, (each, index) => [
      event('output_item.added', { output_index: index, item: { ...items[index], ...empty[each.kind] } }),
      ...said(each, index),
      event('output_item.done', { output_index: index, item: items[index] }),
    ]),
    event(ended, { response: response(ended, items, true) }),
  ];
  return { body: response(ended, items, true), stream: stream.join('') };
}

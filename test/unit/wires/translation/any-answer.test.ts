import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../../src/errors/gateway-error.ts';
import type { Json } from '../../../../src/shared/json/json.ts';
import type { TurnEvent } from '../../../../src/wires/turn.ts';
import { able, asBody, asEvents, plainSeals, raw, readStream, turnWires, wireIds } from './turn-wires.ts';

/** Names and values that mean something to the readers, and some that do not. */
const words = fc.constantFrom(
  ...[
    'text',
    'thinking',
    'tool_use',
    'server_tool_use',
    'web_search_tool_result',
    'message',
    'reasoning',
    'function_call',
  ],
  ...['custom_tool_call', 'web_search_call', 'web_search', 'text_delta', 'input_json_delta', 'signature_delta', 'stop'],
  ...['assistant', 'user', 'tool', 'system', 'url_citation', 'json_schema', 'function', 'custom', 'auto', 'any', ''],
);
const members = fc.constantFrom(
  ...[
    'type',
    'id',
    'index',
    'delta',
    'content',
    'content_block',
    'message',
    'choices',
    'tool_calls',
    'function',
    'name',
  ],
  ...['arguments', 'input', 'item', 'part', 'response', 'output', 'output_index', 'content_index', 'summary', 'text'],
  ...['signature', 'encrypted_content', 'usage', 'annotations', 'citations', 'reasoning_details', 'finish_reason'],
  ...['tool_use_id', 'call_id', 'tool_call_id', 'role', 'source', 'thinking', 'schema', 'format', 'tools', 'system'],
);
const { value } = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    words,
    fc.constantFrom(null, true, 0, 1, -1, 1e300),
    fc.string({ maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(members, tie('value'), { maxKeys: 5 }),
  ),
}));
const object = fc.dictionary(members, value, { maxKeys: 6 });

const types = [
  ...[
    'message_start',
    'content_block_start',
    'content_block_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ],
  ...['response.created', 'response.output_item.added', 'response.output_item.done', 'response.output_text.delta'],
  ...['response.reasoning_summary_part.added', 'response.function_call_arguments.delta', 'response.completed'],
  ...['response.output_text.annotation.added', 'response.failed', 'ping', 'error', 'nothing'],
];
const event = fc
  .tuple(fc.constantFrom(...types), object)
  .map(([type, data]) => ({ name: type, text: JSON.stringify({ ...data, type }), data: { ...data, type } as Json }));

/** All that anything may throw is a refusal. */
function refusalOnly(task: () => void): void {
  try {
    task();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
  }
}

const written = (events: readonly TurnEvent[]): void => {
  for (const to of wireIds) {
    refusalOnly(() => asBody(to, plainSeals(events)));
    refusalOnly(() => asEvents(to, plainSeals(events)));
  }
};

describe('whatever comes', () => {
  it('a stream is read to one end, and written', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        for (const wire of wireIds) {
          const read = readStream(wire, events);
          const ends = read.flatMap(({ type }, index) => (type === 'end' || type === 'fault' ? [index] : []));
          expect(ends).toEqual([read.length - 1]);
          written(read);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('an answer is read to one end, and written', () => {
    fc.assert(
      fc.property(object, (body) => {
        for (const wire of wireIds) {
          const read = turnWires[wire].readAnswer(raw(body));
          expect(['end', 'fault']).toContain(read.at(-1)?.type);
          written(read);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('a request is written, or refused', () => {
    const request = fc.record({
      messages: fc.array(object, { maxLength: 4 }),
      input: fc.array(object, { maxLength: 4 }),
      tools: fc.array(object, { maxLength: 3 }),
      tool_choice: value,
      system: value,
      thinking: value,
      response_format: value,
    });
    fc.assert(
      fc.property(request, (body) => {
        for (const from of wireIds)
          for (const to of wireIds)
            refusalOnly(() => {
              const turn = turnWires[from].readRequest(raw(body));
              JSON.parse(turnWires[to].writeRequest(turn, { model: 'm', abilities: able }).body.toString());
            });
      }),
      { numRuns: 500 },
    );
  });
});

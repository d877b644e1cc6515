import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { truthOf, type Truth } from './truth.ts';

type Write = (text: string) => Promise<void>;

const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const event = (value: { readonly type: string }): string => `event: ${value.type}\n${data(value)}`;

const chatUsage = ({ inputTokens, outputTokens }: Truth) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const chatChunk = (truth: Truth, rest: object): string =>
  data({ id: `chatcmpl-${truth.number}`, object: 'chat.completion.chunk', created: 1, model: 'crash', ...rest });

async function streamChat(truth: Truth, write: Write): Promise<void> {
  for (let token = 0; token < truth.outputTokens; token += 1) {
    await write(
      chatChunk(truth, { choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }], usage: null }),
    );
    await wait(truth.pace);
  }
  await write(chatChunk(truth, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: null }));
  await write(chatChunk(truth, { choices: [], usage: chatUsage(truth) }));
  await write('data: [DONE]\n\n');
}

async function streamMessages(truth: Truth, write: Write): Promise<void> {
  const usage = { input_tokens: truth.inputTokens, output_tokens: 1 };
  const message = {
    id: `msg_${truth.number}`,
    type: 'message',
    role: 'assistant',
    model: 'crash',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  await write(event({ type: 'message_start', message } as { type: string }));
  await write(
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as { type: string }),
  );
  for (let token = 0; token < truth.outputTokens; token += 1) {
    await write(
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'word ' } } as {
        type: string;
      }),
    );
    await wait(truth.pace);
  }
  await write(event({ type: 'content_block_stop', index: 0 } as { type: string }));
  const end = { stop_reason: 'end_turn', stop_sequence: null };
  await write(
    event({ type: 'message_delta', delta: end, usage: { output_tokens: truth.outputTokens } } as { type: string }),
  );
  await write(event({ type: 'message_stop' }));
}

const wholeChat = (truth: Truth): string =>
  JSON.stringify({
    id: `chatcmpl-${truth.number}`,
    object: 'chat.completion',
    created: 1,
    model: 'crash',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: 'word', refusal: null },
        finish_reason: 'stop',
        logprobs: null,
      },
    ],
    usage: chatUsage(truth),
  });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const pieces = await Array.fromAsync(request as AsyncIterable<Buffer>);
  const number = Number(/call number (\d+)/.exec(Buffer.concat(pieces).toString())?.[1]);
  const truth = truthOf(number);
  if (truth.kind === 'chat') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(wholeChat(truth));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const write: Write = async (text) => {
    response.write(text);
  };
  await (truth.kind === 'chat-stream' ? streamChat : streamMessages)(truth, write);
  response.end();
}

/** The upstream that the oracle plays. It answers both specs and outlives every gateway. */
export async function startUpstream(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

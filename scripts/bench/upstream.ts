/** The upstream of all candidates: answers at once, from memory, in the two shapes that calls have. */
import { createServer, type ServerResponse } from 'node:http';

const usage = { prompt_tokens: 20, completion_tokens: 180, total_tokens: 200 };
const choice = { index: 0, message: { role: 'assistant', content: 'x'.repeat(700) }, finish_reason: 'stop' };
const answer = Buffer.from(
  JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'bench', choices: [choice], usage }),
);

const chunk = (delta: object, finish: string | null, rest: object = {}): string =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [{ index: 0, delta, finish_reason: finish }], ...rest })}\n\n`;

const events = [
  ...Array.from({ length: 198 }, (_, index) =>
    chunk(index === 0 ? { role: 'assistant', content: '' } : { content: 'some words ' }, null),
  ),
  chunk({}, 'stop'),
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'bench', choices: [], usage })}\n\ndata: [DONE]\n\n`,
];

const allEvents = Buffer.from(events.join(''));
const endless = Buffer.from(events.slice(0, -2).join(''));

/** Sends one event, then another one repeatedly until the client disconnects. */
function sendEvery(response: ServerResponse, milliseconds: number): void {
  response.write(events[1]);
  const timer = setInterval(() => response.write(events[1]), milliseconds);
  response.on('close', () => clearInterval(timer));
}

/** Sends events as fast as they are read, until the client disconnects. */
function flood(response: ServerResponse): void {
  const go = (): void => {
    while (!response.destroyed && response.write(endless));
  };
  response.on('drain', go);
  go();
}

const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (text: string) => {
    if (body.length < 200) body += text;
  });
  request.on('end', () => {
    const held = body.includes('"user":"held"');
    const every = Number(/"user":"every (\d+) ms"/.exec(body)?.[1] ?? 0);
    if (held || body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (held) return void response.write(events[0]);
      if (body.includes('"user":"flood"')) return flood(response);
      if (every > 0) return sendEvery(response, every);
      // For loads whose generator must not be the bottleneck.
      if (body.includes('burst')) return void response.end(allEvents);
      let next = 0;
      const send = (): void => {
        for (let count = 0; count < 10 && next < events.length; count += 1) response.write(events[next++]);
        if (next < events.length) setImmediate(send);
        else response.end();
      };
      return send();
    }
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
});

server.keepAliveTimeout = 60_000;
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.send?.({ ready: (server.address() as { port: number }).port });
});

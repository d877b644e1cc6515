import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { Socket, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { startTracing } from '../../../src/telemetry/tracing.ts';

interface Posted {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly { readonly parentSpanId?: string }[] }[];
  }[];
}

it('a running call keeps its parent, however many requests come meanwhile that are not traced', async () => {
  const parents: (string | undefined)[] = [];
  const collector = createServer((request, response) => {
    void text(request).then((posted) => {
      const { resourceSpans } = JSON.parse(posted) as Posted;
      const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
      parents.push(...spans.map(({ parentSpanId }) => parentSpanId));
      response.end();
    });
  });
  await new Promise<void>((resolve) => void collector.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void collector.close());
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const tracing = startTracing({ endpoint, headers: {}, sampleRatio: 1 }, { now: () => 1_000, log: silentLog });
  const begin = tracing.before(() => undefined);
  const receive = (): IncomingMessage => {
    const message = new IncomingMessage(new Socket());
    message.headers['traceparent'] = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    begin(message, new ServerResponse(message));
    return message;
  };
  const running = receive();
  // Refused under overload, or pages.
  for (let count = 0; count < 10_001; count += 1) receive();
  const traceparent = running.headers['traceparent']?.toString() ?? null;
  const ended = { requestId: 'req_1', traceparent, operation: 'getModel', status: 200, milliseconds: 5 };
  tracing.observed({ message: running, ...ended });
  await tracing.close();
  expect(parents).toEqual(['b'.repeat(16)]);
});

import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { readTraceparent, writeTraceparent } from '../../../src/shared/ids.ts';
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

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('the trace of a request', () => {
  it.each(['00', '01'])('is written as it was read, with the flags %s', (flags) => {
    const header = `00-${trace}-${span}-${flags}`;
    const context = readTraceparent(header);
    expect(context && writeTraceparent(context)).toBe(header);
  });

  it.each([
    ['of today', `00-${trace}-${span}-01`],
    ['of a later version', `01-${trace}-${span}-01`],
    ['of a later version, with more', `cc-${trace}-${span}-01-what-comes-later`],
  ])('is read from a header %s', (_, header) => {
    expect(readTraceparent(header)).toEqual({ traceId: trace, spanId: span, isSampled: true });
  });

  it.each([
    ['no header', undefined],
    ['several', [`00-${trace}-${span}-01`, `00-${trace}-${span}-01`]],
    ['a version that cannot be', `ff-${trace}-${span}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
    ['a short trace', `00-${trace.slice(1)}-${span}-01`],
    ['more than today’s version has', `00-${trace}-${span}-01-more`],
    ['something else', 'hello\nworld'],
  ])('is not read from %s', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/shared/log.ts';
import { makeSpanExporter, type Span } from '../../../src/telemetry/otlp-exporter.ts';

interface Posted {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly unknown[] }[] }[];
}

/** A collector that answers every request with this status. */
async function startCollector(status: number) {
  const posts: number[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      posts.push((body as Posted).resourceSpans[0]?.scopeSpans[0]?.spans.length ?? 0);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const exporter = makeSpanExporter({ endpoint, headers: {}, resource: {}, log: silentLog, closeMilliseconds: 50_000 });
  const add = (count: number): void => {
    for (let number = 0; number < count; number += 1) exporter.add(span);
  };
  return { posts, add, close: exporter.close };
}

const span: Span = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  parentSpanId: null,
  name: 'POST /v1/chat/completions',
  kind: 'server',
  startedAt: 1,
  endedAt: 2,
  isError: false,
  attributes: {},
};

describe('the exporter of spans', () => {
  it('sends all that waits when it is closed, however much that is', async () => {
    const { posts, add, close } = await startCollector(200);
    add(2_000);
    await close();
    expect(posts).toEqual([512, 512, 512, 464]);
  });

  it('sends a few that wait for others when it is closed', async () => {
    const { posts, add, close } = await startCollector(200);
    add(3);
    await close();
    expect(posts).toEqual([3]);
  });

  it('does not wait for each request to a collector that fails when it is closed', async () => {
    const { posts, add, close } = await startCollector(503);
    add(4_000);
    await close();
    expect(posts).toEqual([512]);
  });

  it('does not wait for a collector that never answers when it is closed', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const exporter = makeSpanExporter({ endpoint, headers: {}, resource: {}, log: silentLog, closeMilliseconds: 100 });
    for (let number = 0; number < 600; number += 1) exporter.add(span);
    const late = new Promise((resolve) => void setTimeout(resolve, 9_000, 'late'));
    expect(await Promise.race([exporter.close().then(() => 'closed'), late])).toBe('closed');
  });
});

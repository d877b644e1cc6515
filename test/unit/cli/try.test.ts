import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { runWords } from './make-context.ts';

/** Runs an action against a server that answers everything with this listener. */
async function against<Result>(listener: RequestListener, action: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await action(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const environment = { DIGLOT_API_KEY: 'our key' };
const billed = { 'x-diglot-charge': '0.00001', 'x-diglot-product-sku': 'demo', 'x-request-id': 'req_1' };

const friendly: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { stream } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly stream?: boolean };
    if (stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'x-diglot-product-sku': 'demo' });
      response.write(
        'data: {"choices":[{"delta":{"content":"Hel"}}]}\n\ndata: {"choices":[{"delta":{"content":"lo"}}]}\n\n',
      );
      response.end('data: {"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":2}}\n\ndata: [DONE]\n\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', ...billed });
    response.end(
      request.url === '/v1/messages'
        ? '{"content":[{"type":"text","text":"Hello B"}],"usage":{"input_tokens":9,"output_tokens":3}}'
        : '{"choices":[{"message":{"content":"Hello A"}}],"usage":{"prompt_tokens":9,"completion_tokens":3}}',
    );
  });
};

describe('diglot try', () => {
  it('makes one call on each spec and one stream, and says what each did and cost', () =>
    against(friendly, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(0);
      expect(out).toContain('POST /v1/chat/completions  200');
      expect(out).toContain('text    Hello A');
      expect(out).toContain('text    Hello B');
      expect(out).toContain('text    Hello\n');
      expect(out).toContain('usage   9 tokens in, 3 out');
      expect(out).toContain('charge  0.00001 credits (Product demo)');
    }));

  it('says the same for programs', () =>
    against(friendly, async (url) => {
      const { out } = await runWords(['try', '--url', url, '--json'], { environment });
      expect(JSON.parse(out)).toMatchObject([
        { path: '/v1/chat/completions', status: 200, charge: '0.00001', seen: { usage: { input: 9, output: 3 } } },
        { path: '/v1/messages', status: 200 },
        { path: '/v1/chat/completions', charge: null, seen: { text: 'Hello', usage: { input: 9, output: 2 } } },
      ]);
    }));

  it.each([
    [401, 'gateway', 4],
    [403, 'gateway', 4],
    [500, 'upstream', 3],
    [500, 'gateway', 1],
  ])('exits so that a script can tell: %d of the %s is %d', (status, source, expected) => {
    const refuse: RequestListener = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-diglot-error-source': source });
      response.end('{"error":{"message":"It cannot be.","type":"t"}}');
    };
    return against(refuse, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(expected);
      expect(out).toContain('error   It cannot be.');
    });
  });

  it('takes an error inside a stream for a failure', () => {
    const breaking: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"delta":{"content":"H"}}]}\n\ndata: {"error":{"message":"It broke."}}\n\n');
    };
    return against(breaking, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(1);
      expect(out).toContain('It broke.');
    });
  });

  it('says what to do when nobody answers', async () => {
    const { code, err } = await runWords(['try', '--url', 'http://127.0.0.1:9'], { environment });
    expect(code).toBe(1);
    expect(err).toContain('No gateway answers at http://127.0.0.1:9');
    expect(err).toContain('diglot serve');
  });
});

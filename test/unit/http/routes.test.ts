import { describe, expect, it } from 'vitest';
import { operations as console } from '../../../generated/console/operations.ts';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import { knownPaths } from '../../../src/http/unknown-url.ts';
import { replyJson } from '../../../src/shared/reply.ts';
import { rawExchange, rawRequest } from '../../fakes/raw-client.ts';
import { startApplication, type SeenCall } from './start-application.ts';

/** Answers with what it was called for. */
const tell = async ({ spec, operation, params, reply }: SeenCall): Promise<void> =>
  replyJson(reply, 200, { found: [spec ?? 'console', operation?.id, ...Object.values(params)].join(' ') });

/** Where a request leads: the operation and the values in the path, or the status. */
async function leads(url: string, [method, path]: readonly [string, string], headers: readonly string[] = []) {
  const answer = await rawExchange(url, rawRequest(`${method} ${path}`, ['host: x', 'connection: close', ...headers]));
  return answer.status === 200 ? (JSON.parse(answer.body || '{}') as { found?: string }).found : answer.status;
}

const specBHeader = 'anthropic-version: 2023-06-01';

describe('the operation that a path leads to', () => {
  it('is found for every operation without a body, under every base address', async () => {
    const { url } = await startApplication(tell);
    const documents = [
      ['a', specA, ['/v1', '/openai/v1'], []],
      ['b', specB, ['', '/anthropic'], [specBHeader]],
      ['console', console, ['/console/api'], []],
    ] as const;
    for (const [surface, operations, bases, headers] of documents) {
      for (const { id, method, path } of Object.values(operations)) {
        if (method === 'post' || method === 'patch' || method === 'put') continue;
        for (const base of bases) {
          // The only one that needs a parameter of the query.
          const query = path === '/realtime' ? '?model=x1' : '';
          const filled = base + path.replaceAll(/\{[^}]+\}/g, 'x1') + query;
          const found = await leads(url, [method.toUpperCase(), filled], headers);
          const values = [...path.matchAll(/\{/g)].map(() => 'x1');
          const expected = [surface, surface === 'console' ? '' : id, ...values].join(' ');
          expect([filled, found]).toEqual([filled, expected]);
        }
      }
    }
  });

  it.each<[string, string, string | number]>([
    ['GET', '/v1/responses/compact', 'a getResponse compact'],
    ['GET', '/v1/models', 'a listModels'],
    ['GET', '/openai/v1/models', 'a listModels'],
    ['GET', '/anthropic/v1/models', 'b listModels'],
    ['GET', '/v1/models?limit=5', 'b listModels'],
    ['GET', '/v1/models/a%2Fb%20c', 'a getModel a/b c'],
    ['POST', '/v1/messages', 415],
    ['POST', '/v1/responses/compact', 415],
    ['DELETE', '/v1/models/x', 404],
    ['GET', '/v1/models/', 404],
    ['GET', '/v1//models', 404],
    ['GET', '//v1/models', 404],
    ['GET', '/V1/models', 404],
    ['GET', '/v1/models/x/y', 404],
    ['GET', '/v1/%6dodels', 404],
    ['GET', '/v1/models#x', 400],
    ['GET', '/v1/models/%', 400],
    ['GET', '/v1/models/%ZZ', 400],
    ['GET', '/v1/models/%E0%A4%A', 400],
    ['GET', '/v1/models/%ff', 400],
    ['GET', '/', 404],
    ['POST', '/v1/models', 405],
    ['OPTIONS', '/v1/models', 405],
    ['TRACE', '/v1/models', 405],
  ])('%s %s: %s', async (method, path, expected) => {
    const { url } = await startApplication(tell);
    expect(await leads(url, [method, path])).toBe(expected);
  });

  it('is that of the spec that has it, whatever the headers', async () => {
    const { url } = await startApplication(tell);
    expect(await leads(url, ['GET', '/v1/models'], [specBHeader])).toBe('b listModels');
    expect(await leads(url, ['GET', '/v1/batches'], [specBHeader])).toBe('a listBatches');
    expect(await leads(url, ['GET', '/v1/messages/batches'])).toBe('b listMessageBatches');
  });
});

const paths = knownPaths([
  { surface: 'a', bases: ['/v1', '/openai/v1'], operations: Object.values(specA) },
  { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specB) },
]);

describe('the methods of a path', () => {
  it.each([
    ['/v1/models', ['GET', 'HEAD']],
    ['/v1/chat/completions', ['GET', 'HEAD', 'POST']],
    ['/v1/embeddings', ['POST']],
    ['/v1/nothing', []],
  ])('%s: %j', (path, methods) => {
    expect(paths.methods(path, 'PUT')).toEqual(methods);
  });

  it('are none for an operation that is not served, though its path has others', () => {
    const operations = [{ method: 'get', path: '/x/{id}' }] as const;
    const small = knownPaths([
      { surface: 'a', bases: ['', '/v1'], operations, notServed: [{ method: 'delete', path: '/x/{id}' }] },
    ]);
    for (const path of ['/x/1', '/v1/x/1']) {
      expect([small.methods(path, 'DELETE'), small.methods(path, 'PUT')]).toEqual([[], ['GET', 'HEAD']]);
    }
  });
});

describe('a page', () => {
  const pages = [
    ...['/livez', '/healthz', '/readyz', '/llms.txt', '/docs', '/docs/spec-a.md', '/errors', '/errors/unknown_url'],
    ...['/openapi/spec-a.json', '/openapi/spec-b.json', '/openapi/console.json'],
    ...['/console', '/console/', '/console/keys/key_1'],
  ];
  const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

  it.each(pages)('has GET and HEAD only: %s', async (path) => {
    const { url } = await startApplication(tell);
    for (const method of methods) {
      const { status, headers, body } = await rawExchange(url, rawRequest(`${method} ${path}?a=b`, ['host: x']));
      expect([method, status, headers['allow']]).toEqual([method, 405, 'GET, HEAD']);
      expect(body).toContain(`${method} is not supported by ${path}; use GET, HEAD.`);
    }
    const read = await rawExchange(url, rawRequest(`GET ${path}`, ['host: x', 'accept: text/html, */*']));
    expect([200, 308]).toContain(read.status);
  });

  it.each(['/livez/', '/errors/none', '/docs/none', '/openapi/none.json', '/console/assets/none.js', '/'])(
    'that does not exist has no method: %s',
    async (path) => {
      const { url } = await startApplication(tell);
      for (const method of ['GET', ...methods]) {
        const { status } = await rawExchange(url, rawRequest(`${method} ${path}`, ['host: x']));
        expect([method, status]).toEqual([method, 404]);
      }
    },
  );
});

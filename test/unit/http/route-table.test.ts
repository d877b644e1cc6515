import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import { makeRouteTable, type SurfaceOperation } from '../../../src/http/route-table.ts';
import { codeOf } from './fake-request.ts';

const table = makeRouteTable<SurfaceOperation>([
  { surface: 'a', bases: ['/v1', '/openai/v1'], operations: Object.values(specA) },
  { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specB) },
]);

const found = (method: string, path: string): string[] =>
  table.find(method, path).map(({ surface, operation, params }) => {
    const values = Object.entries(params).map(([name, value]) => `${name}=${value}`);
    return [surface, operation.id, ...values].join(' ');
  });

describe('the operation that a path leads to', () => {
  it('is found for every operation of both documents under both bases', () => {
    for (const [surface, operations, bases] of [
      ['a', specA, ['/v1', '/openai/v1']],
      ['b', specB, ['', '/anthropic']],
    ] as const) {
      for (const { id, method, path } of Object.values(operations)) {
        for (const base of bases) {
          const filled = base + path.replaceAll(/\{[^}]+\}/g, 'x1');
          const match = table.find(method.toUpperCase(), filled).find((one) => one.surface === surface);
          expect([filled, match?.operation.id]).toEqual([filled, id]);
        }
      }
    }
  });

  it.each([
    ['POST', '/v1/responses/compact', ['a compactResponse']],
    ['GET', '/v1/responses/compact', ['a getResponse response_id=compact']],
    ['GET', '/v1/models', ['a listModels', 'b listModels']],
    ['HEAD', '/v1/models', ['a listModels', 'b listModels']],
    ['GET', '/openai/v1/models', ['a listModels']],
    ['GET', '/anthropic/v1/models', ['b listModels']],
    ['GET', '/v1/models/a%2Fb%20c', ['a getModel model=a/b c', 'b getModel model_id=a/b c']],
    ['POST', '/v1/messages', ['b createMessage']],
    ['post', '/v1/messages', ['b createMessage']],
    ['POST', '/v1/models', []],
    ['GET', '/v1/models/', []],
    ['GET', '/v1//models', []],
    ['GET', '/V1/models', []],
    ['GET', '/v1/models/x/y', []],
    ['GET', '/v1/%6dodels', []],
    ['GET', '/', []],
    ['GET', '', []],
    ['__proto__', '/v1/models', []],
  ])('%s %s: %j', (method, path, expected) => {
    expect(found(method, path)).toEqual(expected);
    expect(found(method, path)).toEqual(expected);
  });

  it.each(['/v1/models/%', '/v1/models/%ZZ', '/v1/models/%E0%A4%A', '/v1/models/%ff'])(
    'is refused where a percent sign escapes nothing: %s',
    async (path) => {
      expect(await codeOf(() => table.find('GET', path))).toBe('malformed_request');
    },
  );

  it('prefers fixed segments whatever the order of the document', () => {
    const operation = (id: string, path: string): SurfaceOperation => ({ id, method: 'get', path });
    const operations = [operation('one', '/x/{id}'), operation('two', '/x/new'), operation('three', '/{a}/new')];
    for (const order of [operations, operations.toReversed()]) {
      const small = makeRouteTable([{ surface: 'a', bases: [''], operations: order }]);
      expect(small.find('GET', '/x/new').map(({ operation: { id } }) => id)).toEqual(['two']);
      expect(small.find('GET', '/x/other').map(({ operation: { id } }) => id)).toEqual(['one']);
    }
  });
});

describe('the methods of a path', () => {
  it.each([
    ['/v1/models', ['GET', 'HEAD']],
    ['/v1/chat/completions', ['GET', 'HEAD', 'POST']],
    ['/v1/embeddings', ['POST']],
    ['/v1/nothing', []],
  ])('%s: %j', (path, methods) => {
    expect(table.methods(path, 'PUT')).toEqual(methods);
  });

  it('are none for an operation that is not served, though its path has others', () => {
    const operations: SurfaceOperation[] = [{ id: 'one', method: 'get', path: '/x/{id}' }];
    const small = makeRouteTable([
      { surface: 'a', bases: ['', '/v1'], operations, notServed: [{ method: 'delete', path: '/x/{id}' }] },
    ]);
    for (const path of ['/x/1', '/v1/x/1']) {
      expect([small.methods(path, 'DELETE'), small.methods(path, 'PUT')]).toEqual([[], ['GET', 'HEAD']]);
    }
  });
});

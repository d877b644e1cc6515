import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import { makeRouteTable, type SurfaceOperation } from '../../../src/http/route-table.ts';
import { surfaceOf } from '../../../src/http/surface-of.ts';
import { explainUnknownPath } from '../../../src/http/wrong-address.ts';

const table = makeRouteTable<SurfaceOperation>([
  { surface: 'a', bases: ['/v1', '/openai/v1'], operations: Object.values(specA) },
  { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specB) },
]);
const origin = 'https://models.example.com';

function explain(method: string, path: string, header = false): string {
  const surface = surfaceOf({ path, search: '', hasHeader: () => header });
  return explainUnknownPath({ method, path, surface, origin }, table);
}

describe('a path that does not exist', () => {
  it.each([
    ['POST', '/chat/completions', '/v1'],
    ['POST', '/v1/v1/chat/completions', '/v1'],
    ['POST', '/v1/v1/v1/responses', '/v1'],
    ['POST', '/v1//chat/completions', '/v1'],
    ['POST', '//v1/chat/completions', '/v1'],
    ['POST', '/api/v1/chat/completions', '/v1'],
    ['POST', '/openai/chat/completions', '/v1'],
    ['POST', '/openai/deployments/gpt-5/chat/completions', '/v1'],
    ['POST', '/v1/openai/v1/embeddings', '/v1'],
    ['GET', '/models', '/v1'],
    ['GET', '/responses/resp_1', '/v1'],
    ['POST', '/audio/speech/', '/v1'],
    ['POST', '/messages', ''],
    ['POST', '/v1/v1/messages', ''],
    ['POST', '/anthropic/messages', ''],
    ['POST', '/v1/anthropic/v1/messages/count_tokens', ''],
    ['POST', '/gateway/v1/messages/batches', ''],
  ])('%s %s: the right base address is the origin and %j', (method, path, base) => {
    expect(explain(method, path)).toBe(`${method} ${path}: wrong base address; use ${origin}${base}.`);
  });

  it('is explained by the spec that its headers speak', () => {
    expect(explain('GET', '/models', true)).toContain(`use ${origin}.`);
    expect(explain('GET', '/models/x', true)).toContain(`use ${origin}.`);
  });

  it.each([
    ['POST', '/v1/threads/t1/messages'],
    ['POST', '/v1/assistants/a1/files'],
    ['GET', '/v1/fine_tuning/models'],
    ['POST', '/v1/teapots'],
    ['GET', '/'],
    ['DELETE', '/v1/v1/chat/completions'],
  ])('is not taken for a mistaken address where it is none: %s %s', (method, path) => {
    const message = explain(method, path);
    expect(message).not.toContain('wrong base');
    expect(message).toContain(`The base address is ${origin}/v1; ${origin}/docs lists`);
  });

  it.each(['/v1/models/', '/v1/chat/completions//'])('has a slash too many: %s', (path) => {
    const method = path.includes('chat') ? 'POST' : 'GET';
    expect(explain(method, path)).toBe(`${method} ${path}: drop the slash at its end.`);
  });

  it('is cut where it is long, and refers the console to its own document', () => {
    expect(explain('GET', `/${'x'.repeat(9_000)}`).length).toBeLessThan(400);
    expect(explain('GET', '/console/api/nothing')).toContain('/openapi/console.json');
  });
});

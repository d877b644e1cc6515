import { describe, expect, it } from 'vitest';
import { operations as specA } from '../../../generated/spec-a/operations.ts';
import { operations as specB } from '../../../generated/spec-b/operations.ts';
import { surfaceOf } from '../../../src/http/request-head.ts';
import { explainUnknownPath, knownPaths } from '../../../src/http/unknown-url.ts';

const paths = knownPaths([
  { surface: 'a', bases: ['/v1', '/openai/v1'], operations: Object.values(specA) },
  { surface: 'b', bases: ['', '/anthropic'], operations: Object.values(specB) },
]);
const origin = 'https://models.example.com';

function explain(method: string, path: string, header = false): string {
  const surface = surfaceOf({ path, search: '', hasHeader: () => header });
  return explainUnknownPath({ method, path, surface, origin }, paths);
}

describe('a path that does not exist', () => {
  const only = (base: string): string => `${origin}${base}`;
  const openaiFirst = `${origin}/v1, or ${origin} if your client adds /v1 itself`;
  const under = (mount: string): string =>
    `${origin}${mount}, or ${origin}${mount}/v1 if your client does not add /v1 itself`;
  const anthropicFirst = under('');

  it.each([
    ['POST', '/chat/completions', only('/v1')],
    ['POST', '/v1/v1/chat/completions', openaiFirst],
    ['POST', '/v1/v1/v1/responses', openaiFirst],
    ['POST', '/v1//chat/completions', only('/v1')],
    ['POST', '//v1/chat/completions', openaiFirst],
    ['POST', '/api/v1/chat/completions', openaiFirst],
    ['POST', '/openai/chat/completions', only('/openai/v1')],
    ['GET', '/openai/models', only('/openai/v1')],
    ['GET', '/anthropic/models', only('/anthropic/v1')],
    ['POST', '/anthropic/chat/completions', only('/v1')],
    ['POST', '/v1/openai/v1/embeddings', openaiFirst],
    ['POST', '/anthropic/v1/chat/completions', openaiFirst],
    ['GET', '/models', only('/v1')],
    ['GET', '/responses/resp_1', only('/v1')],
    ['POST', '/audio/speech/', only('/v1')],
    ['POST', '/v1/chat/completions/chat/completions', only('/v1')],
    ['POST', '/chat/completions/chat/completions', only('/v1')],
    ['POST', '/v1/messages/chat/completions', only('/v1')],
    ['POST', '/v1/chat/completions/v1/chat/completions', openaiFirst],
    ['POST', '/messages', only('/v1')],
    ['POST', '/complete', only('/v1')],
    ['POST', '/messages/count_tokens', only('/v1')],
    ['POST', '/messages/batches/', only('/v1')],
    ['POST', '/anthropic/messages', only('/anthropic/v1')],
    ['POST', '/openai/messages', only('/v1')],
    ['POST', '/v1/v1/messages', anthropicFirst],
    ['POST', '//v1/messages', anthropicFirst],
    ['POST', '/openai/v1/messages', anthropicFirst],
    ['POST', '/anthropic/v1/v1/messages', under('/anthropic')],
    ['POST', '/v1/anthropic/v1/messages/count_tokens', anthropicFirst],
    ['POST', '/gateway/v1/messages/batches', anthropicFirst],
    ['POST', '/v1/messages/v1/messages', anthropicFirst],
    ['POST', '/v1/messages/messages', only('/v1')],
  ])('%s %s: what works is %s', (method, path, right) => {
    expect(explain(method, path)).toBe(`${method} ${path}: wrong base address; use ${right}.`);
  });

  it('is explained by the spec that its headers speak', () => {
    expect(explain('GET', '/v1/v1/models', true)).toContain(`use ${anthropicFirst}.`);
    expect(explain('GET', '/v1/v1/models')).toContain(`use ${openaiFirst}.`);
    expect(explain('GET', '/models/x', true)).toContain(`use ${origin}/v1.`);
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
    expect(message).toContain(`The base address is ${origin}/v1, or ${origin} for clients that add /v1 themselves`);
  });

  it.each(['/openai/deployments/gpt-5/chat/completions', '/v1/deployments/gpt-5/chat/completions'])(
    'comes from a client of Azure: %s',
    (path) => {
      expect(explain('POST', path)).toContain(`${origin}${path.startsWith('/openai') ? '/openai' : ''}/v1`);
      expect(explain('POST', path)).toContain('use the class OpenAI instead of AzureOpenAI');
    },
  );

  it.each(['/v1/models/', '/v1/chat/completions//', '/anthropic/v1/models/', '/openai/v1/models/'])(
    'has a slash too many: %s',
    (path) => {
      const method = path.includes('chat') ? 'POST' : 'GET';
      expect(explain(method, path)).toBe(`${method} ${path}: remove the trailing slash.`);
    },
  );

  it('is cut where it is long, and refers the console to its own document', () => {
    expect(explain('GET', `/${'x'.repeat(9_000)}`).length).toBeLessThan(400);
    expect(explain('GET', '/console/api/nothing')).toContain('/openapi/console.json');
  });
});

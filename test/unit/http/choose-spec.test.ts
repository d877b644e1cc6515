import { describe, expect, it } from 'vitest';
import { speaksSpecB, surfaceOf } from '../../../src/http/request-head.ts';

const marks = (target: string, ...headers: string[]) => {
  const [path = '', search = ''] = target.split('?');
  return { path, search, hasHeader: (name: string) => headers.includes(name) };
};

describe('whose error shape a request gets', () => {
  it.each([
    ['/v1/models', 'a'],
    ['/v1/models?limit=5', 'b'],
    ['/v1/models?a=1&after_id=x', 'b'],
    ['/v1/models/x?before_id=x', 'b'],
    ['/v1/models?lifecycle[]=active', 'b'],
    ['/v1/models?lifecycle%5B%5D=active', 'b'],
    ['/v1/models?unlimited=1', 'a'],
    ['/v1/models?order=limit', 'a'],
    ['/v1/files?limit=5', 'a'],
    ['/v1/files?after=x&order=asc', 'a'],
    ['/v1/files?after_id=x', 'b'],
    ['/v1/files?limit=5&page=x', 'b'],
    ['/v1/files?ids%5B%5D=x', 'b'],
    ['/v1/modelsx?limit=5', 'a'],
    ['/v1/messages', 'b'],
    ['/v1/messages/batches/b1/results', 'b'],
    ['/v1/complete', 'b'],
    ['/v1/completions', 'a'],
    ['/v1/chat/completions', 'a'],
    ['/v1/chat/completions/c1/messages', 'a'],
    ['/v1/threads/t1/messages', 'a'],
    ['/v1/v1/messages', 'b'],
    ['/messages', 'b'],
    ['/anthropic/v1/nothing', 'b'],
    ['/anthropic', 'b'],
    ['/anthropics/v1', 'a'],
    ['/openai/v1/messages', 'a'],
    ['/console/api/keys', 'console'],
    ['/console', 'console'],
    ['/consoles', 'a'],
    ['/', 'a'],
    ['', 'a'],
  ])('%s: %s', (target, surface) => {
    expect(surfaceOf(marks(target))).toBe(surface);
  });

  it('is Spec B’s where a header says so, on a path of the other spec too: its client reads no other shape', () => {
    expect(surfaceOf(marks('/v1/models', 'anthropic-version'))).toBe('b');
    expect(surfaceOf(marks('/v1/files/f1', 'anthropic-beta'))).toBe('b');
    expect(surfaceOf(marks('/openai/messages', 'anthropic-version'))).toBe('b');
    expect(surfaceOf(marks('/console/api/keys', 'anthropic-version'))).toBe('console');
    expect(speaksSpecB(marks('/v1/files'))).toBe(false);
  });
});

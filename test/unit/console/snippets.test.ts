import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlLike, quickStart } from '../../../src/console/snippets/snippets.ts';

const model = `it's "quoted" \\ and $HOME`;
const origin = 'https://models.example.com';
/** The body that a shell passes to curl. */
const bodyOf = (code: string): unknown => {
  const script = `curl() { for last in "$@"; do :; done; printf %s "$last"; }\n${code}`;
  return JSON.parse(execFileSync('sh', ['-c', script], { encoding: 'utf8' }));
};

describe('curl as pasted', () => {
  it('sends the name of any model as it is', () => {
    const [piece] = quickStart.find(({ id }) => id === 'curl')?.pieces({ origin, secret: null, model }) ?? [];
    expect(bodyOf(piece?.code ?? '')).toMatchObject({ model });
    expect(bodyOf(curlLike(origin, { operation: 'createResponse', model }) ?? '')).toMatchObject({ model });
  });
});

import { describe, expect, it } from 'vitest';
import { kinds } from '../../../src/providers/kinds/kinds.ts';
import { makeModel, makeProvider } from '../../fakes/make-config.ts';
import { rawBody } from '../../fakes/raw-body.ts';

const request = (headers: Record<string, string>, body: object = {}) => ({
  provider: makeProvider('up', 'b', 'http://127.0.0.1:1'),
  wire: 'messages' as const,
  model: makeModel('m', ['up']),
  upstreamModel: 'm',
  stream: false,
  ...rawBody({ model: 'm', ...body }),
  headers,
});
const first = { 'anthropic-version': '2023-06-01' };
const second = { 'anthropic-version': '2026-10-21' };

describe('the version of Spec B on clouds', () => {
  it.each([
    ['bedrock', {}, 'bedrock-2023-05-31'],
    ['bedrock', first, 'bedrock-2023-05-31'],
    ['bedrock', second, 'bedrock-2023-05-31'],
    ['vertex', {}, 'vertex-2023-10-16'],
    ['vertex', first, 'vertex-2023-10-16'],
    ['vertex', second, '2026-10-21'],
  ] as const)('of %s for %j is %s', (kind, headers, version) => {
    const adapted = kinds[kind].adapt?.(request(headers));
    expect(adapted?.edits).toMatchObject({ anthropic_version: JSON.stringify(version), model: null });
    expect(adapted?.headers).not.toHaveProperty('anthropic-version');
  });

  it('is the caller’s own where the body has one', () => {
    const adapted = kinds.bedrock.adapt?.(request(first, { anthropic_version: 'x' }));
    expect(adapted?.edits).toEqual({ model: null, stream: null });
  });

  it.each([
    ['temperature', { temperature: 1 }],
    ['top_p', { top_p: 0.5 }],
    [
      'messages[1].content[0]',
      {
        messages: [
          { role: 'user', content: 'a' },
          { role: 'assistant', content: [{ type: 'document' }] },
        ],
      },
    ],
    [
      'messages[0].content[0]',
      { messages: [{ role: 'user', content: [{ type: 'text', text: 'a', citations: [{}] }] }] },
    ],
  ])('2026-10-21 refuses what it has removed, for models of Bedrock that do not: %s', (param, body) => {
    expect(() => kinds.bedrock.adapt?.(request(second, body))).toThrow(
      expect.objectContaining({ code: 'invalid_value', param }),
    );
    expect(() => kinds.bedrock.adapt?.(request(first, body))).not.toThrow();
  });
});

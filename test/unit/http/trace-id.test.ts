import { describe, expect, it } from 'vitest';
import { traceIdOf } from '../../../src/http/track-request.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('the trace of a request', () => {
  it.each([
    ['of today', `00-${trace}-${span}-01`],
    ['of a later version', `01-${trace}-${span}-01`],
    ['of a later version, with more', `cc-${trace}-${span}-01-what-comes-later`],
  ])('is read from a header %s', (_, header) => {
    expect(traceIdOf(header)).toBe(trace);
  });

  it.each([
    ['no header', undefined],
    ['several', [`00-${trace}-${span}-01`, `00-${trace}-${span}-01`]],
    ['a version that cannot be', `ff-${trace}-${span}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
    ['a short trace', `00-${trace.slice(1)}-${span}-01`],
    ['more than today’s version has', `00-${trace}-${span}-01-more`],
    ['something else', 'hello\nworld'],
  ])('is not read from %s', (_, header) => {
    expect(traceIdOf(header)).toBeNull();
  });
});

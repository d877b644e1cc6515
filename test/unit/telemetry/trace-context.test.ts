import { describe, expect, it } from 'vitest';
import { readTraceparent, writeTraceparent } from '../../../src/telemetry/tracing.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

describe('the trace of a request', () => {
  it.each(['00', '01'])('is written as it was read, with the flags %s', (flags) => {
    const header = `00-${trace}-${span}-${flags}`;
    const context = readTraceparent(header);
    expect(context && writeTraceparent(context)).toBe(header);
  });

  it.each([
    ['of today', `00-${trace}-${span}-01`],
    ['of a later version', `01-${trace}-${span}-01`],
    ['of a later version, with more', `cc-${trace}-${span}-01-what-comes-later`],
  ])('is read from a header %s', (_, header) => {
    expect(readTraceparent(header)).toEqual({ traceId: trace, spanId: span, isSampled: true });
  });

  it.each([
    ['no header', undefined],
    ['several', [`00-${trace}-${span}-01`, `00-${trace}-${span}-01`]],
    ['a version that cannot be', `ff-${trace}-${span}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${span}-01`],
    ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${trace.toUpperCase()}-${span}-01`],
    ['a short trace', `00-${trace.slice(1)}-${span}-01`],
    ['more than today’s version has', `00-${trace}-${span}-01-more`],
    ['something else', 'hello\nworld'],
  ])('is not read from %s', (_, header) => {
    expect(readTraceparent(header)).toBeNull();
  });
});

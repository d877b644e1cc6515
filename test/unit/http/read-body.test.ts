import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { checkLength, slowest } from '../../../src/http/body-limits.ts';
import { readBody } from '../../../src/http/read-body.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { anyMemory, codeOf, fakeRequest } from './fake-request.ts';

const limit = 1_000;

function read(bound = limit) {
  const clock = makeHandClock();
  const fake = fakeRequest();
  const outcome = readBody(fake.request, { limit: bound, clock }, anyMemory());
  outcome.catch(() => undefined);
  return { ...fake, clock, outcome };
}

describe('a body that is read whole', () => {
  it.each([
    [limit - 1, null],
    [limit, null],
    [limit + 1, 'request_too_large'],
  ])('may have %i of 1,000 bytes, without a length: %s', async (size, code) => {
    for (const step of [1, 7, 400, size]) {
      const { send, finish, outcome } = read();
      for (let from = 0; from < size; from += step) await send('x'.repeat(Math.min(step, size - from)));
      await finish();
      expect(await codeOf(() => outcome)).toBe(code);
      if (code === null) expect((await outcome).length).toBe(size);
      if (step === 1) break;
    }
  });

  it('is refused by its announced length before a byte of it', async () => {
    const lengths: [string, string | null][] = [
      ['1000', null],
      ['1001', 'request_too_large'],
      ['99999999999999999999', 'request_too_large'],
    ];
    for (const [length, code] of lengths) {
      const { request } = fakeRequest({ headers: [['Content-Length', length]] });
      expect(await codeOf(() => checkLength(request, limit))).toBe(code);
    }
    expect(() => checkLength(fakeRequest().request, limit)).not.toThrow();
    expect(() => checkLength(fakeRequest({ headers: [['content-length', '30000000']] }).request, 29_360_128)).toThrow(
      'The request is larger than 28 MiB. Split it.',
    );
  });

  it('is read no further than the byte that is too much', async () => {
    const { send, outcome, request } = read();
    await send('x'.repeat(limit + 1));
    expect(await codeOf(() => outcome)).toBe('request_too_large');
    expect(request.listenerCount('data')).toBe(0);
  });

  it('comes back in order, also where it is empty', async () => {
    const several = read();
    for (const part of ['a', 'b', 'c']) await several.send(part);
    await several.finish();
    expect(Buffer.concat((await several.outcome).pieces).toString()).toBe('abc');
    const empty = read();
    await empty.finish();
    expect((await empty.outcome).length).toBe(0);
  });

  it.each(['finish', 'abort'] as const)('leaves nothing on the request that would keep its chunks: %s', async (end) => {
    const fake = read();
    await fake.send('a');
    await fake.send('b');
    await fake[end]();
    await fake.outcome.catch(() => undefined);
    expect(['data', 'end', 'aborted'].map((event) => fake.request.listenerCount(event))).toEqual([0, 0, 0]);
  });

  it('is given up after 30 s with less than 30 KiB', async () => {
    const { send, clock, outcome } = read(10 * slowest.bytes);
    await send('x'.repeat(slowest.bytes - 1));
    clock.move(slowest.milliseconds - 1);
    await send('');
    clock.move(1);
    expect(await codeOf(() => outcome)).toBe('timeout');
  });

  it('may go on for as long as every 30 s bring 30 KiB', async () => {
    const { send, finish, clock, outcome } = read(100 * slowest.bytes);
    for (let turn = 0; turn < 20; turn += 1) {
      await send('x'.repeat(slowest.bytes));
      clock.move(slowest.milliseconds);
    }
    await finish();
    expect((await outcome).length).toBe(20 * slowest.bytes);
    clock.move(1e6);
  });

  it('is given up where it falls silent after a good beginning', async () => {
    const { send, clock, outcome } = read(100 * slowest.bytes);
    await send('x'.repeat(10 * slowest.bytes));
    clock.move(2 * slowest.milliseconds);
    expect(await codeOf(() => outcome)).toBe('timeout');
  });

  it('is given up where it has brought too little on average, whatever its length', async () => {
    const clock = makeHandClock();
    const bytesPerSecond = 2 * (slowest.bytes / 30);
    const start = () => {
      const fake = fakeRequest();
      const outcome = readBody(fake.request, { limit: 1e9, clock, bytesPerSecond }, anyMemory());
      outcome.catch(() => undefined);
      return { ...fake, outcome };
    };
    const [slow, fast] = [start(), start()];
    for (let turn = 0; turn < 4; turn += 1) {
      await slow.send('x'.repeat(1.2 * slowest.bytes));
      await fast.send('x'.repeat(2 * slowest.bytes));
      clock.move(slowest.milliseconds - 1);
      // The first 30 s ask for nothing but its being under way, the next for half of what has to come by then.
      if (turn < 2) expect(slow.request.listenerCount('data')).toBe(1);
      clock.move(1);
    }
    expect(await codeOf(() => slow.outcome)).toBe('timeout');
    await fast.finish();
    expect((await fast.outcome).length).toBe(8 * slowest.bytes);
  });

  it('is counted as it comes, and is refused with the byte that is one too many', async () => {
    const { request, send } = fakeRequest();
    let counted = 0;
    const take = (bytes: number): void => {
      counted += bytes;
      if (counted > 5) throw new GatewayError('overloaded', 'Too much.');
    };
    const outcome = readBody(request, { limit, clock: makeHandClock() }, { holder: 'key', take });
    outcome.catch(() => undefined);
    await send('abcde');
    expect(counted).toBe(5);
    await send('f');
    expect(await codeOf(() => outcome)).toBe('overloaded');
    expect(request.listenerCount('data')).toBe(0);
  });

  it('comes back in order whatever the size of its chunks', async () => {
    const { request, send, finish } = fakeRequest();
    const outcome = readBody(request, { limit: 1e9, clock: makeHandClock() }, anyMemory());
    const sizes = [3, 1, 1, 70_000, 5, 16_383, 16_384, 16_383, 60_000, 1, 65_537, 2, 16_383, 16_383, 16_383, 16_383, 9];
    const parts = sizes.map((size, index) => Buffer.alloc(size, 97 + index));
    for (const part of parts) await send(part);
    await finish();
    expect(Buffer.concat((await outcome).pieces).equals(Buffer.concat(parts))).toBe(true);
  });

  it('is refused where it comes in more tiny chunks than a client would send', async () => {
    const { request, send } = fakeRequest();
    const outcome = readBody(request, { limit: 1e9, clock: makeHandClock() }, anyMemory());
    outcome.catch(() => undefined);
    await send('x'.repeat(64_000));
    for (let chunk = 2; chunk <= 11_000; chunk += 1) request.emit('data', Buffer.from('x'));
    expect(request.listenerCount('data')).toBe(1);
    for (let chunk = 0; chunk < 200; chunk += 1) request.emit('data', Buffer.from('x'));
    expect(await codeOf(() => outcome)).toBe('malformed_request');
    expect(request.listenerCount('data')).toBe(0);
  });

  it('takes several turns of the event loop where one packet has thousands of chunks', async () => {
    const { request, finish } = fakeRequest();
    let taken = 0;
    const take = (bytes: number): void => {
      taken += bytes;
    };
    const outcome = readBody(request, { limit: 1e9, clock: makeHandClock() }, { holder: 'key', take });
    for (let chunk = 0; chunk < 8_000; chunk += 1) request.push('x');
    const turns: number[] = [];
    for (let before = 0; before < 8_000; before = taken) {
      await new Promise((resolve) => void setImmediate(resolve));
      turns.push(taken - before);
    }
    expect(Math.max(...turns)).toBeLessThanOrEqual(1_100);
    await finish();
    expect((await outcome).length).toBe(8_000);
  });

  it('is refused where its sender goes in the middle, once', async () => {
    const { send, abort, outcome } = read();
    await send('x');
    await abort();
    expect(await codeOf(() => outcome)).toBe('malformed_request');
  });
});

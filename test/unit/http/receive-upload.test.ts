import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { mostChunks, slowest } from '../../../src/http/body-limits.ts';
import { receiveUpload } from '../../../src/http/receive-upload.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { codeOf, fakeRequest } from './fake-request.ts';

const form = { fields: new Map(), required: [] };

interface Receiving {
  readonly limit?: number;
  readonly milliseconds?: number | null;
  readonly bytesPerSecond?: number;
}

function receive({ limit = 1_000_000, milliseconds = null, bytesPerSecond = 0 }: Receiving = {}) {
  const clock = makeHandClock();
  const fake = fakeRequest({ headers: [['Content-Type', 'multipart/form-data; boundary=x']] });
  const { upload, stop } = receiveUpload(fake.request, {
    holder: 'key',
    ...{ limit, clock, milliseconds, bytesPerSecond, form },
    recheck: () => Promise.resolve(),
  });
  return { ...fake, clock, upload, stop };
}

describe('a body that flows', () => {
  it('is read piece by piece, and not ahead', async () => {
    const { upload, send, finish } = receive();
    expect([upload.contentType, upload.length, upload.limit]).toEqual([
      'multipart/form-data; boundary=x',
      null,
      1_000_000,
    ]);
    const first = upload.read();
    await send('one');
    expect(String(await first)).toBe('one');
    await send('two');
    expect(String(await upload.read())).toBe('two');
    const end = upload.read();
    await finish();
    expect([await end, await upload.read()]).toEqual([null, null]);
  });

  it.each([
    [10, null],
    [11, 'request_too_large'],
  ])('may have 10 bytes: %i', async (size, code) => {
    const { upload, send } = receive({ limit: 10 });
    const reading = upload.read();
    reading.catch(() => undefined);
    await send('x'.repeat(size));
    expect(await codeOf(() => reading)).toBe(code);
    if (code !== null) expect(await codeOf(() => upload.read())).toBe(code);
  });

  it('is refused when it comes in tiny chunks', async () => {
    const { upload, send } = receive();
    let chunks = 0;
    for (; chunks < mostChunks(chunks + 1) - 1; chunks += 1) {
      const reading = upload.read();
      await send('x');
      await reading;
    }
    const reading = upload.read();
    reading.catch(() => undefined);
    await send('x');
    expect([chunks, await codeOf(() => reading)]).toEqual([10_158, 'malformed_request']);
    expect(await codeOf(() => upload.read())).toBe('malformed_request');
  });

  it('is refused when its sender is too slow', async () => {
    const { upload, send, clock } = receive();
    let reading = upload.read();
    for (let second = 0; second < 29; second += 1) {
      clock.move(1_000);
      await send('x'.repeat(1_000));
      await reading;
      reading = upload.read();
    }
    reading.catch(() => undefined);
    clock.move(1_001);
    expect(await codeOf(() => reading)).toBe('timeout');
  });

  it.each([
    ['while it is held', false, 'timeout'],
    ['and not once it is sent on', true, null],
  ])('must come at the average of a body in memory %s', async (_, flows, code) => {
    const { upload, send, clock } = receive({ bytesPerSecond: 4_000 });
    if (flows) upload.flow();
    const trickle = async (seconds: number): Promise<void> => {
      for (let second = 0; second < seconds; second += 1) {
        const reading = upload.read();
        reading.catch(() => undefined);
        clock.move(1_000);
        await send('x'.repeat(2_000));
        await reading;
      }
    };
    // The first 30 seconds are free: after 59 of them, 29 count.
    await trickle(59);
    expect(await codeOf(() => trickle(2))).toBe(code);
  });

  it('is not refused when its reader is slow', async () => {
    const { upload, send, clock } = receive();
    for (let turn = 0; turn < 5; turn += 1) {
      const reading = upload.read();
      clock.move(1_000);
      await send('x');
      await reading;
      clock.move(slowest.milliseconds * 10);
    }
    const reading = upload.read();
    await send('y');
    expect(String(await reading)).toBe('y');
  });

  it('has no more than its whole time, however fast it comes', async () => {
    const { upload, send, clock } = receive({ milliseconds: 60_000 });
    const first = upload.read();
    await send('x'.repeat(60_000));
    await first;
    const reading = upload.read();
    reading.catch(() => undefined);
    clock.move(29_000);
    await send('x'.repeat(60_000));
    await reading;
    const last = upload.read();
    last.catch(() => undefined);
    clock.move(29_000);
    await send('x'.repeat(60_000));
    await last;
    clock.move(2_000);
    expect(await codeOf(() => upload.read())).toBe('timeout');
  });

  it('says when its sender stops in the middle', async () => {
    const { upload, send, abort } = receive();
    const first = upload.read();
    await send('x');
    await first;
    const reading = upload.read();
    reading.catch(() => undefined);
    await abort();
    expect(await codeOf(() => reading)).toBe('malformed_request');
    expect(await codeOf(() => upload.read())).toBe('malformed_request');
  });

  it('forgets its timers when it is not read any more', async () => {
    const { upload, send, clock, stop } = receive({ milliseconds: 60_000 });
    const first = upload.read();
    await send('x');
    await first;
    stop();
    clock.move(600_000);
    await send('y');
  });

  it('takes turns with other long bodies where a long text in it is read', async () => {
    const read: string[] = [];
    const turns = ['one', 'other'].map((name) =>
      receive()
        .upload.turn(1_000_000)
        .then(() => void read.push(name)),
    );
    while (read.length === 0) await setImmediate();
    expect(read).toHaveLength(1);
    await Promise.all(turns);
    expect(read).toHaveLength(2);
  });
});

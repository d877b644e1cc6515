import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postInTime } from '../../../src/store/sqlite/post-in-time.ts';

/** A daybook of so many calls, and how often it was posted. */
function setUp() {
  const daybook = { waiting: 0, posted: 0 };
  const posting = postInTime({
    waiting: () => daybook.waiting,
    post: () => {
      daybook.posted += 1;
      daybook.waiting = 0;
    },
  });
  const look = (waiting: number): void => {
    daybook.waiting = waiting;
    posting.look();
  };
  return { daybook, look, end: posting.end };
}

describe('calls that wait to be posted', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('are posted a tenth of a second after the first of them', () => {
    const { daybook, look } = setUp();
    look(1);
    vi.advanceTimersByTime(60);
    look(2);
    vi.advanceTimersByTime(39);
    expect(daybook.posted).toBe(0);
    vi.advanceTimersByTime(1);
    expect(daybook.posted).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(daybook.posted).toBe(1);
  });

  it('are posted at once when they are many, after the answer is out, and once', () => {
    const { daybook, look } = setUp();
    look(63);
    look(64);
    look(80);
    expect(daybook.posted).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(daybook.posted).toBe(1);
    look(64);
    vi.advanceTimersByTime(0);
    expect(daybook.posted).toBe(2);
  });

  it('are posted at the next look where they could not be', () => {
    const { daybook, look } = setUp();
    look(1);
    vi.advanceTimersByTime(100);
    look(1);
    vi.advanceTimersByTime(100);
    expect(daybook.posted).toBe(2);
  });

  it('are not looked for where none wait', () => {
    const { daybook, look } = setUp();
    look(0);
    vi.advanceTimersByTime(1000);
    expect(daybook.posted).toBe(0);
  });

  it('are posted at the end, and not again', () => {
    const { daybook, look, end } = setUp();
    look(3);
    end();
    expect(daybook.posted).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(daybook.posted).toBe(1);
  });
});

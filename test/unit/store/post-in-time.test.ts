import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { postInTime } from '../../../src/store/sqlite/batch-server.ts';

/** A journal of so many calls, and how often it was posted. */
function setUp() {
  const settlementJournal = { waiting: 0, posted: 0 };
  const posting = postInTime({
    waiting: () => settlementJournal.waiting,
    post: () => {
      settlementJournal.posted += 1;
      settlementJournal.waiting = 0;
    },
  });
  const look = (waiting: number): void => {
    settlementJournal.waiting = waiting;
    posting.look();
  };
  return { settlementJournal, look, end: posting.end };
}

describe('calls that wait to be posted', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  it('are posted a tenth of a second after the first of them', () => {
    const { settlementJournal, look } = setUp();
    look(1);
    vi.advanceTimersByTime(60);
    look(2);
    vi.advanceTimersByTime(39);
    expect(settlementJournal.posted).toBe(0);
    vi.advanceTimersByTime(1);
    expect(settlementJournal.posted).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(settlementJournal.posted).toBe(1);
  });

  it('are posted at once when they are many, after the answer is out, and once', () => {
    const { settlementJournal, look } = setUp();
    look(127);
    look(128);
    look(140);
    expect(settlementJournal.posted).toBe(0);
    vi.advanceTimersByTime(1000);
    expect(settlementJournal.posted).toBe(1);
    look(128);
    vi.advanceTimersByTime(0);
    expect(settlementJournal.posted).toBe(2);
  });

  it('are posted at the next look where they could not be', () => {
    const { settlementJournal, look } = setUp();
    look(1);
    vi.advanceTimersByTime(100);
    look(1);
    vi.advanceTimersByTime(100);
    expect(settlementJournal.posted).toBe(2);
  });

  it('are not looked for where none wait', () => {
    const { settlementJournal, look } = setUp();
    look(0);
    vi.advanceTimersByTime(1000);
    expect(settlementJournal.posted).toBe(0);
  });

  it('are posted at the end, and not again', () => {
    const { settlementJournal, look, end } = setUp();
    look(3);
    end();
    expect(settlementJournal.posted).toBe(1);
    vi.advanceTimersByTime(1000);
    expect(settlementJournal.posted).toBe(1);
  });
});

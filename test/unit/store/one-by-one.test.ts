import { expect, it } from 'vitest';
import { makeOneByOne } from '../../../src/store/postgres/connection.ts';
import type { Answer } from '../../../src/store/shared/batch-queue.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const rows = ['workspace acme'];
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const clock = makeHandClock();
  const oneByOne = makeOneByOne(clock.monotonic);
  const asked: ((answer: Answer) => void)[] = [];
  const ends: string[] = [];
  const ask = (): void =>
    void oneByOne(rows, () => new Promise((resolve) => void asked.push(resolve))).then(
      (answer) => ends.push('value' in answer ? 'written' : answer.failure.code),
      (cause: { readonly code: string }) => ends.push(`${cause.code} at once`),
    );
  const count = (): Record<string, number> =>
    Object.fromEntries([...new Set(ends)].map((end) => [end, ends.filter((each) => each === end).length]));
  return { clock, oneByOne, asked, ask, count };
}

it('requests for a row that the database does not answer wait only so many, and only so long, and none is sent after that', async () => {
  const { clock, asked, ask, count } = setUp();
  ask();
  await turn();
  for (let time = 0; time < 1_499; time += 1) ask();
  await turn();
  expect([asked.length, count()]).toEqual([1, { 'overloaded at once': 499 }]);
  clock.move(10_001);
  ask();
  expect(count()).toEqual({ 'overloaded at once': 499 });
  await turn();
  asked[0]?.({ value: null });
  await turn();
  await turn();
  expect([asked.length, count()]).toEqual([1, { 'overloaded at once': 500, written: 1, overloaded: 1_000 }]);
  ask();
  await turn();
  asked[1]?.({ value: null });
  await turn();
  expect(count()).toEqual({ 'overloaded at once': 500, written: 2, overloaded: 1_000 });
});

it('requests for a row that are answered in time are all written, in order, and those without a row wait for none', async () => {
  const { asked, ask, oneByOne, count } = setUp();
  for (let time = 0; time < 50; time += 1) ask();
  expect(await oneByOne(null, () => Promise.resolve({ value: 1 }))).toEqual({ value: 1 });
  for (let time = 0; time < 50; time += 1) {
    await turn();
    expect(asked).toHaveLength(time + 1);
    asked[time]?.({ value: null });
  }
  await turn();
  expect(count()).toEqual({ written: 50 });
});

import { expect, it } from 'vitest';
import { everyPerson, firstPerson, type PersonRecord } from '../../../src/identity/people/person-store.ts';
import type { ListQuery } from '../../../src/identity/stores.ts';
import { personOf } from '../../store/person-store.ts';

const all = Array.from({ length: 1_200 }, (_, at) => personOf({ id: `per_${at}`, createdAt: at }));

/** A list that notes how much of it was asked for. */
function makeList(people: readonly PersonRecord[]) {
  const asked: (number | undefined)[] = [];
  const list = ({ after, limit }: ListQuery = {}) => {
    asked.push(limit);
    const start = people.findIndex(({ id }) => id === after?.id) + 1;
    return Promise.resolve(people.slice(start, start + (limit ?? people.length)));
  };
  return { asked, list };
}

it('all people are read piece by piece', async () => {
  for (const count of [0, 1, 500, 1_200]) {
    const { asked, list } = makeList(all.slice(0, count));
    const found: string[] = [];
    for await (const { id } of everyPerson({ list })) found.push(id);
    expect(found).toEqual(all.slice(0, count).map(({ id }) => id));
    expect(asked.every((limit) => limit === 500)).toBe(true);
  }
});

it('the first person who fits is found without those who come later', async () => {
  const { asked, list } = makeList(all);
  expect(await firstPerson({ list }, ({ createdAt }) => createdAt === 3)).toEqual(all[3]);
  expect(asked).toHaveLength(1);
  expect(await firstPerson({ list }, () => false)).toBeNull();
});

import { describe, expect, it } from 'vitest';
import { makeKeyClients, type KeyClient, type KeyClientStore } from '../../../src/identity/key-uses.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

/** A store for several instances, which may be away. */
function makeStore() {
  const kept = new Map<string, KeyClient>();
  let isAway = false;
  const store: KeyClientStore = {
    list: (keyIds) => Promise.resolve(keyIds.flatMap((keyId) => kept.get(keyId) ?? [])),
    put: async (clients) => {
      if (isAway) throw new Error('away');
      for (const client of clients)
        if ((kept.get(client.keyId)?.seenAt ?? 0) <= client.seenAt) kept.set(client.keyId, client);
      await Promise.resolve();
    },
  };
  return { store, beAway: (away: boolean) => void (isAway = away) };
}

function setUp() {
  const clock = makeHandClock();
  const { store, beAway } = makeStore();
  const start = () => {
    const clients = makeKeyClients(store, clock, silentLog);
    return {
      flush: clients.flush,
      use: (program: string): void => {
        clock.move(1_000);
        clients.note('key_1', ['User-Agent', program]);
      },
      last: async (): Promise<string | undefined> => (await clients.read(['key_1'])).get('key_1')?.client,
    };
  };
  return { beAway, one: start(), other: start() };
}

describe('the program that used a key last', () => {
  it('is the one that any instance saw last, whether it is written yet or not', async () => {
    const { one, other } = setUp();
    one.use('curl/8');
    await one.flush();
    other.use('OpenAI/Python 2');
    expect([await one.last(), await other.last()]).toEqual(['curl/8', 'OpenAI/Python 2']);
    await other.flush();
    expect([await one.last(), await other.last()]).toEqual(['OpenAI/Python 2', 'OpenAI/Python 2']);
  });

  it('is not one that an instance saw before another one did, and has not written yet', async () => {
    const { one, other } = setUp();
    one.use('curl/8');
    other.use('OpenAI/Python 2');
    await other.flush();
    expect(await one.last()).toBe('OpenAI/Python 2');
    await one.flush();
    expect([await one.last(), await other.last()]).toEqual(['OpenAI/Python 2', 'OpenAI/Python 2']);
  });

  it('is written later where the database was away', async () => {
    const { beAway, one, other } = setUp();
    one.use('curl/8');
    beAway(true);
    await one.flush();
    expect([await one.last(), await other.last()]).toEqual(['curl/8', undefined]);
    beAway(false);
    await one.flush();
    expect(await other.last()).toBe('curl/8');
  });
});

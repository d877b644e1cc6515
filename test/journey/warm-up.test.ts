import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeWarming } from '../../src/contract/contract.ts';
import { startGateway } from './start-gateway.ts';

/** What is warmed of contracts that take no time, with so many calls under way. */
function setUp(openCalls: number) {
  const warmed: string[] = [];
  const state = { openCalls, ready: true };
  const contract = (id: string) => ({ warm: async () => void warmed.push(id) });
  const contracts = { a: contract, b: contract };
  const warming = makeWarming({ contracts, ready: () => state.ready, openCalls: () => state.openCalls });
  return { warmed, state, warming };
}

describe('validators that are made before their first calls', () => {
  it('let calls through between them', async () => {
    const { warmed, warming } = setUp(0);
    const seen = new Set<number>();
    const look = (): void => {
      seen.add(warmed.length);
      if (!warming.isWarm()) setImmediate(look);
    };
    setImmediate(look);
    await warming.warm();
    expect(warmed.length).toBeGreaterThan(1);
    expect([...seen]).toEqual(expect.arrayContaining(warmed.map((_, index) => index + 1)));
  });

  it('are each of an operation that there is', async () => {
    const gateway = await startGateway();
    await gateway.app.warming.warm();
    await gateway.app.warming.warmMore();
  });

  it('are made once, however many wait for them', async () => {
    const { warmed, warming } = setUp(0);
    await Promise.all([warming.warm(), warming.warm()]);
    await warming.warm();
    expect(warmed).toEqual([...new Set(warmed)]);
  });

  it('are made from the start on, and waited for by who asks whether the gateway is ready', async () => {
    const gateway = await startGateway({ warmsFirst: true });
    const { isWarm } = gateway.app.warming;
    const ready = async (): Promise<number> => (await fetch(`${gateway.url}/readyz`)).status;
    while ((await ready()) !== 200);
    expect(isWarm()).toBe(true);
    await gateway.close();
  });

  it('leave the gateway not ready when one could not be made', async () => {
    const failing = () => ({ warm: () => Promise.reject(new Error('no such operation')) });
    const warming = makeWarming({ contracts: { a: failing, b: failing }, ready: () => true, openCalls: () => 0 });
    await expect(warming.warm()).rejects.toThrow('no such operation');
    expect(warming.isWarm()).toBe(false);
  });

  it('and take long are made when no call is under way', async () => {
    const { warmed, state, warming } = setUp(1);
    const ended = warming.warmMore();
    await wait(120);
    expect(warmed).toEqual([]);
    state.openCalls = 0;
    await ended;
    expect(warmed).toContain('countMessageTokens');
  });

  it('are not made for a gateway that stops', async () => {
    const { warmed, state, warming } = setUp(1);
    const ended = warming.warmMore();
    state.ready = false;
    state.openCalls = 0;
    await ended;
    expect(warmed).toEqual([]);
  });
});

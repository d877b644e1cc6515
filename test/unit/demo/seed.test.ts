import { describe, expect, it } from 'vitest';
import { inventCalls, makeDice, seedHabits } from '../../../src/demo/seed.ts';
import { roundToNano } from '../../../src/shared/money.ts';
import { makeConfig, makeModel, makeProvider } from '../../fakes/make-config.ts';

const day = 86_400_000;
const to = Date.UTC(2026, 10, 22, 9);
const plan = () => ({
  workspaceId: 'demo',
  keys: seedHabits.map((habits, index) => ({ id: `key_${index}`, habits })),
  catalog: makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:9')] }).catalog,
  ...{ from: to - 90 * day, to, calls: 4_000, dice: makeDice(1) },
});

describe('invented usage', () => {
  it('calls no model of the demo that exists to fail', () => {
    const models = ['demo', 'demo-429', 'demo-529', 'demo-drop', 'demo-refusal', 'demo-slow'];
    const { catalog } = makeConfig({
      providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:9')],
      models: models.map((id) => makeModel(id, ['up-a'])),
    });
    const called = new Set([...inventCalls({ ...plan(), catalog })].map(({ model }) => model));
    expect([...called].toSorted()).toEqual(['demo', 'demo-slow']);
  });

  const calls = [...inventCalls(plan())];

  it('is as much as was asked for, in order, within its days', () => {
    expect(calls).toHaveLength(4_000);
    expect(calls.every(({ startedAt }, index) => index === 0 || startedAt >= (calls[index - 1]?.startedAt ?? 0))).toBe(
      true,
    );
    expect(calls.every(({ startedAt }) => startedAt >= to - 90 * day && startedAt <= to)).toBe(true);
  });

  it('charges what its lines say', () => {
    for (const { lines, charge, status } of calls) {
      expect(charge).toBe(roundToNano(lines.reduce((sum, { amount }) => sum + amount, 0n)));
      if (status >= 400) expect(charge).toBe(0n);
    }
  });

  it('is busier on weekdays than at weekends, and fails now and then', () => {
    const weekend = calls.filter(({ startedAt }) => [0, 6].includes(new Date(startedAt).getUTCDay())).length;
    expect(weekend / calls.length).toBeLessThan(0.25);
    const failed = calls.filter(({ status }) => status >= 400).length / calls.length;
    expect(failed).toBeGreaterThan(0.005);
    expect(failed).toBeLessThan(0.06);
  });

  it('is the same at every run but for its ids', () => {
    const facts = ({ startedAt, charge, status }: (typeof calls)[number]) => [startedAt, charge, status];
    expect([...inventCalls(plan())].map(facts)).toEqual(calls.map(facts));
  });
});

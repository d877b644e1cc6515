import { expect, it } from 'vitest';
import { readCallFilter, readBeginning, readEnd } from '../../../src/control-api/requests.ts';
import type { KeyStore } from '../../../src/identity/stores.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';

it.each([
  ['2026-03-29', 'UTC', '2026-03-29T00:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-03-30T12:00:00+05:45', 'Europe/Berlin', '2026-03-30T06:15:00.000Z'],
])('a range from %s in %s begins at %s', (text, zone, instant) => {
  expect(new Date(readBeginning(text, 'from', zone)).toISOString()).toBe(instant);
});

it.each(['2026-02-30', '2026-03-30T12:00:00', '2026-03-30T'])('%s bounds no range', (text) => {
  expect(() => readBeginning(text, 'from', 'UTC')).toThrow(
    /^from must be a day, such as 2026-11-20, or a timestamp with an offset/,
  );
});

it.each([
  ['2026-12-31', 'UTC', '2027-01-01T00:00:00.000Z'],
  ['2026-12-31', 'America/Los_Angeles', '2027-01-01T08:00:00.000Z'],
  // The clocks change on that day, which has 23 hours.
  ['2026-03-29', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-12-31T12:00:00Z', 'Europe/Berlin', '2026-12-31T12:00:00.000Z'],
])('what ends with %s in %s ends at %s', (text, zone, instant) => {
  expect(new Date(readEnd(text, 'expires_at', zone)).toISOString()).toBe(instant);
});

it.each([[{ workspace_id: 'acme' }], [{ key_id: 'key_1' }], [{ workspace_id: 'acme', key_id: 'key_1' }]])(
  'days of calls are those of the workspace, named as %j',
  (named) => {
    const workspace = makeWorkspace('acme', { timeZone: 'Asia/Kathmandu' });
    const keys = { workspace: () => workspace, key: () => makeKey('a secret') } as unknown as KeyStore;
    const filter = readCallFilter({ ...named, from: '2026-03-29', to: '2026-03-30' }, { keys });
    expect(filter).toMatchObject({
      workspaceId: 'acme',
      from: Date.parse('2026-03-28T18:15:00Z'),
      to: Date.parse('2026-03-29T18:15:00Z'),
    });
  },
);

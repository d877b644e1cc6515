import { describe, expect, it } from 'vitest';
import { allKeysOf, type KeyRow } from '../../../src/store/operations/keys.ts';

const scope = (models: readonly string[] | null): string =>
  JSON.stringify({ models, operations: null, products: null, regions: null, networks: null });

const row = (id: string, changes: Partial<KeyRow>): KeyRow => ({
  id,
  workspace_id: 'acme',
  name: id,
  hash: id,
  previous_hash: null,
  previous_expires_at: null,
  prefix: 'sk-dg_',
  last_four: 'abcd',
  scope: scope(null),
  day_limit: null,
  month_limit: null,
  total_limit: null,
  created_at: 1n,
  expires_at: null,
  revoked_at: null,
  previous_grace: null,
  version: 1n,
  owner: null,
  ...changes,
});

describe('the rows of all keys', () => {
  it('share a scope where they say the same, and nothing where they do not', () => {
    const rows = [
      row('one', {}),
      row('two', { scope: scope(['gpt-5']) }),
      row('three', {}),
      row('four', { day_limit: 5n }),
    ];
    const [one, two, three, four] = allKeysOf(rows);
    expect(one?.scope).toBe(three?.scope);
    expect(one?.scope.models).toBeNull();
    expect(two?.scope.models).toEqual(['gpt-5']);
    expect(one?.limits).toEqual({ day: null, month: null, total: null });
    expect(four?.limits).toEqual({ day: 5n, month: null, total: null });
  });
});

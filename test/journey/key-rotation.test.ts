import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { startConsole, type ConsoleGateway } from './start-console.ts';

const hour = 3_600_000;

interface Key {
  readonly id: string;
  readonly limits: unknown;
  readonly replaced_secret_state: string | null;
  readonly replaced_secret_until: string | null;
  readonly unused_since_rotation: boolean;
}
interface Issued {
  readonly key: Key;
  readonly secret: string;
}

describe('a rotated key, through HTTP', () => {
  let folder: string;
  let clock: ReturnType<typeof makeShiftedClock>;
  let gateway: ConsoleGateway;
  /** What waits for its turn among the background work, which is done every 30 seconds. */
  const turns = new Set<() => void>();
  const after = (milliseconds: number, action: () => void): (() => void) => {
    if (milliseconds !== 30_000) return systemClock.after(milliseconds, action);
    turns.add(action);
    return () => turns.delete(action);
  };
  const start = () => startConsole({ clock, storage: { database: `sqlite:${join(folder, 'test.db')}` } });
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'diglot-rotation-'));
    clock = { ...makeShiftedClock(), after };
    turns.clear();
    gateway = await start();
  });
  afterEach(async () => {
    await gateway.close();
    rmSync(folder, { recursive: true });
  });

  const restart = async (): Promise<void> => {
    await gateway.close();
    gateway = await start();
  };
  const ask = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await gateway.ask(path, body === undefined ? {} : { body });
    expect(response.ok).toBe(true);
    return (await response.json()) as Answer;
  };
  const issue = () => ask<Issued>('/keys', { workspace_id: 'acme', name: 'ci', limits: { total: '5' } });
  const rotate = (id: string, body: unknown) => ask<Issued>(`/keys/${id}/rotate`, body);
  const read = (id: string) => ask<Key>(`/keys/${id}`);
  const callWith = async (secret: string): Promise<number> => {
    const response = await gateway.chat({ authorization: `Bearer ${secret}` });
    await response.arrayBuffer();
    return response.status;
  };
  const waiting = { replaced_secret_state: 'waiting_for_first_use', replaced_secret_until: null };
  const ended = { replaced_secret_state: null, replaced_secret_until: null };

  it('lets the old secret work until the new one is used, for the grace after that, and then no more', async () => {
    const { key, secret: old } = await issue();
    expect(key).toMatchObject(ended);
    const { key: rotated, secret: fresh } = await rotate(key.id, { grace_seconds: 3_600 });
    expect(rotated).toMatchObject({ id: key.id, limits: key.limits, ...waiting });
    clock.shift(1_000 * hour);
    expect(await callWith(old)).toBe(200);
    expect(await read(key.id)).toMatchObject(waiting);

    const before = clock.now();
    expect([await callWith(fresh), await callWith(old)]).toEqual([200, 200]);
    const { replaced_secret_state: state, replaced_secret_until: until } = await read(key.id);
    expect(state).toBe('ending');
    expect(Date.parse(until ?? '') - before - hour).toBeGreaterThanOrEqual(0);
    expect(Date.parse(until ?? '') - clock.now() - hour).toBeLessThanOrEqual(0);

    clock.shift(hour - 60_000);
    expect(await callWith(old)).toBe(200);
    clock.shift(60_000);
    expect([await callWith(old), await callWith(fresh)]).toEqual([401, 200]);
    expect(await read(key.id)).toMatchObject(ended);
  });

  it('says which secret replaced the old one, and since when', async () => {
    const { key, secret: old } = await issue();
    const { secret: fresh } = await rotate(key.id, { grace_seconds: 0 });
    expect([await callWith(old), await callWith(fresh), await callWith(old)]).toEqual([200, 200, 401]);
    const response = await gateway.chat({ authorization: `Bearer ${old}` });
    const { error } = (await response.json()) as { readonly error: { readonly message: string } };
    expect(error.message).toMatch(/^This API key was replaced by sk-dg-….{4} and has not been accepted since \d/);
    expect(error.message).toContain(fresh.slice(-4));
  });

  it('waits over a restart, and the grace that has begun goes on over one', async () => {
    const { key, secret: old } = await issue();
    const { secret: fresh } = await rotate(key.id, { grace_seconds: 3_600 });
    await restart();
    expect(await read(key.id)).toMatchObject(waiting);
    expect([await callWith(old), await callWith(fresh)]).toEqual([200, 200]);
    const begun = await read(key.id);
    await restart();
    expect(await read(key.id)).toEqual({ ...begun, last_used: expect.anything() as unknown });
    clock.shift(hour - 60_000);
    expect([await callWith(old), await callWith(fresh)]).toEqual([200, 200]);
    clock.shift(60_000);
    expect([await callWith(old), await callWith(fresh)]).toEqual([401, 200]);
    await restart();
    expect([await callWith(old), await callWith(fresh)]).toEqual([401, 200]);
  });

  it('begins its grace with the rotation where that is asked for, and of 0 seconds leaves not one call', async () => {
    const { key, secret: old } = await issue();
    const first = await rotate(key.id, { grace_seconds: 60, grace_begins: 'now' });
    expect(first.key.replaced_secret_state).toBe('ending');
    expect(Date.parse(first.key.replaced_secret_until ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await callWith(old)).toBe(200);
    const second = await rotate(key.id, { grace_seconds: 0, grace_begins: 'now' });
    expect(second.key).toMatchObject(ended);
    expect([await callWith(old), await callWith(first.secret), await callWith(second.secret)]).toEqual([401, 401, 200]);
  });

  it('ends in the place of the one that callers have where it is replaced before it was used', async () => {
    const { key, secret: inUse } = await issue();
    const { secret: lost } = await rotate(key.id, {});
    const { key: rotated, secret: fresh } = await rotate(key.id, { grace_seconds: 3_600 });
    expect(rotated).toMatchObject(waiting);
    await restart();
    expect([await callWith(inUse), await callWith(lost), await callWith(inUse)]).toEqual([200, 401, 200]);
    expect([await callWith(fresh), await callWith(inUse)]).toEqual([200, 200]);
    clock.shift(hour + 60_000);
    expect([await callWith(inUse), await callWith(fresh)]).toEqual([401, 200]);
  });

  it('ends in the place of the one that callers have also where that has a fixed end, which stays', async () => {
    const { key, secret: inUse } = await issue();
    expect(key.unused_since_rotation).toBe(false);
    const first = await rotate(key.id, { grace_seconds: 7 * 24 * 3_600, grace_begins: 'now' });
    expect(first.key).toMatchObject({ replaced_secret_state: 'ending', unused_since_rotation: true });
    const { key: rotated, secret: fresh } = await rotate(key.id, {});
    const { replaced_secret_until: until } = first.key;
    expect(rotated).toMatchObject({ replaced_secret_state: 'ending', replaced_secret_until: until });
    await restart();
    expect([await callWith(inUse), await callWith(first.secret)]).toEqual([200, 401]);
    clock.shift(7 * 24 * hour - 60_000);
    expect(await callWith(inUse)).toBe(200);
    clock.shift(60_000);
    expect([await callWith(inUse), await callWith(fresh)]).toEqual([401, 200]);
  });

  it('is kept when it is replaced after its use, though its own grace began with the rotation', async () => {
    const { key, secret: oldest } = await issue();
    const { secret: old } = await rotate(key.id, { grace_begins: 'now' });
    expect(await callWith(old)).toBe(200);
    await expect.poll(async () => (await read(key.id)).unused_since_rotation).toBe(false);
    const { secret: fresh } = await rotate(key.id, {});
    expect([await callWith(oldest), await callWith(old), await callWith(fresh)]).toEqual([401, 200, 200]);
  });

  describe('where its first use cannot be stored', () => {
    beforeEach(async () => {
      await gateway.close();
      const database = new DatabaseSync(join(folder, 'test.db'));
      database.exec(`create trigger no_first_use before update of previous_grace on api_key
        when new.previous_grace is null and not exists (select 1 from workspace where name = 'repaired')
        begin select raise(abort, 'The disk is full.'); end`);
      database.close();
      gateway = await start();
    });
    const repair = () =>
      gateway.control.PATCH('/workspaces/{workspace_id}', {
        params: { path: { workspace_id: 'acme' } },
        body: { name: 'repaired' },
      });

    it('counts as used when it is replaced itself', async () => {
      const { key, secret: oldest } = await issue();
      const { secret: old } = await rotate(key.id, {});
      expect(await callWith(old)).toBe(200);
      expect(await read(key.id)).toMatchObject(waiting);
      const { secret: fresh } = await rotate(key.id, {});
      expect([await callWith(oldest), await callWith(old), await callWith(fresh)]).toEqual([401, 200, 200]);
    });

    it('is stored later, without another call', async () => {
      const { key } = await issue();
      const { secret: fresh } = await rotate(key.id, { grace_seconds: 3_600 });
      const before = clock.now();
      expect(await callWith(fresh)).toBe(200);
      const used = clock.now();
      expect(await read(key.id)).toMatchObject(waiting);
      await repair();
      clock.shift(hour / 2);
      for (const turn of turns) {
        turns.delete(turn);
        turn();
      }
      await expect.poll(async () => (await read(key.id)).replaced_secret_state).toBe('ending');
      const until = Date.parse((await read(key.id)).replaced_secret_until ?? '');
      expect(until).toBeGreaterThanOrEqual(before + hour);
      expect(until).toBeLessThanOrEqual(used + hour);
    });
  });

  it('leaves no other secret where it leaked, also one that the callers still had', async () => {
    const { key, secret: inUse } = await issue();
    const { secret: lost } = await rotate(key.id, {});
    const { key: rotated, secret: fresh } = await rotate(key.id, { grace_seconds: 0, grace_begins: 'now' });
    expect(rotated).toMatchObject(ended);
    expect([await callWith(inUse), await callWith(lost), await callWith(fresh)]).toEqual([401, 401, 200]);
  });

  it('has a day of grace where nothing is said, and ends a secret that was replaced before at once', async () => {
    const { key, secret: oldest } = await issue();
    const { secret: old } = await rotate(key.id, {});
    expect(await callWith(old)).toBe(200);
    await expect.poll(async () => (await read(key.id)).replaced_secret_state).toBe('ending');
    const { secret: fresh } = await rotate(key.id, {});
    expect([await callWith(oldest), await callWith(old), await callWith(fresh)]).toEqual([401, 200, 200]);
    const { replaced_secret_until: until } = await read(key.id);
    expect(Math.abs(Date.parse(until ?? '') - Date.now() - 24 * hour)).toBeLessThan(60_000);
  });

  it('notes the rotation and the first use in the audit log, the latter once and as the system’s', async () => {
    const { key } = await issue();
    const { secret: fresh } = await rotate(key.id, { grace_seconds: 60 });
    await Promise.all([callWith(fresh), callWith(fresh), callWith(fresh)]);
    const { replaced_secret_until: until } = await read(key.id);
    const { data } = await ask<{ readonly data: readonly object[] }>(`/audit?subject=key:${key.id}`);
    expect(data).toMatchObject([
      { actor: 'system', action: 'key.first_use', request_id: null, diff: { replaced_secret_until: until } },
      {
        actor: 'admin',
        action: 'key.rotate',
        diff: { grace_begins: 'first_use', grace_seconds: 60, replaced_secret_until: null },
      },
      { actor: 'admin', action: 'key.issue' },
    ]);
  });
});

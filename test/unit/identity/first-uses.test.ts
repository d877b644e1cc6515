import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/identity/authenticate.ts';
import { makeFirstUses, type FirstUses } from '../../../src/identity/key-uses.ts';
import { unrestricted } from '../../../src/identity/caller.ts';
import { editKey, revokeKey } from '../../../src/identity/key-terms.ts';
import { issueKey, rotateKey, type KeyDraft, type KeyRotation } from '../../../src/identity/issue-key.ts';
import type { KeyRecord, KeyStore } from '../../../src/identity/stores.ts';
import type { AuditEvent } from '../../../src/shared/audit-event.ts';
import { silentLog, type Log, type LogFields } from '../../../src/shared/log.ts';
import type { Secret } from '../../../src/shared/secret.ts';
import { clientSecrets } from '../../fakes/client-secrets.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

const minute = 60_000;
const day = 86_400_000;
const year = 365 * day;

/** A store whose disk a test can fill up or hold, and that shows what was written. */
function makeDisk() {
  const store = makeMemoryKeyStore({ workspaces: [makeWorkspace()] });
  const written: { readonly key: KeyRecord; readonly event: AuditEvent | undefined }[] = [];
  let before: () => Promise<void> = () => Promise.resolve();
  const keys: KeyStore = {
    ...store,
    putKey: async (key, event) => {
      await before();
      const kept = await store.putKey(key, event);
      written.push({ key, event });
      return kept;
    },
  };
  return {
    keys,
    written,
    full: () => (before = () => Promise.reject(new Error('The disk is full.'))),
    stuck: () => (before = () => new Promise<never>(() => undefined)),
    ok: () => (before = () => Promise.resolve()),
  };
}

/** A rotated key, with both of its secrets. */
async function setUp(rotation: Partial<KeyRotation> = {}, draft: Partial<KeyDraft> = {}) {
  const clock = makeStillClock();
  const disk = makeDisk();
  const { keys } = disk;
  const logged: (LogFields | undefined)[] = [];
  const log: Log = { ...silentLog, error: (_, fields) => void logged.push(fields) };
  let firstUses: FirstUses = makeFirstUses({ keys, clock, log });
  const deps = { keys, clock, newId: (prefix: string) => `${prefix}_1` };
  const old = await issueKey({ workspaceId: 'acme', name: 'ci', ...draft }, deps);
  const keyId = old.record.id;
  const usual = { graceMilliseconds: minute, graceBegins: 'first_use', ...rotation } as const;
  const rotate = (again: Partial<KeyRotation> = {}) => rotateKey({ keyId, ...usual, ...again }, { ...deps, firstUses });
  const { secret: fresh } = await rotate();
  disk.written.length = 0;
  const call = (secret: Secret, remoteAddress = '127.0.0.1') =>
    authenticate(
      { spec: 'a', rawHeaders: ['x-api-key', secret.reveal()], query: '', remoteAddress },
      { keys, clock, firstUses, clientSecrets },
    );
  const kept = () => keys.key(keyId);
  const restart = () => (firstUses = makeFirstUses({ keys, clock, log }));
  const flush = () => firstUses.flush();
  return { ...deps, disk, logged, old: old.secret, fresh, keyId, rotate, call, kept, restart, flush };
}

/** Everything that waits for nothing but its turn has had it. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the secret that a rotation replaced', () => {
  it('works without a limit of time until its successor is used, however often it is used itself', async () => {
    const { clock, disk, call, old, kept } = await setUp();
    for (let years = 0; years < 5; years += 1) {
      expect(call(old).keyName).toBe('ci');
      clock.move(year);
    }
    await settled();
    expect(disk.written).toEqual([]);
    expect(kept()).toMatchObject({ previousGrace: minute, previousExpiresAt: null });
  });

  it('works for the grace from the first use of its successor, and then never again', async () => {
    const { clock, call, old, fresh, kept } = await setUp();
    clock.move(year);
    const firstUse = clock.now();
    call(fresh);
    await settled();
    expect(kept()).toMatchObject({ previousGrace: null, owner: null, previousExpiresAt: firstUse + minute });
    clock.move(minute - 1);
    expect(call(fresh).keyId).toBe(call(old).keyId);
    clock.move(1);
    expect(() => call(old)).toThrow(
      `This API key was replaced by sk-dg-…${fresh.lastFour()} and has not been accepted since 20 Nov 2027. Use the new one.`,
    );
    clock.move(year);
    expect(() => call(old)).toThrow(/was replaced by/);
    expect(call(fresh).keyName).toBe('ci');
  });

  it('ends with the first use of its successor where the grace is 0, before that is on the disk', async () => {
    const { disk, call, old, fresh } = await setUp({ graceMilliseconds: 0 });
    expect(call(old).keyName).toBe('ci');
    disk.stuck();
    expect(call(fresh).keyName).toBe('ci');
    expect(() => call(old)).toThrow(/was replaced by/);
  });

  it('ends at once, used or not, where its grace is 0 and begins with the rotation', async () => {
    const { disk, call, old, fresh } = await setUp({ graceMilliseconds: 0, graceBegins: 'now' });
    expect(() => call(old)).toThrow(/was replaced by/);
    call(fresh);
    await settled();
    expect(disk.written).toEqual([]);
  });

  it('does not keep the place of its successor once it has ended: that may be all that callers have', async () => {
    const { call, clock, old, fresh, rotate } = await setUp({ graceBegins: 'now' });
    clock.move(minute);
    const { secret: newest } = await rotate({ graceBegins: 'first_use' });
    expect(() => call(old)).toThrow(/is unknown/);
    expect([call(fresh).keyName, call(newest).keyName]).toEqual(['ci', 'ci']);
  });

  it('ends with the rotation after the first use, and the secret after it waits in its turn', async () => {
    const { call, clock, old, fresh, rotate, kept } = await setUp();
    call(fresh);
    await settled();
    const { secret: newest } = await rotate();
    expect(() => call(old)).toThrow(/is unknown/);
    clock.move(year);
    expect(call(fresh).keyName).toBe('ci');
    call(newest);
    await settled();
    expect(kept()?.previousExpiresAt).toBe(clock.now() + minute);
  });

  it('waits on where its successor is replaced unused, and for the grace of the last rotation', async () => {
    const { call, clock, old, fresh, rotate } = await setUp();
    await rotate();
    const { secret: newest } = await rotate();
    clock.move(year);
    expect(() => call(fresh)).toThrow(/is unknown/);
    expect(call(old).keyName).toBe('ci');
    call(newest);
    clock.move(minute - 1);
    expect(call(old).keyName).toBe('ci');
    clock.move(1);
    expect(() => call(old)).toThrow(/was replaced by/);
  });

  it.each([
    ['a later one from the rotation', { graceBegins: 'now', graceMilliseconds: day }, 0, minute],
    ['an earlier one from the rotation', { graceBegins: 'now', graceMilliseconds: 1_000 }, 0, 1_000],
    ['a later one from the first use', { graceBegins: 'first_use', graceMilliseconds: day }, 1_000, minute],
    ['an earlier one from the first use', { graceBegins: 'first_use', graceMilliseconds: 1_000 }, 2_000, 3_000],
    ['one from a first use that comes too late', { graceBegins: 'first_use', graceMilliseconds: day }, day, minute],
  ] as const)(
    'keeps its fixed end or %s, whichever is earlier, where its successor is replaced unused',
    async (...row) => {
      const [, again, usedAfter, worksFor] = row;
      const { call, clock, old, fresh, rotate } = await setUp({ graceBegins: 'now' });
      const begin = clock.now();
      const { secret: newest } = await rotate(again);
      expect(() => call(fresh)).toThrow(/is unknown/);
      expect(call(old).keyName).toBe('ci');
      const worksUntil = (end: number): void => {
        clock.move(begin + end - 1 - clock.now());
        expect(call(old).keyName).toBe('ci');
        clock.move(1);
        expect(() => call(old)).toThrow(/was replaced by/);
      };
      if (usedAfter >= worksFor) worksUntil(worksFor);
      clock.move(begin + usedAfter - clock.now());
      call(newest);
      await settled();
      if (usedAfter < worksFor) worksUntil(worksFor);
      expect(() => call(old)).toThrow(/was replaced by/);
    },
  );

  it('is the one that was used, where its first use could not be stored', async () => {
    const { call, clock, disk, old, fresh, rotate } = await setUp();
    disk.full();
    call(fresh);
    await settled();
    disk.ok();
    const { secret: newest } = await rotate();
    clock.move(year);
    expect(() => call(old)).toThrow(/is unknown/);
    expect([call(fresh).keyName, call(newest).keyName]).toEqual(['ci', 'ci']);
  });

  it('is revoked with its key, used or not', async () => {
    const { call, old, fresh, keyId, keys, clock } = await setUp();
    await revokeKey(keyId, { keys, clock });
    expect(() => call(old)).toThrow(/was revoked/);
    expect(() => call(fresh)).toThrow(/was revoked/);
  });

  it('does not outlive its key', async () => {
    const expiresAt = makeStillClock().now() + year;
    const { call, clock, old } = await setUp({}, { expiresAt });
    clock.move(year);
    expect(() => call(old)).toThrow(/expired on/);
  });
});

describe('the first use of a new secret', () => {
  it('is not one that is refused for its network', async () => {
    const scope = { ...unrestricted, networks: ['127.0.0.0/8'] };
    const { call, fresh, disk } = await setUp({}, { scope });
    expect(() => call(fresh, '203.0.113.9')).toThrow(/from this network/);
    await settled();
    expect(disk.written).toEqual([]);
  });

  it('is written once, however many come at the same time, with the moment of the first of them', async () => {
    const { call, clock, disk, fresh } = await setUp();
    const firstUse = clock.now();
    for (let calls = 0; calls < 10; calls += 1) {
      call(fresh);
      clock.move(1);
    }
    await settled();
    call(fresh);
    await settled();
    expect(disk.written.map(({ key }) => key.previousExpiresAt)).toEqual([firstUse + minute]);
    expect(disk.written[0]?.event).toMatchObject({
      actor: 'system',
      action: 'key.first_use',
      object: 'key:key_1',
      diff: JSON.stringify({ replaced_secret_until: new Date(firstUse + minute).toISOString() }),
      requestId: null,
    });
  });

  it('writes nothing for a key that was never rotated', async () => {
    const { call, disk, keys, clock } = await setUp();
    const { secret } = await issueKey({ workspaceId: 'acme', name: 'other' }, { keys, clock, newId: () => 'key_2' });
    call(secret);
    await settled();
    expect(disk.written).toEqual([]);
  });

  it('is in force and logged when it cannot be written, and the next use writes the same end', async () => {
    const { call, clock, disk, logged, old, fresh, kept } = await setUp();
    const firstUse = clock.now();
    disk.full();
    for (const calls of [1, 5]) {
      for (let made = 0; made < calls; made += 1) call(fresh);
      await settled();
    }
    // One a write, not one a call: calls that come while it is tried do not try beside it.
    expect(logged).toEqual([{ key: 'key_1' }, { key: 'key_1' }]);
    expect(kept()?.previousGrace).toBe(minute);
    clock.move(minute);
    expect(() => call(old)).toThrow(/was replaced by/);
    disk.ok();
    call(fresh);
    await settled();
    expect(kept()).toMatchObject({ previousGrace: null, previousExpiresAt: firstUse + minute });
    expect(logged).toHaveLength(2);
  });

  it('is written without another use, with its own end, as soon as it can be', async () => {
    const { call, clock, disk, logged, fresh, kept, flush } = await setUp();
    const firstUse = clock.now();
    disk.full();
    call(fresh);
    await flush();
    await flush();
    expect(logged).toHaveLength(2);
    disk.ok();
    clock.move(year);
    await flush();
    expect(kept()).toMatchObject({ previousGrace: null, previousExpiresAt: firstUse + minute });
    await flush();
    expect(disk.written).toHaveLength(1);
  });

  it('is the earlier one where two instances saw one, whichever writes first', async () => {
    for (const order of [0, 1]) {
      const { call, clock, disk, fresh, kept, restart } = await setUp();
      disk.full();
      const firstUse = clock.now();
      const one = restart();
      call(fresh);
      clock.move(1);
      const other = restart();
      call(fresh);
      await settled();
      disk.ok();
      for (const instance of order === 0 ? [one, other] : [other, one]) await instance.flush();
      expect(kept()?.previousExpiresAt).toBe(firstUse + minute);
    }
  });

  it('is the next one where the process ended before it was written', async () => {
    const { call, clock, disk, old, fresh, kept, restart } = await setUp();
    disk.full();
    call(fresh);
    await settled();
    restart();
    disk.ok();
    clock.move(year);
    expect(call(old).keyName).toBe('ci');
    call(fresh);
    await settled();
    expect(kept()?.previousExpiresAt).toBe(clock.now() + minute);
  });

  it('is kept when the key is edited at the same moment, and so is the edit', async () => {
    const { call, clock, old, fresh, keyId, keys, kept } = await setUp();
    const edit = editKey({ keyId, terms: { name: 'renamed' } }, { keys, clock });
    call(fresh);
    await Promise.all([edit, settled()]);
    expect(kept()).toMatchObject({ name: 'renamed', previousGrace: null, previousExpiresAt: clock.now() + minute });
    clock.move(minute);
    expect(() => call(old)).toThrow(/was replaced by/);
  });

  it('does not undo a rotation or a revocation that came before it could be written', async () => {
    const { call, fresh, rotate, kept, keyId, keys, clock } = await setUp();
    const again = rotate();
    call(fresh);
    await Promise.all([again, settled()]);
    expect(kept()).toMatchObject({ previousGrace: minute, previousExpiresAt: null });
    const revocation = revokeKey(keyId, { keys, clock });
    call((await again).secret);
    await Promise.all([revocation, settled()]);
    expect(kept()).toMatchObject({ revokedAt: clock.now(), previousGrace: minute, previousExpiresAt: null });
  });
});

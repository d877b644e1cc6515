import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/identity/authenticate.ts';
import { makeFirstUses } from '../../../src/identity/key-uses.ts';
import { unlimited, unrestricted } from '../../../src/identity/caller.ts';
import { editKey, type KeyTerms, revokeKey } from '../../../src/identity/key-terms.ts';
import { importKey, issueKey, rotateKey } from '../../../src/identity/issue-key.ts';
import { createKey } from '../../../src/identity/key-format.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { clientSecrets } from '../../fakes/client-secrets.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

function setUp() {
  const clock = makeStillClock();
  const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace('acme'), makeWorkspace('other')] });
  const firstUses = makeFirstUses({ keys, clock, log: silentLog });
  let made = 0;
  const newId = (prefix: string) => `${prefix}_${(made += 1)}`;
  const call = (secret: Secret) =>
    authenticate(
      { spec: 'a', rawHeaders: ['authorization', `Bearer ${secret.reveal()}`], query: '', remoteAddress: '127.0.0.1' },
      { keys, clock, firstUses, clientSecrets },
    );
  return { clock, keys, firstUses, newId, call };
}

describe('a key that is issued', () => {
  it('is accepted by the next call, and its secret is kept nowhere', async () => {
    const deps = setUp();
    const { record, secret } = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    expect(deps.call(secret)).toMatchObject({ keyId: record.id, scope: unrestricted, limits: unlimited });
    expect(record).toMatchObject({ prefix: 'sk-dg-', lastFour: secret.reveal().slice(-4), revokedAt: null });
    expect(JSON.stringify([record, deps.keys.listKeys(), secret])).not.toContain(secret.reveal());
  });

  it('ends when its time is over', async () => {
    const deps = setUp();
    const expiresAt = deps.clock.now() + 1_000;
    const { secret } = await issueKey({ workspaceId: 'acme', name: 'ci', expiresAt }, deps);
    deps.clock.move(999);
    expect(deps.call(secret).keyName).toBe('ci');
    deps.clock.move(1);
    expect(() => deps.call(secret)).toThrow(/expired on 20 Nov 2026/);
  });

  it.each<[string, Partial<KeyTerms>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'two\nlines' }],
    ['name', { name: 'x'.repeat(201) }],
    ['expires_at', { expiresAt: 1 }],
    ['expires_at', { expiresAt: Number.NaN }],
    ['limits.month', { limits: { ...unlimited, month: -1n } }],
    ['scope.networks', { scope: { ...unrestricted, networks: ['10.0.0.0/33'] } }],
    ['scope.models', { scope: { ...unrestricted, models: [''] } }],
    ['scope.products', { scope: { ...unrestricted, products: Array<string>(1_001).fill('x') } }],
  ])('is refused when its %s cannot be kept', async (param, terms) => {
    const draft = { workspaceId: 'acme', name: 'ci', ...terms };
    await expect(issueKey(draft, setUp())).rejects.toMatchObject({ status: 400, code: 'invalid_value', param });
  });

  it('is refused for a workspace that does not exist', async () => {
    await expect(issueKey({ workspaceId: 'nobody', name: 'ci' }, setUp())).rejects.toMatchObject({ status: 404 });
  });
});

describe('a key that is imported', () => {
  const draft = (secret: string) => ({ workspaceId: 'acme', name: 'ci', secret: new Secret(secret) });

  it.each(['My API Key', '8 chars!', 'sk-proj-0123456789', createKey().reveal(), 'x'.repeat(1_024)])(
    'works as it is: %s',
    async (text) => {
      const deps = setUp();
      const record = await importKey(draft(text), deps);
      expect(deps.keys.listKeys()).toEqual([record]);
      expect(deps.call(new Secret(text)).keyName).toBe('ci');
      expect(JSON.stringify(deps.keys.listKeys())).not.toContain(text);
    },
  );

  it.each([
    'seven..',
    ' blank first',
    'blank last ',
    'lines\nlines',
    'schlüssel',
    'x'.repeat(1_025),
    `sk-dg-${'a'.repeat(38)}`,
  ])('is refused when no client could present it: %j', async (text) => {
    await expect(importKey(draft(text), setUp())).rejects.toMatchObject({ status: 400, param: 'secret' });
    await expect(importKey(draft(text), setUp())).rejects.not.toThrow(text);
  });

  it('changes nothing when it is there, however it was changed since', async () => {
    const deps = setUp();
    const { id } = await importKey(draft('My API Key'), deps);
    const renamed = await editKey({ keyId: id, terms: { name: 'renamed' } }, deps);
    expect(await importKey(draft('My API Key'), deps)).toBe(renamed);
    const revoked = await revokeKey(id, deps);
    expect(await importKey(draft('My API Key'), deps)).toBe(revoked);
    expect(deps.keys.listKeys()).toEqual([revoked]);
    expect(() => deps.call(new Secret('My API Key'))).toThrow(/was revoked/);
  });

  it.each([1, 2, 3])('does not come back after %i rotations', async (rotations) => {
    const deps = setUp();
    const record = await importKey(draft('My API Key'), deps);
    for (let done = 0; done < rotations; done += 1) {
      await rotateKey({ keyId: record.id, graceMilliseconds: 0, graceBegins: 'now' }, deps);
    }
    const rotated = deps.keys.listKeys();
    expect([await importKey(draft('My API Key'), deps)]).toEqual(rotated);
    expect(deps.keys.listKeys()).toEqual(rotated);
    expect(() => deps.call(new Secret('My API Key'))).toThrow(/was replaced|is unknown/);
  });

  it('is refused when another workspace has that secret', async () => {
    const deps = setUp();
    await importKey(draft('My API Key'), deps);
    await expect(importKey({ ...draft('My API Key'), workspaceId: 'other' }, deps)).rejects.toMatchObject({
      status: 409,
    });
  });
});

describe('a key that is rotated', () => {
  it('keeps its id; where the grace begins with the rotation, both secrets work until it is over', async () => {
    const deps = setUp();
    const before = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const after = await rotateKey({ keyId: before.record.id, graceMilliseconds: 60_000, graceBegins: 'now' }, deps);
    expect(after.record.id).toBe(before.record.id);
    expect(deps.call(after.secret)).toEqual({ ...deps.call(before.secret), secretHash: after.record.hash });
    deps.clock.move(59_999);
    expect(deps.call(before.secret).keyName).toBe('ci');
    deps.clock.move(1);
    expect(() => deps.call(before.secret)).toThrow(`replaced by sk-dg-…${after.record.lastFour}`);
    expect(deps.call(after.secret).keyName).toBe('ci');
  });

  it('starts no grace with a client secret, which does not show that its new secret is in use', async () => {
    const deps = setUp();
    const before = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const rotation = { keyId: before.record.id, graceMilliseconds: 60_000 };
    const after = await rotateKey({ ...rotation, graceBegins: 'first_use' }, deps);
    const terms = { keyHash: after.record.hash, model: null, transcribers: [], settings: null };
    deps.call(clientSecrets.issue({ ...terms, expiresAt: deps.clock.now() + 1_000 }));
    deps.clock.move(60_001);
    expect(deps.call(before.secret).keyName).toBe('ci');
    deps.call(after.secret);
    deps.clock.move(60_001);
    expect(() => deps.call(before.secret)).toThrow(/was replaced by/);
  });

  it.each(['before', 'after'] as const)(
    'ends the client secrets of its replaced secret with it, issued %s the rotation, and no others',
    async (moment) => {
      const deps = setUp();
      const issue = (secret: Secret): Secret => {
        const terms = { keyHash: deps.call(secret).secretHash, model: null, transcribers: [], settings: null };
        return clientSecrets.issue({ ...terms, expiresAt: deps.clock.now() + 600_000 });
      };
      const leaked = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
      const early = issue(leaked.secret);
      const rotation = { keyId: leaked.record.id, graceMilliseconds: 60_000 };
      const next = await rotateKey({ ...rotation, graceBegins: 'now' }, deps);
      const [held, own] = [moment === 'before' ? early : issue(leaked.secret), issue(next.secret)];
      deps.clock.move(59_999);
      expect(deps.call(held).session).toBeDefined();
      deps.clock.move(1);
      expect(() => deps.call(held)).toThrow(/was replaced by/);
      expect(deps.call(own).session).toBeDefined();
    },
  );

  it('keeps the client secrets of the older secret, where another rotation keeps that one', async () => {
    const deps = setUp();
    const first = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const rotation = { keyId: first.record.id, graceMilliseconds: 60_000 };
    await rotateKey({ ...rotation, graceBegins: 'first_use' }, deps);
    const terms = { keyHash: deps.call(first.secret).secretHash, model: null, transcribers: [], settings: null };
    const held = clientSecrets.issue({ ...terms, expiresAt: deps.clock.now() + 600_000 });
    await rotateKey({ ...rotation, graceBegins: 'first_use' }, deps);
    expect(deps.call(held).session).toBeDefined();
  });

  it('leaves only the last replaced secret its grace', async () => {
    const deps = setUp();
    const first = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const rotation = { keyId: first.record.id, graceMilliseconds: 60_000, graceBegins: 'now' } as const;
    const second = await rotateKey(rotation, deps);
    deps.call(second.secret);
    const third = await rotateKey(rotation, deps);
    expect(() => deps.call(first.secret)).toThrow(/is unknown/);
    expect(deps.call(second.secret).keyId).toBe(deps.call(third.secret).keyId);
  });

  it.each([-1, 0.5, Number.NaN, 30 * 86_400_000 + 1])('is refused with a grace of %d ms', async (graceMilliseconds) => {
    const deps = setUp();
    const { record } = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const rotation = { keyId: record.id, graceMilliseconds, graceBegins: 'now' } as const;
    await expect(rotateKey(rotation, deps)).rejects.toMatchObject({ status: 400 });
  });
});

describe('a key that is edited or revoked', () => {
  it('has its new scope and limits with the next call, and keeps what was not said', async () => {
    const deps = setUp();
    const { record, secret } = await issueKey(
      {
        workspaceId: 'acme',
        name: 'ci',
        scope: { ...unrestricted, regions: ['eu'] },
        limits: { ...unlimited, day: 5n },
      },
      deps,
    );
    const terms = { scope: { models: ['small*'], regions: undefined }, limits: { month: 7n } };
    await editKey({ keyId: record.id, terms }, deps);
    expect(deps.call(secret)).toMatchObject({
      keyName: 'ci',
      scope: { ...unrestricted, models: ['small*'], regions: ['eu'] },
      limits: { day: 5n, month: 7n, total: null },
    });
  });

  it('is refused for both of its secrets, with the date of the first revocation', async () => {
    const deps = setUp();
    const before = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const keyId = before.record.id;
    const after = await rotateKey({ keyId, graceMilliseconds: 60_000, graceBegins: 'now' }, deps);
    const first = await revokeKey(keyId, deps);
    deps.clock.move(86_400_000);
    expect((await revokeKey(keyId, deps)).revokedAt).toBe(first.revokedAt);
    expect(() => deps.call(before.secret)).toThrow(/was revoked on 20 Nov 2026/);
    expect(() => deps.call(after.secret)).toThrow(/was revoked on 20 Nov 2026/);
  });

  it('cannot be edited or rotated after it was revoked', async () => {
    const deps = setUp();
    const { record } = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const keyId = record.id;
    await revokeKey(keyId, deps);
    await expect(editKey({ keyId, terms: { name: 'x' } }, deps)).rejects.toMatchObject({ status: 409 });
    await expect(rotateKey({ keyId, graceMilliseconds: 0, graceBegins: 'now' }, deps)).rejects.toMatchObject({
      status: 409,
    });
  });

  it('stays revoked when an edit was under way at the same moment', async () => {
    const deps = setUp();
    const { record, secret } = await issueKey({ workspaceId: 'acme', name: 'ci' }, deps);
    const keyId = record.id;
    const changes = [
      editKey({ keyId, terms: { name: 'one' } }, deps),
      revokeKey(keyId, deps),
      editKey({ keyId, terms: { name: 'two' } }, deps),
    ];
    const [edited, revoked, late] = await Promise.allSettled(changes);
    expect([edited?.status, revoked?.status, late?.status]).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(() => deps.call(secret)).toThrow(/was revoked/);
    expect(deps.keys.listKeys()).toMatchObject([{ name: 'one', revokedAt: deps.clock.now() }]);
  });

  it('is not found by an id that no key has', async () => {
    await expect(revokeKey('key_none', setUp())).rejects.toMatchObject({ status: 404, param: 'key_id' });
  });
});

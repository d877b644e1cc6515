import { describe, expect, it } from 'vitest';
import { unlimited, unrestricted } from '../../../src/identity/caller.ts';
import { checkKeyTerms, editKey, type KeyEdit, type KeyTerms } from '../../../src/identity/key-terms.ts';
import { importKey, issueKey } from '../../../src/identity/issue-key.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

const terms = { name: 'ci', scope: unrestricted, limits: unlimited, owner: null };

async function setUp() {
  const clock = makeStillClock();
  const keys = makeMemoryKeyStore({ workspaces: [makeWorkspace('acme')] });
  let made = 0;
  const deps = { clock, keys, newId: (prefix: string) => `${prefix}_${(made += 1)}` };
  const { record } = await issueKey({ workspaceId: 'acme', name: 'ci', expiresAt: clock.now() + 1_000 }, deps);
  const edit = (changes: KeyEdit['terms']) => editKey({ keyId: record.id, terms: changes }, deps);
  return { ...deps, record, edit };
}

describe('the terms of a key', () => {
  it.each<[string, Partial<KeyTerms>]>([
    ['a name', { name: 'x'.repeat(200) }],
    ['an entry', { scope: { ...unrestricted, models: ['x'.repeat(200)] } }],
    ['a list', { scope: { ...unrestricted, models: Array<string>(1_000).fill('x') } }],
    ['an owner', { owner: 'x'.repeat(254) }],
    ['a name with joiners', { name: 'علی\u200cرضا', owner: 'क्\u200dष' }],
    ['a limit of nothing', { limits: { ...unlimited, day: 0n } }],
  ])('may be as much as is said, and no more: %s', (_, changes) => {
    expect(() => checkKeyTerms({ ...terms, ...changes })).not.toThrow();
  });

  it('are refused one character further', () => {
    const scope = { ...unrestricted, models: ['x'.repeat(201)] };
    expect(() => checkKeyTerms({ ...terms, scope })).toThrow(/1 to 200 printable characters/);
  });

  it.each(['', ' \t', '\u200d', '\u200c \u200d'])('say that a name of %j is blank', (name) => {
    expect(() => checkKeyTerms({ ...terms, name })).toThrow('printable characters, and not only spaces.');
  });

  it('hold for a key that is imported', async () => {
    const { keys, clock, newId } = await setUp();
    const draft = { workspaceId: 'acme', name: 'own', secret: new Secret('my own key') };
    const deps = { keys, clock, newId };
    await expect(importKey({ ...draft, name: '' }, deps)).rejects.toMatchObject({ status: 400, param: 'name' });
    await expect(importKey({ ...draft, expiresAt: 1 }, deps)).rejects.toMatchObject({ param: 'expires_at' });
    await expect(importKey({ ...draft, workspaceId: 'nobody' }, deps)).rejects.toMatchObject({ status: 404 });
    expect(keys.listKeys()).toHaveLength(1);
  });

  it('hold for a key that is edited', async () => {
    const { edit, clock } = await setUp();
    for (const owner of ['', ' ', 'a\nb', 'x'.repeat(255)]) {
      await expect(edit({ owner })).rejects.toMatchObject({ status: 400, param: 'owner' });
    }
    expect(await edit({ owner: 'ada@example.com' })).toMatchObject({ owner: 'ada@example.com' });
    await expect(edit({ name: '' })).rejects.toMatchObject({ status: 400, param: 'name' });
    await expect(edit({ expiresAt: clock.now() })).rejects.toMatchObject({ status: 400, param: 'expires_at' });
    expect(await edit({ expiresAt: clock.now() + 1 })).toMatchObject({ expiresAt: clock.now() + 1 });
    expect(await edit({ expiresAt: null })).toMatchObject({ expiresAt: null });
  });

  it('may be edited when the key has expired, and the expiry stays what it was', async () => {
    const { edit, clock, record } = await setUp();
    clock.move(5_000);
    expect(await edit({ name: 'old' })).toMatchObject({ name: 'old', expiresAt: record.expiresAt });
    expect(await edit({ expiresAt: record.expiresAt })).toMatchObject({ expiresAt: record.expiresAt });
  });

  it('are written only where something differs', async () => {
    const { edit, keys, record } = await setUp();
    const kept = keys.listKeys()[0];
    expect(await edit({ name: 'ci', limits: { day: null } })).toEqual(record);
    expect(keys.listKeys()[0]).toBe(kept);
    await edit({ name: 'other' });
    expect(keys.listKeys()[0]).not.toBe(kept);
  });
});

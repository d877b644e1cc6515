import { describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/identity/authenticate.ts';
import { makeFirstUses } from '../../../src/identity/key-uses.ts';
import { unrestricted } from '../../../src/identity/caller.ts';
import { createKey } from '../../../src/identity/key-format.ts';
import type { KeyStore } from '../../../src/identity/stores.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { clientSecrets } from '../../fakes/client-secrets.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { makeStillClock } from '../../fakes/still-clock.ts';

const clock = makeStillClock();
const depsOf = (keys: KeyStore) => ({
  keys,
  clock,
  firstUses: makeFirstUses({ keys, clock, log: silentLog }),
  clientSecrets,
});
const call = (keys: KeyStore, secret: string, remoteAddress: string | undefined = '127.0.0.1') =>
  authenticate({ spec: 'a', rawHeaders: ['x-api-key', secret], query: '', remoteAddress }, depsOf(keys));

describe('authentication', () => {
  it('distinguishes keys that share their first forty characters', () => {
    const shared = 'x'.repeat(40);
    const keys = makeMemoryKeyStore({
      keys: [makeKey(`${shared}one`, { id: 'key_1' }), makeKey(`${shared}two`, { id: 'key_2' })],
      workspaces: [makeWorkspace()],
    });
    expect(call(keys, `${shared}one`).keyId).toBe('key_1');
    expect(call(keys, `${shared}two`).keyId).toBe('key_2');
    expect(() => call(keys, `${shared}six`)).toThrow(/is unknown/);
    expect(() => call(keys, shared)).toThrow(/is unknown/);
  });

  it('never looks up what cannot be one of our keys', () => {
    const looked: string[] = [];
    const keys: KeyStore = {
      ...makeMemoryKeyStore(),
      find: (hash) => {
        looked.push(hash);
        return undefined;
      },
    };
    const whole = createKey().reveal();
    expect(() => call(keys, `${whole.slice(0, -2)}__`)).toThrow(/checksum does not match/);
    expect(() => call(keys, `sk-dg-${'a'.repeat(38)}`)).toThrow(/checksum does not match/);
    expect(() => call(keys, `${whole}x`)).toThrow(/checksum does not match/);
    expect(looked).toEqual([]);
    expect(() => call(keys, whole)).toThrow(/is unknown/);
    expect(looked).toHaveLength(1);
  });

  it.each(['dg-admin-of-the-tests', 'sk-dg-of-an-administrator'])('names the administrator’s key: %s', (admin) => {
    const keys = makeMemoryKeyStore({ keys: [], workspaces: [makeWorkspace()] });
    const present = (secret: string) =>
      authenticate(
        { spec: 'a', rawHeaders: ['x-api-key', secret], query: '', remoteAddress: undefined },
        { ...depsOf(keys), isAdminKey: (one) => one === admin },
      );
    expect(() => present(admin)).toThrow(
      /administrator key.*control API and the command line only.*diglot keys create/s,
    );
    expect(() => present(`${admin}x`)).toThrow(/is unknown|is incomplete/);
  });

  it('tells a page of the console that its session calls no models', () => {
    const withCookie = (cookie: string) =>
      authenticate(
        { spec: 'b', rawHeaders: ['Cookie', 'a=b', 'Cookie', cookie], query: '', remoteAddress: undefined },
        depsOf(makeMemoryKeyStore()),
      );
    for (const cookie of ['diglot_session=x', 'diglot_session-8585=x', 'c=d; __Host-diglot=x']) {
      expect(() => withCookie(cookie)).toThrow(/An API key is required.*session of the console/s);
    }
    expect(() => withCookie('other=x')).toThrow(/^(?!.*session)/s);
  });

  it('explains where `Bearer` belongs when it was sent in front of the key', () => {
    expect(() => call(makeMemoryKeyStore(), 'Bearer this secret')).toThrow(/never in X-API-Key/);
  });

  it('does not trust the index: a record with another hash does not authenticate', () => {
    const keys: KeyStore = {
      ...makeMemoryKeyStore({ workspaces: [makeWorkspace()] }),
      find: () => makeKey('another secret'),
    };
    expect(() => call(keys, 'this secret')).toThrow(/is unknown/);
  });

  it('gives the same caller until the key or its workspace changes, and the new one at once', async () => {
    const key = makeKey('a secret key');
    const keys = makeMemoryKeyStore({ keys: [key], workspaces: [makeWorkspace()] });
    const first = call(keys, 'a secret key');
    expect(call(keys, 'a secret key')).toBe(first);

    await keys.putWorkspace(makeWorkspace('acme', { planId: 'free' }));
    expect(call(keys, 'a secret key').planId).toBe('free');

    await keys.putKey({ ...key, scope: { ...unrestricted, models: ['small'] } });
    expect(call(keys, 'a secret key').scope.models).toEqual(['small']);

    await keys.putKey({ ...key, version: 2, revokedAt: clock.now() });
    expect(() => call(keys, 'a secret key')).toThrow(/was revoked on 20 Nov 2026/);
  });

  it('lets a key with networks in only from there', () => {
    const scope = { ...unrestricted, networks: ['203.0.113.0/24', '2001:db8::/32'] };
    const keys = makeMemoryKeyStore({ keys: [makeKey('a secret key', { scope })], workspaces: [makeWorkspace()] });
    expect(call(keys, 'a secret key', '203.0.113.9').keyId).toBe('key_1');
    expect(call(keys, 'a secret key', '::ffff:203.0.113.9').keyId).toBe('key_1');
    expect(call(keys, 'a secret key', '2001:db8::1').keyId).toBe('key_1');
    expect(() => call(keys, 'a secret key', '203.0.114.9')).toThrow(/may not be used from this network/);
    expect(() =>
      authenticate(
        { spec: 'b', rawHeaders: ['x-api-key', 'a secret key'], query: '', remoteAddress: undefined },
        depsOf(keys),
      ),
    ).toThrow(/may not be used from this network/);
  });

  it('never echoes a key from the query, whatever parameter it hides in', () => {
    const secret = createKey().reveal();
    for (const query of [`token=${secret}`, `after_id=${secret}`, `x=%zz&key=${secret}`, `%zz&q=${secret}`]) {
      const attempt = () =>
        authenticate({ spec: 'b', rawHeaders: [], query, remoteAddress: undefined }, depsOf(makeMemoryKeyStore()));
      expect(attempt).toThrow(/Do not send an API key in the URL/);
      expect(attempt).not.toThrow(secret);
    }
  });

  it('names the parameter that is made for a key, and no other that holds one', () => {
    const refused = (query: string) => () =>
      authenticate({ spec: 'b', rawHeaders: [], query, remoteAddress: undefined }, depsOf(makeMemoryKeyStore()));
    expect(refused('api_key=x')).toThrow(expect.objectContaining({ param: 'api_key' }));
    expect(refused('after_id=sk-dg-x')).toThrow(expect.objectContaining({ param: null }));
  });

  it('reads no header for another whose name is as long', () => {
    const keys = makeMemoryKeyStore({ keys: [makeKey('a secret key')], workspaces: [makeWorkspace()] });
    const rawHeaders = ['Cache-Control', 'no-cache', 'X-Api-Kez', 'other', 'X-API-Key', 'a secret key'];
    const request = { spec: 'a', rawHeaders, query: '', remoteAddress: '::1' } as const;
    expect(authenticate(request, depsOf(keys)).keyId).toBe('key_1');
  });

  it('leaves ordinary queries alone', () => {
    const keys = makeMemoryKeyStore({ keys: [makeKey('a secret key')], workspaces: [makeWorkspace()] });
    const query = 'beta=true&limit=5&metadata%5Bkey%5D=v&after_id=key&monkey=1&q=%zz';
    const request = { spec: 'b', rawHeaders: ['x-api-key', 'a secret key'], query, remoteAddress: '::1' } as const;
    expect(authenticate(request, depsOf(keys)).keyId).toBe('key_1');
  });
});

import { describe, expect, it, onTestFinished } from 'vitest';
import {
  checkEntry,
  makeAdminAuthentication,
  type Principal,
  watchAccess,
} from '../../../src/control-api/people/access.ts';
import { createKey } from '../../../src/identity/key-format.ts';
import { momentOf } from '../../../src/identity/people/sessions.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { makeKey, makeWorkspace } from '../../fakes/make-key.ts';
import { makeMemoryKeyStore } from '../../fakes/memory-key-store.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';
import { makeRecordingReply } from '../../fakes/recording-reply.ts';
import { newSession, personOf } from '../../store/person-store.ts';

const secret = 'dg-admin-for-the-tests-only';
const bearer = (value: string): string => `Bearer ${value}`;

describe('the door of the control API', () => {
  const noKeys = makeMemoryKeyStore();

  it('lets the administrator key in, by whatever spelling of the scheme', () => {
    const authenticate = makeAdminAuthentication(() => new Secret(secret), noKeys);
    expect(authenticate(bearer(secret))).toBe('admin');
    expect(authenticate(` bearer  ${secret} `)).toBe('admin');
  });

  it('lets no one in where there is no administrator key', () => {
    const authenticate = makeAdminAuthentication(() => undefined, noKeys);
    for (const value of ['', 'undefined', 'null', secret]) {
      expect(() => authenticate(bearer(value))).toThrow(expect.objectContaining({ status: 401 }));
    }
  });

  it('lets in the key of the configuration that is in force, and the one before no more', () => {
    let present = new Secret(secret);
    const authenticate = makeAdminAuthentication(() => present, noKeys);
    expect(authenticate(bearer(secret))).toBe('admin');
    present = new Secret('dg-admin-of-the-next-configuration');
    expect(() => authenticate(bearer(secret))).toThrow(expect.objectContaining({ status: 401 }));
    expect(authenticate(bearer('dg-admin-of-the-next-configuration'))).toBe('admin');
  });

  it('refuses a secret that also calls models, though it was configured as the administrator key', () => {
    const keys = makeMemoryKeyStore({ keys: [makeKey(secret)] });
    const authenticate = makeAdminAuthentication(() => new Secret(secret), keys);
    expect(() => authenticate(bearer(secret))).toThrow('API key for models');
  });

  it('calls only what is an API key one, not all that looks alike', () => {
    const [known, unknown] = [createKey().reveal(), createKey().reveal()];
    const authenticate = makeAdminAuthentication(
      () => new Secret(secret),
      makeMemoryKeyStore({ keys: [makeKey(known)] }),
    );
    expect(() => authenticate(bearer(known))).toThrow(/API key for models.*administrator key.*GET \/v1\/key/s);
    expect(() => authenticate(bearer(unknown))).toThrow('This is not the administrator key');
  });
});

const event = { at: 1, actor: 'admin', action: 'test', object: 'x', diff: '', requestId: null };
const rule = { id: 'exportCalls', roles: ['viewer'], scope: 'workspace' } as const;

/** An answer that is being sent to a viewer of a workspace, and its watch. */
async function setUp({ hasBegun = true } = {}) {
  const clock = makeHandClock(100);
  const store = await openMemoryStore(clock);
  onTestFinished(store.close);
  await store.people.add(personOf(), event);
  await store.keys.addWorkspace(makeWorkspace('acme'));
  const member = { id: 'mem_1', workspaceId: 'acme', email: 'ada@example.com', name: 'Ada', createdAt: 1, version: 1 };
  await store.members.add({ ...member, role: 'viewer' }, event);
  const started = newSession({});
  await store.sessions.start(started, event);
  const open = await store.sessions.open(started.session.hash, momentOf(100));
  if (!open) throw new Error('The session is not there.');
  const reply = makeRecordingReply();
  if (hasBegun) reply.head(200, {});
  const check = (present: Principal) => Promise.resolve(checkEntry(rule, present));
  const principal: Principal = { kind: 'person', open };
  const end = watchAccess({ principal, reply, check }, { sessions: store.sessions, clock });
  onTestFinished(end);
  const second = async (): Promise<void> => {
    clock.move(1_000);
    // Answered after what the watch has asked before it.
    for (let turn = 0; turn < 3; turn += 1) await store.people.find('per_ada');
  };
  return { ...store, reply, member, session: started.session, second, end };
}

describe('an answer that is being sent', () => {
  it('goes on while its session does', async () => {
    const { reply, second } = await setUp();
    for (let turn = 0; turn < 3; turn += 1) await second();
    expect(reply.ended()).toBeNull();
  });

  it.each([
    ['the person is disabled', ({ people }) => people.put(personOf({ disabledAt: 5 }), event, { sessions: true })],
    ['the session is ended', ({ sessions, session }) => sessions.end(session, event)],
    ['the person loses the role', ({ members, member }) => members.remove(member, event)],
  ] satisfies readonly (readonly [string, (site: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>])[])(
    'is cut within a second when %s',
    async (_, change) => {
      const site = await setUp();
      await change(site);
      await site.second();
      expect(site.reply.ended()).toBe('cut');
    },
  );

  it('that has not begun is left to the operation, which may be the one that ends the session', async () => {
    const { reply, second, sessions, session } = await setUp({ hasBegun: false });
    await sessions.end(session, event);
    await second();
    expect(reply.ended()).toBeNull();
  });
});

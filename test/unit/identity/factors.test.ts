import { describe, expect, it, onTestFinished } from 'vitest';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import {
  acceptTotp,
  checkNewPassword,
  hashPassword,
  stepOf,
  totpCode,
  totpUri,
  verifyPassword,
} from '../../../src/identity/people/factors.ts';
import { makeSignInDelay } from '../../../src/identity/people/sign-in-delay.ts';
import { makeNetworkScope } from '../../../src/identity/caller.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { openMemoryStore } from '../../fakes/memory-store.ts';

describe('a password', () => {
  it('is kept as argon2id with a salt of its own, and fits in every form of its characters', async () => {
    const [one, other] = await Promise.all([hashPassword('Zoë räumt auf'), hashPassword('Zoë räumt auf')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword(one, 'Zoë räumt auf'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(one, 'zoë räumt auf')).toBe(false);
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword('not a hash', 'x')).toBe(false);
  });

  it.each([
    'password',
    'Passw0rd123!',
    'qwertyuiop'.slice(0, 6) + '2026',
    '12345678',
    'aaaaaaaaaa',
    'ada.love@example.com',
    'ada.love99',
  ])('%s is refused as one of the first that are guessed', (guess) =>
    expect(() => checkNewPassword(guess, 'ada.love@example.com')).toThrow(/first that are guessed/),
  );

  it.each(['correct horse battery staple', 'x7#kQ!2vLp', 'eight more words'])('%s is taken', (password) =>
    expect(() => checkNewPassword(password, 'ada.love@example.com')).not.toThrow(),
  );
});

describe('a second factor', () => {
  // RFC 6238, appendix B: the secret is the ASCII text 12345678901234567890, the codes are the last six of eight digits.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('at second %i shows %s', (second, code) => expect(totpCode(secret, stepOf(second * 1_000))).toBe(code));

  it('takes a code of a neighbouring step, and none twice', () => {
    const now = 1_111_111_109_000;
    const record = { secret, confirmed: true, lastStep: 0 };
    const step = stepOf(now);
    for (const off of [-1, 0, 1]) expect(acceptTotp(record, totpCode(secret, step + off), now)).toBe(step + off);
    expect(acceptTotp(record, totpCode(secret, step + 2), now)).toBeNull();
    expect(acceptTotp({ ...record, lastStep: step }, totpCode(secret, step), now)).toBeNull();
    expect(totpUri(secret, 'a&b@example.com')).toContain('Diglot%3Aa%26b%40example.com');
  });
});

describe('hashing passwords', () => {
  it('is refused beyond what can wait, and works again afterwards', async () => {
    const hash = await hashPassword('correct horse');
    const done = await Promise.allSettled(Array.from({ length: 110 }, () => verifyPassword(hash, 'correct horse')));
    const refused = done.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(8);
    expect(refused[0]?.reason).toMatchObject({ code: 'overloaded' });
    expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  });
});

describe('wrong passwords', () => {
  const wrong = new GatewayError('sign_in_failed', 'Wrong.');
  const makeDelay = async () => {
    let now = 0;
    const store = await openMemoryStore(makeHandClock());
    onTestFinished(store.close);
    const delay = makeSignInDelay({
      attempts: store.attempts,
      clock: { now: () => now },
      isProxy: makeNetworkScope(['203.0.113.0/24', '10.0.0.0/8']),
    });
    const waits = async (attempt: Promise<unknown>): Promise<string | null> => {
      try {
        await attempt;
        return null;
      } catch (error) {
        if (error === wrong) return null;
        return (error as { readonly headers: Readonly<Record<string, string>> }).headers['retry-after'] ?? '';
      }
    };
    const fails = (email: string, remoteAddress?: string, forwardedFor: string | null = null) =>
      waits(delay.check({ email, remoteAddress, forwardedFor }, () => Promise.reject(wrong)));
    return { delay, fails, waits, pass: (milliseconds: number) => void (now += milliseconds) };
  };

  it('wait twice as long each time, up to a quarter of an hour', async () => {
    const { fails, pass } = await makeDelay();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await fails('ada@example.com')).toBeNull();
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
      expect(await fails('ADA@example.com')).toBe(String(seconds));
      pass(seconds * 1_000);
      expect(await fails('ada@example.com')).toBeNull();
    }
    expect(await fails('bob@example.com')).toBeNull();
  });

  it('keep no one out who is in another network, however long a stranger goes on', async () => {
    const { delay, fails, pass } = await makeDelay();
    const minute = 60_000;
    const owner = { email: 'ada@example.com', remoteAddress: '9.9.9.9', forwardedFor: null };
    for (let second = 0; second < 48 * 3_600; second += 60) {
      await fails('ada@example.com', '8.8.8.8');
      await delay.check(owner, () => Promise.resolve());
      pass(minute);
    }
  });

  it('are at most a hundred an hour for a person, from however many networks', async () => {
    const { fails, pass } = await makeDelay();
    for (let attempt = 0; attempt < 100; attempt += 1)
      expect(await fails('ada@example.com', `8.8.${attempt}.8`)).toBeNull();
    expect(await fails('ada@example.com', '9.9.9.9')).toBe('3600');
    expect(await fails('bob@example.com', '9.9.9.9')).toBeNull();
    pass(3_600_000);
    expect(await fails('ada@example.com', '9.9.9.9')).toBeNull();
  });

  it('are counted for a person by the site of an IPv6 address, which has many networks', async () => {
    const { fails } = await makeDelay();
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await fails('ada@example.com', `2606:4700:0:${attempt}::1`)).toBeNull();
    expect(await fails('ada@example.com', '2606:4700:0:ffff::1')).toBe('1');
    expect(await fails('ada@example.com', '2606:4700:1::1')).toBeNull();
  });

  it('of a session delay its person there alone, and are not forgotten with a right one', async () => {
    const { delay, fails, waits } = await makeDelay();
    const again = () => waits(delay.checkAgain('per_ada', () => Promise.reject(wrong)));
    for (let attempt = 0; attempt < 30; attempt += 1) await fails('ada@example.com', `8.8.${attempt}.8`);
    for (let attempt = 0; attempt < 4; attempt += 1) expect(await again()).toBeNull();
    for (let attempt = 0; attempt < 9; attempt += 1) await delay.checkAgain('per_ada', () => Promise.resolve());
    expect(await again()).toBeNull();
    expect(await again()).toBe('1');
    expect(await fails('ada@example.com', '9.9.9.9')).toBeNull();
  });

  it('are forgotten with the right one, in its network', async () => {
    const { delay, fails } = await makeDelay();
    for (let attempt = 0; attempt < 4; attempt += 1) await fails('ada@example.com');
    const claim = { email: 'ada@example.com', remoteAddress: undefined, forwardedFor: null };
    await delay.check(claim, () => Promise.resolve());
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await fails('ada@example.com')).toBeNull();
    expect(await fails('ada@example.com')).toBe('1');
  });

  it.each(['overloaded', 'internal', 'conflict', 'totp_required'] as const)(
    'are not what ends by %s: it counts nowhere, and forgets nothing',
    async (code) => {
      const { delay, fails } = await makeDelay();
      const source = { remoteAddress: '8.8.8.8', forwardedFor: null };
      for (let attempt = 0; attempt < 4; attempt += 1) await fails('ada@example.com', '8.8.8.8');
      const unclear = () => Promise.reject(new GatewayError(code, 'Neither right nor wrong.'));
      for (let attempt = 0; attempt < 60; attempt += 1)
        await expect(delay.check({ email: 'ada@example.com', ...source }, unclear)).rejects.toMatchObject({ code });
      expect(await fails('ada@example.com', '8.8.8.8')).toBeNull();
      expect(await fails('ada@example.com', '8.8.8.8')).toBe('1');
    },
  );

  it('are counted by public network address, over all people', async () => {
    const { fails } = await makeDelay();
    for (let attempt = 0; attempt < 50; attempt += 1)
      expect(await fails(`p${attempt}@example.com`, '8.8.8.8')).toBeNull();
    expect(await fails('new@example.com', '8.8.8.8')).toBe('3600');
    for (let attempt = 0; attempt < 60; attempt += 1)
      expect(await fails(`q${attempt}@example.com`, '10.0.0.7')).toBeNull();
  });

  it('are counted by the network of an IPv6 address, of which one subscriber has them all', async () => {
    const { fails } = await makeDelay();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const host = `2606:4700:0:2:${attempt.toString(16)}::${attempt}`;
      expect(await fails(`p${attempt}@example.com`, host)).toBeNull();
    }
    expect(await fails('new@example.com', '2606:4700::2:a:b:c:d')).toBe('3600');
    expect(await fails('new@example.com', '2606:4700:0:3::1')).toBeNull();
    // A socket of both families writes IPv4 like this.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      await fails(`q${attempt}@example.com`, attempt % 2 === 0 ? '8.8.8.8' : '::ffff:8.8.8.8');
    }
    expect(await fails('other@example.com', '8.8.8.8')).toBe('3600');
  });

  it('are counted by what a trusted proxy says, and by no header of other senders', async () => {
    const { fails } = await makeDelay();
    for (let attempt = 0; attempt < 50; attempt += 1) {
      expect(await fails(`p${attempt}@example.com`, '8.8.8.8', `9.9.9.${attempt}`)).toBeNull();
    }
    expect(await fails('new@example.com', '8.8.8.8', '9.9.9.99')).toBe('3600');
    // Behind two proxies: what the browser wrote itself stands left of what they did.
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const way = `1.1.1.${attempt}, 9.9.9.9, 203.0.113.5`;
      expect(await fails(`q${attempt}@example.com`, '10.0.0.7', way)).toBeNull();
    }
    expect(await fails('new@example.com', '203.0.113.6', '9.9.9.9')).toBe('3600');
    expect(await fails('new@example.com', '203.0.113.6', '9.9.9.8')).toBeNull();
  });
});

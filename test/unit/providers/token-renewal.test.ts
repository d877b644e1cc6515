import { beforeEach, describe, expect, it } from 'vitest';
import type { IssuedCredential } from '../../../src/catalog/credential.ts';
import { makeCredentials, type Credentials } from '../../../src/providers/credentials/credentials.ts';
import type { IssuerAnswer } from '../../../src/providers/credentials/issuers.ts';
import { CredentialFailure } from '../../../src/providers/upstream.ts';
import type { RequestToSign } from '../../../src/providers/upstream.ts';
import { Secret } from '../../../src/shared/secret.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

const credential: IssuedCredential = { type: 'google-metadata', endpoint: 'http://metadata' };
const request: RequestToSign = { method: 'POST', url: 'https://up', headers: {}, bodyHash: () => null };
const hour = 3_600;

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('trap 20: a token', () => {
  let clock: ReturnType<typeof makeHandClock>;
  let credentials: Credentials;
  let asked: PromiseWithResolvers<IssuerAnswer>[];
  beforeEach(() => {
    clock = makeHandClock();
    asked = [];
    const ask = (): Promise<IssuerAnswer> => {
      const waiting = Promise.withResolvers<IssuerAnswer>();
      asked.push(waiting);
      return waiting.promise;
    };
    credentials = makeCredentials(clock, { ask, readFile: () => Promise.reject(new Error('no file')), now: clock.now });
  });

  const shown = async (): Promise<string | undefined> =>
    (await credentials.authorise(credential, request))['authorization'];
  const issue = (number: number, token: string, seconds = hour): void =>
    asked[number]?.resolve({ status: 200, text: JSON.stringify({ access_token: token, expires_in: seconds }) });
  const secrets = (): readonly string[] => credentials.secretsOf(credential).map((secret) => secret.reveal());
  /** Obtains the first one. */
  async function first(): Promise<void> {
    const begun = shown();
    await expect.poll(() => asked.length).toBe(1);
    issue(0, 'one');
    expect(await begun).toBe('Bearer one');
  }

  it('is obtained once for 100 callers at once', async () => {
    const callers = Array.from({ length: 100 }, shown);
    await expect.poll(() => asked.length).toBe(1);
    issue(0, 'one');
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['Bearer one']));
    expect(asked).toHaveLength(1);
  });

  it('is renewed once before its end, and the old one is used until then', async () => {
    await first();
    clock.move((hour - 301) * 1_000);
    expect([await shown(), asked.length]).toEqual(['Bearer one', 1]);
    clock.move(2_000);
    const during = await Promise.all(Array.from({ length: 100 }, shown));
    await turn();
    expect([new Set(during), asked.length]).toEqual([new Set(['Bearer one']), 2]);
    issue(1, 'two');
    await turn();
    expect([await shown(), secrets()]).toEqual(['Bearer two', ['two', 'one']]);
  });

  it('that cannot be renewed is used to its end, and then there is none', async () => {
    await first();
    clock.move((hour - 200) * 1_000);
    expect(await shown()).toBe('Bearer one');
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.reject(new CredentialFailure('it said no'));
    await turn();
    expect([await shown(), asked.length]).toEqual(['Bearer one', 2]);
    clock.move(200_000);
    const late = shown();
    await expect.poll(() => asked.length).toBe(3);
    asked[2]?.reject(new CredentialFailure('it said no'));
    await expect(late).rejects.toThrow('it said no');
    // A failure holds for a second: callers do not queue up at an issuer that is down.
    await expect(shown()).rejects.toThrow('it said no');
    expect(asked).toHaveLength(3);
    clock.move(1_001);
    const again = shown();
    await expect.poll(() => asked.length).toBe(4);
    issue(3, 'two');
    expect(await again).toBe('Bearer two');
  });

  it('that a provider refuses is renewed once, and not if it is new', async () => {
    await first();
    credentials.answered(credential, { status: 401, headers: {} });
    expect([await shown(), asked.length]).toEqual(['Bearer one', 1]);
    clock.move(61_000);
    credentials.answered(credential, { status: 403, headers: {} });
    expect([await shown(), asked.length]).toEqual(['Bearer one', 1]);
    credentials.answered(credential, { status: 401, headers: {} });
    const callers = Array.from({ length: 10 }, shown);
    await expect.poll(() => asked.length).toBe(2);
    issue(1, 'two');
    expect(new Set(await Promise.all(callers))).toEqual(new Set(['Bearer two']));
  });
});

describe('a request to AWS', () => {
  const key: IssuedCredential = {
    type: 'aws-keys',
    accessKeyId: new Secret('AKIA'),
    secretAccessKey: new Secret('secret'),
    sessionToken: null,
    region: 'us-east-1',
    service: 'bedrock',
  };
  const clock = makeHandClock();
  const credentials = makeCredentials(clock);
  const signedAt = async (): Promise<number> => {
    const { 'x-amz-date': date = '' } = await credentials.authorise(key, request);
    return Date.parse(date.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z')) - clock.now();
  };
  const answered = (status: number, ahead: number): void =>
    credentials.answered(key, { status, headers: { date: new Date(clock.now() + ahead).toUTCString() } });

  it('is signed by the clock of the provider, once that has refused one by its date', async () => {
    const hours = 3_600_000;
    const near = async (ahead: number): Promise<void> => {
      expect(Math.abs((await signedAt()) - ahead)).toBeLessThan(1_000);
    };
    await near(0);
    answered(200, hours);
    answered(403, 50_000);
    await near(0);
    answered(403, hours);
    await near(hours);
    clock.move(10_000);
    answered(400, hours + 30_000);
    await near(hours);
    answered(403, -hours);
    await near(-hours);
    credentials.answered(key, { status: 403, headers: { date: 'yesterday' } });
    await near(-hours);
  });
});

describe('a temporary key of AWS', () => {
  const role: IssuedCredential = {
    type: 'aws-container',
    endpoint: 'http://127.0.0.1/x',
    token: null,
    tokenFile: null,
    region: 'us-east-1',
    service: 'bedrock',
  };
  const minute = 60_000;
  const life = 60 * minute;

  /** @param ahead milliseconds by which the clock of AWS is ahead */
  function start(ahead: number) {
    const clock = makeHandClock();
    const truth = (): number => clock.now() + ahead;
    const ends: number[] = [];
    const ask = (): Promise<IssuerAnswer> => {
      const end = truth() + life;
      const key = { AccessKeyId: 'ASIA', SecretAccessKey: 's', Token: String(ends.length) };
      ends.push(end);
      const text = JSON.stringify({ ...key, Expiration: new Date(end).toISOString() });
      return Promise.resolve({ status: 200, text });
    };
    const readFile = (): Promise<string> => Promise.reject(new Error('no file'));
    const credentials = makeCredentials(clock, { ask, readFile, now: clock.now });
    /** Sends a request, and says whether the key of it had not ended. */
    const send = async (): Promise<boolean> => {
      const { 'x-amz-security-token': token } = await credentials.authorise(role, request);
      await turn();
      return (ends[Number(token)] ?? 0) > truth();
    };
    const answered = (status: number, headers: Record<string, string> = {}): void =>
      credentials.answered(role, { status, headers: { date: new Date(truth()).toUTCString(), ...headers } });
    return { clock, ends, send, answered };
  }

  it.each([-90, -10, 0, 10, 90])('is renewed before its end where its clock is ahead by %i minutes', async (ahead) => {
    const { clock, ends, send, answered } = start(ahead * minute);
    await send();
    answered(403);
    const sent: boolean[] = [];
    for (let passed = 0; passed < 3 * life; passed += minute) {
      sent.push(await send());
      clock.move(minute);
    }
    expect(sent).not.toContain(false);
    expect(ends.length).toBeLessThan(6);
  });

  it.each(['ExpiredTokenException:http://internal.amazon.com/coral/x/', 'UnrecognizedClientException'])(
    'is obtained again after a refusal that says that it has ended: %s',
    async (type) => {
      const { clock, ends, send, answered } = start(0);
      await send();
      answered(403, { 'x-amzn-errortype': type });
      await send();
      expect(ends).toHaveLength(1);
      clock.move(2 * minute);
      answered(403, { 'x-amzn-errortype': 'AccessDeniedException' });
      await send();
      expect(ends).toHaveLength(1);
      answered(403, { 'x-amzn-errortype': type });
      await send();
      expect(ends).toHaveLength(2);
    },
  );
});

import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import { sameBytes, type SealedColumn } from '../../shared/secret.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { makePermits } from '../../shared/time/turns.ts';
import type { PersonRecord, TotpRecord } from './person-store.ts';

/** Cost of a hash: 19 MiB and two passes, about 30 ms (OWASP, Password Storage Cheat Sheet). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const tagLength = 32;
const saltLength = 16;

/**
 * At most two hashes at once: signing in must not take the processor from calls. About two seconds' worth of them may wait.
 *
 * @throws {GatewayError} 503 `overloaded`
 */
const withPermit = makePermits({
  atOnce: 2,
  waiting: 100,
  full: () => new GatewayError('overloaded', 'Too many people are signing in right now. Try again in a few seconds.'),
});

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> =>
  withPermit(
    () =>
      new Promise((resolve, reject) => {
        const message = Buffer.from(password.normalize('NFC'), 'utf8');
        argon2('argon2id', { message, nonce, memory, passes, parallelism, tagLength }, (error, tag) => {
          if (error) reject(error);
          else resolve(tag);
        });
      }),
  );

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** The PHC string format, with salt and tag in Base64. */
const phcOf = (salt: string, tag: string): string =>
  `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${tag}`;

/** A password as it is kept: argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength);
  const tag = await derive(password, nonce, cost);
  return phcOf(unpadded(nonce), unpadded(tag));
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Compared with if there is no hash, so that the time reveals nothing. */
const dummyHash = phcOf('A'.repeat(22), 'A'.repeat(43));

/** Whether a password is the one that was hashed. Takes the same time where there is no hash, and is false then. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(hash ?? dummyHash) ?? [];
  if (memory === undefined) return false;
  const kept = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await derive(password, Buffer.from(salt, 'base64'), kept);
  const expected = Buffer.from(tag, 'base64');
  return hash !== null && sameBytes(found, expected);
}

/** Beginnings of the most used passwords of eight characters and more, without what people put behind them. */
const mostUsed =
  /^(?:passw[o0]rd|qwerty|qwertz|azerty|asdfgh|zxcvbn|1q2w3e|q1w2e3|1qaz2wsx|abc123|abcd1234|iloveyou|letmein|welcome|admin|administrator|sunshine|princess|football|baseball|superman|batman|dragon|monkey|shadow|master|michael|trustno1|starwars|computer|whatever|changeme|default|secret|diglot|liverpool|chelsea|arsenal|pokemon|minecraft|freedom|jennifer|jordan23|hunter2|charlie|summer|winter|spring|autumn|google|samsung|internet)[\d\W_]*$/i;

/** One character again and again, or a plain sequence. */
const monotonous = /^(.)\1+$/;
const sequences = '01234567890123456789 98765432109876543210 abcdefghijklmnopqrstuvwxyz zyxwvutsrqponmlkjihgfedcba';

/**
 * Refuses passwords that are guessed first.
 *
 * @throws {GatewayError} 400 `invalid_value` on `new_password`
 */
export function checkNewPassword(password: string, email: string): void {
  const plain = password.toLowerCase();
  const [account = ''] = email.toLowerCase().split('@');
  const guessed =
    mostUsed.test(plain) || monotonous.test(plain) || sequences.includes(plain) || plain === email.toLowerCase();
  if (!guessed && (account.length < 4 || !plain.startsWith(account) || plain.length > account.length + 4)) return;
  throw new GatewayError(
    'invalid_value',
    'new_password is among the first that are guessed. Take several words, or let a password manager make one.',
    { param: 'new_password' },
  );
}

/** RFC 6238 with what every authenticator app knows: SHA-1, six digits, steps of 30 seconds. */
const stepMilliseconds = 30_000;
const digits = 6;
const secretBytes = 20;

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A new secret in Base32 (RFC 4648), 160 random bits. */
export const newTotpSecret = (): string => encodeBase32(randomBytes(secretBytes));

function encodeBase32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += base32Alphabet.charAt((value >>> (bits - 5)) & 31);
    value &= (1 << bits) - 1;
  }
  return text;
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const character of text) {
    value = (value << 5) | base32Alphabet.indexOf(character);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >>> bits) & 255);
    value &= (1 << bits) - 1;
  }
  return Buffer.from(bytes);
}

/** The code of a time step (RFC 4226 section 5.3). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export const stepOf = (now: number): number => Math.floor(now / stepMilliseconds);

/**
 * The step whose code this is: the present one, or one of its neighbours, as clocks differ. A step that was accepted before,
 * and every earlier one, is not accepted again.
 *
 * @returns null if the code is wrong or was used
 */
export function acceptTotp(
  { secret, lastStep }: Pick<TotpRecord, 'secret' | 'lastStep'>,
  code: string,
  now: number,
): number | null {
  const present = stepOf(now);
  const sent = Buffer.from(code.padEnd(digits).slice(0, digits));
  const found = [present - 1, present, present + 1].filter((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), sent),
  );
  return found.find((step) => step > lastStep) ?? null;
}

/** Second factors, whose secrets are sealed where they are stored. */
export interface SecondFactors {
  /** The stored form of a secret. */
  readonly seal: (personId: string, secret: string) => string;
  /**
   * The time step of a code, as `acceptTotp` finds it.
   *
   * @throws {GatewayError} 500 `internal` if no configured seal key opens the secret
   */
  readonly accept: (person: Pick<PersonRecord, 'id'> & { readonly totp: TotpRecord }, code: string) => number | null;
}

/** Makes second factors. @param column `person.totp_secret` */
export const makeSecondFactors = (column: SealedColumn, { now }: Pick<Clock, 'now'>): SecondFactors => ({
  seal: (personId, secret) => column.seal(secret, personId),
  accept: ({ id, totp }, code) => {
    const secret = column.open(totp.secret, id);
    if (secret !== null) return acceptTotp({ ...totp, secret }, code, now());
    throw new GatewayError(
      'internal',
      'This second factor cannot be read: `server.seal_keys` lacks the key that it was sealed with. Ask the operator of the server for a login link.',
    );
  },
});

/** What an authenticator app reads from a QR code (Key URI format). */
export const totpUri = (secret: string, email: string): string =>
  `otpauth://totp/${encodeURIComponent(`Diglot:${email}`)}?secret=${secret}&issuer=Diglot&algorithm=SHA1&digits=${digits}&period=30`;

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import type { SealedColumn } from '../../shared/secret.ts';
import type { Clock } from '../../shared/time/clock.ts';
import type { PersonRecord, TotpRecord } from './person-store.ts';

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

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { GatewayError } from '../../errors/gateway-error.ts';
import { makePermits } from '../../shared/time/turns.ts';

/** Cost of a hash: 19 MiB and two passes, about 30 ms (OWASP, Password Storage Cheat Sheet). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const tagLength = 32;
const saltLength = 16;

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

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

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
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

const text = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A password as it is kept: argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(saltLength);
  const tag = await derive(password, nonce, cost);
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${text(nonce)}$${text(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Compared with if there is no hash, so that the time reveals nothing. */
const dummyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether a password is the one that was hashed. Takes the same time where there is no hash, and is false then. */
export async function verifyPassword(hash: string | null, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = phc.exec(hash ?? dummyHash) ?? [];
  if (memory === undefined) return false;
  const kept = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const found = await derive(password, Buffer.from(salt, 'base64'), kept);
  const expected = Buffer.from(tag, 'base64');
  return hash !== null && found.length === expected.length && timingSafeEqual(found, expected);
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

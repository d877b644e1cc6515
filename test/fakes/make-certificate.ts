import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A certificate with its key, both as PEM; made anew by every run, so no key is kept anywhere. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
  /** To sign others with. */
  readonly issuer: Issuer;
}

/** Who signs. */
interface Issuer {
  readonly name: string;
  readonly privateKey: KeyObject;
}

/** What a certificate says of itself. */
export interface CertificateTerms {
  /** The host that it is for, and the name in it. */
  readonly host: string;
  /** Null: signed by itself. */
  readonly by: Issuer | null;
  /** Whether it may sign others. */
  readonly authority?: boolean;
  /** Epoch milliseconds of its end; it began a day before that, or two days ago. */
  readonly until?: number;
}

const day = 86_400_000;

/** One value of ASN.1 in DER: tag, length, content. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const yes = der(0x01, Buffer.from([0xff]));

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'));
const subjectAltName = objectId('551d11');
const basicConstraints = objectId('551d13');

const named = (name: string): Buffer => sequence(der(0x31, sequence(objectId('550403'), der(0x0c, name))));
const instant = (milliseconds: number): Buffer =>
  der(0x17, `${new Date(milliseconds).toISOString().replace(/\D/g, '').slice(2, 14)}Z`);

/** Makes an X.509 certificate on a new P-256 key, without any tool beside Node. */
export function makeCertificate(terms: CertificateTerms): Certificate {
  const { host, by, authority = false, until = Date.now() + day } = terms;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = by ?? { name: host, privateKey };
  const from = Math.min(until - day, Date.now() - 2 * day);
  const extensions = [
    sequence(subjectAltName, der(0x04, sequence(der(0x82, host)))),
    ...(authority ? [sequence(basicConstraints, yes, der(0x04, sequence(yes)))] : []),
  ];
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(8))])),
    ecdsaWithSha256,
    named(issuer.name),
    sequence(instant(from), instant(until)),
    named(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', signed, issuer.privateKey);
  const whole = sequence(signed, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    issuer: { name: host, privateKey },
  };
}

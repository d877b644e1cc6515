import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';

/** CBOR of up to 23 characters. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** CBOR of 24 to 255 bytes. */
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/** A new ES256 key in COSE: type EC2, algorithm, curve P-256, x and y. */
function publicKey(): Buffer {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')));
  const facts = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([facts, Buffer.from([0x21]), left ?? facts, Buffer.from([0x22]), right ?? facts]);
}

/** What a browser answers with a new passkey of a user whom it has verified. @param origin of the page, on `localhost` */
export function makePasskey(challenge: string, origin: string): object {
  const id = randomBytes(16);
  const party = createHash('sha256').update('localhost').digest();
  // Present, verified, with a new credential; no signature so far; no maker.
  const head = [party, Buffer.from([0x45]), Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length])];
  const authenticator = Buffer.concat([...head, id, publicKey()]);
  const attested = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')];
  const attestation = Buffer.concat([Buffer.from([0xa3]), ...attested, bytes(authenticator)]);
  const client = JSON.stringify({ type: 'webauthn.create', challenge, origin });
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(client).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
    },
  };
}

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** CBOR of up to 23 characters. */
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

/** CBOR of 24 to 255 bytes. */
const bytes = (value: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, value.length]), value]);

/** An ES256 key in COSE: type EC2, algorithm, curve P-256, x and y. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [left, right] = [x, y].map((part) => bytes(Buffer.from(part, 'base64url')));
  const facts = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
  return Buffer.concat([facts, Buffer.from([0x21]), left ?? facts, Buffer.from([0x22]), right ?? facts]);
}

const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest();

/** What a browser answers to challenges with a new passkey of a user whom it has verified. */
interface FakePasskey {
  /** To add it. */
  readonly create: (challenge: string) => object;
  /** To sign in with it. */
  readonly get: (challenge: string) => object;
}

/** @param origin of the page, on `localhost` */
export function makePasskey(origin: string): FakePasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const party = sha256('localhost');
  const clientData = (type: string, challenge: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin }));
  const credential = (response: Readonly<Record<string, Buffer>>): object => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: Object.fromEntries(Object.entries(response).map(([name, value]) => [name, value.toString('base64url')])),
  });
  return {
    create: (challenge) => {
      // Present, verified, with a new credential; no signature so far; no maker.
      const head = [party, Buffer.from([0x45]), Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length])];
      const authenticator = Buffer.concat([...head, id, coseOf(publicKey)]);
      const attested = [text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0]), text('authData')];
      const attestationObject = Buffer.concat([Buffer.from([0xa3]), ...attested, bytes(authenticator)]);
      return credential({ clientDataJSON: clientData('webauthn.create', challenge), attestationObject });
    },
    get: (challenge) => {
      const clientDataJSON = clientData('webauthn.get', challenge);
      // Present and verified; it does not count its signatures.
      const authenticatorData = Buffer.concat([party, Buffer.from([0x05]), Buffer.alloc(4)]);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey);
      return credential({ clientDataJSON, authenticatorData, signature });
    },
  };
}

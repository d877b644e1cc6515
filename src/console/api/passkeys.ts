/** What the control API sends to begin with, and takes as the answer: the JSON forms of WebAuthn Level 3. */
type Json = Readonly<Record<string, unknown>>;

interface PasskeyAnswer {
  readonly [member: string]: unknown;
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: Record<string, unknown>;
  readonly clientExtensionResults: Record<string, unknown>;
}

/** Passkeys belong to a name: at an address in numbers, browsers have none. */
export const hasName = (): boolean => !/^(?:[0-9.]+|\[.*\])$/.test(location.hostname);

/** Whether this browser has passkeys here: only on https and on the machine's own address, by its name. */
export const hasPasskeys = (): boolean =>
  hasName() &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential;

const answerOf = (credential: Credential | null): PasskeyAnswer => {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was given.');
  return credential.toJSON() as unknown as PasskeyAnswer;
};

/** Asks the person for a passkey. @throws {Error} when none is given */
export async function askForPasskey(options: Json): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return answerOf(await navigator.credentials.get({ publicKey }));
}

/** Makes a passkey on this device. @throws {Error} when none is made */
export async function makePasskey(options: Json): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return answerOf(await navigator.credentials.create({ publicKey }));
}

import type { AuditEvent } from '../../shared/audit-event.ts';
import type { ListQuery, MemberRole } from '../stores.ts';

/** A person who can sign in. What they may do in a workspace is their membership there, which goes by the e-mail address. */
export interface PersonRecord {
  readonly id: string;
  /** As it was written; one person has it, whatever its capitals. */
  readonly email: string;
  readonly name: string;
  /** Runs this server, and may do everything. */
  readonly operator: boolean;
  /** In the PHC string format; null: no password was set. */
  readonly passwordHash: string | null;
  /** Null: there is none. */
  readonly totp: TotpRecord | null;
  /** Since when the person cannot sign in, in epoch milliseconds; null: they can. */
  readonly disabledAt: number | null;
  readonly createdAt: number;
  /** Written by sign-ins alone. */
  readonly lastSignedInAt: number | null;
  /** Grows with every change, and with every code that is accepted: a change that was made from an older state is refused. */
  readonly version: number;
}

/** A second factor (RFC 6238). */
export interface TotpRecord {
  /** Base32; in a stored record sealed for the person (`makeSecondFactors`). */
  readonly secret: string;
  /** Whether a code of it was seen; until then it is not asked for. */
  readonly confirmed: boolean;
  /** The last time step that was accepted: a code lets in once. */
  readonly lastStep: number;
}

/** A role that a person has in a workspace. */
export interface Membership {
  readonly workspaceId: string;
  readonly role: MemberRole;
}

/** People that are read together. */
const slice = 500;

/** All people, in the order in which they were added. They are read piece by piece: there may be hundreds of thousands. */
export async function* everyPerson({ list }: Pick<PersonStore, 'list'>): AsyncGenerator<PersonRecord> {
  for (let after: PersonRecord | undefined; ;) {
    const found: readonly PersonRecord[] = await list({ limit: slice, after });
    yield* found;
    after = found.at(-1);
    if (found.length < slice) return;
  }
}

/** The first person who fits; null: none does. */
export async function firstPerson(
  people: Pick<PersonStore, 'list'>,
  fits: (person: PersonRecord) => boolean,
): Promise<PersonRecord | null> {
  for await (const person of everyPerson(people)) if (fits(person)) return person;
  return null;
}

/** A public key that a person signs in with (WebAuthn). */
export interface PasskeyRecord {
  readonly id: string;
  readonly personId: string;
  /** Base64url, as the authenticator made it. */
  readonly credentialId: string;
  /** COSE, Base64url. */
  readonly publicKey: string;
  /** Signatures so far, as the authenticator counts them; 0 for those that do not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** What ends with a change of a person. */
export interface PersonEnds {
  /** All sessions of the person. */
  readonly sessions?: boolean;
  /** Id of the session that makes the change: if it has been ended in between, nothing changes. Alone it ends nothing. */
  readonly session?: string;
  /** All passkeys of the person. */
  readonly passkeys?: boolean;
}

/** What a change of the person's passkeys depends on, whichever instance makes it. */
export interface PasskeyTerms {
  /** Id of the person's session that makes the change: if it has been ended in between, nothing changes. Absent: none makes it. */
  readonly session?: string;
  /** Passkeys that the person may have; absent: any number. */
  readonly most?: number;
}

/** A passkey, found with its own person only. */
export type PasskeyReference = Pick<PasskeyRecord, 'id' | 'personId'>;

/**
 * Where people live. Writes that take an event of the audit log along are durable together with it, or neither is. A server
 * that has an operator who can sign in keeps one: the check and the write are one transaction.
 */
export interface PersonStore {
  /** In the order in which they were added. */
  readonly list: (query?: ListQuery) => Promise<readonly PersonRecord[]>;
  readonly find: (id: string) => Promise<PersonRecord | null>;
  readonly findByEmail: (email: string) => Promise<PersonRecord | null>;
  /** Roles by e-mail address, in the order of the workspaces' ids. */
  readonly memberships: (email: string) => Promise<readonly Membership[]>;
  /** @throws {GatewayError} `conflict` if another person has this e-mail address */
  readonly add: (person: PersonRecord, event: AuditEvent) => Promise<void>;
  /**
   * Replaces the record, except `lastSignedInAt`; `version` is that of the state from which the change was made.
   *
   * @param ends what ends in the same transaction; absent: nothing
   * @returns the record as it is now; null: another change came first, and nothing was written
   * @throws {GatewayError} `conflict` if another person has the e-mail address, and for the last operator; `session_ended` if the session
   *   that makes the change has ended
   */
  readonly put: (person: PersonRecord, event: AuditEvent | null, ends?: PersonEnds) => Promise<PersonRecord | null>;
  /** The newest first. */
  readonly passkeys: (personId: string) => Promise<readonly PasskeyRecord[]>;
  readonly findPasskey: (credentialId: string) => Promise<PasskeyRecord | null>;
  /**
   * @returns false if there are as many already as there may be; then nothing was written
   * @throws {GatewayError} `conflict` when the credential is known; `session_ended` if the session has ended
   */
  readonly addPasskey: (passkey: PasskeyRecord, event: AuditEvent, terms?: PasskeyTerms) => Promise<boolean>;
  /** @throws {GatewayError} `not_found`; `session_ended` if the session has ended */
  readonly removePasskey: (
    reference: PasskeyReference,
    event: AuditEvent,
    terms?: Pick<PasskeyTerms, 'session'>,
  ) => Promise<void>;
}

import { GatewayError } from '../../errors/gateway-error.ts';
import type { PersonRecord } from '../../identity/people/person-store.ts';
import { hashToken } from '../../identity/people/sessions.ts';
import type { AttemptStore } from '../../identity/people/sign-in-delay.ts';
import type { MemberRecord } from '../../identity/stores.ts';
import {
  type Mail,
  type MailSettings,
  messageRule,
  mostMessages,
  plainAddress,
  plainName,
  sendMail,
} from '../../notify/mail.ts';
import { DeliveryFailure } from '../../notify/send-webhook.ts';
import { echo } from '../../shared/text/names.ts';
import { writeInstant } from '../../shared/time/calendar.ts';
import type { Clock } from '../../shared/time/clock.ts';
import { noteChange } from '../audit.ts';
import type { ControlCall, ControlDeps } from '../deps.ts';
import { isOperator, type Principal } from './access.ts';

/**
 * Sends a member an e-mail with the way into the console. Only a person who has never signed in gets a link that does: for others it
 * would be a way around their password and second factor.
 *
 * @returns when the link ends in epoch milliseconds; null for an e-mail without one
 * @throws {GatewayError} 403 `mail_limit_reached`; 409 `conflict` if the server sends no e-mail or the person is disabled; 502
 *   `mail_failed`
 */
export async function inviteMember(deps: ControlDeps, call: ControlCall, member: MemberRecord): Promise<number | null> {
  const settings = requireMail(deps);
  const { email, name, workspaceId } = member;
  await countMessage(deps, call, { workspaceId, kind: 'invitation' });
  const person =
    (await deps.people.findByEmail(email)) ?? (await addPerson(deps, call, { email, name, operator: false }));
  refuseDisabled(person);
  const workspace = deps.keys.workspace(workspaceId)?.name ?? workspaceId;
  const note = { action: 'member.invite', object: `member:${member.id}`, diff: { email } };
  return invite(deps, call, { person, name, workspace, settings, note });
}

/** Sends a person an e-mail as `inviteMember`, which names no workspace. @throws as `inviteMember` */
export async function invitePerson(deps: ControlDeps, call: ControlCall, person: PersonRecord): Promise<number | null> {
  const settings = requireMail(deps);
  refuseDisabled(person);
  const { id, name, email } = person;
  const note = { action: 'person.invite', object: `person:${id}`, diff: { email } };
  return invite(deps, call, { person, name, workspace: null, settings, note });
}

function requireMail(deps: ControlDeps): MailSettings {
  const settings = deps.mail();
  if (settings) return settings;
  throw new GatewayError(
    'conflict',
    'This server sends no e-mail. Have the operator set `mail` in the configuration, or make a login link: `diglot login-link --anywhere --email <address>`.',
  );
}

function refuseDisabled({ email, disabledAt }: PersonRecord): void {
  if (disabledAt === null) return;
  throw new GatewayError('conflict', `${echo(email)} is disabled on this server. Ask its operator.`);
}

interface Invited {
  readonly person: PersonRecord;
  readonly name: string;
  /** Null: the person was added to the server alone. */
  readonly workspace: string | null;
  readonly settings: MailSettings;
  readonly note: Parameters<typeof noteChange>[2];
}

async function invite(deps: ControlDeps, call: ControlCall, invited: Invited): Promise<number | null> {
  const { person, name, workspace, settings, note } = invited;
  await deps.audit.append(noteChange(deps, call, note));
  const { url, expiresAt } = await wayIn(deps, person);
  const { principal } = call;
  const by = principal.kind === 'person' ? inviter(principal.open.person) : 'The operator of the server';
  await sendInvitation({ to: person.email, ...mailOf({ name, workspace, by, url, expiresAt }) }, settings);
  return expiresAt;
}

/** A person may have an address that is none: identity providers and others say what it is. */
const inviter = ({ email }: PersonRecord): string => plainAddress(email) ?? 'A person with a role on this server';

async function wayIn(
  deps: ControlDeps,
  person: PersonRecord,
): Promise<{ readonly url: string; readonly expiresAt: number | null }> {
  if (person.lastSignedInAt === null) {
    return makeLoginUrl(deps, { person, loopbackOnly: false, isInvitation: true });
  }
  return { url: `${deps.origin()}/console/`, expiresAt: null };
}

async function sendInvitation(mail: Mail, settings: MailSettings): Promise<void> {
  try {
    await sendMail(mail, settings);
  } catch (cause) {
    if (!(cause instanceof DeliveryFailure)) throw cause;
    throw new GatewayError('mail_failed', cause.message, { cause });
  }
}

interface Invitation {
  readonly name: string;
  readonly workspace: string | null;
  /** Who invites. */
  readonly by: string;
  readonly url: string;
  readonly expiresAt: number | null;
}

function mailOf({ name, workspace, by, url, expiresAt }: Invitation): Pick<Mail, 'subject' | 'text'> {
  const until = expiresAt === null ? '' : `${writeInstant(expiresAt).slice(0, 16).replace('T', ' ')} UTC`;
  const way =
    expiresAt === null
      ? 'Sign in as you did before:'
      : `This link signs you in once, until ${until}. Then set a password or add a passkey under Account.`;
  const where = workspace === null ? 'a Diglot server' : `the workspace ${plainName(workspace)}`;
  const text = [
    `Hello ${plainName(name)},`,
    `${by} added you to ${where}. ${way}`,
    url,
    'If you did not expect this e-mail, you need not do anything.',
  ];
  return { subject: `You were added to ${where}`, text: `${text.join('\n\n')}\n` };
}

interface WantedLink {
  readonly person: PersonRecord;
  readonly loopbackOnly: boolean;
  readonly isInvitation?: boolean;
}

/** The address of a new login link. One for this machine leads to the server itself, not through what stands before it. */
export async function makeLoginUrl(
  { signIn, origin, localOrigin }: Pick<ControlDeps, 'signIn' | 'origin' | 'localOrigin'>,
  { person, loopbackOnly, isInvitation = false }: WantedLink,
): Promise<{ readonly url: string; readonly expiresAt: number }> {
  const { id: personId, email } = person;
  const { token, expiresAt } = await signIn.makeLink({ personId, email, loopbackOnly, isInvitation });
  const base = loopbackOnly ? localOrigin() : origin();
  // Behind `#`, so that it stands in no log of a server on the way.
  return { url: `${base}/console/sign-in#${isInvitation ? 'invitation' : 'link'}=${token}`, expiresAt };
}

export type Noting = Parameters<typeof noteChange>[1];
export type PeopleDeps = Pick<ControlDeps, 'people' | 'clock' | 'newId'>;

/** Adds a person. @throws {GatewayError} 409 `conflict` */
export async function addPerson(
  deps: PeopleDeps,
  call: Noting,
  draft: Pick<PersonRecord, 'email' | 'name' | 'operator'>,
): Promise<PersonRecord> {
  const person: PersonRecord = {
    id: deps.newId('per'),
    ...draft,
    createdAt: deps.clock.now(),
    version: 1,
    passwordHash: null,
    totp: null,
    disabledAt: null,
    lastSignedInAt: null,
  };
  const object = `person:${person.id}`;
  const diff = describePerson(person);
  await deps.people.add(person, noteChange(deps, call, { action: 'person.add', object, diff }));
  return person;
}

/** What the audit log may know about a person. */
export const describePerson = (person: PersonRecord) => ({
  email: person.email,
  name: person.name,
  operator: person.operator,
  has_password: person.passwordHash !== null,
  has_totp: person.totp?.confirmed ?? false,
  disabled: person.disabledAt !== null,
});

/** What has the server send messages to an address which the members of a workspace choose. */
interface CountedMessage {
  readonly workspaceId: string;
  readonly kind: 'invitation' | 'test message' | 'alert';
}

/** What a workspace has made, for people. A changed threshold counts as an alert: it sends a message of its own. */
const made: Readonly<Record<CountedMessage['kind'], string>> = {
  invitation: 'invitations',
  'test message': 'test messages',
  alert: 'alerts or changes of their thresholds',
};

interface CountingDeps {
  readonly attempts: Pick<AttemptStore, 'begin'>;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Counts a message, or an alert, which may send some at once, so that a workspace cannot have the server send mail or requests
 * without end. What an operator does is not counted.
 *
 * @throws {GatewayError} 403 `mail_limit_reached`
 */
export async function countMessage(
  { attempts, clock }: CountingDeps,
  { principal }: { readonly principal: Principal },
  { workspaceId, kind }: CountedMessage,
): Promise<void> {
  if (isOperator(principal)) return;
  const now = clock.now();
  const { wait } = await attempts.begin([{ name: hashToken(`${kind} of ${workspaceId}`), rule: messageRule }], now);
  if (wait === 0) return;
  throw new GatewayError(
    'mail_limit_reached',
    `This workspace has reached its limit of ${mostMessages} ${made[kind]} a day. Try again after ${writeInstant(now + wait)}, or ask the operator.`,
    { headers: { 'retry-after': String(Math.ceil(wait / 1_000)) } },
  );
}

import { GatewayError } from '../../errors/gateway-error.ts';
import type { MemberRecord } from '../../identity/member-store.ts';
import type { PersonRecord } from '../../identity/people/person-store.ts';
import { plainAddress, plainName, sendMail, type Mail, type MailSettings } from '../../notify/send-mail.ts';
import { DeliveryFailure } from '../../notify/send-webhook.ts';
import type { ControlCall, ControlDeps } from '../deps.ts';
import { writeInstant } from '../../shared/time/format-date.ts';
import { noteChange } from '../note-change.ts';
import { countMessage } from './message-limits.ts';
import { addPerson, makeLoginUrl } from './new-people.ts';

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
  throw new GatewayError('conflict', `${email} is disabled on this server. Ask its operator.`);
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
  await send({ to: person.email, ...mailOf({ name, workspace, by, url, expiresAt }) }, settings);
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

async function send(mail: Mail, settings: MailSettings): Promise<void> {
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

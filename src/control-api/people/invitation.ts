import { GatewayError } from '../../errors/gateway-error.ts';
import type { MemberRecord } from '../../identity/member-store.ts';
import type { PersonRecord } from '../../identity/people/person-store.ts';
import { sendMail, type Mail, type MailSettings } from '../../notify/send-mail.ts';
import { DeliveryFailure } from '../../notify/send-webhook.ts';
import type { ControlCall, ControlDeps } from '../deps.ts';
import { writeInstant } from '../instant.ts';
import { noteChange } from '../note-change.ts';
import { addPerson, makeLoginUrl } from './people.ts';

/**
 * Sends a member an e-mail with the way into the console. Only a person who has never signed in gets a link that does: for others it
 * would be a way around their password and second factor.
 *
 * @returns when the link ends in epoch milliseconds; null for an e-mail without one
 * @throws {GatewayError} 409 `conflict` if the server sends no e-mail or the person is disabled; 502 `mail_failed`
 */
export async function invite(deps: ControlDeps, call: ControlCall, member: MemberRecord): Promise<number | null> {
  const settings = deps.mail();
  if (!settings) {
    throw new GatewayError(
      'conflict',
      'This server sends no e-mail. Have the operator set `mail` in the configuration, or make a login link: `diglot login-link --anywhere --email <address>`.',
    );
  }
  const { email, name } = member;
  const person =
    (await deps.people.findByEmail(email)) ?? (await addPerson(deps, call, { email, name, operator: false }));
  if (person.disabledAt !== null) {
    throw new GatewayError('conflict', `${person.email} is disabled on this server. Ask its operator.`);
  }
  const object = `member:${member.id}`;
  await deps.audit.append(noteChange(deps, call, { action: 'member.invite', object, diff: { email } }));
  const { url, expiresAt } = await wayIn(deps, person);
  const workspace = deps.keys.workspace(member.workspaceId)?.name ?? member.workspaceId;
  const by = call.principal.kind === 'person' ? call.principal.open.person.email : null;
  await send({ to: email, ...mailOf({ name, workspace, by, url, expiresAt }) }, settings);
  return expiresAt;
}

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
  readonly workspace: string;
  /** Who invites; null for the operator's programs. */
  readonly by: string | null;
  readonly url: string;
  readonly expiresAt: number | null;
}

/** A name as it may stand in a message: nothing in it that a mail program would turn into a link. */
const plain = (name: string): string => name.replaceAll(/[\p{Cc}/\\]|www\./giu, ' ').slice(0, 100);

function mailOf({ name, workspace, by, url, expiresAt }: Invitation): Pick<Mail, 'subject' | 'text'> {
  const until = expiresAt === null ? '' : `${writeInstant(expiresAt).slice(0, 16).replace('T', ' ')} UTC`;
  const way =
    expiresAt === null
      ? 'Sign in as you did before:'
      : `This link signs you in once, until ${until}. Then set a password or add a passkey under Account.`;
  const text = [
    `Hello ${plain(name)},`,
    `${by ?? 'the operator of the server'} added you to the workspace ${plain(workspace)}. ${way}`,
    url,
    'If you did not expect this e-mail, you need not do anything.',
  ];
  return { subject: `You were added to the workspace ${plain(workspace)}`, text: `${text.join('\n\n')}\n` };
}

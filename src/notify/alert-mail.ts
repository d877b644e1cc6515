import type { AlertLimit } from './alert-store.ts';
import { plainName, type Mail } from './send-mail.ts';

/** What a message of an alert says, as webhooks have it. */
export interface AlertFacts {
  readonly alert_id: string;
  readonly delivery_id: string;
  readonly workspace_id: string;
  readonly workspace_name: string;
  readonly limit: AlertLimit;
  readonly key_id: string | null;
  readonly key_name: string | null;
  /** Null: it is a test. */
  readonly threshold: number | null;
  /** Credits, as decimal numbers. */
  readonly used: string;
  readonly allowed: string;
  readonly left: string;
  readonly window_start: string | null;
  /** Of the console. */
  readonly url: string;
}

/** The keys that a message is about. */
export interface ExpiringKeys {
  /** When the first of them does. */
  readonly expires_at: string | null;
  readonly keys: readonly { readonly id: string; readonly name: string }[];
}

type MailText = Pick<Mail, 'subject' | 'text'>;

const named: Readonly<Record<AlertLimit, string>> = {
  balance: 'the balance',
  balance_left: 'the balance',
  plan_month: 'the monthly limit of the plan',
  key_day: 'the daily limit',
  key_month: 'the monthly limit',
  key_total: 'the total limit',
  keys_expiring: 'the expiry of keys',
};

const mostNamed = 20;

/** The e-mail of an alert on keys that expire. */
export function mailOfExpiry(
  { workspace_name, threshold, url }: AlertFacts,
  { expires_at: end, keys }: ExpiringKeys,
): MailText {
  const workspace = plainName(workspace_name);
  if (threshold === null) return { subject: `Test: the expiry of keys of ${workspace}`, text: `${url}\n` };
  const [first] = keys;
  const which = keys.length === 1 && first ? `The key ${plainName(first.name)}` : `${keys.length} keys`;
  const names = keys.slice(0, mostNamed).map(({ name }) => `- ${plainName(name)}`);
  const subject = `${which} of ${workspace} ${keys.length === 1 ? 'expires' : 'expire'} within ${threshold === 1 ? 'a day' : `${threshold} days`}`;
  const more = keys.length > mostNamed ? [`and ${keys.length - mostNamed} more`] : [];
  return {
    subject,
    text: `${subject}, on ${(end ?? '').slice(0, 16).replace('T', ' ')} UTC. Calls fail from then on.\n\n${[...names, ...more].join('\n')}\n\nGive them a later end, or replace them: ${url}keys?show=expiring\n`,
  };
}

/** The e-mail of an alert on a limit. */
export function mailOf(facts: AlertFacts): MailText {
  const workspace = plainName(facts.workspace_name);
  const subjectOf = facts.key_name === null ? workspace : `key ${plainName(facts.key_name)} of ${workspace}`;
  const what = `${named[facts.limit]} of ${subjectOf}`;
  const isOfRest = facts.limit === 'balance_left';
  const reached = `${facts.threshold}${isOfRest ? ` credits or less are left of ${what}` : ` % of ${what} is used`}`;
  const subject = facts.threshold === null ? `Test: ${what}` : reached;
  const figures = isOfRest ? `${facts.left} credits are left` : `${facts.used} of ${facts.allowed} credits are used`;
  return { subject, text: `${subject}.\n\n${figures}.\n\n${facts.url}\n` };
}

import type { OperationId, Requests } from '../../generated/console/operations.ts';
import type { components } from '../../generated/console/types.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { AuditLog, KeyStore, MemberStore } from '../identity/stores.ts';
import type { FirstUses, KeyClients } from '../identity/key-uses.ts';
import type { RefusalCounter } from '../identity/refused-calls.ts';
import type { IdentityProviders } from '../identity/people/identity-providers.ts';
import type { Passkeys } from '../identity/people/passkeys.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { SessionCookie, SessionStore } from '../identity/people/sessions.ts';
import type { SignIn } from '../identity/people/sign-in.ts';
import type { AttemptStore, SignInDelay } from '../identity/people/sign-in-delay.ts';
import type { SecondFactors } from '../identity/people/factors.ts';
import type { Instances } from '../metering/instances.ts';
import type { LostBatches, StoreHealth } from '../metering/ledger-records.ts';
import type { Ledger } from '../metering/ledger.ts';
import type { Reconciliation } from '../metering/check-books.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { AlertStore } from '../notify/alert-store.ts';
import type { Alerting } from '../notify/alerting.ts';
import type { MailSettings } from '../notify/mail.ts';
import type { ProviderHealth } from '../providers/upstream.ts';
import type { Principal } from './people/access.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { replyJson, type Reply, type ReplyHeaders } from '../shared/reply.ts';
import type { SealedColumn, Secret } from '../shared/secret.ts';
import type { Clock } from '../shared/time/clock.ts';

/** Keys of providers that operators set in place of the configured ones. They are in force on this instance at once. */
export interface ProviderCredentials {
  /** Reads the stored keys and puts them in force. */
  readonly refresh: () => Promise<void>;
  /** When the key of a provider that is in force was set, in epoch milliseconds; null: it is the configured one. */
  readonly changedAt: (providerId: string) => number | null;
  /** @param note makes the event of the audit log */
  readonly set: (providerId: string, value: Secret, note: () => AuditEvent) => Promise<void>;
  /**
   * Puts the configured key in force again. Without effect if no other one is stored.
   *
   * @returns whether one was
   */
  readonly remove: (providerId: string, note: () => AuditEvent) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** A call that ended with an error of the server or of an upstream, as the log knows it. */
export interface FailedCall {
  readonly requestId: string;
  /** operationId; null for what is none. */
  readonly operation: string | null;
  readonly status: number;
}

export interface RecentError extends FailedCall {
  readonly at: number;
}

/** What this instance knows about itself. */
export interface ServerState {
  readonly startedAt: number;
  readonly errors: () => readonly RecentError[];
  readonly noteFailure: (call: FailedCall) => void;
}

/** What the control API is given from outside. */
export interface GivenDeps {
  readonly firstUses: Pick<FirstUses, 'isUsed' | 'flush'>;
  /** What links in answers start with. */
  readonly origin: () => string;
  /** The address of this server on its own machine. */
  readonly localOrigin: () => string;
  readonly metering: Pick<MeteringService, 'balance' | 'finish' | 'limits' | 'moveZone' | 'openHolds'>;
  /** Batches whose credit is reserved for longer than they should need it. */
  readonly lostBatches: LostBatches;
  /** The last comparison of the sums of the ledger; null before the first. */
  readonly lastReconciliation: () => Reconciliation | null;
  /** What an operator should look at while calls are served; null: nothing. */
  readonly warning: () => string | null;
  readonly providerHealth: (providerId: string) => Readonly<ProviderHealth>;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
}

/** What operations read and write in the store. */
export interface StoreDeps {
  readonly keys: KeyStore;
  readonly members: MemberStore;
  readonly people: PersonStore;
  readonly sessions: SessionStore;
  readonly attempts: Pick<AttemptStore, 'begin'>;
  readonly ledger: Ledger;
  /** All processes that share the database. */
  readonly instances: Pick<Instances, 'live'>;
  readonly alerts: AlertStore;
  readonly audit: AuditLog;
}

/** Dependencies of the control API. */
export interface ControlDeps extends GivenDeps, StoreDeps {
  readonly keyClients: Pick<KeyClients, 'read'>;
  readonly refusedCalls: Pick<RefusalCounter, 'query'>;
  readonly signIn: SignIn;
  readonly sessionCookie: SessionCookie;
  readonly signInDelay: SignInDelay;
  readonly secondFactors: SecondFactors;
  /** Secrets that sign webhooks. */
  readonly webhookSecrets: SealedColumn;
  readonly passkeys: Passkeys;
  readonly identityProviders: IdentityProviders;
  /** What this instance knows about itself. */
  readonly state: ServerState;
  /** The engine of the database. */
  readonly engine: string;
  readonly storeHealth: () => StoreHealth;
  /** Whether nothing but the built-in demo answers calls. */
  readonly demoOnly: () => boolean;
  /** How e-mail is sent; null: it is not. */
  readonly mail: () => MailSettings | null;
  readonly providerCredentials: Pick<ProviderCredentials, 'changedAt' | 'set' | 'remove'>;
  readonly alerting: Pick<Alerting, 'test'>;
  /** Keys that a workspace may have. */
  readonly mostKeys: () => number;
  /** The live catalogue. */
  readonly catalog: () => Catalog;
}

/** Where a request comes from, and by which program. */
interface Sender {
  readonly remoteAddress: string | undefined;
  /** Whether a proxy has passed it on and says so. */
  readonly forwarded: boolean;
  /** `Host`; empty if it sent none. */
  readonly host: string;
  /** `X-Forwarded-For`; null if it sent none. Any client can send it. */
  readonly forwardedFor: string | null;
  /** `User-Agent`; null if it sent none. */
  readonly client: string | null;
  /** `Cookie`; null if it sent none. */
  readonly cookie: string | null;
}

/** A call of the control API, in addition to its parameters, query and body (`Requests[Id]`). */
export interface ControlCall {
  readonly requestId: string;
  readonly principal: Principal;
  /** The caller as the audit log and the ledger name them: `admin`, or the id of a person. */
  readonly actor: string;
  /** What the request says about its sender. */
  readonly sender: Sender;
  /** The header `Idempotency-Key`; null if it was not sent. */
  readonly idempotencyKey: string | null;
  readonly reply: Reply;
}

/** Makes the handler of one operation. It throws failures as `GatewayError`. */
export type ControlHandler<Id extends OperationId> = (
  deps: ControlDeps,
) => (call: ControlCall & Requests[Id]) => Promise<void>;

/** The named schemas of the document. */
export type Answers = components['schemas'];

/** Answers of the control API contain secrets and balances, so caches must not store them. */
export const noStore = { 'cache-control': 'no-store' } as const;

/** A whole answer in JSON. */
export function answer(call: Pick<ControlCall, 'reply'>, head: number | AnswerHead, value: object): void {
  const { status, setCookie }: AnswerHead = typeof head === 'number' ? { status: head } : head;
  replyJson(call.reply, { status, headers: headersWith(setCookie) }, value);
}

/** What an answer is, apart from its value. */
interface AnswerHead {
  readonly status: number;
  /** A cookie to set. */
  readonly setCookie?: string;
}

/** Answers 204, without a body. */
export function answerNothing(call: Pick<ControlCall, 'reply'>, setCookie?: string): void {
  call.reply.head(204, headersWith(setCookie));
  call.reply.end();
}

/** Redirects the browser with 302. */
export function redirect(call: Pick<ControlCall, 'reply'>, location: string, setCookie?: string): void {
  call.reply.head(302, { ...headersWith(setCookie), location, 'content-length': '0' });
  call.reply.end();
}

const headersWith = (setCookie: string | undefined): ReplyHeaders =>
  setCookie === undefined ? noStore : { ...noStore, 'set-cookie': setCookie };

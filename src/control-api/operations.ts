import { operations, type OperationId } from '../../generated/console/operations.ts';
import type { ControlOperation } from '../../generated/operation-facts.ts';
import type { LiveConfig } from '../config/config.ts';
import { followNetworks, makeNetworkScope, type NetworkScope } from '../identity/caller.ts';
import { makeAlerting } from '../notify/alerting.ts';
import type { Provider } from '../catalog/catalog.ts';
import type { CredentialStore } from '../catalog/provider-overrides.ts';
import { makeKeyClients, type KeyClients, type KeyClientStore } from '../identity/key-uses.ts';
import { makeRefusalCounter, type RefusalCounter, type RefusedCallStore } from '../identity/refused-calls.ts';
import { makeIdentityProviders } from '../identity/people/identity-providers.ts';
import { makePasskeys } from '../identity/people/passkeys.ts';
import { makeSessionCookie, makeSessions, momentOf } from '../identity/people/sessions.ts';
import { attemptMemory, makeSignInDelay, type AttemptStore } from '../identity/people/sign-in-delay.ts';
import { makeSignIn } from '../identity/people/sign-in.ts';
import { makeSecondFactors } from '../identity/people/factors.ts';
import { inArea, type Log } from '../shared/log.ts';
import type { SealedColumn, Sealer } from '../shared/secret.ts';
import { repeatEach } from '../shared/time/clock.ts';
import { alertOperations } from './alerts.ts';
import { auditOperations } from './audit.ts';
import { callOperations } from './calls.ts';
import { catalogOperations, makePriceNotes } from './catalog/catalog.ts';
import { makeProviderCredentials, providerOperations } from './catalog/providers.ts';
import { creditOperations } from './credits.ts';
import type { ControlCall, ControlDeps, ControlHandler, FailedCall, GivenDeps, StoreDeps } from './deps.ts';
import { keyOperations } from './keys.ts';
import { limitOperations } from './limits.ts';
import { memberOperations } from './members.ts';
import {
  actorOf,
  checkAccess,
  checkEntry,
  type ControlHead,
  makeAdminAuthentication,
  makeAdminKeyCheck,
  makeAuthenticate,
  type Principal,
  watchAccess,
} from './people/access.ts';
import { firstLoginUrl, peopleOperations } from './people/people.ts';
import { personOperations } from './people/person.ts';
import { makeSealedColumns, sealStoredSecrets } from './people/seal-secrets.ts';
import { sessionOperations } from './people/sessions.ts';
import { overviewOperations } from './reports/overview.ts';
import { makeServerState, serverOperations } from './reports/server.ts';
import { statementOperations } from './reports/statement.ts';
import { refuseKeys } from './requests.ts';
import { usageOperations } from './usage.ts';
import { workspaceOperations } from './workspaces.ts';

/** All operations of the control API. A missing one does not compile. */
const controlOperations: { readonly [Id in OperationId]: ControlHandler<Id> } = {
  ...workspaceOperations,
  ...memberOperations,
  ...keyOperations,
  ...creditOperations,
  ...callOperations,
  ...usageOperations,
  ...limitOperations,
  ...catalogOperations,
  ...providerOperations,
  ...auditOperations,
  ...sessionOperations,
  ...personOperations,
  ...peopleOperations,
  ...overviewOperations,
  ...statementOperations,
  ...serverOperations,
  ...alertOperations,
};

/** What the control API is made from. */
interface ControlParts extends GivenDeps {
  readonly store: StoreDeps & {
    readonly keyClients: KeyClientStore;
    readonly refusedCalls: RefusedCallStore;
    readonly credentials: CredentialStore;
    readonly attempts: AttemptStore;
    readonly engine: string;
    readonly health: ControlDeps['storeHealth'];
  };
  /** Where the built-in demo runs; null: it does not. */
  readonly demoUrl: string | null;
  readonly live: LiveConfig;
  /** Seals the secrets that must be read again. */
  readonly sealer: Sealer;
  /** True: it is there for one command, so it does no work of its own. */
  readonly temporary: boolean;
  readonly log: Log;
}

/** A request to the control API that the contract has let through. */
type ControlRequest = Omit<ControlCall, 'principal' | 'actor'> & {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
};

/** A caller who was identified by the head of a request. */
export interface Entered {
  /** In whose name the memory of a body is counted; null: it is not known who calls. */
  readonly holder: string | null;
  /** Checks the role and answers. @throws {GatewayError} 403 `forbidden`; 404; what the operation throws */
  readonly serve: (request: ControlRequest) => Promise<void>;
}

/** The control API: its operations, who may call them, and its background work. */
export interface Control {
  /**
   * Who calls an operation, before a byte of the body is read.
   *
   * @throws {GatewayError} 401; 403 `cross_site`, `forbidden`
   */
  readonly enter: (head: ControlHead, operationId: string) => Promise<Entered>;
  /** Notes a call that ended with a status of 500 or more, of any document. */
  readonly noteFailure: (call: FailedCall) => void;
  /** Notes which program a key is used by. */
  readonly noteClient: KeyClients['note'];
  /** Counts a call that is refused before it has a record in the ledger. */
  readonly countRefusal: RefusalCounter['count'];
  /** Whether an address is that of a proxy in front of this server, as the configuration in force says. */
  readonly isProxy: NetworkScope;
  /** Whether a secret is the administrator key. */
  readonly isAdminKey: (secret: string) => boolean;
  /** A login link for the operator, until the first person signs in; null afterwards. */
  readonly firstLoginUrl: () => Promise<string | null>;
  /** Before the first call: seals stored secrets with the present key, and puts stored keys of providers in force. */
  readonly prepare: () => Promise<void>;
  /** Notes in the audit log that the configuration in force has other prices or plans. */
  readonly notePrices: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** How often background work is done, and after how long a piece of it that still runs is logged; milliseconds. */
const backgroundWork = { every: 30_000, longest: 300_000 };

type AnyControlHandler = (call: unknown) => Promise<void>;

/** What lets people in. */
function makePeopleServices({ store, live, origin, clock, newId }: ControlParts, totpSecrets: SealedColumn) {
  const isProxy = followNetworks(() => live.config().trustedProxies);
  const { people, sessions: tickets } = store;
  const sessions = makeSessions({ sessions: tickets, clock, newId });
  const signInDelay = makeSignInDelay({
    attempts: store.attempts,
    clock,
    isProxy,
  });
  const secondFactors = makeSecondFactors(totpSecrets, clock);
  const providers = () => live.config().identityProviders;
  return {
    sessionService: sessions,
    isProxy,
    signInDelay,
    secondFactors,
    sessionCookie: makeSessionCookie({
      origin,
      // Instances of a shared database may listen at different ports; the embedded one has a single gateway.
      isPublicPort: () => store.engine === 'sqlite' || live.config().server.publicUrl !== null,
    }),
    signIn: makeSignIn({
      people,
      store: tickets,
      sessions,
      delay: signInDelay,
      secondFactors,
      audit: store.audit,
      clock,
    }),
    passkeys: makePasskeys({ people, sessions: tickets, origin, clock }),
    identityProviders: makeIdentityProviders({ providers, sessions: tickets, origin, clock }),
  };
}

/** What the server says about itself. */
function makeServerFacts({ store, live, demoUrl, clock }: ControlParts) {
  const isDemo = ({ baseUrl }: Provider): boolean => demoUrl !== null && baseUrl.startsWith(demoUrl);
  return {
    catalog: live.catalog,
    state: makeServerState(clock),
    engine: store.engine,
    storeHealth: store.health,
    demoOnly: () => [...live.catalog().providers.values()].every(isDemo),
    mail: () => live.config().mail,
    mostKeys: () => live.config().limits.workspaceKeys,
  };
}

/** What the operations and the background work are made of. */
function makeServices(parts: ControlParts) {
  const { store, live, clock, log } = parts;
  const keyClients = makeKeyClients(store.keyClients, clock, inArea(log, 'keys'));
  const refusedCalls = makeRefusalCounter(store.refusedCalls, clock, inArea(log, 'keys'));
  const columns = makeSealedColumns(parts.sealer);
  const { totpSecrets, webhookSecrets } = columns;
  const providerCredentials = makeProviderCredentials({
    store: store.credentials,
    column: columns.providerKeys,
    live,
    clock,
    log,
  });
  const { sessionService, isProxy, ...services } = makePeopleServices(parts, totpSecrets);
  const facts = makeServerFacts(parts);
  const alerting = makeAlerting({
    ...{ ...parts, ...store, webhookSecrets, log: inArea(log, 'alerts') },
    mail: facts.mail,
    webhooks: () => ({ isAllowed: makeNetworkScope(live.config().alertNetworks) }),
  });
  const made = { keyClients, refusedCalls, alerting, webhookSecrets, providerCredentials };
  return { deps: { ...parts, ...store, ...services, ...facts, ...made }, columns, sessionService, isProxy };
}

/** Makes the control API. */
export function makeControl(parts: ControlParts): Control {
  const { store, live, clock, log, origin, temporary, firstUses } = parts;
  const { sessions, keys, ledger } = store;
  const { deps, columns, sessionService, isProxy } = makeServices(parts);
  const { keyClients, refusedCalls, alerting, providerCredentials, sessionCookie, state } = deps;
  const made = Object.entries(controlOperations).map(([id, make]) => [id, make(deps)]);
  const handlers: Readonly<Record<string, unknown>> = Object.fromEntries(made);
  const rules: Readonly<Record<string, ControlOperation>> = operations;
  const adminKey = () => live.config().adminKey;
  const admin = makeAdminAuthentication(adminKey, keys);
  const notePrices = makePriceNotes({ audit: store.audit, catalog: live.catalog, clock });
  const authenticate = makeAuthenticate({ admin, sessions: sessionService, sessionCookie, origin });
  const actions = [
    ...[firstUses.flush, keyClients.flush, refusedCalls.sweep, alerting.watch, alerting.deliver, notePrices], // prices that could not be noted when they changed
    () => sessions.sweep(momentOf(clock.now())),
    () => store.attempts.sweep(clock.now() - attemptMemory),
  ];
  const failed = (cause: unknown) => log.warn('Background work of the control API failed.', { reason: String(cause) });
  const end = repeatEach({ clock, ...backgroundWork, actions: temporary ? [] : actions, failed });

  const serve = async (request: ControlRequest, rule: ControlOperation, principal: Principal): Promise<void> => {
    const check = async (present: Principal): Promise<void> => {
      checkEntry(rule, present);
      await checkAccess(present, { rule, named: request }, { keys, ledger });
    };
    await check(principal);
    refuseKeys(request.body);
    const handler = handlers[rule.id] as AnyControlHandler;
    const endWatch = watchAccess({ principal, reply: request.reply, check }, { sessions, clock });
    try {
      await handler({ ...request, principal, actor: actorOf(principal) });
    } finally {
      await endWatch();
    }
  };
  return {
    enter: async (head, operationId) => {
      const rule = rules[operationId];
      if (!rule || !(operationId in handlers)) throw new Error(`No handler for ${operationId}.`);
      const principal = await authenticate(head, rule);
      const holder = principal.kind === 'anonymous' ? null : actorOf(principal);
      return { holder, serve: (request) => serve(request, rule, principal) };
    },
    noteFailure: state.noteFailure,
    noteClient: keyClients.note,
    countRefusal: refusedCalls.count,
    isProxy,
    isAdminKey: makeAdminKeyCheck(adminKey),
    firstLoginUrl: () => firstLoginUrl(deps),
    prepare: async () => {
      if (!temporary) await sealStoredSecrets({ ...store, ...columns, log });
      await providerCredentials.refresh();
      if (!temporary) await notePrices();
    },
    notePrices,
    close: async () => {
      await Promise.all([end(), providerCredentials.stop()]);
      // What cannot be written is logged there: it must not keep the rest from being closed.
      await Promise.all([firstUses.flush(), keyClients.flush(), refusedCalls.stop()]);
    },
  };
}

import type { OperationId } from '../../generated/console/operations.ts';
import { makeKeyClients, type KeyClients, type KeyClientStore } from '../identity/key-clients.ts';
import type { Log } from '../shared/log.ts';
import type { Secret } from '../shared/secret.ts';
import { repeat } from '../shared/time/repeat.ts';
import { makeAuditOperations } from './audit.ts';
import { makeAdminAuthentication, type AdminAuthentication } from './authenticate-admin.ts';
import { makeCallOperations } from './calls.ts';
import { makeCatalogOperations } from './catalog.ts';
import { makeCreditOperations } from './credits.ts';
import type { ControlDeps, ControlHandlers } from './deps.ts';
import { makeKeyOperations } from './keys.ts';
import { makeLimitOperations } from './limits.ts';
import { makeMemberOperations } from './members.ts';
import { makeUsageOperations } from './usage.ts';
import { makeWorkspaceOperations } from './workspaces.ts';

/** Operations that the document has ahead of their handlers. */
type Pending = Exclude<OperationId, keyof ReturnType<typeof makeServedOperations>>;

/** Every operation of the control API. An operation of the document without a handler does not compile. */
const makeControlOperations = (deps: ControlDeps): ControlHandlers<Exclude<OperationId, Pending>> =>
  makeServedOperations(deps);

const makeServedOperations = (deps: ControlDeps) => ({
  ...makeWorkspaceOperations(deps),
  ...makeMemberOperations(deps),
  ...makeKeyOperations(deps),
  ...makeCreditOperations(deps),
  ...makeCallOperations(deps),
  ...makeUsageOperations(deps),
  ...makeLimitOperations(deps),
  ...makeCatalogOperations(deps),
  ...makeAuditOperations(deps),
});

/** What the control API is made from. */
type OfTheStore = 'keys' | 'members' | 'people' | 'ledger' | 'audit';

interface ControlParts extends Omit<ControlDeps, OfTheStore | 'keyClients'> {
  readonly store: Pick<ControlDeps, OfTheStore> & {
    readonly keyClients: KeyClientStore;
  };
  readonly adminKey: Secret | undefined;
  readonly log: Log;
}

/** The control API: its operations, who may call them, and what goes on beside. */
export interface Control {
  readonly handlers: ControlHandlers<Exclude<OperationId, Pending>>;
  readonly authenticate: AdminAuthentication;
  /** Notes which program a key is used by. */
  readonly noteClient: KeyClients['note'];
  readonly close: () => Promise<void>;
}

/** How often what can wait is done, in milliseconds. */
const sideWorkMilliseconds = 30_000;

/** Makes the control API. */
export function makeControl({ store, adminKey, log, ...parts }: ControlParts): Control {
  const { clock } = parts;
  const keyClients = makeKeyClients(store.keyClients, clock, log);
  const end = repeat({ clock, every: sideWorkMilliseconds, action: keyClients.flush, failed: () => undefined });
  return {
    handlers: makeControlOperations({ ...store, ...parts, keyClients }),
    authenticate: makeAdminAuthentication(adminKey, store.keys),
    noteClient: keyClients.note,
    close: async () => {
      await end();
      // What cannot be written is logged there: it must not keep the rest from being closed.
      await keyClients.flush();
    },
  };
}

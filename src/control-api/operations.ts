import type { OperationId } from '../../generated/console/operations.ts';
import { makeWorkspaceOperations } from './workspaces.ts';
import { makeMemberOperations } from './members.ts';
import { makeKeyOperations } from './keys.ts';
import { makeCreditOperations } from './credits.ts';
import { makeCallOperations } from './calls.ts';
import { makeUsageOperations } from './usage.ts';
import { makeLimitOperations } from './limits.ts';
import { makeCatalogOperations } from './catalog.ts';
import { makeAuditOperations } from './audit.ts';
import type { ControlDeps, ControlHandlers } from './deps.ts';

/** The handlers of all operations of the control API. A missing one does not compile. */
export const makeControlOperations = (deps: ControlDeps): ControlHandlers<OperationId> => ({
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

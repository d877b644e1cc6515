import type { Handlers } from '../../generated/console/operations.ts';
import type { ConsoleCall } from './console-call.ts';
import type { ConsoleRooms } from './console-rooms.ts';
import { addMember } from './add-member.ts';
import { adjustCredits } from './adjust-credits.ts';
import { createWorkspace } from './create-workspace.ts';
import { exportCalls } from './export-calls.ts';
import { exportUsage } from './export-usage.ts';
import { getBalance } from './get-balance.ts';
import { getCall } from './get-call.ts';
import { getKey } from './get-key.ts';
import { getMember } from './get-member.ts';
import { getWorkspace } from './get-workspace.ts';
import { grantCredits } from './grant-credits.ts';
import { issueKey } from './issue-key.ts';
import { listAuditEntries } from './list-audit-entries.ts';
import { listCalls } from './list-calls.ts';
import { listKeys } from './list-keys.ts';
import { listLedgerEntries } from './list-ledger-entries.ts';
import { listLimits } from './list-limits.ts';
import { listMembers } from './list-members.ts';
import { listModels } from './list-models.ts';
import { listPlans } from './list-plans.ts';
import { listProducts } from './list-products.ts';
import { listProviders } from './list-providers.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { queryUsage } from './query-usage.ts';
import { refundCall } from './refund-call.ts';
import { removeMember } from './remove-member.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateKey } from './rotate-key.ts';
import { unfreezeAccount } from './unfreeze-account.ts';
import { updateKey } from './update-key.ts';
import { updateMember } from './update-member.ts';
import { updateWorkspace } from './update-workspace.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Every operation of the control API. One that is added to the document does not compile until it stands here. */
export const makeConsoleHandlers = (rooms: ConsoleRooms) =>
  ({
    listWorkspaces: listWorkspaces(rooms),
    createWorkspace: createWorkspace(rooms),
    getWorkspace: getWorkspace(rooms),
    updateWorkspace: updateWorkspace(rooms),
    listMembers: listMembers(rooms),
    addMember: addMember(rooms),
    getMember: getMember(rooms),
    updateMember: updateMember(rooms),
    removeMember: removeMember(rooms),
    listLimits: listLimits(rooms),
    getBalance: getBalance(rooms),
    grantCredits: grantCredits(rooms),
    adjustCredits: adjustCredits(rooms),
    unfreezeAccount: unfreezeAccount(rooms),
    listLedgerEntries: listLedgerEntries(rooms),
    listKeys: listKeys(rooms),
    issueKey: issueKey(rooms),
    getKey: getKey(rooms),
    updateKey: updateKey(rooms),
    rotateKey: rotateKey(rooms),
    revokeKey: revokeKey(rooms),
    listPlans: listPlans(rooms),
    listProducts: listProducts(rooms),
    listModels: listModels(rooms),
    listProviders: listProviders(rooms),
    queryUsage: queryUsage(rooms),
    exportUsage: exportUsage(rooms),
    listCalls: listCalls(rooms),
    exportCalls: exportCalls(rooms),
    getCall: getCall(rooms),
    refundCall: refundCall(rooms),
    verifyLedger: verifyLedger(rooms),
    listAuditEntries: listAuditEntries(rooms),
  }) satisfies Handlers<ConsoleCall>;

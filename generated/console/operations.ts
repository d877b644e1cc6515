// Generated from specs/ by `npm run generate`. Do not edit.
import type { OperationAddress } from '../operation-facts.ts';
import type { operations as Types } from './types.ts';

/** Every operation of the document, by operationId, in the document's order. */
export const operations = {
  listWorkspaces: { id: 'listWorkspaces', method: 'get', path: '/workspaces', streams: false },
  createWorkspace: { id: 'createWorkspace', method: 'post', path: '/workspaces', streams: false },
  getWorkspace: { id: 'getWorkspace', method: 'get', path: '/workspaces/{workspace_id}', streams: false },
  updateWorkspace: { id: 'updateWorkspace', method: 'patch', path: '/workspaces/{workspace_id}', streams: false },
  listMembers: { id: 'listMembers', method: 'get', path: '/workspaces/{workspace_id}/members', streams: false },
  addMember: { id: 'addMember', method: 'post', path: '/workspaces/{workspace_id}/members', streams: false },
  getMember: { id: 'getMember', method: 'get', path: '/workspaces/{workspace_id}/members/{member_id}', streams: false },
  updateMember: { id: 'updateMember', method: 'patch', path: '/workspaces/{workspace_id}/members/{member_id}', streams: false },
  removeMember: { id: 'removeMember', method: 'delete', path: '/workspaces/{workspace_id}/members/{member_id}', streams: false },
  listLimits: { id: 'listLimits', method: 'get', path: '/workspaces/{workspace_id}/limits', streams: false },
  getBalance: { id: 'getBalance', method: 'get', path: '/workspaces/{workspace_id}/credits', streams: false },
  grantCredits: { id: 'grantCredits', method: 'post', path: '/workspaces/{workspace_id}/credits/grants', streams: false },
  adjustCredits: { id: 'adjustCredits', method: 'post', path: '/workspaces/{workspace_id}/credits/adjustments', streams: false },
  unfreezeAccount: { id: 'unfreezeAccount', method: 'post', path: '/workspaces/{workspace_id}/credits/unfreeze', streams: false },
  listLedgerEntries: { id: 'listLedgerEntries', method: 'get', path: '/workspaces/{workspace_id}/ledger', streams: false },
  listKeys: { id: 'listKeys', method: 'get', path: '/keys', streams: false },
  issueKey: { id: 'issueKey', method: 'post', path: '/keys', streams: false },
  getKey: { id: 'getKey', method: 'get', path: '/keys/{key_id}', streams: false },
  updateKey: { id: 'updateKey', method: 'patch', path: '/keys/{key_id}', streams: false },
  rotateKey: { id: 'rotateKey', method: 'post', path: '/keys/{key_id}/rotate', streams: false },
  revokeKey: { id: 'revokeKey', method: 'post', path: '/keys/{key_id}/revoke', streams: false },
  listPlans: { id: 'listPlans', method: 'get', path: '/plans', streams: false },
  listProducts: { id: 'listProducts', method: 'get', path: '/products', streams: false },
  listModels: { id: 'listModels', method: 'get', path: '/models', streams: false },
  listProviders: { id: 'listProviders', method: 'get', path: '/providers', streams: false },
  queryUsage: { id: 'queryUsage', method: 'get', path: '/usage', streams: false },
  exportUsage: { id: 'exportUsage', method: 'get', path: '/usage/export', streams: false },
  listCalls: { id: 'listCalls', method: 'get', path: '/calls', streams: false },
  exportCalls: { id: 'exportCalls', method: 'get', path: '/calls/export', streams: false },
  getCall: { id: 'getCall', method: 'get', path: '/calls/{call_id}', streams: false },
  refundCall: { id: 'refundCall', method: 'post', path: '/calls/{call_id}/refunds', streams: false },
  verifyLedger: { id: 'verifyLedger', method: 'get', path: '/ledger/verify', streams: false },
  listAuditEntries: { id: 'listAuditEntries', method: 'get', path: '/audit', streams: false },
} as const satisfies Readonly<Record<string, OperationAddress>>;

export type OperationId = keyof typeof operations;

/** What a handler is given of a request that the contract has let through. */
export interface Requests {
  readonly listWorkspaces: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly createWorkspace: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['createWorkspace']['requestBody']>['content']['application/json'];
  };
  readonly getWorkspace: {
    readonly params: NonNullable<Types['getWorkspace']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly updateWorkspace: {
    readonly params: NonNullable<Types['updateWorkspace']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['updateWorkspace']['requestBody']>['content']['application/json'];
  };
  readonly listMembers: {
    readonly params: NonNullable<Types['listMembers']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly addMember: {
    readonly params: NonNullable<Types['addMember']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['addMember']['requestBody']>['content']['application/json'];
  };
  readonly getMember: {
    readonly params: NonNullable<Types['getMember']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly updateMember: {
    readonly params: NonNullable<Types['updateMember']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['updateMember']['requestBody']>['content']['application/json'];
  };
  readonly removeMember: {
    readonly params: NonNullable<Types['removeMember']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listLimits: {
    readonly params: NonNullable<Types['listLimits']['parameters']['path']>;
    readonly query: NonNullable<Types['listLimits']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getBalance: {
    readonly params: NonNullable<Types['getBalance']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly grantCredits: {
    readonly params: NonNullable<Types['grantCredits']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['grantCredits']['requestBody']>['content']['application/json'];
  };
  readonly adjustCredits: {
    readonly params: NonNullable<Types['adjustCredits']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['adjustCredits']['requestBody']>['content']['application/json'];
  };
  readonly unfreezeAccount: {
    readonly params: NonNullable<Types['unfreezeAccount']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['unfreezeAccount']['requestBody']>['content']['application/json'];
  };
  readonly listLedgerEntries: {
    readonly params: NonNullable<Types['listLedgerEntries']['parameters']['path']>;
    readonly query: NonNullable<Types['listLedgerEntries']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listKeys: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listKeys']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly issueKey: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['issueKey']['requestBody']>['content']['application/json'];
  };
  readonly getKey: {
    readonly params: NonNullable<Types['getKey']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly updateKey: {
    readonly params: NonNullable<Types['updateKey']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['updateKey']['requestBody']>['content']['application/json'];
  };
  readonly rotateKey: {
    readonly params: NonNullable<Types['rotateKey']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['rotateKey']['requestBody']>['content']['application/json'];
  };
  readonly revokeKey: {
    readonly params: NonNullable<Types['revokeKey']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['revokeKey']['requestBody']>['content']['application/json'];
  };
  readonly listPlans: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listProducts: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listModels: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listProviders: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly queryUsage: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['queryUsage']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly exportUsage: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['exportUsage']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listCalls: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listCalls']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly exportCalls: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['exportCalls']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly getCall: {
    readonly params: NonNullable<Types['getCall']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly refundCall: {
    readonly params: NonNullable<Types['refundCall']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['refundCall']['requestBody']>['content']['application/json'];
  };
  readonly verifyLedger: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listAuditEntries: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listAuditEntries']['parameters']['query']>;
    readonly body: undefined;
  };
}

/** One handler for each operation: a map `satisfies` this, so an operation without a handler does not compile. */
export type Handlers<Context> = {
  readonly [Id in OperationId]: (call: Context & Requests[Id]) => Promise<void>;
};

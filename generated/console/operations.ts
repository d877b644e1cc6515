// Generated from specs/ by `npm run generate`. Do not edit.
import type { ControlOperation } from '../operation-facts.ts';
import type { operations as Types } from './types.ts';

/** Every operation of the document, by operationId, in the document's order. */
export const operations = {
  listSignInMethods: { id: 'listSignInMethods', method: 'get', path: '/sign-in-methods', roles: [], scope: 'public', streams: false },
  listSessions: { id: 'listSessions', method: 'get', path: '/sessions', roles: [], scope: 'person', streams: false },
  signIn: { id: 'signIn', method: 'post', path: '/sessions', roles: [], scope: 'public', streams: false },
  signInByLink: { id: 'signInByLink', method: 'post', path: '/sessions/link', roles: [], scope: 'public', streams: false },
  startPasskeySignIn: { id: 'startPasskeySignIn', method: 'post', path: '/sessions/passkey/options', roles: [], scope: 'public', streams: false },
  signInByPasskey: { id: 'signInByPasskey', method: 'post', path: '/sessions/passkey', roles: [], scope: 'public', streams: false },
  startOidcSignIn: { id: 'startOidcSignIn', method: 'get', path: '/sessions/oidc/{provider}', roles: [], scope: 'public', streams: false },
  finishOidcSignIn: { id: 'finishOidcSignIn', method: 'get', path: '/sessions/oidc/{provider}/callback', roles: [], scope: 'public', streams: false },
  endSession: { id: 'endSession', method: 'delete', path: '/sessions/{session_id}', roles: [], scope: 'person', streams: false },
  getSession: { id: 'getSession', method: 'get', path: '/session', roles: [], scope: 'person', streams: false },
  signOut: { id: 'signOut', method: 'delete', path: '/session', roles: [], scope: 'person', streams: false },
  updatePerson: { id: 'updatePerson', method: 'patch', path: '/person', roles: [], scope: 'person', streams: false },
  setPassword: { id: 'setPassword', method: 'put', path: '/person/password', roles: [], scope: 'person', streams: false },
  startTotp: { id: 'startTotp', method: 'post', path: '/person/totp', roles: [], scope: 'person', streams: false },
  confirmTotp: { id: 'confirmTotp', method: 'post', path: '/person/totp/confirm', roles: [], scope: 'person', streams: false },
  removeTotp: { id: 'removeTotp', method: 'post', path: '/person/totp/remove', roles: [], scope: 'person', streams: false },
  listPasskeys: { id: 'listPasskeys', method: 'get', path: '/person/passkeys', roles: [], scope: 'person', streams: false },
  addPasskey: { id: 'addPasskey', method: 'post', path: '/person/passkeys', roles: [], scope: 'person', streams: false },
  startPasskey: { id: 'startPasskey', method: 'post', path: '/person/passkeys/options', roles: [], scope: 'person', streams: false },
  removePasskey: { id: 'removePasskey', method: 'delete', path: '/person/passkeys/{passkey_id}', roles: [], scope: 'person', streams: false },
  listPeople: { id: 'listPeople', method: 'get', path: '/people', roles: ['operator'], scope: 'server', streams: false },
  createPerson: { id: 'createPerson', method: 'post', path: '/people', roles: ['operator'], scope: 'server', streams: false },
  getPerson: { id: 'getPerson', method: 'get', path: '/people/{person_id}', roles: ['operator'], scope: 'server', streams: false },
  changePerson: { id: 'changePerson', method: 'patch', path: '/people/{person_id}', roles: ['operator'], scope: 'server', streams: false },
  invitePerson: { id: 'invitePerson', method: 'post', path: '/people/{person_id}/invitation', roles: ['operator'], scope: 'server', streams: false },
  createLoginLink: { id: 'createLoginLink', method: 'post', path: '/login-links', roles: ['operator'], scope: 'server', streams: false },
  listWorkspaces: { id: 'listWorkspaces', method: 'get', path: '/workspaces', roles: [], scope: 'signed_in', streams: false },
  createWorkspace: { id: 'createWorkspace', method: 'post', path: '/workspaces', roles: ['operator'], scope: 'server', streams: false },
  getWorkspace: { id: 'getWorkspace', method: 'get', path: '/workspaces/{workspace_id}', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  updateWorkspace: { id: 'updateWorkspace', method: 'patch', path: '/workspaces/{workspace_id}', roles: ['owner', 'admin', 'operator'], scope: 'workspace', streams: false },
  listMembers: { id: 'listMembers', method: 'get', path: '/workspaces/{workspace_id}/members', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  addMember: { id: 'addMember', method: 'post', path: '/workspaces/{workspace_id}/members', roles: ['owner', 'admin', 'operator'], scope: 'workspace', streams: false },
  getMember: { id: 'getMember', method: 'get', path: '/workspaces/{workspace_id}/members/{member_id}', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  updateMember: { id: 'updateMember', method: 'patch', path: '/workspaces/{workspace_id}/members/{member_id}', roles: ['owner', 'admin', 'operator'], scope: 'workspace', streams: false },
  removeMember: { id: 'removeMember', method: 'delete', path: '/workspaces/{workspace_id}/members/{member_id}', roles: ['owner', 'admin', 'operator'], scope: 'workspace', streams: false },
  inviteMember: { id: 'inviteMember', method: 'post', path: '/workspaces/{workspace_id}/members/{member_id}/invitation', roles: ['owner', 'admin', 'operator'], scope: 'workspace', streams: false },
  getOverview: { id: 'getOverview', method: 'get', path: '/workspaces/{workspace_id}/overview', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  getChecklist: { id: 'getChecklist', method: 'get', path: '/workspaces/{workspace_id}/checklist', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  listLimits: { id: 'listLimits', method: 'get', path: '/workspaces/{workspace_id}/limits', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  getBalance: { id: 'getBalance', method: 'get', path: '/workspaces/{workspace_id}/credits', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  grantCredits: { id: 'grantCredits', method: 'post', path: '/workspaces/{workspace_id}/credits/grants', roles: ['operator'], scope: 'server', streams: false },
  adjustCredits: { id: 'adjustCredits', method: 'post', path: '/workspaces/{workspace_id}/credits/adjustments', roles: ['operator'], scope: 'server', streams: false },
  unfreezeAccount: { id: 'unfreezeAccount', method: 'post', path: '/workspaces/{workspace_id}/credits/unfreeze', roles: ['operator'], scope: 'server', streams: false },
  listLedgerEntries: { id: 'listLedgerEntries', method: 'get', path: '/workspaces/{workspace_id}/ledger', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  getStatement: { id: 'getStatement', method: 'get', path: '/workspaces/{workspace_id}/statement', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  exportStatement: { id: 'exportStatement', method: 'get', path: '/workspaces/{workspace_id}/statement/export', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  listAlerts: { id: 'listAlerts', method: 'get', path: '/workspaces/{workspace_id}/alerts', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  createAlert: { id: 'createAlert', method: 'post', path: '/workspaces/{workspace_id}/alerts', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  updateAlert: { id: 'updateAlert', method: 'patch', path: '/workspaces/{workspace_id}/alerts/{alert_id}', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  removeAlert: { id: 'removeAlert', method: 'delete', path: '/workspaces/{workspace_id}/alerts/{alert_id}', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  testAlert: { id: 'testAlert', method: 'post', path: '/workspaces/{workspace_id}/alerts/{alert_id}/test', roles: ['owner', 'admin', 'billing', 'operator'], scope: 'workspace', streams: false },
  listDeliveries: { id: 'listDeliveries', method: 'get', path: '/workspaces/{workspace_id}/deliveries', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  listKeys: { id: 'listKeys', method: 'get', path: '/keys', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  issueKey: { id: 'issueKey', method: 'post', path: '/keys', roles: ['owner', 'admin', 'developer', 'operator'], scope: 'workspace', streams: false },
  getKey: { id: 'getKey', method: 'get', path: '/keys/{key_id}', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'key', streams: false },
  updateKey: { id: 'updateKey', method: 'patch', path: '/keys/{key_id}', roles: ['owner', 'admin', 'developer', 'operator'], scope: 'key', streams: false },
  rotateKey: { id: 'rotateKey', method: 'post', path: '/keys/{key_id}/rotate', roles: ['owner', 'admin', 'developer', 'operator'], scope: 'key', streams: false },
  revokeKey: { id: 'revokeKey', method: 'post', path: '/keys/{key_id}/revoke', roles: ['owner', 'admin', 'developer', 'operator'], scope: 'key', streams: false },
  listPlans: { id: 'listPlans', method: 'get', path: '/plans', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'any_workspace', streams: false },
  listProducts: { id: 'listProducts', method: 'get', path: '/products', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'any_workspace', streams: false },
  listModels: { id: 'listModels', method: 'get', path: '/models', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'any_workspace', streams: false },
  listProviders: { id: 'listProviders', method: 'get', path: '/providers', roles: ['operator'], scope: 'server', streams: false },
  setProviderCredential: { id: 'setProviderCredential', method: 'put', path: '/providers/{provider_id}/credential', roles: ['operator'], scope: 'server', streams: false },
  removeProviderCredential: { id: 'removeProviderCredential', method: 'delete', path: '/providers/{provider_id}/credential', roles: ['operator'], scope: 'server', streams: false },
  queryUsage: { id: 'queryUsage', method: 'get', path: '/usage', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  exportUsage: { id: 'exportUsage', method: 'get', path: '/usage/export', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  queryRefusedCalls: { id: 'queryRefusedCalls', method: 'get', path: '/usage/refused', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  listCalls: { id: 'listCalls', method: 'get', path: '/calls', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  exportCalls: { id: 'exportCalls', method: 'get', path: '/calls/export', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'workspace', streams: false },
  getCall: { id: 'getCall', method: 'get', path: '/calls/{call_id}', roles: ['owner', 'admin', 'billing', 'developer', 'viewer', 'operator'], scope: 'call', streams: false },
  refundCall: { id: 'refundCall', method: 'post', path: '/calls/{call_id}/refunds', roles: ['operator'], scope: 'server', streams: false },
  listLostBatches: { id: 'listLostBatches', method: 'get', path: '/lost-batches', roles: ['operator'], scope: 'server', streams: false },
  releaseLostBatch: { id: 'releaseLostBatch', method: 'post', path: '/lost-batches/{batch_id}/release', roles: ['operator'], scope: 'server', streams: false },
  verifyLedger: { id: 'verifyLedger', method: 'get', path: '/ledger/verify', roles: ['operator'], scope: 'server', streams: false },
  listAuditEntries: { id: 'listAuditEntries', method: 'get', path: '/audit', roles: ['operator'], scope: 'server', streams: false },
  getServer: { id: 'getServer', method: 'get', path: '/server', roles: [], scope: 'signed_in', streams: false },
  getSystem: { id: 'getSystem', method: 'get', path: '/system', roles: ['operator'], scope: 'server', streams: false },
} as const satisfies Readonly<Record<string, ControlOperation>>;

export type OperationId = keyof typeof operations;

/** What a handler is given of a request that the contract has let through. */
export interface Requests {
  readonly listSignInMethods: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listSessions: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly signIn: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['signIn']['requestBody']>['content']['application/json'];
  };
  readonly signInByLink: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['signInByLink']['requestBody']>['content']['application/json'];
  };
  readonly startPasskeySignIn: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly signInByPasskey: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['signInByPasskey']['requestBody']>['content']['application/json'];
  };
  readonly startOidcSignIn: {
    readonly params: NonNullable<Types['startOidcSignIn']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly finishOidcSignIn: {
    readonly params: NonNullable<Types['finishOidcSignIn']['parameters']['path']>;
    readonly query: NonNullable<Types['finishOidcSignIn']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly endSession: {
    readonly params: NonNullable<Types['endSession']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly getSession: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly signOut: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly updatePerson: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['updatePerson']['requestBody']>['content']['application/json'];
  };
  readonly setPassword: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['setPassword']['requestBody']>['content']['application/json'];
  };
  readonly startTotp: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly confirmTotp: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['confirmTotp']['requestBody']>['content']['application/json'];
  };
  readonly removeTotp: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['removeTotp']['requestBody']>['content']['application/json'];
  };
  readonly listPasskeys: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly addPasskey: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['addPasskey']['requestBody']>['content']['application/json'];
  };
  readonly startPasskey: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly removePasskey: {
    readonly params: NonNullable<Types['removePasskey']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listPeople: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listPeople']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly createPerson: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['createPerson']['requestBody']>['content']['application/json'];
  };
  readonly getPerson: {
    readonly params: NonNullable<Types['getPerson']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly changePerson: {
    readonly params: NonNullable<Types['changePerson']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['changePerson']['requestBody']>['content']['application/json'];
  };
  readonly invitePerson: {
    readonly params: NonNullable<Types['invitePerson']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly createLoginLink: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['createLoginLink']['requestBody']>['content']['application/json'];
  };
  readonly listWorkspaces: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['listWorkspaces']['parameters']['query']>;
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
    readonly query: NonNullable<Types['listMembers']['parameters']['query']>;
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
  readonly inviteMember: {
    readonly params: NonNullable<Types['inviteMember']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly getOverview: {
    readonly params: NonNullable<Types['getOverview']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly getChecklist: {
    readonly params: NonNullable<Types['getChecklist']['parameters']['path']>;
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
  readonly getStatement: {
    readonly params: NonNullable<Types['getStatement']['parameters']['path']>;
    readonly query: NonNullable<Types['getStatement']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly exportStatement: {
    readonly params: NonNullable<Types['exportStatement']['parameters']['path']>;
    readonly query: NonNullable<Types['exportStatement']['parameters']['query']>;
    readonly body: undefined;
  };
  readonly listAlerts: {
    readonly params: NonNullable<Types['listAlerts']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly createAlert: {
    readonly params: NonNullable<Types['createAlert']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['createAlert']['requestBody']>['content']['application/json'];
  };
  readonly updateAlert: {
    readonly params: NonNullable<Types['updateAlert']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['updateAlert']['requestBody']>['content']['application/json'];
  };
  readonly removeAlert: {
    readonly params: NonNullable<Types['removeAlert']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly testAlert: {
    readonly params: NonNullable<Types['testAlert']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly listDeliveries: {
    readonly params: NonNullable<Types['listDeliveries']['parameters']['path']>;
    readonly query: NonNullable<Types['listDeliveries']['parameters']['query']>;
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
  readonly setProviderCredential: {
    readonly params: NonNullable<Types['setProviderCredential']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['setProviderCredential']['requestBody']>['content']['application/json'];
  };
  readonly removeProviderCredential: {
    readonly params: NonNullable<Types['removeProviderCredential']['parameters']['path']>;
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
  readonly queryRefusedCalls: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: NonNullable<Types['queryRefusedCalls']['parameters']['query']>;
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
  readonly listLostBatches: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly releaseLostBatch: {
    readonly params: NonNullable<Types['releaseLostBatch']['parameters']['path']>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: NonNullable<Types['releaseLostBatch']['requestBody']>['content']['application/json'];
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
  readonly getServer: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
  readonly getSystem: {
    readonly params: Readonly<Record<string, never>>;
    readonly query: Readonly<Record<string, never>>;
    readonly body: undefined;
  };
}

/** One handler for each operation: a map `satisfies` this, so an operation without a handler does not compile. */
export type Handlers<Context> = {
  readonly [Id in OperationId]: (call: Context & Requests[Id]) => Promise<void>;
};

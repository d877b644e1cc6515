import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import { compareAndSwap, type KeyStore, waitingChanges, type WorkspaceRecord } from '../identity/stores.ts';
import type { MeteringService } from '../metering/metering.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { runExclusive } from '../shared/time/turns.ts';
import { echo, nearestName } from '../shared/text/names.ts';
import { isTimeZone, writeInstant } from '../shared/time/calendar.ts';
import type { Requests } from '../../generated/console/operations.ts';
import { answer, type Answers, type ControlCall, type ControlHandler } from './deps.ts';
import { findWorkspace, hasText, pageOf, writePage } from './requests.ts';
import { changedMembers, noteChange } from './audit.ts';
import { isOperator, roleIn } from './people/access.ts';

const listWorkspaces: ControlHandler<'listWorkspaces'> =
  ({ keys }) =>
  async (call) => {
    // The place of a cursor is sought among these too, so that it says nothing of any other workspace.
    const own = keys.listWorkspaces().filter(({ id }) => roleIn(call.principal, id) !== null);
    const sorted = own.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const { search } = call.query;
    const isListed = ({ id, name }: WorkspaceRecord): boolean => search === undefined || hasText(search, [name, id]);
    const page = pageOf(sorted, call.query, isListed);
    answer(call, 200, writePage(page, writeWorkspace) satisfies Answers['WorkspaceList']);
  };

const createWorkspace: ControlHandler<'createWorkspace'> = (deps) => async (call) => {
  const { keys, catalog, clock, newId } = deps;
  checkWorkspaceTerms(call.body, catalog());
  const workspace: WorkspaceRecord = {
    id: call.body.id ?? newId('ws'),
    name: call.body.name,
    planId: call.body.plan_id ?? null,
    timeZone: call.body.time_zone ?? 'UTC',
    createdAt: clock.now(),
    suspendedAt: null,
    version: 1,
  };
  if (keys.workspace(workspace.id)) {
    throw new GatewayError('conflict', `There is already a workspace ${workspace.id}. Choose another id, or omit it.`, {
      param: 'id',
    });
  }
  const written = writeWorkspace(workspace);
  const object = `workspace:${workspace.id}`;
  await keys.addWorkspace(workspace, noteChange(deps, call, { action: 'workspace.create', object, diff: written }));
  answer(call, 201, written);
};

const getWorkspace: ControlHandler<'getWorkspace'> =
  ({ keys }) =>
  async (call) => {
    answer(call, 200, writeWorkspace(findWorkspace(keys, call.params.workspace_id)));
  };

const updateWorkspace: ControlHandler<'updateWorkspace'> = (deps) => async (call) => {
  const { catalog, clock } = deps;
  refuseTermsOfTheOperator(call);
  checkWorkspaceTerms(call.body, catalog());
  refuseNewMonths(call, findWorkspace(deps.keys, call.params.workspace_id), catalog());
  const after = await changeWorkspace(
    {
      workspaceId: call.params.workspace_id,
      change: (record) => ({
        ...record,
        name: call.body.name ?? record.name,
        planId: call.body.plan_id === undefined ? record.planId : call.body.plan_id,
        timeZone: call.body.time_zone ?? record.timeZone,
        suspendedAt: suspension(record, call.body.status, clock.now()),
      }),
      note: (changed, before) =>
        noteChange(deps, call, {
          action: 'workspace.update',
          object: `workspace:${changed.id}`,
          diff: changedMembers(writeWorkspace(before), writeWorkspace(changed)),
        }),
    },
    deps,
  );
  answer(call, 200, writeWorkspace(after));
};

/** What a workspace pays for, and whether it may call at all, is not its own to say. */
function refuseTermsOfTheOperator({ principal, body }: ControlCall & Requests['updateWorkspace']): void {
  const param = (['plan_id', 'status'] as const).find((name) => body[name] !== undefined);
  if (param === undefined || isOperator(principal)) return;
  throw new GatewayError('forbidden', `${param} is changed by the operator of the server.`, { param });
}

/**
 * The month of a plan begins by the zone of its workspace. One that could move to the next month and back again at each turn of the
 * month would have what its plan allows twice.
 */
function refuseNewMonths(
  { principal, body }: ControlCall & Requests['updateWorkspace'],
  { planId, timeZone }: WorkspaceRecord,
  { plans }: Catalog,
): void {
  const plan = plans.get(planId ?? '');
  const isSame = body.time_zone === undefined || body.time_zone === timeZone;
  if (isSame || plan === undefined || plan.monthlyCredits === null || isOperator(principal)) return;
  throw new GatewayError(
    'forbidden',
    `time_zone is changed by the operator of the server: the months of the plan ${plan.name} begin by it.`,
    { param: 'time_zone' },
  );
}

/** Suspending again keeps the first date. */
function suspension(
  { suspendedAt }: WorkspaceRecord,
  status: Answers['WorkspaceStatus'] | undefined,
  now: number,
): number | null {
  if (status === undefined) return suspendedAt;
  return status === 'active' ? null : (suspendedAt ?? now);
}

interface ChangeDeps {
  readonly keys: KeyStore;
  readonly metering: Pick<MeteringService, 'moveZone'>;
}

/** A change of a workspace. */
export interface WorkspaceChange {
  readonly workspaceId: string;
  /** Returns the new record; an equal record writes nothing. */
  readonly change: (record: WorkspaceRecord) => WorkspaceRecord;
  /** Makes the audit event. */
  readonly note: (after: WorkspaceRecord, before: WorkspaceRecord) => AuditEvent;
}

/**
 * Replaces a workspace's record by the result of `change`. Changes of one workspace run one at a time, so that none is lost. When
 * this resolves, a new zone is in force and its limit windows are computed.
 *
 * @returns the current record
 * @throws {GatewayError} 404 `not_found`
 */
export const changeWorkspace = (
  { workspaceId, change, note }: WorkspaceChange,
  { keys, metering }: ChangeDeps,
): Promise<WorkspaceRecord> =>
  runExclusive({ owner: keys, name: `workspace:${workspaceId}`, bounds: waitingChanges }, () =>
    compareAndSwap(`workspace ${workspaceId}`, async () => {
      const before = findWorkspace(keys, workspaceId);
      const after = change(before);
      if (isDeepStrictEqual(after, before)) return before;
      const kept = await keys.putWorkspace(after, note(after, before));
      if (kept === null || kept.timeZone === before.timeZone) return kept;
      const keyIds = keys.listKeys(workspaceId).map(({ id }) => id);
      await metering.moveZone({ workspaceId, keyIds, timeZone: kept.timeZone });
      return kept;
    }),
  );

interface WorkspaceTerms {
  readonly plan_id?: string | null;
  readonly time_zone?: string;
}

/** @throws {GatewayError} 400 `invalid_value` for an unknown plan or time zone */
function checkWorkspaceTerms({ plan_id: planId, time_zone: zone }: WorkspaceTerms, catalog: Catalog): void {
  if (planId != null && !catalog.plans.has(planId)) {
    const nearest = nearestName(planId, catalog.plans.keys());
    throw new GatewayError(
      'invalid_value',
      `The catalogue has no plan ${echo(planId)}.${nearest === null ? ` ${stepByRequest('listPlans')} lists them.` : ` Did you mean ${nearest}?`}`,
      { param: 'plan_id' },
    );
  }
  if (zone !== undefined && !isTimeZone(zone)) {
    throw new GatewayError(
      'invalid_value',
      `${echo(zone)} is not an IANA time zone. Send one such as Europe/Berlin, Asia/Kathmandu or UTC.`,
      { param: 'time_zone' },
    );
  }
}

const writeWorkspace = (workspace: WorkspaceRecord): Answers['Workspace'] => ({
  object: 'workspace',
  id: workspace.id,
  name: workspace.name,
  plan_id: workspace.planId,
  time_zone: workspace.timeZone,
  status: workspace.suspendedAt === null ? 'active' : 'suspended',
  created_at: writeInstant(workspace.createdAt),
});

export const workspaceOperations = { listWorkspaces, createWorkspace, getWorkspace, updateWorkspace };

import { unlimited } from '../identity/caller.ts';
import type { KeyRecord, WorkspaceRecord } from '../identity/key-store.ts';
import type { LimitBalance, Balance } from '../metering/metering.ts';
import { formatCredits } from '../shared/money.ts';
import { answer, type Answers, type ControlHandler, type ControlDeps, type ControlHandlers } from './deps.ts';
import { findKey } from './keys.ts';
import { findWorkspace } from './find-workspace.ts';
import { writeOptionalInstant } from './instant.ts';
import { keyState } from './key-view.ts';

type Limit = Answers['LimitState'];

/** `GET /workspaces/{workspace_id}/limits` */
const listLimits: ControlHandler<'listLimits'> =
  ({ keys, metering, catalog, clock }) =>
  async (call) => {
    const workspace = findWorkspace(keys, call.params.workspace_id);
    const { id: workspaceId, planId, timeZone } = workspace;
    const ofKey = async (key: Pick<KeyRecord, 'id' | 'limits'>): Promise<readonly LimitBalance[]> =>
      metering.limits({ keyId: key.id, workspaceId, planId, timeZone, limits: key.limits });
    const active = keys.listKeys(workspaceId).filter((key) => keyState(key, clock.now()) === 'active');
    const ofActive = await Promise.all(active.map(async (key) => ({ key, balances: await ofKey(key) })));
    const data = [
      balanceLimit(workspace, await metering.balance(workspaceId)),
      ...(await ofKey({ id: '', limits: unlimited })).flatMap((balance) =>
        balance.subject === 'plan'
          ? writeLimit(balance, { subject: 'workspace', subject_id: workspaceId, subject_name: workspace.name })
          : [],
      ),
      ...ofActive.flatMap(({ key, balances }) =>
        balances.flatMap((balance) =>
          balance.subject === 'key'
            ? writeLimit(balance, { subject: 'key', subject_id: key.id, subject_name: key.name })
            : [],
        ),
      ),
    ];
    const { key_id: keyId } = call.query;
    if (keyId !== undefined) findKey(keys, keyId);
    const facts = data.filter((limit) => keyId === undefined || limit.subject_id === keyId);
    const missing = planId !== null && !catalog().plans.has(planId) ? planId : null;
    answer(call, 200, { object: 'list', data: facts, missing_plan_id: missing } satisfies Answers['LimitList']);
  };

const balanceLimit = ({ id, name }: WorkspaceRecord, balance: Balance): Limit => ({
  object: 'limit',
  name: 'balance',
  subject: 'workspace',
  subject_id: id,
  subject_name: name,
  limit: formatCredits(balance.granted),
  used: formatCredits(balance.posted),
  held: formatCredits(balance.held),
  left: formatCredits(balance.available > 0n ? balance.available : 0n),
  resets_at: null,
});

/** Formats a limit; empty if there is none. */
function writeLimit(
  balance: LimitBalance,
  subject: Pick<Limit, 'subject' | 'subject_id' | 'subject_name'>,
): readonly Limit[] {
  const { limit, used, held, window } = balance;
  if (limit === null) return [];
  const left = limit - used - held;
  return [
    {
      object: 'limit',
      name: `${balance.subject}_${window}`,
      ...subject,
      limit: formatCredits(limit),
      used: formatCredits(used),
      held: formatCredits(held),
      left: formatCredits(left > 0n ? left : 0n),
      resets_at: writeOptionalInstant(balance.resetsAt),
    },
  ];
}

export const makeLimitOperations = (deps: ControlDeps): ControlHandlers<'listLimits'> => ({
  listLimits: listLimits(deps),
});

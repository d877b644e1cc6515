import { unlimited } from '../identity/caller.ts';
import type { WorkspaceRecord } from '../identity/key-store.ts';
import type { LimitBalance, Balance } from '../metering/metering.ts';
import { formatCredits, type NanoCredits } from '../shared/money.ts';
import { answer, type Answers, type ControlHandler, type ControlDeps, type ControlHandlers } from './deps.ts';
import { findKey, unknownKey } from './keys.ts';
import { findWorkspace } from './find-workspace.ts';
import { writeOptionalInstant } from './instant.ts';
import { keyState } from './key-view.ts';
import { readPace, writeForecast } from './reports/forecast.ts';

type Limit = Answers['LimitState'];

/** `GET /workspaces/{workspace_id}/limits` */
const listLimits: ControlHandler<'listLimits'> =
  ({ keys, ledger, metering, catalog, clock }) =>
  async (call) => {
    const workspace = findWorkspace(keys, call.params.workspace_id);
    const { id: workspaceId, planId, timeZone } = workspace;
    const now = clock.now();
    const pace = await readPace(ledger, workspaceId, now);
    const active = keys.listKeys(workspaceId).filter((key) => keyState(key, now) === 'active');
    const [ofPlan = [], ...ofActive] = await metering.limits({ workspaceId, planId, timeZone }, [
      { keyId: '', limits: unlimited },
      ...active.map(({ id: keyId, limits }) => ({ keyId, limits })),
    ]);
    const data = [
      balanceLimit(workspace, await metering.balance(workspaceId), { perDay: pace.workspace, now }),
      ...ofPlan.flatMap((balance) =>
        balance.subject === 'plan'
          ? writeLimit(
              balance,
              { subject: 'workspace', subject_id: workspaceId, subject_name: workspace.name },
              { perDay: pace.workspace, now },
            )
          : [],
      ),
      ...active.flatMap((key, index) =>
        (ofActive[index] ?? []).flatMap((balance) =>
          balance.subject === 'key'
            ? writeLimit(
                balance,
                { subject: 'key', subject_id: key.id, subject_name: key.name },
                { perDay: pace.key(key.id), now },
              )
            : [],
        ),
      ),
    ];
    const { key_id: keyId } = call.query;
    if (keyId !== undefined && findKey(keys, keyId).workspaceId !== workspaceId) throw unknownKey(keyId);
    const facts = data.filter((limit) => keyId === undefined || limit.subject_id === keyId);
    const missing = planId !== null && !catalog().plans.has(planId) ? planId : null;
    answer(call, 200, { object: 'list', data: facts, missing_plan_id: missing } satisfies Answers['LimitList']);
  };

interface Course {
  /** What a day was charged lately. */
  readonly perDay: NanoCredits;
  readonly now: number;
}

const balanceLimit = ({ id, name }: WorkspaceRecord, balance: Balance, { perDay, now }: Course): Limit => ({
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
  forecast: writeForecast({ perDay, used: balance.posted, left: balance.available, resetsAt: null }, now),
});

/** Formats a limit; empty if there is none. */
function writeLimit(
  balance: LimitBalance,
  subject: Pick<Limit, 'subject' | 'subject_id' | 'subject_name'>,
  { perDay, now }: Course,
): readonly Limit[] {
  const { limit, used, held, window, resetsAt } = balance;
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
      resets_at: writeOptionalInstant(resetsAt),
      forecast: writeForecast({ perDay, used, left, resetsAt }, now),
    },
  ];
}

export const makeLimitOperations = (deps: ControlDeps): ControlHandlers<'listLimits'> => ({
  listLimits: listLimits(deps),
});

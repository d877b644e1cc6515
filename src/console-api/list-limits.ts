import { unlimited } from '../identity/caller.ts';
import type { KeyRecord, WorkspaceRecord } from '../identity/key-store.ts';
import type { LimitStanding, Standing } from '../metering/metering-room.ts';
import { formatCredits } from '../shared/money.ts';
import { answer } from './answer.ts';
import type { Answers, ConsoleHandler } from './console-handler.ts';
import { findKey } from './find-key.ts';
import { findWorkspace } from './find-workspace.ts';
import { writeOptionalInstant } from './instant.ts';
import { keyState } from './write-key.ts';

type Limit = Answers['LimitState'];

/** `GET /workspaces/{workspace_id}/limits` */
export const listLimits: ConsoleHandler<'listLimits'> =
  ({ keys, metering, catalog, clock }) =>
  async (call) => {
    const workspace = findWorkspace(keys, call.params.workspace_id);
    const { id: workspaceId, planId, timeZone } = workspace;
    const ofKey = (key: Pick<KeyRecord, 'id' | 'limits'>): readonly LimitStanding[] =>
      metering.limits({ keyId: key.id, workspaceId, planId, timeZone, limits: key.limits });
    const data = [
      balanceLimit(workspace, metering.standing(workspaceId)),
      ...ofKey({ id: '', limits: unlimited }).flatMap((standing) =>
        standing.subject === 'plan'
          ? writeLimit(standing, { subject: 'workspace', subject_id: workspaceId, subject_name: workspace.name })
          : [],
      ),
      ...keys
        .listKeys(workspaceId)
        .filter((key) => keyState(key, clock.now()) === 'active')
        .flatMap((key) =>
          ofKey(key).flatMap((standing) =>
            standing.subject === 'key'
              ? writeLimit(standing, { subject: 'key', subject_id: key.id, subject_name: key.name })
              : [],
          ),
        ),
    ];
    const { key_id: keyId } = call.query;
    if (keyId !== undefined) findKey(keys, keyId);
    const asked = data.filter((limit) => keyId === undefined || limit.subject_id === keyId);
    const missing = planId !== null && !catalog().plans.has(planId) ? planId : null;
    answer(call, 200, { object: 'list', data: asked, missing_plan_id: missing } satisfies Answers['LimitList']);
  };

const balanceLimit = ({ id, name }: WorkspaceRecord, standing: Standing): Limit => ({
  object: 'limit',
  name: 'balance',
  subject: 'workspace',
  subject_id: id,
  subject_name: name,
  limit: formatCredits(standing.granted),
  used: formatCredits(standing.posted),
  held: formatCredits(standing.held),
  left: formatCredits(standing.available > 0n ? standing.available : 0n),
  resets_at: null,
});

/** One limit, or none where nothing is limited. */
function writeLimit(
  standing: LimitStanding,
  subject: Pick<Limit, 'subject' | 'subject_id' | 'subject_name'>,
): readonly Limit[] {
  const { limit, used, held, window } = standing;
  if (limit === null) return [];
  const left = limit - used - held;
  return [
    {
      object: 'limit',
      name: `${standing.subject}_${window}`,
      ...subject,
      limit: formatCredits(limit),
      used: formatCredits(used),
      held: formatCredits(held),
      left: formatCredits(left > 0n ? left : 0n),
      resets_at: writeOptionalInstant(standing.resetsAt),
    },
  ];
}

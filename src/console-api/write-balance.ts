import type { Standing } from '../metering/metering-room.ts';
import { formatCredits } from '../shared/money.ts';
import type { Answers } from './console-handler.ts';

/** A workspace's credits as the document describes them. */
export const writeBalance = (workspaceId: string, standing: Standing): Answers['Balance'] => ({
  object: 'balance',
  workspace_id: workspaceId,
  granted: formatCredits(standing.granted),
  charged: formatCredits(standing.posted),
  held: formatCredits(standing.held),
  available: formatCredits(standing.available),
  frozen_reason: standing.frozenReason,
});

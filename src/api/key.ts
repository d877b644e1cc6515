import { describeKeyTerms } from '../identity/key-terms.ts';
import type { LimitBalance } from '../metering/metering.ts';
import { formatCredits } from '../shared/money.ts';
import { replyJson } from '../shared/reply.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

/** A limit in the format of the document; empty if there is none. */
function writeLimit({ subject, window, limit, used, held, resetsAt }: LimitBalance): readonly object[] {
  if (limit === null) return [];
  const left = limit - used - held;
  return [
    {
      name: `${subject}_${window}`,
      limit: formatCredits(limit),
      used: formatCredits(used),
      held: formatCredits(held),
      left: formatCredits(left > 0n ? left : 0n),
      resets_at: instant(resetsAt),
    },
  ];
}

/** `GET /key`: what the key of the request may do, and what it has left. */
const getKey =
  ({ keys, funds }: ApiDeps): SpecAHandlers['getKey'] =>
  async ({ caller, reply }) => {
    const { keyId: id, keyName: name, display, workspaceId, timeZone, scope, limits, expiresAt } = caller;
    const [balance, balances] = await Promise.all([funds.balance(workspaceId), funds.limits(caller, [caller])]);
    replyJson(reply, 200, {
      object: 'key',
      id,
      name,
      display,
      workspace: { id: workspaceId, name: keys.workspace(workspaceId)?.name ?? workspaceId, time_zone: timeZone },
      summary: describeKeyTerms({ scope, limits, expiresAt }),
      scope: {
        models: scope.models,
        operations: scope.operations,
        products: scope.products,
        regions: scope.regions,
        networks: scope.networks,
        on_loss: scope.onLoss ?? null,
      },
      expires_at: instant(expiresAt),
      limits: balances.flat().flatMap(writeLimit),
      balance: {
        available: formatCredits(balance.available > 0n ? balance.available : 0n),
        held: formatCredits(balance.held),
      },
    });
  };

export const keyOperations = { getKey };

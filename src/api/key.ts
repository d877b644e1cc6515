import { GatewayError } from '../errors/gateway-error.ts';
import { describeKeyTerms } from '../identity/key-terms.ts';
import type { LimitBalance } from '../metering/metering.ts';
import { atLeastZero, formatCredits } from '../shared/money.ts';
import { replyJson } from '../shared/reply.ts';
import { writeOptionalInstant } from '../shared/time/calendar.ts';
import type { ApiDeps, SpecAHandlers } from './deps.ts';

/** A limit in the format of the document; empty if there is none. */
function writeLimit({ subject, window, limit, used, held, resetsAt }: LimitBalance): readonly object[] {
  if (limit === null) return [];
  return [
    {
      name: `${subject}_${window}`,
      limit: formatCredits(limit),
      used: formatCredits(used),
      held: formatCredits(held),
      left: formatCredits(atLeastZero(limit - used - held)),
      resets_at: writeOptionalInstant(resetsAt),
    },
  ];
}

/** What was charged for calls with the key: the windows of its limits are counted even where it has none. */
const writeUsage = (balances: readonly LimitBalance[]): object =>
  Object.fromEntries(
    balances.filter(({ subject }) => subject === 'key').map(({ window, used }) => [window, formatCredits(used)]),
  );

/** Why every call that costs credits is refused now, in the format of the document; null if it is not. */
function writeRefusal(check: () => void): object | null {
  try {
    check();
    return null;
  } catch (error) {
    if (!(error instanceof GatewayError) || error.status !== 403) throw error;
    return { code: error.code, message: error.message };
  }
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
      refusal: writeRefusal(() => funds.checkPaid(caller)),
      scope: {
        models: scope.models,
        operations: scope.operations,
        products: scope.products,
        regions: scope.regions,
        networks: scope.networks,
        on_loss: scope.onLoss ?? null,
      },
      expires_at: writeOptionalInstant(expiresAt),
      usage: writeUsage(balances.flat()),
      limits: balances.flat().flatMap(writeLimit),
      balance: {
        available: formatCredits(atLeastZero(balance.available)),
        held: formatCredits(balance.held),
      },
    });
  };

export const keyOperations = { getKey };

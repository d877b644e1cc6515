import { GatewayError } from '../errors/gateway-error.ts';
import type { LedgerEntry, NewEntry } from '../metering/ledger-records.ts';
import type { Balance } from '../metering/metering.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { isOwnExternalId } from '../shared/ids.ts';
import { formatCredits, largestEntry, parseCredits, type NanoCredits } from '../shared/money.ts';
import { echo } from '../shared/text/echo.ts';
import {
  answer,
  type Answers,
  type ControlCall,
  type ControlDeps,
  type ControlHandler,
  type ControlHandlers,
} from './deps.ts';
import { findWorkspace, requireAccount } from './find-workspace.ts';
import { readPage, writeInstant, writePage } from './instant.ts';
import { noteChange } from './note-change.ts';

/** `GET /workspaces/{workspace_id}/credits` */
const getBalance: ControlHandler<'getBalance'> =
  ({ keys, metering }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    answer(call, 200, writeBalance(workspaceId, metering.balance(workspaceId)));
  };

/** `POST /workspaces/{workspace_id}/credits/grants` */
const grantCredits: ControlHandler<'grantCredits'> = (deps) => (call) =>
  postEntry(deps, call, {
    workspaceId: findWorkspace(deps.keys, call.params.workspace_id).id,
    kind: call.body.kind ?? 'grant',
    amount: readPositiveCredits(call.body.amount, 'amount'),
    callId: null,
    reason: call.body.reason,
    externalId: externalId(call.body, call),
  });

/** `POST /workspaces/{workspace_id}/credits/adjustments` */
const adjustCredits: ControlHandler<'adjustCredits'> = (deps) => async (call) => {
  const amount = readCredits(call.body.amount, 'amount');
  if (amount === 0n) {
    throw new GatewayError('invalid_value', 'amount must not be 0: such an adjustment changes nothing.', {
      param: 'amount',
    });
  }
  await postEntry(deps, call, {
    workspaceId: findWorkspace(deps.keys, call.params.workspace_id).id,
    kind: 'adjust',
    amount,
    callId: null,
    reason: call.body.reason,
    externalId: externalId(call.body, call),
  });
};

/** `POST /workspaces/{workspace_id}/credits/unfreeze` */
const unfreezeAccount: ControlHandler<'unfreezeAccount'> = (deps) => async (call) => {
  const { keys, ledger, metering } = deps;
  const { id } = findWorkspace(keys, call.params.workspace_id);
  const { frozenReason } = metering.balance(id);
  if (frozenReason !== null) {
    const diff = { frozen_reason: { before: frozenReason, after: null }, reason: call.body.reason };
    await ledger.unfreeze(id, noteChange(deps, call, { action: 'account.unfreeze', object: `workspace:${id}`, diff }));
  }
  answer(call, 200, writeBalance(id, metering.balance(id)));
};

/** `GET /workspaces/{workspace_id}/ledger` */
const listLedgerEntries: ControlHandler<'listLedgerEntries'> =
  ({ keys, ledger }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    const { kind } = call.query;
    const page = await ledger.entries({ workspaceId, ...(kind && { kind }), ...readPage(call.query) });
    answer(call, 200, writePage(page, writeEntry) satisfies Answers['LedgerPage']);
  };

/** A workspace's credits as the document describes them. */
export const writeBalance = (workspaceId: string, balance: Balance): Answers['Balance'] => ({
  object: 'balance',
  workspace_id: workspaceId,
  granted: formatCredits(balance.granted),
  charged: formatCredits(balance.posted),
  held: formatCredits(balance.held),
  available: formatCredits(balance.available),
  frozen_reason: balance.frozenReason,
});

/** A line of the ledger as the document describes it. */
export const writeEntry = (entry: LedgerEntry): Answers['LedgerEntry'] => ({
  object: 'ledger_entry',
  id: entry.id,
  workspace_id: entry.workspaceId,
  kind: entry.kind,
  amount: formatCredits(entry.amount),
  external_id: entry.externalId,
  call_id: entry.callId,
  reason: entry.reason,
  actor: entry.actor,
  created_at: writeInstant(entry.createdAt),
});

/** An entry as its poster says it; `externalId` null: it is new every time. */
type EntryDraft = Pick<NewEntry, 'workspaceId' | 'kind' | 'amount' | 'callId' | 'reason'> & {
  readonly externalId: string | null;
};

/** Books an entry, notes it in the audit log and answers it: 201, or 200 when it was in the books already. */
export async function postEntry(deps: ControlDeps, call: ControlCall, draft: EntryDraft): Promise<void> {
  const { ledger, metering, clock, newId } = deps;
  const id = newId('entry');
  const facts = { ...draft, id, externalId: draft.externalId ?? id, actor: call.actor, createdAt: clock.now() };
  const { entry, created } = await ledger.post(facts, noteEntry(deps, call, facts));
  const balance = writeBalance(entry.workspaceId, metering.balance(entry.workspaceId));
  answer(call, created ? 201 : 200, { entry: writeEntry(entry), created, balance } satisfies Answers['BookedEntry']);
}

const noteEntry = (deps: ControlDeps, call: ControlCall, entry: NewEntry): AuditEvent =>
  noteChange(deps, call, {
    action: `credits.${entry.kind}`,
    object: `workspace:${entry.workspaceId}`,
    diff: {
      entry: entry.id,
      amount: formatCredits(entry.amount),
      reason: entry.reason,
      external_id: entry.externalId,
      call_id: entry.callId,
    },
  });

/**
 * The poster's own id of an entry: the body's `external_id` or the header `Idempotency-Key`.
 *
 * @returns null when neither was sent
 * @throws {GatewayError} 400 when both were, and differ, or when only the gateway may use it
 */
export function externalId(body: { readonly external_id?: string }, { idempotencyKey }: ControlCall): string | null {
  const { external_id: fromBody } = body;
  if (fromBody !== undefined && idempotencyKey !== null && fromBody !== idempotencyKey) {
    throw new GatewayError(
      'invalid_value',
      'external_id and the header Idempotency-Key say two different things. Send one of them, or the same in both.',
      { param: 'external_id' },
    );
  }
  const id = fromBody ?? idempotencyKey;
  if (id !== null && isOwnExternalId(id)) {
    throw new GatewayError(
      'invalid_value',
      `External ids that begin with loss: or bootstrap: are the gateway's own; you sent ${id}. Send another one.`,
      { param: fromBody === undefined ? 'Idempotency-Key' : 'external_id' },
    );
  }
  return id;
}

/**
 * Nano-credits of a field's decimal string.
 *
 * @throws {GatewayError} 400 `invalid_value` for what is no decimal of nine places, and beyond 10⁹ credits either way
 */
export function readCredits(text: string, param: string): NanoCredits {
  const amount = parseCredits(text);
  if (amount === null) {
    throw new GatewayError(
      'invalid_value',
      `${param} must be a decimal string of credits with at most nine places, for example "12.5"; you sent ${echo(text)}.`,
      { param },
    );
  }
  if (amount > largestEntry || amount < -largestEntry) {
    throw new GatewayError(
      'invalid_value',
      `${param} must be at most ${formatCredits(largestEntry)} credits; you sent ${text}.`,
      {
        param,
      },
    );
  }
  return amount;
}

/** As `readCredits`, and more than 0. */
export function readPositiveCredits(text: string, param: string): NanoCredits {
  const amount = readCredits(text, param);
  if (amount > 0n) return amount;
  throw new GatewayError('invalid_value', `${param} must be more than 0 credits; you sent ${text}.`, { param });
}

/** The operations on credits. */
export const makeCreditOperations = (
  deps: ControlDeps,
): ControlHandlers<'getBalance' | 'grantCredits' | 'adjustCredits' | 'unfreezeAccount' | 'listLedgerEntries'> => ({
  getBalance: getBalance(deps),
  grantCredits: grantCredits(deps),
  adjustCredits: adjustCredits(deps),
  unfreezeAccount: unfreezeAccount(deps),
  listLedgerEntries: listLedgerEntries(deps),
});

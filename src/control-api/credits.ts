import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/next-steps.ts';
import type { PersonStore } from '../identity/people/person-store.ts';
import type { LedgerEntry, LostBatch, NewEntry } from '../metering/ledger-records.ts';
import type { Balance } from '../metering/metering.ts';
import type { AuditEvent } from '../shared/audit-event.ts';
import { isOwnExternalId } from '../shared/ids.ts';
import { formatCredits, largestEntry, parseCredits, type NanoCredits } from '../shared/money.ts';
import { echo } from '../shared/text/names.ts';
import { answer, type Answers, type ControlCall, type ControlDeps, type ControlHandler } from './deps.ts';
import { findWorkspace, readPage, requireAccount, writePage } from './requests.ts';
import { writeInstant } from '../shared/time/calendar.ts';
import { findActors, noteChange } from './audit.ts';

const getBalance: ControlHandler<'getBalance'> =
  ({ keys, metering }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    answer(call, 200, writeBalance(workspaceId, await metering.balance(workspaceId)));
  };

const grantCredits: ControlHandler<'grantCredits'> = (deps) => (call) =>
  postEntry(deps, call, {
    workspaceId: findWorkspace(deps.keys, call.params.workspace_id).id,
    kind: call.body.kind ?? 'grant',
    amount: readPositiveCredits(call.body.amount, 'amount'),
    callId: null,
    reason: call.body.reason,
    externalId: externalId(call.body, call),
  });

const adjustCredits: ControlHandler<'adjustCredits'> = (deps) => async (call) => {
  const amount = readCredits(call.body.amount, 'amount');
  if (amount === 0n) {
    throw new GatewayError('invalid_value', 'amount must not be 0, because that changes nothing.', {
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
    withinBalance: call.body.allow_negative !== true,
  });
};

const unfreezeAccount: ControlHandler<'unfreezeAccount'> = (deps) => async (call) => {
  const { keys, ledger, metering } = deps;
  const { id } = findWorkspace(keys, call.params.workspace_id);
  const { frozenReason } = await metering.balance(id);
  if (frozenReason !== null) {
    const diff = { frozen_reason: { before: frozenReason, after: null }, reason: call.body.reason };
    await ledger.unfreeze(id, noteChange(deps, call, { action: 'account.unfreeze', object: `workspace:${id}`, diff }));
  }
  answer(call, 200, writeBalance(id, await metering.balance(id)));
};

/** Lost batches in one answer. */
const mostLost = 1_000;

const listLostBatches: ControlHandler<'listLostBatches'> =
  ({ lostBatches }) =>
  async (call) => {
    const data = (await lostBatches.list()).slice(0, mostLost).map(writeLostBatch);
    answer(call, 200, { object: 'list', data } satisfies Answers['LostBatchList']);
  };

const writeLostBatch = (lost: LostBatch): Answers['LostBatch'] => ({
  object: 'lost_batch',
  id: lost.batchId,
  state: lost.state,
  workspace_id: lost.workspaceId,
  key_id: lost.keyId,
  created_at: writeInstant(lost.startedAt),
  reserved: formatCredits(lost.left),
});

const releaseLostBatch: ControlHandler<'releaseLostBatch'> = (deps) => async (call) => {
  const { lostBatches, metering, audit } = deps;
  const { batch_id: id } = call.params;
  const lost = (await lostBatches.list()).find(({ batchId }) => batchId === id);
  if (lost === undefined) {
    const message = `There is no lost batch ${echo(id)}. ${stepByRequest('listLostBatches')} lists them.`;
    throw new GatewayError('not_found', message, { param: 'batch_id' });
  }
  const { workspaceId, left } = lost;
  const diff = { batch_id: id, released: formatCredits(left), reason: call.body.reason };
  const event = noteChange(deps, call, { action: 'batch.release', object: `workspace:${workspaceId}`, diff });
  await lostBatches.release(lost, { reason: call.body.reason, note: () => audit.append(event) });
  answer(call, 200, writeBalance(workspaceId, await metering.balance(workspaceId)));
};

const listLedgerEntries: ControlHandler<'listLedgerEntries'> =
  ({ keys, ledger, people }) =>
  async (call) => {
    const { workspace_id: workspaceId } = call.params;
    requireAccount(keys, workspaceId);
    const { kind } = call.query;
    const page = await ledger.entries({ workspaceId, kind, ...readPage(call.query) });
    answer(call, 200, writePage(page, await entryWriter(people, page.items)) satisfies Answers['LedgerPage']);
  };

export const writeBalance = (workspaceId: string, balance: Balance): Answers['Balance'] => ({
  object: 'balance',
  workspace_id: workspaceId,
  granted: formatCredits(balance.granted),
  charged: formatCredits(balance.posted),
  held: formatCredits(balance.held),
  available: formatCredits(balance.available),
  frozen_reason: balance.frozenReason,
});

/** Writes entries, with the names of those who booked them. */
export async function entryWriter(
  people: Pick<PersonStore, 'find'>,
  entries: readonly LedgerEntry[],
): Promise<(entry: LedgerEntry) => Answers['LedgerEntry']> {
  const actors = await findActors(people, entries);
  return (entry) => writeEntry(entry, actors.get(entry.actor)?.name ?? null);
}

const writeEntry = (entry: LedgerEntry, actorName: string | null): Answers['LedgerEntry'] => ({
  object: 'ledger_entry',
  id: entry.id,
  workspace_id: entry.workspaceId,
  kind: entry.kind,
  amount: formatCredits(entry.amount),
  external_id: entry.externalId,
  call_id: entry.callId,
  reason: entry.reason,
  actor: entry.actor,
  actor_name: actorName,
  created_at: writeInstant(entry.createdAt),
});

/** An entry to be posted. If `externalId` is null, the entry is new every time. */
type EntryDraft = Pick<NewEntry, 'workspaceId' | 'kind' | 'amount' | 'callId' | 'reason' | 'withinBalance'> & {
  readonly externalId: string | null;
};

/** Posts an entry with its audit event and returns it: 201, or 200 if the entry already exists. */
export async function postEntry(deps: ControlDeps, call: ControlCall, draft: EntryDraft): Promise<void> {
  const { ledger, metering, people, clock, newId } = deps;
  const id = newId('entry');
  const facts = { ...draft, id, externalId: draft.externalId ?? id, actor: call.actor, createdAt: clock.now() };
  const { entry, created } = await ledger.post(facts, noteEntry(deps, call, facts));
  const balance = writeBalance(entry.workspaceId, await metering.balance(entry.workspaceId));
  const write = await entryWriter(people, [entry]);
  answer(call, created ? 201 : 200, { entry: write(entry), created, balance } satisfies Answers['BookedEntry']);
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
      ...(entry.withinBalance === false && { allow_negative: true }),
    },
  });

/**
 * The client's id of an entry: `external_id` of the body or the header `Idempotency-Key`.
 *
 * @returns null if neither was sent
 * @throws {GatewayError} 400 if both were sent and differ, or if the id is reserved
 */
export function externalId(body: { readonly external_id?: string }, { idempotencyKey }: ControlCall): string | null {
  const { external_id: fromBody } = body;
  if (fromBody !== undefined && idempotencyKey !== null && fromBody !== idempotencyKey) {
    throw new GatewayError(
      'invalid_value',
      'external_id and the header Idempotency-Key differ. Send one of them, or the same value in both.',
      { param: 'external_id' },
    );
  }
  const id = fromBody ?? idempotencyKey;
  if (id !== null && isOwnExternalId(id)) {
    throw new GatewayError(
      'invalid_value',
      `External ids that begin with loss: or bootstrap: are reserved for the gateway; you sent ${id}. Send another one.`,
      { param: fromBody === undefined ? 'Idempotency-Key' : 'external_id' },
    );
  }
  return id;
}

/**
 * Parses the decimal string of a field to nano-credits.
 *
 * @throws {GatewayError} 400 `invalid_value` unless it is a decimal with at most nine places, from -10⁹ to 10⁹ credits
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

/** Like `readCredits`, but requires more than 0. */
export function readPositiveCredits(text: string, param: string): NanoCredits {
  const amount = readCredits(text, param);
  if (amount > 0n) return amount;
  throw new GatewayError('invalid_value', `${param} must be more than 0 credits; you sent ${text}.`, { param });
}

export const creditOperations = {
  getBalance,
  grantCredits,
  adjustCredits,
  unfreezeAccount,
  listLedgerEntries,
  listLostBatches,
  releaseLostBatch,
};

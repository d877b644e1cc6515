import { describe, expect, it } from 'vitest';
import { relayNewBatch } from '../../../src/batches/new-batch.ts';
import { GatewayError, UpstreamError } from '../../../src/errors/gateway-error.ts';
import { unrestricted } from '../../../src/identity/caller.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import type { UpstreamDraft } from '../../../src/pipeline/upstream-draft.ts';
import { noFacts } from '../../../src/pipeline/upstream-objects.ts';
import type { UpstreamAnswer } from '../../../src/providers/upstream.ts';
import type { Route } from '../../../src/routing/route.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { callerOf, credits, draftOf, setUpMetering } from '../metering/set-up-metering.ts';
import { recordHold } from '../pipeline/record-hold.ts';

const call = {
  spec: 'a',
  caller: { workspaceId: 'acme', keyId: 'key_1', scope: unrestricted },
  headers: {},
  search: '',
  productSku: null,
  operation: { id: 'createBatch' },
  requestId: 'req_1',
} as unknown as Call;
const route = { provider: { id: 'up' }, region: 'global' } as unknown as Route;
const draft: UpstreamDraft = { facts: noFacts, body: () => null };
const full = new GatewayError('overloaded', 'Nothing can be written at the moment.');

interface Course {
  readonly isCancelled?: boolean;
  /** Whether it can be stored, and the call fails after that. */
  readonly isStored?: boolean;
  /** Whether the ledger can write down what is kept. */
  readonly isKept?: boolean;
  /** Whether other instances share the credit. */
  readonly isShared?: boolean;
  /** Of the batch, at its provider. */
  readonly upstreamId?: string;
  /** Of the provider's answer, and what is thrown then. */
  readonly refusal?: UpstreamError;
}

/** Creates a batch that its provider accepts, in a call that fails. */
async function create({ isCancelled = false, isStored = false, isKept = true, isShared = false, ...answer }: Course) {
  const { upstreamId = 'batch/1', refusal } = answer;
  const seen: string[] = [];
  const log = { ...silentLog, error: (message: string) => void seen.push(message) };
  const hold = recordHold();
  const { service: metering, ledger } = await setUpMetering({
    around: (real) => ({
      ...real,
      isShared,
      reserve: (facts) => {
        seen.push(`keep ${facts.batchId.replace(/_.*/, '')}`);
        return isKept ? real.reserve(facts) : Promise.reject(full);
      },
    }),
  });
  const caller = callerOf();
  const parts = [draftOf(caller, { estimate: { input_tokens: 4 } })];
  const failure = await relayNewBatch(call, draft, {
    relay: async (_call, { onSent, hooks }) => {
      onSent?.();
      const status = refusal?.status ?? 200;
      const called = hooks?.(route, { status } as UpstreamAnswer, hold) ?? [];
      if (refusal) throw refusal;
      for (const hook of called) await hook.whole(Buffer.from(JSON.stringify({ id: upstreamId })));
      throw full;
    },
    objects: {
      add: () => (isStored ? Promise.resolve() : Promise.reject(full)),
      idOfUpstream: () => Promise.resolve(null),
    },
    metering,
    internalRequest: async (target, path) => {
      seen.push(`${target.method ?? ''} ${path} ${String(target.hold === hold)}`);
      if (!isCancelled) throw new Error('down');
      return null;
    },
    log,
    ownMembers: () => Promise.resolve({}),
    reservation: await metering.reserve({ caller, startedAt: 0, parts }),
    ...{
      endpoint: null,
      lines: 1,
      names: new Map(),
      products: new Map(),
      referenced: [],
      sideProducts: new Map(),
      prices: new Map(),
    },
  }).catch((error: unknown) => error);
  const rows = await ledger.reservations();
  const left = rows.map(({ batchId, left: amount }) => [batchId.replace(/_.*/, ''), amount]);
  return { failure, seen, left, held: (await metering.balance('acme')).held };
}

const kept = (name: string): unknown => [[name, credits(4)]];

describe.each([false, true])('a new batch, where other instances share the credit: %s', (isShared) => {
  const held = credits(4);
  /** What is free again is leased anew where it is shared. */
  const nothing = isShared ? { left: [] } : { left: [], held: 0n };

  it('is cancelled if it cannot be stored, with the hold of the call, and its credit given back', async () => {
    const { failure, seen, ...rest } = await create({ isShared, isCancelled: true });
    expect(failure).toBe(full);
    expect(seen).toEqual(['keep batch', 'POST /batches/batch%2F1/cancel true']);
    expect(rest).toMatchObject(nothing);
  });

  it('is cancelled if its id is too long to be stored, and its credit given back', async () => {
    const upstreamId = 'b'.repeat(513);
    const { failure, seen, ...rest } = await create({ isShared, isCancelled: true, upstreamId });
    expect(failure).toMatchObject({ code: 'upstream_invalid' });
    expect((failure as Error).message).toContain('an id of 513 characters; at most 512 are accepted');
    expect(seen).toEqual(['keep batch', `POST /batches/${upstreamId}/cancel true`]);
    expect(rest).toMatchObject(nothing);
  });

  it('keeps its credit if it can be neither stored nor cancelled, and says so', async () => {
    const { failure, seen, ...rest } = await create({ isShared });
    expect(failure).toMatchObject({ code: 'upstream_invalid', cause: full });
    expect((failure as Error).message).toContain('its credit stays reserved for a day');
    expect(seen).toEqual([
      'keep batch',
      'POST /batches/batch%2F1/cancel true',
      'a batch that could not be stored could not be cancelled',
      'a batch may run at its provider that is not known here: its lines will not be charged',
    ]);
    expect(rest).toEqual({ left: kept('batch'), held });
  });

  it('is not sent if its credit cannot be kept', async () => {
    const { failure, seen, ...rest } = await create({ isShared, isKept: false });
    expect([failure, seen]).toEqual([full, ['keep batch']]);
    expect(rest).toEqual({ left: [], held: 0n });
  });

  it('keeps its credit once when it is stored, whatever fails after that', async () => {
    const { failure, seen, ...rest } = await create({ isShared, isStored: true });
    expect(failure).toBe(full);
    expect(seen).toEqual(['keep batch']);
    expect(rest).toEqual({ left: kept('batch'), held });
  });

  it.each([502, 504, 524])('keeps its credit where a proxy has lost the answer: %i', async (status) => {
    const refusal = new UpstreamError(status, 'Bad gateway', {});
    const { failure, ...rest } = await create({ isShared, refusal });
    expect(failure).toMatchObject({ status, message: 'Bad gateway', headers: { 'x-should-retry': 'false' } });
    expect(failure).toBeInstanceOf(UpstreamError);
    expect(rest).toMatchObject({ left: kept('batch'), held });
  });

  it.each([400, 429, 500, 503])('gives its credit back where the provider refuses it: %i', async (status) => {
    const refusal = new UpstreamError(status, 'No', {});
    const { failure, seen, ...rest } = await create({ isShared, refusal });
    expect([failure, seen]).toEqual([refusal, ['keep batch']]);
    expect(rest).toMatchObject(nothing);
  });
});

import { expect, it } from 'vitest';
import { relayNewBatch } from '../../../src/batches/stored-batch.ts';
import { GatewayError } from '../../../src/errors/gateway-error.ts';
import { unrestricted } from '../../../src/identity/caller.ts';
import type { Call } from '../../../src/pipeline/call.ts';
import type { UpstreamDraft } from '../../../src/pipeline/upstream-draft.ts';
import { noFacts } from '../../../src/pipeline/upstream-objects.ts';
import type { UpstreamAnswer } from '../../../src/providers/upstream.ts';
import type { Route } from '../../../src/routing/route.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { recordHold } from '../pipeline/record-hold.ts';

const call = {
  spec: 'a',
  caller: { workspaceId: 'acme', keyId: 'key_1', scope: unrestricted },
  headers: {},
  search: '',
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
}

/** Creates a batch that its provider accepts, in a call that fails. */
async function create({ isCancelled = false, isStored = false }: Course) {
  const seen: string[] = [];
  const log = { ...silentLog, error: (message: string) => void seen.push(message) };
  const hold = recordHold();
  const failure = await relayNewBatch(call, draft, {
    relay: async (_call, { onSent, hooks }) => {
      onSent?.();
      for (const hook of hooks?.(route, { status: 200 } as UpstreamAnswer, hold) ?? [])
        await hook.whole(Buffer.from('{"id":"batch/1"}'));
      throw full;
    },
    objects: { add: () => (isStored ? Promise.resolve() : Promise.reject(full)) },
    internalRequest: async (target, path) => {
      seen.push(`${target.method ?? ''} ${path} ${String(target.hold === hold)}`);
      if (!isCancelled) throw new Error('down');
      return null;
    },
    log,
    ownMembers: () => Promise.resolve({}),
    reservation: {
      amount: 1n,
      startedAt: 0,
      keep: (id, store) => {
        seen.push(`keep ${id.replace(/_.*/, '')}`);
        return store?.() ?? Promise.resolve();
      },
      release: () => void seen.push('release'),
    },
  }).catch((error: unknown) => error);
  return { failure, seen };
}

it('cancels a batch that cannot be stored, with the hold of the call, and gives its credit back', async () => {
  const { failure, seen } = await create({ isCancelled: true });
  expect(failure).toBe(full);
  expect(seen).toEqual(['keep batch', 'POST /batches/batch%2F1/cancel true', 'release']);
});

it('keeps the credit of a batch that can be neither stored nor cancelled, and says so', async () => {
  const { failure, seen } = await create({ isCancelled: false });
  expect(failure).toMatchObject({ code: 'upstream_invalid', cause: full });
  expect(seen).toEqual([
    'keep batch',
    'POST /batches/batch%2F1/cancel true',
    'a batch that could not be stored could not be cancelled',
    'a batch may run at its provider that is not known here: its lines will not be charged',
    'keep unknown-batch',
    'release',
  ]);
});

it('keeps the credit of a batch that is stored once, whatever fails after that', async () => {
  const { failure, seen } = await create({ isStored: true });
  expect(failure).toBe(full);
  expect(seen).toEqual(['keep batch', 'release']);
});

import { expect } from 'vitest';
import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { CallEnd } from '../../src/metering/hold.ts';
import { costOf, isCharged, shareOf, type ModelCall } from './books.ts';
import type { Command } from './commands.ts';
import { settleDown, type World } from './world.ts';

type Of<Kind extends Command['kind']> = Extract<Command, { readonly kind: Kind }>;

const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(items.length, 1)];
const asUsage = ({ input, output }: ModelCall['estimate']): CallEnd['usage'] => ({
  input_tokens: input,
  output_tokens: output,
});

function admit(world: World, { key, burst, estimate }: Of<'admit'>): void {
  const caller = world.caller(key);
  for (let count = 0; count < burst; count += 1) {
    const draft = world.draft(`call_${String(world.books.calls.length).padStart(5, '0')}`, caller, estimate);
    const amount = costOf(estimate, world.price);
    const expected = world.books.admits(caller, amount, draft.startedAt);
    try {
      const hold = world.process.metering.admit(draft);
      expect(expected, 'let through what it should refuse').toBe(true);
      const call: ModelCall = {
        id: draft.callId,
        caller,
        price: world.price,
        estimate,
        hold: amount,
        startedAt: draft.startedAt,
        admittedAt: world.clock.monotonic(),
        state: 'open',
        charge: 0n,
        progress: [0n],
        refunded: 0n,
      };
      world.books.calls.push(call);
      world.process.holds.set(call, hold);
    } catch (cause) {
      if (!(cause instanceof GatewayError)) throw cause;
      expect(expected, `refused what it should let through: ${cause.message}`).toBe(false);
      expect(cause.status).toBe(403);
    }
  }
}

function progress(world: World, { call: index, share }: Of<'progress'>): void {
  const call = pick(world.books.in('open'), index);
  if (!call) return;
  const used = shareOf(call.estimate, share);
  world.process.holds.get(call)?.progress(asUsage(used), 'partial');
  call.progress.push(costOf(used, call.price));
}

function finish(world: World, { call: index, share, outcome, source }: Of<'finish'>): void {
  const call = pick(world.books.in('open'), index);
  const hold = call && world.process.holds.get(call);
  if (!hold) return;
  const used = shareOf(call.estimate, share);
  call.charge = isCharged(outcome, source) ? costOf(used, call.price) : 0n;
  call.state = 'sent';
  hold.settle({ outcome, status: 200, usage: asUsage(used), usageSource: source, firstByteMilliseconds: 1 }).then(
    (charge) => {
      expect(charge).toBe(call.charge);
      call.state = 'done';
    },
    // Not acknowledged: it is tried again, and stays sent until it is in the books.
    () => undefined,
  );
}

/** Sends a call that is in the books already once more, at another charge. */
async function duplicate(world: World, { call: index }: Of<'duplicate'>): Promise<void> {
  const call = pick(world.books.in('done'), index);
  const kept = call && (await world.process.ledger.call(call.id));
  if (!kept) return;
  const lines = kept.lines.map((line) => ({ ...line, quantity: 2 * line.quantity, amount: 2n * line.amount }));
  const again = { ...kept, charge: 2n * kept.charge, lines, journalled: true };
  const settled = world.process.ledger.settle(again);
  world.process.connection.flush('kept');
  expect(await settled).toBe(call.charge);
}

/** A new process takes over what the last one left in the database. */
async function takeOver(world: World, journal: ReadonlySet<string>): Promise<void> {
  await world.boot();
  for (const call of world.books.in('open', 'sent')) {
    const kept = await world.process.ledger.call(call.id);
    const isNoted = journal.has(call.id);
    // In the journal: it must be in the books now. Else it is there if its settle was written before the crash, or not at all.
    if (isNoted) expect(kept, `${call.id} was noted and is not in the books`).not.toBeNull();
    if (kept?.outcome === 'recovered') {
      expect(isNoted, `${call.id} was recovered without a note`).toBe(true);
      expect(call.progress, 'recovered at what it never came to').toContain(kept.charge);
    } else if (kept) {
      expect([call.state, kept.charge]).toEqual(['sent', call.charge]);
    }
    call.state = kept ? 'done' : 'gone';
    call.charge = kept?.charge ?? 0n;
  }
}

async function crash(world: World, how: Of<'crash'>['how']): Promise<void> {
  if (how === 'answer lost') world.process.connection.flushSilently();
  // What was not committed at this moment never was.
  if (world.database.isTransaction) world.database.exec('rollback');
  await takeOver(world, world.journal());
}

async function crashBetweenStatements(world: World, statement: number): Promise<void> {
  const { connection } = world.process;
  connection.dieAt(statement);
  connection.flush('kept');
  connection.post();
  await settleDown();
  // The statement may be one of recovery's: then the next process dies too, and the one after it finds everything as it was.
  connection.dieAt(0);
  await crash(world, 'now');
}

async function restart(world: World): Promise<void> {
  const { metering, connection } = world.process;
  connection.setFull(false);
  const stopped = metering.stop();
  for (let turn = 0; turn < 3; turn += 1) {
    connection.flush('kept');
    await settleDown();
  }
  await stopped;
  await takeOver(world, world.journal());
}

let entries = 0;

async function grant(world: World, { amount, twice }: Of<'grant'>): Promise<void> {
  if (amount === 0n) return;
  entries += 1;
  const kind = amount < 0n ? 'adjust' : 'topup';
  const entry = {
    id: `entry_${entries}`,
    workspaceId: 'acme',
    kind,
    amount,
    externalId: `external_${entries}`,
    callId: null,
    reason: '',
    actor: 'model',
    createdAt: 0,
  } as const;
  for (const id of twice ? [entry.id, `${entry.id}_again`] : [entry.id]) {
    const posted = await world.process.ledger.post({ ...entry, id }).catch(() => null);
    if (!posted?.created) continue;
    world.books.granted += amount;
    if (amount < 0n) world.books.takenBack -= amount;
  }
}

async function refund(world: World, { call: index, amount }: Of<'refund'>): Promise<void> {
  const call = pick(world.books.in('done'), index);
  if (!call) return;
  entries += 1;
  const entry = {
    id: `entry_${entries}`,
    workspaceId: 'acme',
    kind: 'refund',
    amount,
    externalId: `external_${entries}`,
    callId: call.id,
    reason: '',
    actor: 'model',
    createdAt: 0,
  } as const;
  const isCovered = call.refunded + amount <= call.charge;
  const posted = await world.process.ledger.post(entry).catch((cause: unknown) => cause);
  if (posted instanceof GatewayError && posted.code === 'overloaded') return;
  expect(!(posted instanceof Error), 'a refund beyond the charge').toBe(isCovered);
  if (!isCovered) return;
  call.refunded += amount;
  world.books.granted += amount;
}

/** Time passes: what has run for five seconds is noted. */
async function move(world: World, milliseconds: number, isFull: boolean): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 1000) {
    world.clock.move(Math.min(left, 1000));
    await settleDown();
  }
  if (milliseconds < 5000 || isFull) return;
  const journal = world.journal();
  const due = world.books.in('open').filter(({ admittedAt }) => admittedAt + 5000 <= world.clock.monotonic() - 5000);
  for (const { id } of due) expect(journal.has(id), `${id} runs for ten seconds and is not noted`).toBe(true);
}

/** Performs one command on the metering and on the model. */
export async function perform(world: World, command: Command, isFull: boolean): Promise<void> {
  switch (command.kind) {
    case 'admit':
      return admit(world, command);
    case 'progress':
      return progress(world, command);
    case 'finish':
      return finish(world, command);
    case 'duplicate':
      return isFull ? undefined : duplicate(world, command);
    case 'flush':
      return world.process.connection.flush(command.order);
    case 'post':
      return world.process.connection.post();
    case 'move':
      return move(world, command.milliseconds, isFull);
    case 'jump':
      return world.clock.jump(command.milliseconds);
    case 'crash':
      return crash(world, command.how);
    case 'crash between statements':
      return crashBetweenStatements(world, command.statement);
    case 'restart':
      return restart(world);
    case 'full':
      return world.process.connection.setFull(command.full);
    case 'grant':
      return grant(world, command);
    case 'refund':
      return refund(world, command);
    case 'freeze': {
      if (isFull) return;
      await (command.frozen ? world.process.ledger.freeze('acme', 'a test') : world.process.ledger.unfreeze('acme'));
      world.books.frozen = command.frozen;
      return;
    }
    case 'price':
      world.books.price += 1;
      return;
    case 'reconcile':
      if (!isFull) expect(await world.process.metering.reconcile()).toEqual([]);
  }
}

import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { callOf, lineOf, newFile, noon, setUpStore } from './set-up-store.ts';
import { makeWorkspace } from '../../fakes/make-key.ts';
import { callerOf, credits, draftOf, ended, entryOf, setUpMetering } from '../metering/set-up-metering.ts';

/** Changes the file behind the ledger's back, past triggers and checks, as a person with a shell could. */
function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma ignore_check_constraints = on');
  const triggers = database.prepare(`select name from sqlite_schema where type = 'trigger'`).all() as {
    name: string;
  }[];
  for (const { name } of triggers) database.exec(`drop trigger ${name}`);
  database.exec(sql);
  database.close();
}

/** A workspace with a grant, two calls and a refund, left in order. */
async function makeBooks(): Promise<string> {
  const file = newFile();
  const { metering, ledger, end } = await setUpMetering({ database: `sqlite:${file}` });
  for (const callId of ['call_one', 'call_two']) {
    await metering.admit(draftOf(callerOf(), { callId })).settle(ended({ input_tokens: 1 }));
  }
  await ledger.post(entryOf(credits(1), { kind: 'refund', callId: 'call_one', externalId: 'refund-1' }));
  await end();
  return file;
}

const lies: readonly (readonly [invariant: number, what: string, sql: string])[] = [
  [1, 'a charge posted that no call made', 'update account set posted = posted + 1'],
  [2, 'credits granted by no entry', 'update account set granted = granted + 1'],
  [3, 'credits leased by no lease', 'update account set leased = leased + 1'],
  [
    5,
    'more spent than was granted',
    `update grant_entry set amount = 1 where kind = 'grant'; update account set granted = 1000000001`,
  ],
  [7, 'a charge that its lines do not make', `update call set charge = charge + 1000 where id = 'call_two'`],
  [7, 'a line that is gone', `delete from charge_line where call_id = 'call_two'`],
  [
    10,
    'a call both settled and open',
    `insert into open_call select id, instance_id, json_object('workspaceId', workspace_id), 0 from call where id = 'call_one'`,
  ],
  [11, 'a bucket that its calls do not make', 'update usage_bucket set charge = charge + 1'],
  [11, 'a quarter of an hour that its calls do not make', 'update charge_bucket set charge = charge + 1'],
  [11, 'a limit that its calls do not make', `update limit_use set posted = posted - 1 where window = 'total'`],
  [
    12,
    'a refund beyond the charge',
    `update grant_entry set amount = amount + 1 where kind = 'refund'; update account set granted = granted + 1`,
  ],
];

/** What only a look at every figure of every bucket shows: no charge changes. Call a has two lines, call b was refused. */
const bucketLies: readonly (readonly [what: string, sql: string, message: string])[] = [
  [
    'a bucket with calls and units that were never made',
    'update usage_bucket set calls = calls + 5, output_tokens = output_tokens + 1000 where status = 200',
    'A usage bucket says calls 6 where its calls make 1, output_tokens 1020 where its calls make 20.',
  ],
  [
    'a line of another unit at the same sum',
    `update charge_line set unit_kind = 'characters' where unit_kind = 'output_tokens'`,
    'A usage bucket says output_tokens 20 where its calls make 0, characters 0 where its calls make 20.',
  ],
  [
    'a call without a charge that is gone',
    `delete from call where id = 'call_b'`,
    'A usage bucket is made by no call.',
  ],
  [
    'a bucket without a charge that is gone',
    'delete from usage_bucket where status = 401',
    'The usage bucket of these calls is missing.',
  ],
  [
    'an empty bucket that no call made',
    `update usage_bucket set calls = 0 where status = 401; delete from call where id = 'call_b'`,
    'A usage bucket is made by no call.',
  ],
  [
    'a call that was refused and says it was answered',
    'update call set status = 200 where status = 401',
    'A usage bucket says calls 1 where its calls make 2. A usage bucket is made by no call.',
  ],
];

describe('books that do not agree', () => {
  it.each(lies.filter(([invariant]) => ![3, 10].includes(invariant)))(
    'invariant %d, %s: freeze the account and are reported',
    async (invariant, _, sql) => {
      const file = await makeBooks();
      tamper(file, sql);
      const { metering, mismatches } = await setUpMetering({ database: `sqlite:${file}`, granted: 0 });
      await metering.reconcile();
      expect(mismatches.map((mismatch) => mismatch.invariant)).toContain(invariant);
      expect(metering.balance('acme').frozenReason).toContain('its books do not agree');
      expect(() => metering.admit(draftOf(callerOf()))).toThrow('Workspace acme is frozen');
    },
  );

  it.each(lies.filter(([invariant]) => invariant !== 5))(
    'invariant %d, %s: are named by a full check',
    async (invariant, _, sql) => {
      const file = await makeBooks();
      tamper(file, sql);
      // Looked at as they lie, before an opening puts anything right.
      const { ledger } = await setUpStore(file);
      expect((await ledger.verify()).map((mismatch) => mismatch.invariant)).toContain(invariant);
    },
  );

  it.each(bucketLies)('%s: is named by a full check', async (_, sql, message) => {
    const file = newFile();
    const before = await setUpStore(file);
    const lines = [lineOf(10), lineOf(20, 'output_tokens')];
    await before.ledger.settle(callOf({ id: 'call_a', charge: 30n, hold: 30n, lines }));
    await before.ledger.settle(callOf({ id: 'call_b', status: 401, charge: 0n, lines: [] }));
    expect(await before.ledger.verify()).toMatchObject([{ invariant: 5 }]);
    await before.close();
    tamper(file, sql);
    const { ledger } = await setUpStore(file);
    const found = (await ledger.verify()).filter(({ invariant }) => invariant === 11);
    expect(found[0]).toMatchObject({
      workspaceId: 'acme',
      object: expect.stringMatching(/^usage bucket \d+ key_1 test-model/) as string,
    });
    expect(found.map((mismatch) => mismatch.message).join(' ')).toBe(message);
  });

  it('are compared in full where their calls fill more than one slice and their buckets many', async () => {
    const { ledger } = await setUpStore();
    await ledger.post(entryOf(credits(1)));
    const settles = Array.from({ length: 1200 }, (_, n) =>
      ledger.settle(
        callOf({
          startedAt: noon - (n % 40) * 450_000,
          model: `model-${n % 3}`,
          status: n % 5 === 0 ? 500 : 200,
          lines: [lineOf(4), lineOf(6, 'output_tokens')],
        }),
      ),
    );
    await Promise.all(settles);
    expect(await ledger.verify()).toEqual([]);
    expect(await ledger.verify()).toEqual([]);
  });

  it('are checked whole by each of two full checks at once', async () => {
    const file = newFile();
    const before = await setUpStore(file);
    await before.ledger.post(entryOf(credits(1)));
    const ids = Array.from({ length: 700 }, (_, n) => `call_${String(n).padStart(3, '0')}`);
    await Promise.all(ids.map((id) => before.ledger.settle(callOf({ id }))));
    await before.close();
    tamper(file, `update call set charge = charge + 1000 where id in ('call_000', 'call_300', 'call_699')`);
    const { ledger } = await setUpStore(file);
    const found = await Promise.all([ledger.verify(), ledger.verify(), ledger.verify()]);
    for (const mismatches of found) {
      const calls = mismatches.filter(({ invariant }) => invariant === 7).map(({ object }) => object);
      expect(calls).toEqual(['call call_000', 'call call_300', 'call call_699']);
      expect(mismatches.some(({ invariant }) => invariant === 1)).toBe(true);
    }
  });

  it('are checked for lines of calls that are not there, over more than one slice', async () => {
    const file = newFile();
    const before = await setUpStore(file);
    await before.ledger.post(entryOf(credits(1)));
    await Promise.all(
      Array.from({ length: 1100 }, (_, n) =>
        before.ledger.settle(callOf({ id: `call_${String(n).padStart(4, '0')}` })),
      ),
    );
    await before.close();
    const line = `('input_tokens', 1, 1000, 1, 0)`;
    const stray = ['call_', 'call_0500a', 'call_9'].map((id) => line.replace('(', `('${id}', `)).join(', ');
    tamper(
      file,
      `insert into charge_line (call_id, unit_kind, quantity, unit_price_pico, amount_nano, rest_pico) values ${stray}`,
    );
    const { ledger } = await setUpStore(file);
    expect(await ledger.verify()).toEqual(
      ['call_', 'call_0500a', 'call_9'].map((id) => ({
        workspaceId: null,
        invariant: 7,
        object: `lines of call ${id}`,
        message: `There are charge lines of call ${id}, and no such call.`,
      })),
    );
  });

  it('are not opened at all where a row breaks its own rule, such as a line that is not quantity × price', async () => {
    const file = await makeBooks();
    tamper(file, `update charge_line set quantity = 2 where call_id = 'call_two'`);
    await expect(setUpStore(file)).rejects.toThrow('is damaged and was left as it is');
  });

  it('are looked at every minute', async () => {
    const { metering, ledger, store, clock, mismatches } = await setUpMetering({
      around: (books) => ({
        ...books,
        reconcile: () =>
          Promise.resolve([{ workspaceId: 'acme', invariant: 1, object: 'account acme', message: 'a lie' }]),
      }),
    });
    clock.move(60_000);
    await expect.poll(() => metering.balance('acme').frozenReason).toBe('its books do not agree (account acme).');
    expect(mismatches).toHaveLength(1);
    const frozen = 'its books do not agree (account acme).';
    expect((await ledger.account('acme')).frozenReason).toBe(frozen);
    const { items } = await store.audit.page({ objects: ['workspace:acme'], limit: 10 });
    expect(items).toMatchObject([{ actor: 'system', action: 'account.freeze', requestId: null, at: clock.now() }]);
    expect(JSON.parse(items[0]?.diff ?? '')).toEqual({ frozen_reason: { before: null, after: frozen } });
  });

  it('freeze every account in the end, also if the check breaks or an account cannot be frozen at first', async () => {
    const lie = (workspaceId: string) => ({
      workspaceId,
      invariant: 7,
      object: `call of ${workspaceId}`,
      message: 'a lie',
    });
    const found = [[lie('acme'), lie('other')]];
    const failing = new Set(['account', 'freeze acme']);
    const orFail = async <Result>(name: string, result: () => Promise<Result>): Promise<Result> => {
      if (failing.delete(name)) throw new Error(`no ${name}`);
      return result();
    };
    const { metering, ledger, store, mismatches } = await setUpMetering({
      around: (books) => ({
        ...books,
        reconcile: () => Promise.resolve(found.shift() ?? []),
        account: (id) => orFail('account', () => books.account(id)),
        freeze: (id, ...rest) => orFail(`freeze ${id}`, () => books.freeze(id, ...rest)),
      }),
    });
    await store.keys.addWorkspace(makeWorkspace('other'));
    const frozen = async () =>
      Promise.all(['acme', 'other'].map(async (id) => (await ledger.account(id)).frozenReason !== null));
    await expect(metering.reconcile()).rejects.toThrow('no account');
    expect(await frozen()).toEqual([false, true]);
    await metering.reconcile();
    expect(await frozen()).toEqual([true, true]);
    expect(mismatches).toHaveLength(2);
  });

  it('name each workspace, however much is wrong in another one', async () => {
    const file = newFile();
    const before = await setUpStore(file);
    await Promise.all(Array.from({ length: 150 }, () => before.ledger.settle(callOf())));
    await before.ledger.settle(callOf({ workspaceId: 'other', keyId: 'key_2' }));
    await before.close();
    tamper(file, `update call set charge = charge + 1000`);
    const { ledger } = await setUpStore(file);
    for (const check of [ledger.reconcile, ledger.verify]) {
      const wrong = (await check()).map(({ workspaceId }) => workspaceId);
      expect([wrong.length < 110, new Set(wrong)]).toEqual([true, new Set(['acme', 'other'])]);
    }
  });

  it('are noticed when memory and ledger differ', async () => {
    const { metering, ledger, mismatches } = await setUpMetering();
    await ledger.settle(callOf());
    await metering.reconcile();
    expect(mismatches).toMatchObject([{ invariant: 6, workspaceId: 'acme' }]);
    expect(metering.balance('acme').frozenReason).not.toBeNull();
  });

  it('agree as long as no row is wrong, however often they are checked', async () => {
    const { metering, ledger, mismatches } = await setUpMetering({ granted: 3000 });
    for (let round = 0; round < 3; round += 1) {
      const holds = Array.from({ length: 700 }, () => metering.admit(draftOf(callerOf())));
      const settles = holds.map((hold) => hold.settle(ended({ input_tokens: 1 })));
      await metering.reconcile();
      await Promise.all(settles);
      await metering.reconcile();
    }
    expect(mismatches).toEqual([]);
    expect(await ledger.verify()).toEqual([]);
  });
});

describe('the tables', () => {
  it.each([
    'update call set charge = 0',
    'delete from call',
    'update charge_line set quantity = 0',
    'delete from charge_line',
    'update grant_entry set amount = 1',
    'delete from grant_entry',
    `update audit set actor = 'nobody'`,
    'delete from audit',
    'delete from audit_end',
  ])('cannot be changed by: %s', async (sql) => {
    const file = newFile();
    const { ledger, audit, close } = await setUpStore(file);
    await ledger.open(noon);
    await ledger.settle(callOf());
    await ledger.post(entryOf(5n));
    await audit.append({ at: 1, actor: 'admin', action: 'key.revoke', object: 'key:1', diff: '', requestId: null });
    await close();
    const database = new DatabaseSync(file);
    expect(() => database.exec(sql)).toThrow('append-only');
    database.close();
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { runWords } from '../unit/cli/make-context.ts';
import { makeModel } from '../fakes/make-config.ts';
import { formType, makeForm } from '../fakes/make-form.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { adminSecret, sharedConsole } from './start-console.ts';

describe('the money commands against a running gateway', () => {
  const gateway = sharedConsole({
    plans: [{ id: 'test', name: 'Test', products: ['*'], monthlyCredits: 5_000_000_000n, holdFactorPermille: 1_000 }],
  });
  const run = (line: string, more: readonly string[] = []) =>
    runWords([...line.split(' '), ...more], {
      environment: { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: adminSecret },
    });
  const reason = ['--reason', 'As agreed'];

  it('grants, and grants the same thing once', async () => {
    const first = await run('credits grant acme 12.5 --external-id inv-1', reason);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(first.out).toMatch(
      /^Posted: grant of 12\.5 credits \(entry_\w+\)\.\nacme: 1012\.5 credits available \(granted 1012\.5, charged 0, held 0\)\.\n$/,
    );
    const again = await run('credits grant acme 12.5 --external-id inv-1', reason);
    expect(again.out).toMatch(/^Already posted: grant of 12\.5 credits/);
  });

  it('grants no more than the books can hold, and says what to do', async () => {
    const [billion, times] = ['1000000000', 8];
    for (let grant = 0; grant < times; grant += 1)
      expect((await run(`credits grant acme ${billion}`, reason)).code).toBe(0);
    const { code, err } = await run(`credits grant acme ${billion}`, reason);
    expect(code).not.toBe(0);
    expect(err).toContain('cannot be granted more than 9000000000 in total. Create another workspace.');
    for (let grant = 0; grant < times; grant += 1) await run(`credits adjust acme -${billion}`, reason);
  });

  it('adjusts downwards without taking the amount for a flag', async () => {
    expect((await run('credits adjust acme -2.5', reason)).out).toContain('adjust of -2.5 credits');
  });

  it.each(['adjust', 'grant'])('takes a plus before the amount of %s', async (verb) => {
    const booked = await run(`credits ${verb} acme +5`, reason);
    expect(booked).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`${verb} of 5 credits`) as string });
  });

  it('changes a workspace, and lists who changed what', async () => {
    await run('workspaces create moved');
    const changed = await run('workspaces update moved --plan test --time-zone Asia/Kathmandu --suspend', [
      '--name',
      'M',
    ]);
    expect(changed.out).toMatch(/^moved +M +test +Asia\/Kathmandu +suspended$/m);
    const back = await run('workspaces update moved --plan none --resume --json');
    expect(JSON.parse(back.out)).toMatchObject({ plan_id: null, status: 'active', name: 'M' });
    const wrong = await run('workspaces update moved --plan tset');
    expect(wrong).toMatchObject({
      code: 1,
      err: expect.stringContaining('no plan tset. Did you mean test?') as string,
    });
    expect(await run('workspaces update moved')).toMatchObject({
      code: 1,
      err: 'Name what to change: --name, --plan, --time-zone, --suspend or --resume.\n',
    });
    expect((await run('workspaces update moved --suspend --resume')).err).toBe(
      '--suspend and --resume exclude one another.\n',
    );

    const { out, err } = await run('audit --subject workspace:moved --limit 2');
    const [head = '', ...rows] = out.trimEnd().split('\n');
    expect(head.split(/ +/)).toEqual(['AT', 'WHO', 'ACTION', 'SUBJECT', 'WHAT']);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(
      /workspace\.update +workspace:moved +\{.*"status":\{"before":"suspended","after":"active"\}/,
    );
    const older = await run(`audit --subject workspace:moved ${err.replace('More: ', '').trim()}`);
    expect(older).toMatchObject({ code: 0, err: '', out: expect.stringContaining('workspace.create') as string });
    expect(JSON.parse((await run('audit --limit 1 --json')).out)).toMatchObject({ data: [{ object: 'audit_entry' }] });
    expect((await run('audit --subject workspace:none')).out).toBe('No entries.\n');
  });

  it('grants one credit, and no negative ones', async () => {
    expect((await run('credits grant acme 1', reason)).out).toMatch(/^Posted: grant of 1 credit \(/);
    expect(await run('credits grant acme -5', reason)).toMatchObject({
      code: 1,
      err: 'A grant must be more than 0; you wrote -5. To subtract credits, use npx diglot credits adjust.\n',
    });
  });

  it('warns when nothing is left, and says what lets calls in again', async () => {
    await run('workspaces create spent');
    const warning = (left: string) =>
      `Warning: spent has ${left} credits available. Calls that cost credits are refused until it has more than 0: diglot credits grant spent <credits> --reason <text>.\n`;
    const refused = await run('credits adjust spent -2.5', reason);
    expect(refused).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^Workspace spent has a balance of 0 credits, and an adjustment of -2\.5 would leave -2\.5\. If it may be in debt: `.*diglot credits adjust spent <credits> --reason <text> --allow-negative`\.\n$/,
      ) as string,
    });
    const below = await run('credits adjust spent -2.5 --allow-negative', reason);
    expect(below).toMatchObject({ code: 0, err: warning('-2.5') });
    expect(below.out).toContain('spent: -2.5 credits available');
    const even = await run('credits grant spent 2.5 --json', reason);
    expect(even).toMatchObject({ code: 0, err: warning('0') });
    expect(JSON.parse(even.out)).toMatchObject({ balance: { available: '0' } });
    expect((await run('credits grant spent 1', reason)).err).toBe('');
  });

  it('refunds a call and shows the ledger', async () => {
    await (await gateway().chat()).arrayBuffer();
    const { data } = await gateway().control.GET('/calls', {});
    const id = data?.data[0]?.id ?? '';
    expect((await run(`credits refund ${id}`, reason)).out).toContain('refund of 0.000000019 credits');
    const { out } = await run('credits ledger acme');
    expect(out).toMatch(/^WHEN +KIND +CREDITS +BY +REASON +EXTERNAL ID\n/);
    expect(out).toMatch(/refund +0\.000000019 +admin +As agreed \(call_/);
    const page = await run('credits ledger acme --limit 1 --json');
    expect(JSON.parse(page.out)).toMatchObject({ object: 'list', has_more: true, data: [{ kind: 'refund' }] });
  });

  it('shows the balance, the limits and the plans', async () => {
    expect((await run('credits balance acme')).out).toMatch(/^acme: [\d.]+ credits available/);
    expect((await run('limits acme')).out).toMatch(/plan_month +workspace Acme +5 +0\.000000019/);
    expect((await run('plans list')).out).toMatch(/^PLAN +NAME +CREDITS A MONTH +PRODUCTS\ntest +Test +5 +\*\n$/);
  });

  it('shows usage as a table with a total, as JSON and as CSV', async () => {
    const { out } = await run('usage --by model,key --bucket day --zone Asia/Kathmandu -w acme');
    expect(out).toContain('days of Asia/Kathmandu');
    expect(out).toMatch(/BUCKET START +KEY NAME +MODEL +CALLS +INPUT TOKENS +OUTPUT TOKENS +REQUESTS +CREDITS\n/);
    expect(out).toMatch(/total +1 +11 +7 +1 +0\.000000019\n$/);
    expect(JSON.parse((await run('usage --json')).out)).toMatchObject({ totals: { calls: 1 } });
    expect((await run('usage --by model --csv')).out).toMatch(/^model,calls,.*\r\ntest-model,1,11,/);
  });

  it('tells keys of one name apart by their ids', async () => {
    for (let twin = 0; twin < 2; twin += 1) {
      const { out } = await run('keys create twin -w acme --json');
      const { secret } = JSON.parse(out) as { readonly secret: string };
      await (await gateway().chat({ authorization: `Bearer ${secret}` })).arrayBuffer();
    }
    const { out } = await run('usage --by key -w acme');
    expect(out.match(/^twin \(key_\w+\) +1 /gm)).toHaveLength(2);
    expect(out).toMatch(/^ci +\d/m);
  });

  it('finds a call by its request id and shows how its charge came about', async () => {
    await (await gateway().chat({ 'x-request-id': 'finance-7' })).arrayBuffer();
    const { out } = await run('calls list --request-id finance-7');
    const id = /call_\w+/.exec(out)?.[0] ?? '';
    expect(out).toMatch(/finance-7 +test-model +200 +completed +0\.000000019\n$/);
    const shown = await run(`calls show ${id}`);
    expect(shown.out).toContain('Charge    0.000000019 credits to workspace acme');
    expect(shown.out).toMatch(/input_tokens +11 +0\.000000001 +0\.000000011\n/);
    expect(await run('calls list --model nobody')).toMatchObject({ code: 0, out: 'No calls match.\n' });
    expect((await run('calls list --outcome completed --from 2026-01-01T00:00:00Z')).out).toContain(' completed ');
    for (const none of ['--outcome timed_out', '--to 2026-01-01T00:00:00Z'])
      expect(await run(`calls list ${none}`)).toMatchObject({ code: 0, out: 'No calls match.\n' });
  });

  it('counts the calls that were refused, and says what to do', async () => {
    const range = '--from 2026-01-01 --zone UTC';
    expect((await run(`calls refused -w acme ${range}`)).out).toMatch(
      /^From .*, days of UTC: no calls were refused\.\n$/,
    );
    for (let turn = 0; turn < 2; turn += 1)
      await gateway().call('/v1/chat/completions', { body: { ...chatCall.request, model: 'no-model' } });
    const { out } = await run(`calls refused ${range}`);
    expect(out).toMatch(/\nWORKSPACE +KEY +ERROR +CALLS +LAST\nacme +ci \(key_\w+\) +model_not_found +2 +2/);
    expect(out).toMatch(/\ntotal +2\n\nmodel_not_found: Use a name from `GET \/v1\/models`/);
    const key = /key_\w+/.exec(out)?.[0] ?? '';
    expect(JSON.parse((await run(`calls refused --key ${key} --json`)).out)).toMatchObject({ totals: { calls: 2 } });
    expect(await run('calls refused --key key_none')).toMatchObject({
      code: 1,
      err: expect.stringContaining('key_none'),
    });
  });

  it('verifies the ledger', async () => {
    expect(await run('ledger verify')).toEqual({ code: 0, out: 'Every row agrees.\n', err: '' });
  });

  it('says in the server’s words what is wrong, and whether it was not allowed', async () => {
    expect(await run('credits grant acmi 1', reason)).toMatchObject({
      code: 1,
      err: 'There is no workspace acmi. Did you mean acme?\n',
    });
    expect(await run('credits grant acme 1.0000000001', reason)).toMatchObject({
      code: 1,
      err: expect.stringContaining('credits must be a decimal number'),
    });
    expect(await run('usage --zone Mars/Olympus --csv')).toMatchObject({
      code: 1,
      err: expect.stringContaining('IANA'),
    });
    const other = { environment: { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: 'not the right key at all' } };
    expect(await runWords(['plans', 'list'], other)).toMatchObject({
      code: 4,
      err: expect.stringContaining('not the administrator key'),
    });
    const nobody = { environment: { DIGLOT_URL: 'http://127.0.0.1:9', DIGLOT_ADMIN_KEY: adminSecret } };
    expect(await runWords(['plans', 'list'], nobody)).toMatchObject({
      code: 1,
      err: expect.stringContaining('diglot serve'),
    });
  });

  it('follows the calls until it is stopped: first the latest, then each new one in a line', async () => {
    const ask = () => gateway().call('/v1/chat/completions', { body: { ...chatCall.request, model: 'test-model' } });
    const settled = async () => (await ask()).text();
    await settled();
    await settled();
    const stop = new AbortController();
    let out = '';
    const environment = { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: adminSecret };
    const words = ['calls', 'list', '-w', 'acme', '--follow', '--json', '--limit', '1'];
    const done = runWords(words, { environment, stop: stop.signal, out: (text) => void (out += text) });
    await expect.poll(() => out.split('\n').length - 1).toBe(1);
    await settled();
    await settled();
    await expect.poll(() => out.split('\n').length - 1, { timeout: 10_000 }).toBe(3);
    stop.abort();
    expect(await done).toMatchObject({ code: 130, err: '' });
    const calls = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; started_at: string });
    expect(new Set(calls.map(({ id }) => id)).size).toBe(3);
    expect(calls.map(({ started_at: at }) => at)).toEqual(calls.map(({ started_at: at }) => at).toSorted());
  });
});

describe('calls without a model', () => {
  const gateway = sharedConsole({ models: [makeModel('test-model', ['up-a']), makeModel('*', ['up-a'])] });
  const run = (line: string) =>
    runWords(line.split(' '), { environment: { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: adminSecret } });

  it('are shown as such to people, and keep their name for programs', async () => {
    const body = makeForm([
      { name: 'purpose', value: 'assistants' },
      { name: 'file', filename: 'a.txt', value: 'x' },
    ]);
    await (await gateway().call('/v1/files', { body, headers: { 'content-type': formType } })).arrayBuffer();
    expect((await run('usage --by model,operation')).out).toMatch(/\n\(no model\) +createFile +1 /);
    const { out } = await run('calls list');
    expect(out).toMatch(/ \(no model\) +200 /);
    expect((await run(`calls show ${/call_\w+/.exec(out)?.[0] ?? ''}`)).out).toContain(
      'createFile, (no model) at up-a',
    );
    expect(JSON.parse((await run('usage --by model --json')).out)).toMatchObject({ data: [{ model: '-' }] });
    expect(JSON.parse((await run('calls list --model - --json')).out)).toMatchObject({ data: [{ model: '-' }] });
  });
});

describe('a model of embeddings alone', () => {
  const gateway = sharedConsole({ models: [makeModel('vectors', ['up-a'], { operations: ['embeddings'] })] });

  it('is shown with what it serves, and without abilities for text', async () => {
    const { data } = await gateway().control.GET('/models');
    expect(data?.data[0]).toMatchObject({ operations: ['embeddings'], targets: [{ wires: [] }] });
    const environment = { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: adminSecret };
    const { out } = await runWords(['models', 'show', 'vectors'], { environment });
    expect(out).toContain('\nServes    embeddings\n');
    expect(out).toMatch(/Formats +none for text\n$/);
  });
});

describe('the money commands without a running gateway', () => {
  const inNewFolder = async (action: (folder: string) => Promise<void>): Promise<void> => {
    const folder = await mkdtemp(join(tmpdir(), 'diglot-moment-'));
    try {
      await action(folder);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
  const runIn = (folder: string, line: string) => runWords([...line.split(' '), '--data', folder], { environment: {} });

  it('start one for their moment, and what they book is kept', () =>
    inNewFolder(async (folder) => {
      await runIn(folder, 'workspaces create demo');
      const booked = await runIn(folder, 'credits grant demo 5 --reason Welcome --json');
      const [granted = 'nothing'] = /"granted":"[\d.]+"/.exec(booked.out) ?? [];
      expect((await runIn(folder, 'credits balance demo --json')).out).toContain(granted);
    }));

  it.each([
    ['audit', 'actor', "'somebody else'", 'audit row 1'],
    ['grant_entry', 'amount', 'amount + 1', 'account demo'],
  ])('name the first row that disagrees where %s was changed behind our back', (table, column, value, row) =>
    inNewFolder(async (folder) => {
      await runIn(folder, 'workspaces create demo');
      await runIn(folder, 'credits grant demo 5 --reason Welcome');
      const database = new DatabaseSync(join(folder, 'diglot.db'));
      database.exec(`drop trigger ${table}_is_not_changed; update ${table} set ${column} = ${value}`);
      database.close();
      const verified = await runIn(folder, 'ledger verify');
      expect(verified).toMatchObject({ code: 1, out: expect.stringContaining(`First row that disagrees: ${row}`) });
    }),
  );
});

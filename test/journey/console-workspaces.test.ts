import { describe, expect, it, onTestFinished } from 'vitest';
import { runWords } from '../unit/cli/make-context.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { adminSecret, sharedConsole, startConsole } from './start-console.ts';

describe('workspaces and limits through the control API', () => {
  const gateway = sharedConsole({
    plans: [
      { id: 'test', name: 'Test', products: ['*'], monthlyCredits: null, holdFactorPermille: 1_000 },
      { id: 'small', name: 'Small', products: ['*'], monthlyCredits: 20_000_000n, holdFactorPermille: 1_000 },
    ],
  });
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await gateway().ask(path, { method, ...(body === undefined ? {} : { body }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const keyOf = async (workspace: string): Promise<string> => {
    const { body } = await send('POST', '/keys', { workspace_id: workspace, name: 'k', limits: { day: '0.01' } });
    return body['secret'] as string;
  };
  const callWith = async (secret: string) => {
    const response = await gateway().chat({ authorization: `Bearer ${secret}` });
    return { status: response.status, text: await response.text() };
  };

  it('creates one that calls as soon as it has a key and credits', async () => {
    const created = await send('POST', '/workspaces', {
      id: 'blue',
      name: 'Blue',
      plan_id: 'small',
      time_zone: 'Asia/Kathmandu',
    });
    expect(created).toMatchObject({ status: 201, body: { id: 'blue', plan_id: 'small', status: 'active' } });
    const secret = await keyOf('blue');
    expect(await callWith(secret)).toMatchObject({
      status: 403,
      text: expect.stringContaining('insufficient_credits'),
    });
    await send('POST', '/workspaces/blue/credits/grants', { amount: '5', reason: 'Welcome' });
    expect(await callWith(secret)).toMatchObject({ status: 200 });
  });

  it('shows every limit with its figure, what is used and left, and when it resets in the workspace’s zone', async () => {
    await send('POST', '/workspaces', { id: 'green', name: 'Green', plan_id: 'small', time_zone: 'Asia/Kathmandu' });
    await send('POST', '/workspaces/green/credits/grants', { amount: '5', reason: 'Welcome' });
    await callWith(await keyOf('green'));
    const { body } = await send('GET', '/workspaces/green/limits');
    expect(body['data']).toMatchObject([
      { name: 'balance', limit: '5', used: '0.000000019', held: '0', left: '4.999999981', resets_at: null },
      { name: 'plan_month', limit: '0.02', used: '0.000000019', left: '0.019999981' },
      { name: 'key_day', subject: 'key', limit: '0.01', used: '0.000000019' },
    ]);
    const [, month, day] = body['data'] as readonly { readonly resets_at: string }[];
    // Kathmandu is 5:45 ahead of UTC: its days begin at 18:15.
    expect([month?.resets_at.slice(11), day?.resets_at.slice(11)]).toEqual(['18:15:00.000Z', '18:15:00.000Z']);
  });

  it('shows the limits of many keys in pages, the newest first, and those of keys that are named', async () => {
    await send('POST', '/workspaces', { id: 'pink', name: 'Pink', plan_id: 'small' });
    const made: string[] = [];
    for (const name of ['one', 'two', 'three', 'four', 'free']) {
      const limits = name === 'free' ? {} : { day: '1', month: '2' };
      const { body } = await send('POST', '/keys', { workspace_id: 'pink', name, limits });
      made.push((body['key'] as { readonly id: string }).id);
    }
    const [one = '', two = '', three = '', four = '', free = ''] = made;
    await send('POST', `/keys/${three}/revoke`, {});
    const read = async (query: string) => {
      const { body } = await send('GET', `/workspaces/pink/limits${query}`);
      const data = body['data'] as readonly { readonly name: string; readonly subject_id: string }[];
      return { limits: data.map(({ name, subject_id: of }) => `${name} ${of}`), next: body['next'] as string | null };
    };
    const ofKeys = (...ids: readonly string[]) => ids.flatMap((id) => [`key_day ${id}`, `key_month ${id}`]);
    const own = ['balance pink', 'plan_month pink'];
    expect(await read('')).toEqual({ limits: [...own, ...ofKeys(four, two, one)], next: null });
    const first = await read('?limit=2');
    expect(first.limits).toEqual([...own, ...ofKeys(four, two)]);
    expect(await read(`?limit=2&after=${first.next}`)).toEqual({ limits: ofKeys(one), next: null });
    expect((await read(`?key_id=${one}&key_id=${four}&key_id=${free}`)).limits).toEqual(ofKeys(four, one));
    expect((await send('GET', `/workspaces/green/limits?key_id=${one}`)).status).toBe(404);
    const many = Array.from({ length: 101 }, (_, at) => `key_id=k${at}`).join('&');
    expect((await send('GET', `/workspaces/pink/limits?${many}`)).status).toBe(400);
  });

  it('shows the keys first that are nearest to a limit, however old they are', async () => {
    await send('POST', '/workspaces', { id: 'rose', name: 'Rose', plan_id: 'test' });
    await send('POST', '/workspaces/rose/credits/grants', { amount: '5', reason: 'Welcome' });
    const make = async (limits: object, calls: boolean): Promise<string> => {
      const { body } = await send('POST', '/keys', { workspace_id: 'rose', name: 'k', limits });
      if (calls) expect(await callWith(body['secret'] as string)).toMatchObject({ status: 200 });
      return (body['key'] as { readonly id: string }).id;
    };
    // A call costs 0.000000019.
    const busy = await make({ day: '1', total: '0.01' }, true);
    const idle = await make({ day: '1' }, false);
    const calm = await make({ day: '1' }, true);
    const none = await make({ day: '0' }, false);
    const late = await make({ day: '1' }, false);
    const read = async (query: string) => {
      const { body } = await send('GET', `/workspaces/rose/limits?order=nearest${query}`);
      const data = body['data'] as readonly { readonly subject_id: string }[];
      return { ids: data.map(({ subject_id: id }) => id), next: body['next'] as string | null };
    };
    expect((await read('')).ids).toEqual(['rose', none, busy, busy, late, calm, idle]);
    const first = await read('&limit=2');
    expect(first.ids).toEqual(['rose', none, busy, busy]);
    expect(await read(`&limit=3&after=${first.next}`)).toEqual({ ids: [late, calm, idle], next: null });
    expect((await send('GET', '/workspaces/rose/limits?order=best')).status).toBe(400);
  });

  it('suspends a workspace with the next call, and lets it call again', async () => {
    await send('POST', '/workspaces', { id: 'grey', name: 'Grey', plan_id: 'test' });
    await send('POST', '/workspaces/grey/credits/grants', { amount: '5', reason: 'Welcome' });
    const secret = await keyOf('grey');
    expect(await send('PATCH', '/workspaces/grey', { status: 'suspended' })).toMatchObject({
      status: 200,
      body: { status: 'suspended' },
    });
    expect(await callWith(secret)).toMatchObject({ status: 403, text: expect.stringContaining('suspended') });
    await send('PATCH', '/workspaces/grey', { status: 'active' });
    expect(await callWith(secret)).toMatchObject({ status: 200 });
  });

  it('counts the days of a new zone from the next call on', async () => {
    await send('POST', '/workspaces', { id: 'teal', name: 'Teal', plan_id: 'small', time_zone: 'Pacific/Niue' });
    await send('POST', '/workspaces/teal/credits/grants', { amount: '5', reason: 'Welcome' });
    const secret = await keyOf('teal');
    await callWith(secret);
    const resets = async () => {
      const { body } = await send('GET', '/workspaces/teal/limits');
      const limits = body['data'] as readonly { readonly resets_at: string; readonly used: string }[];
      return limits.slice(1).map(({ resets_at, used }) => [resets_at.slice(11, 16), used]);
    };
    expect(await resets()).toEqual([
      ['11:00', '0.000000019'],
      ['11:00', '0.000000019'],
    ]);
    await send('PATCH', '/workspaces/teal', { time_zone: 'Asia/Kathmandu' });
    expect(await callWith(secret)).toMatchObject({ status: 200 });
    expect(await resets()).toEqual([
      ['18:15', '0.000000038'],
      ['18:15', '0.000000038'],
    ]);
  });

  it('loses no change where two are made at once', async () => {
    await send('POST', '/workspaces', { id: 'red', name: 'Red' });
    await Promise.all([
      send('PATCH', '/workspaces/red', { name: 'Redder' }),
      send('PATCH', '/workspaces/red', { time_zone: 'Europe/Berlin' }),
      send('PATCH', '/workspaces/red', { plan_id: 'small' }),
    ]);
    expect(await send('GET', '/workspaces/red')).toMatchObject({
      body: { name: 'Redder', time_zone: 'Europe/Berlin', plan_id: 'small' },
    });
  });

  it.each([
    ['an id that is taken', { id: 'acme', name: 'x' }, 409],
    ['an id with capitals', { id: 'Acme', name: 'x' }, 400],
    ['a plan that the catalogue does not have', { name: 'x', plan_id: 'smal' }, 400],
    ['an unknown zone', { name: 'x', time_zone: 'Mars/Olympus' }, 400],
    ['an offset instead of a zone', { name: 'x', time_zone: '+05:45' }, 400],
    ['a balance', { name: 'x', balance: '1000' }, 400],
    ['no name', {}, 400],
  ])('refuses %s', async (_, body, status) => {
    expect(await send('POST', '/workspaces', body)).toMatchObject({ status });
  });

  it.each(['\u200b', '   ', '\0', 'a\u001bb', 'two\nlines', '\u202eomeD', '\u200d'])(
    'refuses %j as a name, a reason or the target of an alert',
    async (text) => {
      await send('POST', '/workspaces', { id: 'plain', name: 'Plain' });
      const refused = { status: 400, body: { code: 'invalid_value' } };
      expect(await send('POST', '/workspaces', { name: text })).toMatchObject(refused);
      expect(await send('PATCH', '/workspaces/plain', { name: text })).toMatchObject(refused);
      const [grants, alerts] = ['/workspaces/plain/credits/grants', '/workspaces/plain/alerts'];
      expect(await send('POST', grants, { amount: '5', reason: text })).toMatchObject(refused);
      expect(await send('POST', grants, { amount: '5', reason: 'r', external_id: text })).toMatchObject(refused);
      const target = `https://hooks.example.com/${text}`;
      const alert = { limit: 'balance_left', thresholds: [1], channel: 'webhook', target };
      expect(await send('POST', alerts, alert)).toMatchObject(refused);
      expect(await send('GET', '/workspaces/plain')).toMatchObject({ body: { name: 'Plain' } });
    },
  );

  it('names the nearest plan and the nearest workspace', async () => {
    expect((await send('POST', '/workspaces', { name: 'x', plan_id: 'smal' })).body['detail']).toContain(
      'Did you mean small?',
    );
    expect(await send('GET', '/workspaces/acmi')).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('Did you mean acme?') },
    });
  });
});

describe('a plan that has left the catalogue', () => {
  it('refuses calls and is named beside the limits, which are shown as ever', async () => {
    const gateway = await startConsole();
    onTestFinished(gateway.close);
    const limits = () =>
      gateway.control.GET('/workspaces/{workspace_id}/limits', { params: { path: { workspace_id: 'acme' } } });
    expect((await limits()).data?.missing_plan_id).toBeNull();
    const next = makeConfig({ providers: [makeProvider('up-a', 'a', 'http://127.0.0.1:1')], plans: [] });
    await gateway.app.reload({ ...next, adminKey: new Secret(adminSecret) });
    expect((await gateway.chat()).status).toBe(403);
    const { data } = await limits();
    expect(data).toMatchObject({ data: [{ name: 'balance' }], missing_plan_id: 'test' });
    const { out } = await runWords(['limits', 'acme', '--url', gateway.url], {
      environment: { DIGLOT_ADMIN_KEY: adminSecret },
    });
    expect(out).toContain('The plan test is no longer in the catalogue, so all calls are refused.');
  });
});

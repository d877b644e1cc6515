import { describe, expect, it } from 'vitest';
import { runWords } from '../unit/cli/make-context.ts';
import { adminSecret, sharedConsole } from './start-console.ts';

interface Member {
  readonly id: string;
  readonly email: string;
  readonly role: string;
}

describe('members through the control API', () => {
  const gateway = sharedConsole();
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await gateway().ask(path, { method, ...(body === undefined ? {} : { body }) });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  /** A workspace of this id with an owner and a viewer. */
  const staffed = async (id: string): Promise<{ readonly owner: Member; readonly viewer: Member }> => {
    await send('POST', '/workspaces', { id, name: id });
    const add = async (email: string, role: string) =>
      (await send('POST', `/workspaces/${id}/members`, { email, name: email, role })).body as unknown as Member;
    return { owner: await add('ada@example.com', 'owner'), viewer: await add('bob@example.com', 'viewer') };
  };

  it('adds, lists, gets, changes and removes', async () => {
    const { owner, viewer } = await staffed('blue');
    expect(owner).toMatchObject({
      object: 'member',
      id: expect.stringMatching(/^mem_\w{24}$/),
      workspace_id: 'blue',
      email: 'ada@example.com',
      role: 'owner',
    });
    const path = `/workspaces/blue/members/${viewer.id}`;
    expect((await send('GET', '/workspaces/blue/members')).body).toMatchObject({
      object: 'list',
      data: [owner, viewer],
    });
    expect((await send('PATCH', path, { role: 'billing' })).body).toEqual({ ...viewer, role: 'billing' });
    expect((await send('PATCH', path, { name: 'Bob' })).body).toEqual({ ...viewer, role: 'billing', name: 'Bob' });
    const persian = { name: 'علی\u200cرضا' };
    expect((await send('PATCH', path, persian)).body).toMatchObject(persian);
    await send('PATCH', path, { name: 'Bob' });
    expect(await send('GET', path)).toMatchObject({ status: 200, body: { name: 'Bob', role: 'billing' } });
    expect(await send('DELETE', path)).toMatchObject({ status: 200, body: { id: viewer.id, name: 'Bob' } });
    expect(await send('GET', path)).toMatchObject({ status: 404 });
    expect(await send('DELETE', path)).toMatchObject({ status: 404 });
  });

  it('neither removes nor demotes the last owner, and does once there is another', async () => {
    const { owner, viewer } = await staffed('green');
    const path = `/workspaces/green/members/${owner.id}`;
    for (const [method, body] of [['DELETE'], ['PATCH', { role: 'admin' }]] as const) {
      const refused = await send(method, path, body);
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'conflict', detail: expect.stringContaining('ada@example.com is the last owner') },
      });
    }
    expect(await send('PATCH', path, { role: 'owner', name: 'Ada' })).toMatchObject({ status: 200 });
    await send('PATCH', `/workspaces/green/members/${viewer.id}`, { role: 'owner' });
    expect(await send('PATCH', path, { role: 'admin' })).toMatchObject({ status: 200, body: { role: 'admin' } });
    expect(await send('DELETE', path)).toMatchObject({ status: 200 });
  });

  it('takes an e-mail address once a workspace, whatever its capitals', async () => {
    const { owner } = await staffed('red');
    const again = { email: 'ADA@Example.com', name: 'Ada', role: 'viewer' };
    expect(await send('POST', '/workspaces/red/members', again)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining(owner.id) },
    });
    expect(await send('POST', '/workspaces/acme/members', again)).toMatchObject({
      status: 201,
      body: { email: 'ADA@Example.com' },
    });
  });

  it('finds a member in its own workspace only', async () => {
    const { viewer } = await staffed('grey');
    for (const method of ['GET', 'DELETE']) {
      expect(await send(method, `/workspaces/acme/members/${viewer.id}`)).toMatchObject({
        status: 404,
        body: { param: 'member_id' },
      });
    }
    expect(await send('PATCH', `/workspaces/acme/members/${viewer.id}`, { name: 'x' })).toMatchObject({ status: 404 });
    expect(await send('GET', '/workspaces/nobody/members')).toMatchObject({ status: 404 });
  });

  it('notes who was added, changed and removed, and nothing where nothing changed', async () => {
    const { viewer } = await staffed('pink');
    const path = `/workspaces/pink/members/${viewer.id}`;
    await send('PATCH', path, { role: 'developer' });
    await send('PATCH', path, { role: 'developer' });
    await send('DELETE', path);
    const { body } = await send('GET', `/audit?subject=member:${viewer.id}`);
    expect(body['data']).toMatchObject([
      { action: 'member.remove', diff: { email: 'bob@example.com', role: 'developer' } },
      { action: 'member.update', diff: { role: { before: 'viewer', after: 'developer' } } },
      { action: 'member.add', actor: 'admin', diff: { email: 'bob@example.com', role: 'viewer' } },
    ]);
  });

  it.each([
    ['no address', { name: 'x', role: 'viewer' }, 'email'],
    ['an address without a domain', { email: 'ada@', name: 'x', role: 'viewer' }, 'email'],
    ['two addresses', { email: 'a@example.com, b@example.com', name: 'x', role: 'viewer' }, 'email'],
    ['a role that there is not', { email: 'a@example.com', name: 'x', role: 'root' }, 'role'],
    ['a name that moves the cursor', { email: 'a@example.com', name: 'x\u001B[2J', role: 'viewer' }, 'name'],
    ['a password', { email: 'a@example.com', name: 'x', role: 'viewer', password: 'x' }, 'password'],
  ])('refuses %s', async (_, body, param) => {
    expect(await send('POST', '/workspaces/acme/members', body)).toMatchObject({ status: 400, body: { param } });
  });
});

describe('diglot members', () => {
  const gateway = sharedConsole();
  const run = (line: string) =>
    runWords(line.split(' '), { environment: { DIGLOT_URL: gateway().url, DIGLOT_ADMIN_KEY: adminSecret } });

  it('adds, lists and removes, by address or by id', async () => {
    expect(await run('members list')).toMatchObject({ code: 0, out: expect.stringContaining('No members.') });
    const added = await run('members add ada@example.com --name Ada --role owner');
    expect(added.out).toMatch(/^ada@example\.com, Ada, is owner of workspace acme \(mem_\w+\)\.\n$/);
    await run('members add bob@example.com -w acme');
    const changed = await run('members update bob@example.com --role developer');
    expect(changed).toMatchObject({ code: 0, err: '' });
    expect(changed.out).toMatch(/^bob@example\.com is developer of workspace acme \(mem_\w+\)\.\n$/);
    const named = await run('members update BOB@example.com --name Bob --json');
    expect(JSON.parse(named.out)).toMatchObject({ object: 'member', name: 'Bob', role: 'developer' });
    const { out } = await run('members list');
    expect(out).toMatch(/^ID +E-MAIL +NAME +ROLE +ADDED\nmem_\w+ +ada@example\.com +Ada +owner /);
    expect(out).toMatch(/bob@example\.com +Bob +developer /);
    expect(await run('members remove BOB@example.com')).toMatchObject({
      code: 0,
      out: 'bob@example.com is no longer a member of workspace acme.\n',
    });
    const [id = ''] = /mem_\w+/.exec(out) ?? [];
    expect(await run(`members remove ${id}`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Make another member owner first.'),
    });
    expect(await run(`members update ${id} --role viewer`)).toMatchObject({
      code: 1,
      err: expect.stringContaining('Make another member owner first.'),
    });
    expect(await run('members update bob@example.com')).toMatchObject({
      code: 1,
      err: 'Name at least one change: --role <role> or --name <name>.\n',
    });
    await run('members add andr\u00e9@example.com --name André');
    // A terminal may send é as e and an accent.
    const decomposed = await run('members update ANDRE\u0301@example.com --role billing');
    expect(decomposed).toMatchObject({ code: 0, out: expect.stringContaining('is billing of workspace acme') });
    expect(await run('members remove eve@example.com')).toMatchObject({
      code: 1,
      err: 'Workspace acme has no member eve@example.com. npx diglot members list -w acme shows all.\n',
    });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { allOf } from '../../src/cli/control-client.ts';
import { sharedConsole } from './start-console.ts';

interface Listed {
  readonly data: readonly { readonly id: string; readonly state?: string }[];
  readonly has_more: boolean;
  readonly next: string | null;
}

describe('lists of keys, members, people and workspaces', () => {
  const gateway = sharedConsole();
  const list = async (path: string): Promise<Listed> => {
    const response = await gateway().ask(path);
    expect(response.status).toBe(200);
    return (await response.json()) as Listed;
  };
  const idsOf = ({ data }: Listed): readonly string[] => data.map(({ id }) => id);
  /** All ids, in pages of two; what happens between two pages is up to the test. */
  const inPages = async (path: string, between: (page: Listed) => Promise<unknown> = async () => undefined) => {
    const ids: string[] = [];
    const start = `${path}${path.includes('?') ? '&' : '?'}limit=2`;
    let page = await list(start);
    for (;;) {
      expect(page.data.length).toBeLessThanOrEqual(2);
      expect(page.has_more).toBe(page.next !== null);
      ids.push(...idsOf(page));
      if (page.next === null) return ids;
      await between(page);
      page = await list(`${start}&after=${page.next}`);
    }
  };

  beforeAll(async () => {
    const { ask } = gateway();
    for (const id of ['one', 'two', 'three']) {
      await ask('/workspaces', { body: { id, name: id } });
      await ask('/keys', { body: { workspace_id: 'acme', name: id } });
      await ask('/people', { body: { email: `${id}@example.com`, name: id } });
      const member = { email: `${id}@example.com`, name: id, role: 'viewer' };
      await ask('/workspaces/acme/members', { body: member });
      await ask('/workspaces/one/members', { body: member });
    }
  });

  it.each(['/keys', '/keys?workspace_id=acme&state=active', '/workspaces', '/people', '/workspaces/acme/members'])(
    'are whole without a limit, and the same in pages: %s',
    async (path) => {
      const whole = await list(path);
      expect(whole).toMatchObject({ has_more: false, next: null });
      expect(whole.data.length).toBeGreaterThanOrEqual(3);
      expect(await inPages(path)).toEqual(idsOf(whole));
    },
  );

  it('go on after a record that was removed, or is not listed any more', async () => {
    const { ask } = gateway();
    const path = '/workspaces/one/members';
    const members = idsOf(await list(path));
    const remove = ({ data }: Listed) => ask(`${path}/${data.at(-1)?.id}`, { method: 'DELETE' });
    expect(new Set(await inPages(path, remove))).toEqual(new Set(members));
    const active = '/keys?workspace_id=acme&state=active';
    const keys = idsOf(await list(active));
    const revoke = ({ data }: Listed) => ask(`/keys/${data.at(-1)?.id}/revoke`, { body: {} });
    expect(await inPages(active, revoke)).toEqual(keys);
  });

  it.each([
    ['/keys?search=THR', ['three']],
    ['/workspaces?search=Tw', ['two']],
    ['/people?search=TWO@', ['two']],
    ['/workspaces/acme/members?search=ONE@example', ['one']],
  ])('give what a search finds: %s', async (path, names) => {
    const { data } = (await list(path)) as { readonly data: readonly { readonly name?: string }[] };
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(await list(`${path}zzz`)).toMatchObject({ data: [], has_more: false, next: null });
  });

  it('give the pages of a search', async () => {
    for (const path of ['/keys?search=e', '/people?search=example', '/workspaces/acme/members?search=example']) {
      const whole = idsOf(await list(path));
      expect(whole.length).toBeGreaterThanOrEqual(2);
      expect(await inPages(path)).toEqual(whole);
    }
  });

  it('give keys by owner, id and what is shown of the secret, and by expiry, use and end', async () => {
    const { ask, chat, control } = gateway();
    const issue = async (
      draft: object,
    ): Promise<{ readonly id: string; readonly display: string; readonly secret: string }> => {
      const response = await ask('/keys', { body: { workspace_id: 'acme', name: 'sought', ...draft } });
      const { key, secret } = (await response.json()) as {
        readonly key: { id: string; display: string };
        secret: string;
      };
      return { ...key, secret };
    };
    const soon = await issue({ owner: 'Cleo@example.com', expires_at: '2099-01-01T00:00:00Z' });
    const late = await issue({ expires_at: '2099-03-01T00:00:00Z' });
    const ended = await issue({ expires_at: null });
    await control.POST('/keys/{key_id}/revoke', { params: { path: { key_id: ended.id } }, body: {} });
    expect((await chat({ authorization: `Bearer ${late.secret}` })).status).toBe(200);
    const find = async (query: string): Promise<readonly string[]> =>
      idsOf(await list(`/keys?workspace_id=acme&${query}`));
    expect(await find('search=cleo')).toEqual([soon.id]);
    expect(await find(`search=${late.id}`)).toEqual([late.id]);
    expect(await find(`search=${encodeURIComponent(ended.display)}`)).toEqual([ended.id]);
    expect(await find('search=sought&expires_before=2099-02-01T00:00:00Z')).toEqual([soon.id]);
    expect(await find('search=sought&state=ended')).toEqual([ended.id]);
    expect(await find('search=sought&used=true')).toEqual([late.id]);
    expect(await find('search=sought&used=false&state=active')).toEqual([soon.id]);
  });

  it.each(['limit=0', 'limit=1001', 'after=x', 'after=1.a.b', 'search=', 'search=%00', `search=${'x'.repeat(101)}`])(
    'refuse %s',
    async (query) => {
      for (const path of ['/keys', '/workspaces', '/people', '/workspaces/acme/members'])
        expect((await gateway().ask(`${path}?${query}`)).status).toBe(400);
    },
  );

  it('are read by the command line to their last page', async () => {
    const { control } = gateway();
    const read = await allOf((query) => control.GET('/keys', { params: { query: { ...query, limit: 2 } } }));
    expect(read.data.map(({ id }) => id)).toEqual(idsOf(await list('/keys')));
    expect(read).toMatchObject({ object: 'list', has_more: false, next: null });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserIsHere } from '../fakes/browser.ts';
import { seriousFindings, startPeopleSite, type PeopleSite } from './people-site.ts';

const keyCount = 130;

/** `key-000`, `key-001` and so on. */
const named = (kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${String(at).padStart(3, '0')}`);

/** What asks for a list of records: `/console/api/keys?…`. */
const asksForList = /\/console\/api\/(?:keys|people|workspaces|workspaces\/[^/]+\/members)(?:\?.*)?$/;

describe.skipIf(!browserIsHere)('lists of more records than a page shows', () => {
  let site: PeopleSite;
  const keyIds = new Map<string, string>();
  let unusedSecret = '';
  const asked: string[] = [];

  beforeAll(async () => {
    site = await startPeopleSite();
    const { control } = site.gateway;
    for (const name of named('key', keyCount)) {
      const owner = name === 'key-003' ? 'Cleo@example.com' : null;
      const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name, owner } });
      keyIds.set(name, data?.key.id ?? '');
      if (name === 'key-010') unusedSecret = data?.secret ?? '';
    }
    for (const name of named('member', 60)) {
      const body = { name, email: `${name}@example.com`, role: 'viewer' as const };
      await control.POST('/workspaces/{workspace_id}/members', { params: { path: { workspace_id: 'acme' } }, body });
    }
    for (const name of named('person', 60)) await site.addPerson(`${name}@example.com`);
    for (const id of named('ws', 210)) await control.POST('/workspaces', { body: { id, name: `Name of ${id}` } });
    await site.addPerson('lists@example.com', { operator: true });
  });
  afterAll(() => site?.close());

  const signIn = async (path: string, options = {}): Promise<Page> => {
    const page = await site.open(await site.linkFor('lists@example.com'), options);
    page.on('request', (request) => {
      if (request.method() === 'GET' && asksForList.test(request.url())) asked.push(request.url());
    });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${site.gateway.url}${path}`);
    return page;
  };
  /** Waits until the first column of a table has these names. */
  const shows = async (page: Page, table: string, names: readonly string[]): Promise<void> => {
    const cells = page.getByRole('table', { name: table, exact: true }).locator('tbody tr td:first-child');
    const shown = async () =>
      (await cells.allInnerTexts()).map((text) => text.split('\n')[text.startsWith('Name\n') ? 1 : 0]);
    await expect.poll(shown, { timeout: 20_000 }).toEqual(names);
  };
  /** All keys, the newest first: the gateway was started with one. */
  const newest = [...named('key', keyCount).toReversed(), 'ci'];
  const firstKeys = newest.slice(0, 50);
  const workspaces = ['Acme', ...named('ws', 210).map((id) => `Name of ${id}`)];
  const firstWorkspaces = workspaces.slice(0, 50);
  const foundWorkspaces = workspaces.slice(201);

  it('show keys in pages, newest first, with the page in the address', async () => {
    const page = await signIn('/console/keys');
    await shows(page, 'API Keys', firstKeys);
    // A part of a list is not sorted: that would look as if it were the whole.
    expect(await page.getByRole('button', { name: 'Sort by Name' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await shows(page, 'API Keys', newest.slice(50, 100));
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'API Keys', newest.slice(100));
    expect(await page.getByRole('button', { name: 'Next page' }).count()).toBe(0);
    await page.reload();
    await shows(page, 'API Keys', newest.slice(100));
    await page.goBack();
    await shows(page, 'API Keys', newest.slice(50, 100));
    await page.getByRole('button', { name: 'First page' }).click();
    await shows(page, 'API Keys', firstKeys);
    await page.context().close();
  });

  it('find keys that are not on the page, by name, owner and id, and say so where nothing matches', async () => {
    const page = await signIn('/console/keys');
    const field = page.getByRole('searchbox', { name: 'Search by name, owner or key' });
    await shows(page, 'API Keys', firstKeys);
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'API Keys', newest.slice(50, 100));
    await field.pressSequentially('KEY-00');
    await shows(page, 'API Keys', named('key', 10).toReversed());
    await page.getByRole('button', { name: 'Sort by Name' }).waitFor();
    await field.fill('cleo@');
    await shows(page, 'API Keys', ['key-003']);
    await field.fill(keyIds.get('key-077') ?? '');
    await field.press('Enter');
    await shows(page, 'API Keys', ['key-077']);
    await field.fill('no such key');
    await page.getByText('No key matches').waitFor();
    await site.screenshot(page, 'keys-none-match');
    await field.fill('');
    await shows(page, 'API Keys', firstKeys);
    await page.getByText('Ended', { exact: true }).click();
    await page.getByText('There are other keys: change the search or the filter.').waitFor();
    await page.context().close();
  });

  it('open a key of another page by its address, and from the search of the whole console', async () => {
    const page = await signIn(`/console/keys?key=${keyIds.get('key-001')}`);
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('key-001');
    await page.goto(`${site.gateway.url}/console/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialog.getByRole('combobox').fill('key-002');
    await page.getByRole('option', { name: /key-002/ }).waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe('key-002');
    await page.context().close();
  });

  it('keep a new secret in sight when its key leaves the list', async () => {
    const page = await signIn('/console/keys?show=unused&find=key-010');
    await shows(page, 'API Keys', ['key-010']);
    await page.getByRole('button', { name: 'Actions for key-010' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Rotate' }).press('Enter');
    const call = await site.gateway.chat({ authorization: `Bearer ${unusedSecret}` });
    expect(call.status).toBe(200);
    await page.getByRole('button', { name: 'Rotate', exact: true }).press('Enter');
    await page.getByText('No key matches').waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^sk-dg-/);
    await page.context().close();
  });

  it('offer a key that is not among the newest as a filter of usage', async () => {
    const page = await signIn('/console/usage?tab=calls');
    const field = page.getByRole('combobox', { name: 'Key' });
    await field.fill('key-005');
    await page.getByRole('option', { name: /^key-005/ }).click();
    await page.waitForURL(new RegExp(`key=${keyIds.get('key-005')}`));
    await page.getByText(/^No calls match key-005,/).waitFor();
    expect(await field.inputValue()).toMatch(/^key-005 \(sk-/);
    await page.reload();
    await page.getByText(/^No calls match key-005,/).waitFor();
    expect(await field.inputValue()).toMatch(/^key-005 \(sk-/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => field.inputValue(), { timeout: 20_000 }).toBe('');
    await page.context().close();
  });

  it('show and find members, people and workspaces in pages', async () => {
    const page = await signIn('/console/members');
    await shows(page, 'Members', named('member', 50));
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'Members', named('member', 60).slice(50));
    const field = page.getByRole('searchbox', { name: 'Search by name or e-mail' });
    await field.fill('MEMBER-007@');
    await shows(page, 'Members', ['member-007']);
    await field.fill('nobody');
    await page.getByText('No member matches “nobody”').waitFor();
    await field.fill('');
    await shows(page, 'Members', named('member', 50));
    // Who is added stands at the end of the list, on another page, and is shown nevertheless.
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('member-new');
    await page.getByRole('dialog').getByLabel('E-mail', { exact: true }).fill('new@example.com');
    await page.keyboard.press('Enter');
    await shows(page, 'Members', ['member-new']);

    await page.goto(`${site.gateway.url}/console/operator/workspaces`);
    await shows(page, 'Workspaces', firstWorkspaces);
    await page.getByRole('searchbox', { name: 'Search by name or id' }).fill('ws-20');
    await shows(page, 'Workspaces', foundWorkspaces);

    await page.goto(`${site.gateway.url}/console/operator/people`);
    await page.getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('person-new');
    await page.getByRole('dialog').getByLabel('E-mail').fill('new-person@example.com');
    await page.keyboard.press('Enter');
    await shows(page, 'People', ['person-new']);
    await field.fill('');
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'People', [...named('person', 60).slice(50), 'lists', 'member-new', 'person-new']);
    await field.fill('person-01');
    await shows(page, 'People', named('person', 20).slice(10));
    await field.fill('nobody');
    await page.getByText('No person matches “nobody”').waitFor();
    await page.context().close();
  });

  it('show a workspace that is not among the first, and lead from the choice to all of them', async () => {
    const page = await signIn('/console/keys?workspace=ws-209');
    const choice = page.getByRole('combobox', { name: 'Workspace' });
    await page.getByText('No keys yet').waitFor();
    expect(await choice.locator('option:checked').innerText()).toBe('Name of ws-209 (ws-209)');
    await choice.selectOption('All workspaces…');
    await page.getByRole('heading', { name: 'Workspaces', level: 1 }).waitFor();
    await page.goto(`${site.gateway.url}/console/keys?workspace=no-such-workspace`);
    await shows(page, 'API Keys', firstKeys);
    await page.context().close();
  });

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('are usable by everybody: %s, %i px', async (theme, width) => {
    const page = await signIn('/console/keys', { theme, width });
    await shows(page, 'API Keys', firstKeys);
    await page.getByRole('button', { name: 'Next page' }).click();
    await shows(page, 'API Keys', newest.slice(50, 100));
    await site.screenshot(page, `keys-page-2-${theme}-${width}`);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.goto(`${site.gateway.url}/console/usage?tab=calls&key=${keyIds.get('key-005')}`);
    await page.getByText(/^No calls match key-005,/).waitFor();
    await page.getByRole('combobox', { name: 'Key' }).click();
    await page.locator('[role="option"]').first().waitFor();
    await site.screenshot(page, `usage-key-${theme}-${width}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${site.gateway.url}/console/operator/workspaces`);
    await shows(page, 'Workspaces', firstWorkspaces);
    await site.screenshot(page, `workspaces-long-${theme}-${width}`);
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('say that there are more where not all were counted', async () => {
    const params = { query: { workspace_id: 'acme', limit: 2 } };
    const { data: some } = await site.gateway.control.GET('/keys', { params });
    const ends = { expires_at: new Date(Date.now() + 86_400_000).toISOString() };
    const json = { ...some, data: some?.data.map((key) => ({ ...key, ...ends })), has_more: true };
    const page = await signIn('/console/account');
    await page.route(/keys\?.*expires_before/, (route) => route.fulfill({ json }));
    await page.goto(`${site.gateway.url}/console/`);
    await page.getByText('More than 2 keys expire within 14 days.').waitFor();
    await page.context().close();
  });

  it('are never asked for whole', () => {
    const limits = asked.map((url) => Number(new URL(url).searchParams.get('limit') ?? Infinity));
    expect(limits.length).toBeGreaterThan(20);
    expect(asked.filter((_, at) => (limits[at] ?? 0) > 1000)).toEqual([]);
  });

  it('show the limits first that are nearest, of however many keys', async () => {
    const { control, chat } = site.gateway;
    const limits = { day: '0.01' };
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'nearest', limits } });
    for (const name of [...named('limited', 59), 'nearest']) {
      await control.POST('/keys', { body: { workspace_id: 'acme', name, limits } });
    }
    await (await chat({ authorization: `Bearer ${data?.secret ?? ''}` })).text();
    const page = await signIn('/console/');
    const table = page.getByRole('table', { name: 'Allocated usage limits' });
    // Another key has its name.
    const nearest = `Key nearest (…${data?.key.id.slice(-6)})`;
    const keys = table.locator('tbody tr').filter({ hasText: 'Key ' });
    await keys.first().getByText(nearest, { exact: true }).waitFor();
    expect(await keys.count()).toBe(10);
    await page.getByRole('link', { name: 'More keys have limits: show all' }).click();
    await page.getByRole('heading', { name: 'Plans and Credits' }).waitFor();
    await keys.first().getByText(nearest, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next page' }).click();
    await keys.first().getByText('Key limited-050', { exact: true }).waitFor();
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { browserIsHere } from '../fakes/browser.ts';
import { seriousFindings, startPeopleSite, type PeopleSite } from './people-site.ts';

const roles = ['owner', 'admin', 'billing', 'developer', 'viewer'] as const;

type Role = (typeof roles)[number];

describe.skipIf(!browserIsHere)('what each role is offered', () => {
  let site: PeopleSite;
  beforeAll(async () => {
    site = await startPeopleSite();
    const { control } = site.gateway;
    await control.POST('/workspaces', { body: { id: 'fresh', name: 'Fresh' } });
    for (const role of roles) {
      await site.addPerson(`${role}@example.com`);
      for (const id of ['acme', 'fresh']) {
        await control.POST('/workspaces/{workspace_id}/members', {
          params: { path: { workspace_id: id } },
          body: { email: `${role}@example.com`, name: `The ${role}`, role },
        });
      }
    }
  });
  afterAll(() => site?.close());

  /** Signs in, and notes the requests that the server refuses. */
  const signIn = async (role: Role): Promise<{ readonly page: Page; readonly refused: readonly string[] }> => {
    const page = await site.open(await site.linkFor(`${role}@example.com`));
    const refused: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    return { page, refused };
  };
  const pages = ['/', '/keys', '/usage', '/usage?tab=calls', '/usage?tab=export', '/credits', '/models', '/members'];

  it.each(roles)('shows every page to the %s without a refusal', async (role) => {
    const { page, refused } = await signIn(role);
    for (const path of [...pages, '/connect', '/account']) {
      await page.goto(`${site.gateway.url}/console${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([path, await page.getByRole('alert').count()]).toEqual([path, 0]);
    }
    expect(refused).toEqual([]);
    await page.context().close();
  });

  it.each<[Role, readonly string[]]>([
    ['owner', ['create a key', 'send a first call', 'set a limit', 'add an alert']],
    ['billing', ['add an alert']],
    ['developer', ['create a key', 'send a first call', 'set a limit']],
    ['viewer', []],
  ])('asks the %s for those first steps alone that the role can do', async (role, steps) => {
    const { page } = await signIn(role);
    await page.goto(`${site.gateway.url}/console/?workspace=fresh`, { waitUntil: 'networkidle' });
    await page.getByText('No limits are set').waitFor();
    const list = page.getByRole('region', { name: 'Get started' });
    expect(await list.getByRole('link').allInnerTexts()).toEqual(steps);
    expect(await page.getByRole('link', { name: 'Set a limit on a key' }).count()).toBe(steps.length > 1 ? 1 : 0);
    await page.context().close();
  });

  it('offers the admin what concerns owners nowhere, and says who can do it', async () => {
    const { page } = await signIn('admin');
    await page.goto(`${site.gateway.url}/console/members`);
    const owner = page.getByRole('row', { name: /The owner/ });
    await owner.getByText('changed by owners only').waitFor();
    expect(await owner.getByRole('button', { name: /^(Change role|Remove)/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change role of The viewer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'viewer', checked: true }).waitFor();
    expect(await dialog.getByRole('radio', { name: 'owner' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Add member' }).click();
    expect(await dialog.getByLabel('Role').locator('option').allInnerTexts()).toEqual(roles.slice(1));
    await page.context().close();
  });

  it('lets the admin name the workspace, and leaves plan and state to the operator', async () => {
    const { page, refused } = await signIn('admin');
    await page.goto(`${site.gateway.url}/console/members?workspace=fresh`);
    await page.getByRole('button', { name: 'Workspace settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Fresh' });
    expect(await drawer.getByRole('combobox').count()).toBe(1);
    await drawer.getByLabel('Name').fill('Fresher');
    await drawer.getByLabel('Time zone').selectOption('Europe/Berlin');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Times in Europe/Berlin').waitFor();
    await page.getByRole('combobox', { name: 'Workspace' }).getByText('Fresher').waitFor({ state: 'attached' });
    expect(refused).toEqual([]);
    const suspend = (status: 'active' | 'suspended') =>
      site.gateway.control.PATCH('/workspaces/{workspace_id}', {
        params: { path: { workspace_id: 'fresh' } },
        body: { status },
      });
    await suspend('suspended');
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'Fresher is suspended: its calls are refused.' });
    await notice.getByText('Ask the operator of the gateway why.').waitFor();
    await suspend('active');
    await page.context().close();
  });

  it('says to the viewer who can do what the page is for', async () => {
    const { page } = await signIn('viewer');
    await page.goto(`${site.gateway.url}/console/members`);
    await page.getByText('Owners and admins of the workspace add people').waitFor();
    await page.goto(`${site.gateway.url}/console/credits`);
    await page.getByText('An owner, admin or billing member of the workspace can add one.').waitFor();
    expect(await page.getByRole('heading', { name: 'Ledger' }).count()).toBe(0);
    await page.goto(`${site.gateway.url}/console/connect`);
    await page.getByText('An owner, admin or developer of the workspace can create one for you.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.context().close();
  });

  it('says that no credit is left where the balance is, and that calls are refused', async () => {
    const { page } = await signIn('billing');
    await page.goto(`${site.gateway.url}/console/credits?workspace=fresh`);
    await page.getByText('Calls are refused until the operator adds credits.').waitFor();
    await page.getByRole('cell', { name: 'used up' }).waitFor();
    await page.context().close();
  });

  it('finds a key for those who cannot change it, and a revoked one, in the list', async () => {
    const { control } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'leaked-key' } });
    const keyId = data?.key.id ?? '';
    const find = async (role: Role, notOpened: RegExp): Promise<void> => {
      const { page } = await signIn(role);
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox', { name: /^Search/ }).fill('leaked-key');
      await page.keyboard.press('Enter');
      await page.getByRole('table', { name: 'API Keys' }).getByText('leaked-key').waitFor();
      expect(new URL(page.url()).searchParams.get('find')).toBe(keyId);
      await page.goto(`${site.gateway.url}/console/keys?key=${keyId}&do=rotate`);
      await page.getByRole('alert').filter({ hasText: notOpened }).getByRole('link').click();
      await page.getByRole('table', { name: 'API Keys' }).getByText('leaked-key').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.context().close();
    };
    await find('viewer', /Your role does not open leaked-key: owners, admins and developers/);
    await control.POST('/keys/{key_id}/revoke', { params: { path: { key_id: keyId } }, body: {} });
    await find('developer', /leaked-key was revoked on .*, and can no longer be opened/);
  });

  it('finds a key by its secret that leaked, and sends no more of it than the end', async () => {
    const { control } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'found-in-public' } });
    const secret = data?.secret ?? '';
    const { page } = await signIn('developer');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search/ }).fill(secret);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit found-in-public' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox', { name: 'Search by name, owner or key' }).fill(secret);
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe(`…${secret.slice(-4)}`);
    await page.getByRole('table', { name: 'API Keys' }).getByText('found-in-public').waitFor();
    expect(sent.filter((url) => url.includes(secret.slice(0, 20)))).toEqual([]);
    await page.context().close();
  });

  it('sends the owner of a frozen workspace to the operator', async () => {
    const { ledger } = site.gateway.services.store;
    await ledger.freeze('fresh', 'A test.');
    const { page } = await signIn('owner');
    await page.goto(`${site.gateway.url}/console/credits?workspace=fresh`);
    await page.getByText('Only the operator of this server can change that.').waitFor();
    expect(await page.getByRole('button', { name: 'Accept calls again' }).count()).toBe(0);
    await ledger.unfreeze('fresh');
    await page.context().close();
  });

  it('shows nothing of a workspace that a person leaves', async () => {
    const { page } = await signIn('owner');
    await site.gateway.control.POST('/workspaces/{workspace_id}/members', {
      params: { path: { workspace_id: 'fresh' } },
      body: { email: 'second@example.com', name: 'Second', role: 'owner' },
    });
    await page.goto(`${site.gateway.url}/console/members?workspace=fresh`);
    await page.getByRole('button', { name: 'Remove The owner' }).click();
    await page.getByLabel('Type The owner to confirm').fill('The owner');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('You are not a member of the workspace fresh, or there is none. This is Acme.').waitFor();
    await page.context().close();
  });

  it('leaves a form and a secret to those who may not create keys any more', async () => {
    const { page } = await signIn('developer');
    const { control } = site.gateway;
    const path = { workspace_id: 'acme' };
    const { data: members } = await control.GET('/workspaces/{workspace_id}/members', { params: { path } });
    const person = members?.data.find(({ email }) => email === 'developer@example.com')?.id ?? '';
    const become = async (role: Role): Promise<void> => {
      const params = { path: { ...path, member_id: person } };
      await control.PATCH('/workspaces/{workspace_id}/members/{member_id}', { params, body: { role } });
      await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    };
    const create = page.locator('main button', { hasText: 'Create key' });
    await page.goto(`${site.gateway.url}/console/keys?do=create`);
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await name.fill('half-way');
    await become('viewer');
    await create.waitFor({ state: 'detached' });
    await name.press('Enter');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await name.inputValue()).toBe('half-way');
    await become('developer');
    await create.waitFor({ state: 'attached' });
    await name.press('Enter');
    const secret = page.getByLabel('Secret', { exact: true });
    await secret.waitFor();
    await become('viewer');
    await create.waitFor({ state: 'detached' });
    expect(await secret.inputValue()).toMatch(/^sk-dg-/);
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });
});

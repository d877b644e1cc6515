import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite } from './console-site.ts';

describe.skipIf(!browserIsHere)('administration in the browser', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  /** A page whose clock the test sets. */
  const openWithClock = async (path: string): Promise<Page> => {
    const { page } = await site.open('/console/account');
    await page.clock.install();
    await page.goto(`${site.gateway.url}${path}`);
    return page;
  };
  /** Comes back to a page after more than a minute: it asks again for what it shows. */
  const comeBack = async (page: Page): Promise<void> => {
    await page.clock.fastForward(61_000);
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
  };

  it('creates a workspace, and books credits that the ledger shows with the balance after them', async () => {
    const { page, faults } = await site.open('/console/operator/workspaces');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Beta team');
    await drawer.getByLabel('Id', { exact: true }).fill('Not an id');
    await drawer.getByRole('button', { name: 'Create workspace' }).click();
    await drawer.getByText('1 to 63 lower-case letters').waitFor();
    await drawer.getByLabel('Id', { exact: true }).fill('beta');
    await drawer.getByRole('button', { name: 'Create workspace' }).click();
    await page.getByRole('link', { name: 'Beta team' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByText('Calls are refused until the operator adds credits.').waitFor();

    await page.getByRole('link', { name: 'Plans and Credits' }).click();
    await page.getByRole('button', { name: 'Grant credits' }).click();
    await page.getByRole('dialog', { name: 'Grant credits to Beta team (beta)' }).waitFor();
    await page.getByLabel('Credits', { exact: true }).fill('lots');
    await page.getByLabel('Reason').fill('Order 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Grant credits' }).click();
    await page.getByText('A number of credits with at most nine decimals').waitFor();
    await page.getByLabel('Credits', { exact: true }).fill('250.5');
    await page.getByText('Balance afterwards: 250.5').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Grant credits' }).click();
    const entry = page.getByRole('table', { name: 'Ledger' }).getByRole('row', { name: /Order 1/ });
    expect(await entry.getByRole('cell').last().textContent()).toBe('250.5');
    expect(new URL(page.url()).searchParams.get('workspace')).toBe('beta');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says what ends the refusals: credits if the balance is empty, the next month if that of the plan is used up', async () => {
    await site.gateway.control.POST('/workspaces', { body: { id: 'empty', name: 'Empty', plan_id: 'team' } });
    const empty = await site.open('/console/?workspace=empty');
    await empty.page.getByText('Calls are refused until the operator adds credits.', { exact: true }).waitFor();
    await empty.page.getByText(/^resets /).waitFor();
    const spent = await site.open('/console/?workspace=acme');
    await spent.page.route('**/workspaces/acme/limits*', async (route: Route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { readonly data: readonly { readonly limit: string }[] };
      const json = { ...rest, data: data.map((limit) => ({ ...limit, used: limit.limit, left: '0' })) };
      await route.fulfill({ response: answer, json });
    });
    await spent.page.reload();
    await spent.page
      .getByText(/^The plan allows no more calls until it renews on 1 \w+.* \(Europe\/Berlin\)\.$/)
      .waitFor();
    expect(await spent.page.getByText(/until the operator adds credits/).count()).toBe(0);
    for (const { page } of [empty, spent]) await page.context().close();
  });

  it('renames a workspace that was suspended meanwhile, which stays suspended', async () => {
    const { control } = site.gateway;
    await control.POST('/workspaces', { body: { id: 'gamma', name: 'Gamma' } });
    const { page } = await site.open('/console/operator/workspaces');
    await page.getByRole('button', { name: 'Edit Gamma' }).click();
    const params = { path: { workspace_id: 'gamma' } };
    await control.PATCH('/workspaces/{workspace_id}', { params, body: { status: 'suspended' } });
    await page.getByRole('dialog').getByLabel('Name').fill('Gamma two');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { data } = await control.GET('/workspaces/{workspace_id}', { params });
    expect(data).toMatchObject({ name: 'Gamma two', status: 'suspended' });
    await page.context().close();
  });

  it('changes the settings of a workspace on its own pages, and leaves what others changed while they were open', async () => {
    const { control } = site.gateway;
    await control.POST('/workspaces', { body: { id: 'delta', name: 'Delta', time_zone: 'UTC' } });
    const page = await openWithClock('/console/members?workspace=delta');
    await page.getByRole('button', { name: 'Workspace settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Edit Delta' });
    await drawer.waitFor();
    const params = { path: { workspace_id: 'delta' } };
    await control.PATCH('/workspaces/{workspace_id}', { params, body: { name: 'Delta two', status: 'suspended' } });
    await comeBack(page);
    await page.locator('option:checked', { hasText: 'Delta two' }).waitFor({ state: 'attached' });
    await page.getByRole('alert').filter({ hasText: 'Delta two is suspended' }).getByText('Workspaces').waitFor();
    await drawer.getByLabel('Time zone').selectOption('Asia/Tokyo');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.waitFor({ state: 'detached' });
    const { data } = await control.GET('/workspaces/{workspace_id}', { params });
    expect(data).toMatchObject({ name: 'Delta two', status: 'suspended', time_zone: 'Asia/Tokyo' });
    await page.context().close();
  });

  it('adds a member with a role, changes it, and asks for the name before it removes one', async () => {
    const { page } = await site.open('/console/members');
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada Lovelace');
    await page.getByRole('dialog').getByLabel('E-mail').fill('ada');
    await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
    await page.getByText('One e-mail address, such as ada@example.com.').waitFor();
    await page.getByRole('dialog').getByLabel('E-mail').fill('ada@example.com');
    await page.getByRole('dialog').getByLabel('Role').selectOption('owner');
    await page.getByRole('dialog').getByRole('button', { name: 'Add member' }).click();
    const row = page.getByRole('row', { name: /Ada Lovelace/ });
    const change = row.getByRole('button', { name: 'Change role of Ada Lovelace' });
    const dialog = page.getByRole('dialog', { name: 'Role of Ada Lovelace' });
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PATCH' && sent.push(request.url()));
    // Looking through the roles by keyboard changes nothing.
    await change.press('Enter');
    await dialog.getByRole('radio', { name: 'owner' }).press('ArrowDown');
    await dialog.getByRole('radio', { name: 'admin', checked: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
    // The last owner stays one: the server says so beside the choice.
    await change.press('Enter');
    await dialog.getByRole('radio', { name: 'viewer' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').filter({ hasText: /owner/i }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await row.getByRole('cell', { name: 'owner', exact: true }).waitFor();
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByLabel('Type Ada Lovelace to confirm').waitFor();
    await page.context().close();
  });

  it('stores the name of a member without outer spaces, and removes one by the name that is read', async () => {
    const { control } = site.gateway;
    const params = { path: { workspace_id: 'acme' } };
    const names = async (): Promise<readonly string[]> => {
      const { data } = await control.GET('/workspaces/{workspace_id}/members', { params });
      return data?.data.map(({ name }) => name) ?? [];
    };
    // Two spaces within, and the dots of ë as a character of their own, as some systems store it.
    const stored = ' Zoe\u0308  Byron ';
    const body = { email: 'zoe@example.com', name: stored, role: 'viewer' as const };
    await control.POST('/workspaces/{workspace_id}/members', { params, body });
    const { page } = await site.open('/console/members');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add member' }).click();
    await dialog.getByLabel('Name').fill('  Grace Hopper ');
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await dialog.getByRole('button', { name: 'Add member' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await names()).toEqual(expect.arrayContaining(['Grace Hopper', stored]));
    await page
      .getByRole('row', { name: /zoe@example\.com/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    const field = dialog.getByRole('textbox');
    await field.fill('ZoëByron');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByText('This is not the name.').waitFor();
    await field.fill('Zo\u00eb Byron');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('status').filter({ hasText: 'Byron was removed.' }).waitFor();
    expect(await names()).not.toContain(stored);
    await page.context().close();
  });

  it('replaces the key of a provider, shows its end alone, and goes back to the configured one', async () => {
    const { page, faults } = await site.open('/console/operator/catalogue?tab=providers');
    await page.getByRole('button', { name: 'Replace key of openai' }).click();
    const drawer = page.getByRole('dialog');
    const submit = drawer.getByRole('button', { name: 'Replace', exact: true });
    await drawer.getByLabel('New key').fill('two words');
    await submit.click();
    await drawer.getByText('A key has 8 to 4,096 visible characters').waitFor();
    await drawer.getByLabel('New key').fill(`sk-dg-${'a'.repeat(38)}`);
    await submit.click();
    await drawer.getByText('This is an API key of this gateway').waitFor();
    await drawer.getByLabel('New key').fill('CANARY-issued-by-the-provider-wxyz');
    await submit.click();
    const row = page.getByRole('row', { name: /openai/ });
    await row.getByText('…wxyz').waitFor();
    await row.getByText(/set here/).waitFor();
    expect(await page.content()).not.toContain('CANARY');
    await page.getByRole('button', { name: 'Replace key of openai' }).click();
    await drawer.getByRole('button', { name: 'Use the configured key' }).click();
    await drawer.getByLabel('Type openai to confirm').fill('openai');
    await drawer.getByRole('button', { name: 'Delete and switch' }).click();
    await row.getByText('set here').waitFor({ state: 'detached' });
    expect(faults).toEqual(faults.filter((fault) => fault.includes('400')));
    await page.context().close();
  });

  it('refunds a call, to what is left of its charge', async () => {
    const { page } = await site.open(`/console/usage?tab=calls&request=${site.gateway.knownRequest}`);
    await page.getByRole('table', { name: 'Calls' }).getByRole('row').nth(1).click();
    await page.getByLabel(/^Credits to refund/).fill('0.1');
    await page.getByRole('dialog').getByLabel('Reason').fill('a broken answer');
    // The answer to the first attempt is lost: the second one refunds nothing more.
    const statuses: number[] = [];
    const lose = async (route: Route): Promise<void> => {
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      statuses.push((await route.fetch({ headers })).status());
      await route.abort();
    };
    await page.route('**/refunds', lose, { times: 1 });
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByRole('form', { name: 'Refund' }).getByRole('alert').waitFor();
    await page.getByRole('button', { name: 'Refund' }).click();
    const refunds = page.getByRole('table', { name: 'Refunds' });
    await refunds.getByText('a broken answer').waitFor();
    expect([statuses, await refunds.getByText('a broken answer').count()]).toEqual([[201], 1]);
    await page.context().close();
  });

  it('adds an alert, says what is wrong with its address, and shows the secret of a webhook once', async () => {
    const { page } = await site.open('/console/credits');
    await page.getByRole('button', { name: 'Add alert' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('Send by').selectOption('webhook');
    await drawer.getByLabel('Threshold', { exact: true }).fill('none');
    await page.keyboard.press('Enter');
    await drawer.getByRole('button', { name: 'Add alert' }).click();
    await drawer.getByText('Enter at least one amount').waitFor();
    await drawer.getByLabel('Threshold', { exact: true }).press('Backspace');
    await drawer.getByLabel('Threshold', { exact: true }).fill('2500');
    await page.keyboard.press('Enter');
    await drawer.getByLabel('Recipient').fill('http://10.0.0.1/');
    await drawer.getByRole('button', { name: 'Add alert' }).click();
    await drawer.getByText('An address that begins with https://').waitFor();
    await drawer.getByLabel('Recipient').fill('https://user@hooks.example.com/');
    await drawer.getByRole('button', { name: 'Add alert' }).click();
    await drawer
      .getByText(/^target must /)
      .first()
      .waitFor();
    // What the server says of a field stands at the field alone.
    expect(await drawer.getByText(/^target must /).count()).toBe(1);
    await drawer.getByLabel('Recipient').fill('https://hooks.example.com/diglot');
    await drawer.getByRole('button', { name: 'Add alert' }).click();
    await drawer.getByText(/^whsec_/).waitFor();
    for (const leave of [
      () => drawer.getByRole('button', { name: 'Done' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ]) {
      await leave();
      await drawer.getByText('before you close: the secret cannot be shown again').waitFor();
      expect(await drawer.getByText(/^whsec_/).count()).toBe(1);
    }
    await drawer.getByLabel('I have stored it').check();
    await drawer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('cell', { name: 'https://hooks.example.com/diglot', exact: true }).waitFor();
    await page.getByRole('cell', { name: /^2.500 credits left$/ }).waitFor();

    const remove = page.getByRole('button', { name: /^Remove: Credits left/ });
    await remove.click();
    await drawer.getByText('A new alert for the same address has another signing secret.').waitFor();
    await drawer.getByRole('button', { name: 'Cancel' }).click();
    expect(await remove.count()).toBe(1);
    await remove.click();
    await drawer.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No alerts yet').waitFor();
    await page.getByRole('status').filter({ hasText: 'hooks.example.com/diglot was removed.' }).waitFor();
    // The row that the dialog was opened from is gone: the keyboard goes on in the content of the page.
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content');
    await page.context().close();
  });

  it('asks before it locks a person out, and lets them in again at once', async () => {
    await site.gateway.control.POST('/people', { body: { email: 'eve@example.com', name: 'Eve' } });
    const { page } = await site.open('/console/operator/people');
    const enabled = page.getByRole('switch', { name: 'Eve may sign in' });
    const dialog = page.getByRole('dialog', { name: 'Disable Eve' });
    await enabled.press('Space');
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await enabled.isChecked()).toBe(true);
    await enabled.press('Space');
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('switch', { name: 'Eve may sign in', checked: false }).waitFor();
    await enabled.press('Space');
    await page.getByRole('switch', { name: 'Eve may sign in', checked: true }).waitFor();
    await page.context().close();
  });

  it('lets a new member in by a login link, where no e-mail is sent', async () => {
    const params = { path: { workspace_id: 'acme' } };
    const body = { email: 'nia@example.com', name: 'Nia', role: 'viewer' } as const;
    await site.gateway.control.POST('/workspaces/{workspace_id}/members', { params, body });
    const { page } = await site.open('/console/operator/people?find=nia@example.com');
    await page.getByText('Members who have not signed in yet').waitFor();
    await page.goto(`${site.gateway.url}/console/members?find=nia@example.com`);
    await page.getByRole('button', { name: 'Login link for Nia' }).click();
    const dialog = page.getByRole('dialog', { name: 'Login link for Nia' });
    const { pathname, hash } = new URL(await dialog.getByText(/#link=/).innerText());
    const other = await site.open(`${pathname}${hash}`, { signedIn: false });
    await other.page.getByRole('button', { name: 'Account of Nia' }).waitFor();
    for (const tab of [page, other.page]) await tab.context().close();
  });

  it('disables a person whom another operator has disabled while it asked', async () => {
    const { control } = site.gateway;
    const { data: person } = await control.POST('/people', { body: { email: 'mal@example.com', name: 'Mal' } });
    const page = await openWithClock('/console/operator/people');
    await page.getByRole('switch', { name: 'Mal may sign in' }).press('Space');
    const dialog = page.getByRole('dialog', { name: 'Disable Mal' });
    await dialog.waitFor();
    const params = { path: { person_id: person?.id ?? '' } };
    await control.PATCH('/people/{person_id}', { params, body: { disabled: true } });
    await comeBack(page);
    await page.locator('[aria-label="Mal may sign in"]:not(:checked)').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { data } = await control.GET('/people', { params: { query: { search: 'mal@example.com' } } });
    expect(data?.data.map(({ disabled }) => disabled)).toEqual([true]);
    await page.context().close();
  });

  it('says why a provider fails and since when, where the server and the providers are shown', async () => {
    const { control, call } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'to-the-spare' } });
    const body = { model: 'spare-model', messages: [{ role: 'user', content: 'Hello' }] };
    const headers = { authorization: `Bearer ${data?.secret ?? ''}` };
    for (let at = 0; at < 2; at += 1) await (await call('/v1/chat/completions', { body, headers })).text();
    const { page, faults } = await site.open('/console/operator/system');
    const alert = page.getByRole('alert').filter({ hasText: 'The provider spare fails' });
    await alert.getByText(/^spare: no connection \(ECONNREFUSED\), 2 attempts in a row failed, since /).waitFor();
    await alert.getByRole('link', { name: 'Providers' }).click();
    const row = page.getByRole('table', { name: 'Providers' }).getByRole('row', { name: /^spare/ });
    await row.getByText('no connection (ECONNREFUSED)').waitFor();
    await page
      .getByRole('row', { name: /^openai/ })
      .getByText('reachable', { exact: true })
      .waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says why a frozen workspace has no calls, and accepts them again with a reason', async () => {
    const { control, services } = site.gateway;
    await control.POST('/workspaces', { body: { id: 'frozen', name: 'Frozen' } });
    await services.store.ledger.freeze('frozen', 'The balance of the ledger is 5 credits less.');
    const { page, faults } = await site.open('/console/?workspace=frozen');
    await page.getByText('The balance of the ledger is 5 credits less.').waitFor();
    await page.goto(`${site.gateway.url}/console/credits?workspace=frozen`);
    const again = page.getByRole('button', { name: 'Accept calls again' });
    await again.click();
    const dialog = page.getByRole('dialog', { name: 'Accept calls of Frozen (frozen) again' });
    await dialog.getByRole('button', { name: 'Accept calls again' }).click();
    await dialog.getByLabel('Reason').fill('The row was corrected.');
    await dialog.getByRole('button', { name: 'Accept calls again' }).click();
    await dialog.waitFor({ state: 'detached' });
    await again.waitFor({ state: 'detached' });
    const params = { path: { workspace_id: 'frozen' } };
    const { data } = await control.GET('/workspaces/{workspace_id}/credits', { params });
    expect(data).toMatchObject({ frozen_reason: null });
    await page.goto(`${site.gateway.url}/console/operator/system`);
    await page.getByRole('table', { name: 'Audit log' }).getByText('account.unfreeze').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('verifies every row of the books, and shows who changed what', async () => {
    const { page } = await site.open('/console/operator/system');
    await page.getByRole('button', { name: 'Verify every row' }).click();
    await page.getByText('Every row agrees.').waitFor();
    await page.getByPlaceholder('Subject, such as workspace:acme').fill('workspace:acme');
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Audit log' }).getByText('credits.topup').waitFor();
    // A key that is pasted by mistake stays out of the address.
    const field = page.getByRole('searchbox', { name: 'Subject' });
    await field.fill(`sk-dg-${'a'.repeat(34)}wxyz`);
    await field.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('subject') === '…wxyz');
    expect(await field.inputValue()).toBe('…wxyz');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('workspace:acme');
    await page.context().close();
  });
});

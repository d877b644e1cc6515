import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page, Route } from 'playwright-core';
import { browserIsHere } from '../fakes/browser.ts';
import { seriousFindings, startPeopleSite, type PeopleSite } from './people-site.ts';

const operator = 'busy@example.com';

/** Lets the server act, and loses what it answers. */
const lose = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.abort();
};

describe.skipIf(!browserIsHere)('what interrupts a person', () => {
  let site: PeopleSite;
  beforeAll(async () => {
    site = await startPeopleSite();
    await site.gateway.control.POST('/workspaces', { body: { id: 'beta', name: 'Beta' } });
    await site.addPerson(operator, { operator: true });
  });
  afterAll(() => site?.close());

  const signIn = async (path: string): Promise<Page> => {
    const page = await site.open(await site.linkFor(operator));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${site.gateway.url}/console${path}`);
    return page;
  };
  const createKey = async (page: Page, name: string): Promise<string> => {
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.keyboard.press('Enter');
    return page.getByLabel('Secret', { exact: true }).inputValue();
  };

  it('keeps what was typed when the session ends or an answer is lost, and sends it after a sign-in in another tab', async () => {
    const page = await signIn('/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Name', { exact: true }).fill('typed-before-the-end');
    await page.context().clearCookies();
    await page.keyboard.press('Enter');
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      ended.getByRole('link', { name: 'Sign in' }).click(),
    ]);
    await other.goto(`${site.gateway.url}${await site.linkFor(operator)}`);
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    await ended.waitFor({ state: 'detached' });
    const name = page.getByLabel('Name', { exact: true });
    expect(await name.inputValue()).toBe('typed-before-the-end');
    await page.route('**/console/api/keys', lose, { times: 1 });
    await name.press('Enter');
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.filter({ hasText: 'may have created the key all the same' }).waitFor();
    await name.press('Enter');
    await alert.filter({ hasText: /There is a key typed-before-the-end \(sk-dg-….{4}\), created/ }).waitFor();
    const made = page.getByRole('table', { name: 'API Keys' }).getByText('typed-before-the-end');
    await made.waitFor();
    expect(await made.count()).toBe(1);
    await name.press('Enter');
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toMatch(/^sk-dg-/);
    await page.context().close();
  });

  it('loses no link to a failure: the same one is tried again', async () => {
    const page = await site.open('/console/sign-in');
    await page.route('**/console/api/sessions/link', (route) => route.abort(), { times: 1 });
    await page.goto(`${site.gateway.url}${await site.linkFor(operator)}`);
    const failure = page.getByRole('alert').filter({ hasText: 'The gateway did not answer.' });
    await failure.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('says what an attempt booked whose answer was lost, and books no amount that was changed since with it', async () => {
    const page = await signIn('/credits?do=grant');
    await page.route('**/credits/grants', lose, { times: 1 });
    const dialog = page.getByRole('dialog');
    const amount = dialog.getByLabel('Credits', { exact: true });
    await amount.fill('7');
    await dialog.getByLabel('Reason').fill('Order 7');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').filter({ hasText: 'may have booked this all the same' }).waitFor();
    await amount.fill('9');
    await page.keyboard.press('Enter');
    const alert = dialog.getByRole('alert').filter({ hasText: 'its answer was lost: 7 credits' });
    await alert.waitFor();
    await page.getByRole('table', { name: 'Ledger' }).getByText('Order 7').waitFor();
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { data } = await site.gateway.control.GET('/workspaces/{workspace_id}/ledger', {
      params: { path: { workspace_id: 'acme' } },
    });
    const booked = data?.data.filter(({ reason }) => reason === 'Order 7').map((entry) => entry.amount);
    expect(booked?.toSorted()).toEqual(['7', '9']);
    await page.goto(`${site.gateway.url}/console/credits?do=adjust`);
    await amount.fill('-9999999');
    await dialog.getByLabel('Reason').fill('Too much');
    await page.keyboard.press('Enter');
    await dialog.getByText('The balance would be below 0 afterwards. Tick this if it may be.').waitFor();
    await dialog.locator('input[type=checkbox]:focus').waitFor();
    await page.context().close();
  });

  it('is no gateway that is away where a passkey was not given, here or in the account', async () => {
    const local = site.gateway.url.replace('127.0.0.1', 'localhost');
    const cancel = `for (const name of ['get', 'create'])
      navigator.credentials[name] = () => Promise.reject(new DOMException('Not allowed.', 'NotAllowedError'));`;
    const page = await site.open(`${local}/console/sign-in`);
    await page.evaluate(cancel);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'The browser did not give a passkey.' }).waitFor();
    await page.goto(`${local}${await site.linkFor(operator)}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${local}/console/account`);
    await page.evaluate(cancel);
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').filter({ hasText: 'The browser did not add the passkey.' }).waitFor();
    expect(await page.getByText('The gateway does not answer').count()).toBe(0);
    await page.context().close();
  });

  it('says from when figures are that could not be refreshed', async () => {
    const page = await signIn('/credits');
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    const asks = '**/console/api/workspaces/acme/credits';
    await page.route(asks, (route) => route.fulfill({ status: 500, json: { code: 'internal_error', detail: 'No.' } }));
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))');
    const outdated = page.getByRole('status').filter({ hasText: /Could not be refreshed; as of .*\d\d:\d\d:\d\d/ });
    await outdated.waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute(asks);
    await outdated.getByRole('button', { name: 'Try again' }).click();
    await outdated.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it.each(['2026-13-01_2026-13-02', '2026-02-30_2026-03-01'])(
    'is no misspelt range in an address: %s',
    async (range) => {
      const page = await signIn(`/usage?range=${range}`);
      await page.getByRole('tab', { name: 'Explore', selected: true }).waitFor();
      await page.getByRole('button', { name: 'Last 30 days' }).waitFor();
      await page.context().close();
    },
  );

  it('leaves the frame around a page that fails, with a way out of it', async () => {
    const page = await signIn('/');
    await page.route('**/console/api/models*', (route) => route.fulfill({ json: { object: 'list', data: [null] } }));
    await page.getByRole('navigation').getByRole('link', { name: 'Models' }).click();
    await page.getByText('Something went wrong on our side.').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'API Keys' }).waitFor();
    await page.getByRole('link', { name: 'Go to Overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('leads to the sign-in at once where nothing is open, and back', async () => {
    const page = await signIn('/credits');
    await page.getByRole('heading', { name: 'Ledger' }).waitFor();
    await page.context().clearCookies();
    await page.getByRole('combobox', { name: 'Range' }).selectOption('7d');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toContain('/credits');
    await page.goto(`${site.gateway.url}${await site.linkFor(operator)}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goto(`${site.gateway.url}/console/usage?tab=export`);
    const file = page.getByRole('link', { name: /^Export CSV/ });
    await file.waitFor();
    await page.context().clearCookies();
    // A download that is refused would be nothing that the page hears of.
    await file.click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });

  it('shows nothing of the person before when another one signs in, in another tab', async () => {
    await site.addPerson('other@example.com');
    const page = await signIn('/keys');
    // The page has its session: a question that is on its way would answer for the person before.
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.gateway.url}${await site.linkFor('other@example.com')}`);
    // No link takes the place of a person unasked: anyone can send one.
    await other.getByText(`You are signed in as ${operator}.`).waitFor();
    await other.getByRole('button', { name: 'Use the link' }).click();
    await other.getByText('You are not a member of any workspace yet').waitFor();
    await other.close();
    // The page comes to the front, and may be loading anew already.
    await page.evaluate('window.dispatchEvent(new Event("visibilitychange"))').catch(() => undefined);
    await page.getByText('You are not a member of any workspace yet').waitFor();
    expect(await page.getByRole('navigation').getByRole('link', { name: 'API Keys' }).count()).toBe(0);
    await page.context().close();
  });

  it('does not let a secret go by the way back before it is stored', async () => {
    const page = await signIn('/');
    await page.getByRole('link', { name: 'API Keys' }).first().click();
    const secret = await createKey(page, 'not-stored-yet');
    await page.goBack();
    await page.getByText('before you close: the secret cannot be shown again').waitFor();
    expect(await page.getByLabel('Secret', { exact: true }).inputValue()).toBe(secret);
    await page.keyboard.press('Control+k');
    expect(await page.getByRole('combobox', { name: /^Search pages/ }).count()).toBe(0);
    await page.getByRole('checkbox', { name: 'I have stored it' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The dialog that was closed does not come again: the way back leads to the page before.
    await page.goBack();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.goForward();
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('closes a dialog by the way back, and stays on its page', async () => {
    const page = await signIn('/');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('button', { name: 'Add member' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/members');
    await page.getByRole('link', { name: 'API Keys' }).first().click();
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/console/keys');
    await page.goBack();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    await page.context().close();
  });

  it('throws nothing away by a click beside a form in which something was typed', async () => {
    const page = await signIn('/keys?do=create');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('half-typed');
    await page.mouse.click(40, 400);
    expect(await name.inputValue()).toBe('half-typed');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(40, 400);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('stays in its workspace when another tab turns to another one', async () => {
    const page = await signIn('/keys');
    const workspace = page.getByRole('combobox', { name: 'Workspace' });
    await expect.poll(() => workspace.inputValue()).toBe('acme');
    const other = await page.context().newPage();
    await other.goto(`${site.gateway.url}/console/keys`);
    await other.getByRole('combobox', { name: 'Workspace' }).selectOption('beta');
    await expect.poll(() => new URL(other.url()).searchParams.get('workspace')).toBe('beta');
    await createKey(page, 'made-in-the-first-tab');
    await site.gateway.chat();
    expect(await workspace.inputValue()).toBe('acme');
    const { data } = await site.gateway.control.GET('/keys', { params: { query: { workspace_id: 'acme' } } });
    expect(data?.data.map((key) => key.name)).toContain('made-in-the-first-tab');
    const { data: calls } = await site.gateway.control.GET('/calls', { params: { query: { workspace_id: 'acme' } } });
    await other.goto(`${site.gateway.url}/console/usage?workspace=beta&tab=calls&call=${calls?.data[0]?.id}`);
    await other.getByText('This call belongs to the workspace acme.').waitFor();
    await other.getByRole('link', { name: 'See it there' }).click();
    await other.getByRole('dialog').getByText('test-model').first().waitFor();
    expect(new URL(other.url()).searchParams.get('workspace')).toBe('acme');
    await other.goto(`${site.gateway.url}/console/usage?workspace=beta&key=${data?.data[0]?.id}`);
    const noKey = other.getByRole('alert').filter({ hasText: 'There is no such key in this workspace.' });
    await noKey.waitFor();
    expect(await noKey.getByRole('button').count()).toBe(0);
    // The address says which workspace it shows, also to those whom it is sent to.
    await page.reload();
    await expect.poll(() => workspace.inputValue()).toBe('acme');
    expect(new URL(page.url()).searchParams.get('workspace')).toBe('acme');
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite } from './console-site.ts';

const password = 'correct horse battery staple';

describe.skipIf(!browserIsHere)('signing in to the console', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  it('leads to the sign-in, and back to the page that was asked for', async () => {
    const { page } = await site.open('/console/keys?show=all', { signedIn: false });
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('next')).toBe('/keys?show=all');
    await page.context().close();
  });

  it('works by a one-time link once, takes it out of the address, and then by the password that was set', async () => {
    const link = await site.loginLink();
    const { page } = await site.open(link, { signedIn: false });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(page.url()).not.toContain('link=');
    await page.goto(`${site.gateway.url}/console/account`);
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('At least 8 characters.', { exact: true }).waitFor();
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByText('The password is set.').waitFor();
    await page.getByRole('cell', { name: 'this session' }).waitFor();
    const words = (await page.getByText(/^You sign in as /).textContent()) ?? '';
    const email = words.replace(/^You sign in as (.*)\.$/, '$1');
    await page.getByRole('button', { name: /^Account of/ }).click();
    const refusal = { status: 503, json: { code: 'overloaded', detail: 'No.' } };
    await page.route('**/console/api/session', (route) => route.fulfill(refusal), { times: 1 });
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const stillIn = page.getByRole('dialog', { name: 'You are still signed in' });
    await stillIn.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // Another person may be the next, who cannot see this workspace.
    expect(new URL(page.url()).search).toBe('');

    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();

    const again = await site.open(link, { signedIn: false });
    await again.page.getByText('This link is not valid, or was used before.').waitFor();
    await again.page.context().close();
  });
});

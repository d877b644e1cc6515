import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { stepOf, totpCode } from '../../src/identity/people/factors.ts';
import { browserIsHere } from '../fakes/browser.ts';
import { seriousFindings, startPeopleSite, type PeopleSite } from './people-site.ts';

const password = 'correct horse battery staple';

/** An authenticator that confirms everything, as a fingerprint would. */
async function addAuthenticator(page: Page): Promise<void> {
  const debuggerSession = await page.context().newCDPSession(page);
  await debuggerSession.send('WebAuthn.enable');
  await debuggerSession.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

describe.skipIf(!browserIsHere)('the ways into the console', () => {
  let site: PeopleSite;
  beforeAll(async () => {
    site = await startPeopleSite();
  });
  afterAll(() => site?.close());

  const isIn = (page: Page) => page.getByRole('navigation').first().waitFor();
  const signOut = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  };
  const setPassword = async (page: Page): Promise<void> => {
    await page.getByLabel('New password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('The password is set.').waitFor();
  };

  it('by passkey: added with a virtual authenticator, then signed in with, without a password', async () => {
    await site.addPerson('pass@example.com', { operator: true });
    const local = site.gateway.url.replace('127.0.0.1', 'localhost');
    const page = await site.open(`${local}${await site.linkFor('pass@example.com')}`);
    await addAuthenticator(page);
    await isIn(page);
    await page.getByText('You have no password and no passkey yet').waitFor();
    await page.getByRole('link', { name: 'Set a password or add a passkey' }).click();
    await page.getByLabel('Name of the device').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
    await signOut(page);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await isIn(page);
    await page.goto(`${local}/console/account`);
    await page.getByRole('cell', { name: 'passkey', exact: true }).waitFor();
    expect(await page.getByText('You have no password and no passkey yet').count()).toBe(0);
    const passkeys = page.getByRole('table', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You have no other passkey and no password').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await passkeys.getByRole('button', { name: 'Remove' }).click();
    await dialog.getByRole('textbox').fill('Laptop');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'Laptop was removed.' }).waitFor();
    expect(await passkeys.getByRole('button', { name: 'Remove' }).count()).toBe(0);
    await page.context().close();
  });

  it('by passkey: an address in numbers says that it has none', async () => {
    await site.addPerson('numbers@example.com', { operator: true });
    const page = await site.open(await site.linkFor('numbers@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/account`);
    await page.getByText('Passkeys need a host name').waitFor();
    expect(await page.getByRole('button', { name: 'Add a passkey' }).count()).toBe(0);
    await page.context().close();
  });

  it('by an identity provider: away at first, back without a restart, and to the page that was asked for', async () => {
    const path = { workspace_id: 'acme' };
    const body = { email: 'grace@example.com', name: 'Grace', role: 'developer' as const };
    await site.gateway.control.POST('/workspaces/{workspace_id}/members', { params: { path }, body });
    site.provider.beAway(true);
    const page = await site.open('/console/keys?show=all');
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor();
    site.provider.beAway(false);
    site.provider.name({ email: 'grace@example.com', email_verified: false });
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByRole('alert').filter({ hasText: 'The identity provider did not let you in.' }).waitFor();
    site.provider.name({ email: 'grace@example.com', email_verified: true, name: 'Grace Hopper' });
    await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    expect(new URL(page.url()).searchParams.get('show')).toBe('all');
    await page.getByRole('button', { name: /^Account of Grace Hopper/ }).waitFor();
    // The page that was asked for is followed once.
    await page.goto(`${site.gateway.url}/console/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.context().close();
  });

  it('as a developer, who creates a key and sees its first call arrive', async () => {
    const path = { workspace_id: 'acme' };
    const body = { email: 'dev@example.com', name: 'Dev', role: 'developer' as const };
    await site.addPerson('dev@example.com');
    await site.gateway.control.POST('/workspaces/{workspace_id}/members', { params: { path }, body });
    const page = await site.open(await site.linkFor('dev@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/keys?do=create`);
    await page.getByLabel('Name', { exact: true }).fill('by-a-developer');
    await page.keyboard.press('Enter');
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByText('Waiting for the first call…').waitFor();
    await site.gateway.chat({ authorization: `Bearer ${secret}` });
    await page.getByText(/The first call arrived/).waitFor();
    await page.context().close();
  });

  it('by invitation: an e-mail, one click, a password; and not a second time', async () => {
    const owner = await site.open('/console/sign-in');
    await site.addPerson('owner@example.com', { operator: true });
    await owner.goto(`${site.gateway.url}${await site.linkFor('owner@example.com')}`);
    await isIn(owner);
    await owner.goto(`${site.gateway.url}/console/members`);
    await owner.getByRole('button', { name: 'Add member' }).click();
    const drawer = owner.getByRole('dialog');
    await drawer.getByLabel('Name').fill('Ada Lovelace');
    await drawer.getByLabel('E-mail', { exact: true }).fill('ada@example.com');
    expect(await drawer.getByLabel('Send an invitation by e-mail').isChecked()).toBe(true);
    await drawer.getByRole('button', { name: 'Add member' }).click();
    await owner.getByText('An invitation was sent to ada@example.com.').waitFor();
    const text = (site.mail.taken.at(-1)?.data ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
    const link = /http\S+#invitation=[\w-]+/.exec(text)?.[0] ?? '';

    const page = await site.open(link);
    await page.getByRole('heading', { name: 'You are invited' }).waitFor();
    expect(page.url()).not.toContain('invitation=');
    expect(await seriousFindings(page)).toEqual([]);
    await site.screenshot(page, 'invitation-light');
    // A program that only looks at the page has not used it up.
    const again = await site.open(link);
    await again.getByRole('button', { name: 'Open the console' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Set a password or add a passkey' }).click();
    await setPassword(page);
    await again.getByRole('button', { name: 'Open the console' }).click();
    await again.getByText('This invitation is not valid, or was used before.').waitFor();
    await site.screenshot(again, 'invitation-used');
    for (const each of [owner, page, again]) await each.context().close();
  });

  it('says in the words of the gateway that an invitation was not sent', async () => {
    const path = { workspace_id: 'acme' };
    const body = { email: 'bounce@example.com', name: 'Bounce', role: 'viewer' as const };
    await site.gateway.control.POST('/workspaces/{workspace_id}/members', { params: { path }, body });
    await site.addPerson('sender@example.com', { operator: true });
    const page = await site.open(await site.linkFor('sender@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/members`);
    site.mail.answer('RCPT', '550 no such user');
    await page.getByRole('button', { name: 'Invite Bounce by e-mail' }).click();
    await page.getByText('The mail server refused it (550).').waitFor();
    site.mail.answer('RCPT', null);
    await page.context().close();
  });

  it('by password and code, with the keyboard alone', async () => {
    await site.addPerson('keys@example.com', { operator: true });
    const page = await site.open(await site.linkFor('keys@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/account`);
    await setPassword(page);
    await page.getByRole('button', { name: 'Set up' }).press('Enter');
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await site.screenshot(page, 'second-factor-light');
    expect(await seriousFindings(page)).toEqual([]);
    const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    const step = stepOf(Date.now());
    await page.getByLabel('Code that the app shows').pressSequentially(totpCode(secret, step));
    await page.keyboard.press('Enter');
    await page.getByText('On: signing in with the password also asks for a code.').waitFor();
    await signOut(page);

    await page.getByLabel('E-mail').focus();
    await page.keyboard.type('keys@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByLabel('Code of your authenticator app').waitFor();
    await page.keyboard.type(totpCode(secret, step));
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'already been used' }).waitFor();
    await page.getByLabel('Code of your authenticator app').fill(totpCode(secret, step + 1));
    await page.keyboard.press('Enter');
    await isIn(page);
    await page.context().close();
  });

  it('ends everything of a person who is disabled within a second, in every browser of theirs', async () => {
    const email = 'gone@example.com';
    const id = await site.addPerson(email, { operator: true });
    const pages = [await site.open(await site.linkFor(email)), await site.open(await site.linkFor(email))];
    for (const page of pages) await isIn(page);
    await site.gateway.control.PATCH('/people/{person_id}', {
      params: { path: { person_id: id } },
      body: { disabled: true },
    });
    for (const page of pages) {
      const statuses = await page.evaluate(() =>
        Promise.all(
          ['session', 'workspaces', 'keys', 'calls/export', 'people'].map((path) =>
            fetch(`/console/api/${path}`).then(({ status }) => status),
          ),
        ),
      );
      expect(statuses).toEqual([401, 401, 401, 401, 401]);
      await page.goto(`${site.gateway.url}/console/keys`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await page.context().close();
    }
  });

  it('again with another password, for a person whose password and second factor an operator has removed', async () => {
    const email = 'forgot@example.com';
    await site.addPerson(email);
    const own = await site.open(await site.linkFor(email));
    await isIn(own);
    await own.goto(`${site.gateway.url}/console/account`);
    await setPassword(own);
    await own.getByRole('button', { name: 'Set up' }).click();
    const secret = (await own.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
    await own.getByLabel('Code that the app shows').fill(totpCode(secret, stepOf(Date.now())));
    await own.keyboard.press('Enter');
    await own.getByText('On: signing in with the password also asks for a code.').waitFor();

    await site.addPerson('helper@example.com', { operator: true });
    const page = await site.open(await site.linkFor('helper@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/operator/people`);
    const row = page.getByRole('row', { name: /forgot@example\.com/ });
    await row.getByText('second factor').waitFor();
    await site.screenshot(page, 'people-ways');
    for (const what of ['password', 'second factor']) {
      const action = row.getByRole('button', { name: `Remove the ${what} of forgot` });
      const dialog = page.getByRole('dialog', { name: `Remove the ${what} of forgot` });
      await action.press('Enter');
      await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await action.press('Enter');
      expect(await seriousFindings(page)).toEqual([]);
      await site.screenshot(page, `people-remove-${what.replace(' ', '-')}`);
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await action.waitFor({ state: 'detached' });
      await page
        .getByRole('status')
        .filter({ hasText: `The ${what} of forgot was removed.` })
        .waitFor();
    }

    await own.goto(`${site.gateway.url}/console/account`);
    await own.getByRole('heading', { name: 'Sign in' }).waitFor();
    await own.getByLabel('E-mail').fill(email);
    await own.getByLabel('Password', { exact: true }).fill(password);
    await own.keyboard.press('Enter');
    await own.getByText('E-mail address or password is wrong.').waitFor();
    const again = await site.open(await site.linkFor(email));
    await isIn(again);
    await again.goto(`${site.gateway.url}/console/account`);
    await again.getByText('Set a password, so that you can sign in without a link.').waitFor();
    await setPassword(again);
    for (const each of [own, page, again]) await each.context().close();
  });

  it('from the start, for an operator who removes the forgotten password of their own', async () => {
    const email = 'lapse@example.com';
    const id = await site.addPerson(email, { operator: true });
    const page = await site.open(await site.linkFor(email), { width: 360, locale: 'de-DE' });
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/account`);
    await page.getByLabel('Neues Passwort').fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Das Passwort ist gesetzt.').waitFor();
    await page.goto(`${site.gateway.url}/console/operator/people`);
    const row = page.getByRole('row', { name: /lapse@example\.com/ });
    const action = row.getByRole('button', { name: 'Passwort von lapse entfernen' });
    await action.waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    await site.screenshot(page, 'people-ways-360');
    await action.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click();
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    const { data } = await site.gateway.control.GET('/people/{person_id}', { params: { path: { person_id: id } } });
    expect(data).toMatchObject({ has_password: false });
    await page.context().close();
  });

  it('no longer with passkeys that an operator removes, for who has lost one', async () => {
    const operator = await site.addPerson('keeper@example.com', { operator: true });
    const id = await site.addPerson('lost@example.com');
    const { people } = site.gateway.services.store;
    const passkey = { id: 'pk_lost', personId: id, credentialId: 'lost', publicKey: 'AA', counter: 0, transports: [] };
    const event = { at: 1, actor: operator, action: 'test', object: 'test', diff: '{}', requestId: null };
    await people.addPasskey({ ...passkey, name: 'phone', createdAt: 1, lastUsedAt: null }, event);
    const page = await site.open(await site.linkFor('keeper@example.com'));
    await isIn(page);
    await page.goto(`${site.gateway.url}/console/operator/people`);
    const row = page.getByRole('row', { name: /lost@example\.com/ });
    await row.getByRole('button', { name: 'Remove the passkeys of lost' }).click();
    const dialog = page.getByRole('dialog');
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await row.getByRole('button', { name: 'Remove the passkeys of lost' }).waitFor({ state: 'detached' });
    expect(await people.passkeys(id)).toEqual([]);
    await page.context().close();
  });

  describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
    const check = async (page: Page, name: string): Promise<void> => {
      await page.waitForLoadState('networkidle').catch(() => undefined);
      await site.screenshot(page, `${name}-${theme}`);
      expect(await seriousFindings(page)).toEqual([]);
    };

    it('can be read by everybody: sign-in, a refusal, an invitation', async () => {
      const page = await site.open('/console/sign-in', { theme });
      await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor();
      await check(page, 'sign-in');
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('One e-mail address, such as').waitFor();
      await check(page, 'sign-in-wrong');
      await page.goto(`${site.gateway.url}/console/sign-in?error=your account is locked. Call +1 800`);
      expect(await page.getByRole('alert').textContent()).not.toContain('locked');
      await page.getByRole('alert').waitFor();
      await check(page, 'sign-in-refused');
      const invitation = await site.open(`/console/sign-in#invitation=${'x'.repeat(43)}`, { theme });
      await invitation.getByRole('heading', { name: 'You are invited' }).waitFor();
      await check(invitation, 'invitation');
      for (const each of [page, invitation]) await each.context().close();
    });

    it('can be read by everybody: the account without a password, its second factor, members', async () => {
      const email = `${theme}@example.com`;
      await site.addPerson(email, { operator: true });
      const page = await site.open(await site.linkFor(email), { theme });
      await page.getByText('You have no password and no passkey yet').waitFor();
      await check(page, 'no-way-in');
      await page.goto(`${site.gateway.url}/console/account`);
      await page.getByRole('button', { name: 'Set up' }).click();
      await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
      await check(page, 'second-factor');
      await page.goto(`${site.gateway.url}/console/members`);
      await page.getByRole('button', { name: 'Add member' }).click();
      await page.getByLabel('Send an invitation by e-mail').waitFor();
      await check(page, 'add-member');
      await page.context().close();
    });
  });

  it('fit a phone without scrolling sideways', async () => {
    await site.addPerson('phone@example.com', { operator: true });
    const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    const page = await site.open(await site.linkFor('phone@example.com'), { width: 360 });
    await page.getByText('You have no password and no passkey yet').waitFor();
    await page.goto(`${site.gateway.url}/console/account`);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor();
    await site.screenshot(page, 'second-factor-360');
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    const invitation = await site.open(`/console/sign-in#invitation=${'x'.repeat(43)}`, {
      width: 360,
      locale: 'de-DE',
    });
    await invitation.getByRole('heading', { name: 'Sie sind eingeladen' }).waitFor();
    await site.screenshot(invitation, 'invitation-360');
    expect(await overflow(invitation)).toBeLessThanOrEqual(0);
    for (const each of [page, invitation]) await each.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { revokeKey } from '../../src/identity/key-terms.ts';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite } from './console-site.ts';

describe.skipIf(!browserIsHere)('the life of a key in the browser', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  const call = (secret: string): Promise<Response> =>
    site.gateway.call('/v1/chat/completions', {
      body: { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] },
      headers: { authorization: `Bearer ${secret}` },
    });
  const dialogOf = (page: Page) => page.getByRole('dialog');

  it('shows the secret once, turns green by the first call, and cannot be closed before it is stored', async () => {
    const { page, faults } = await site.open('/console/');
    await page.getByRole('link', { name: 'API Keys', exact: true }).click();
    await page.getByRole('button', { name: 'Create key' }).click();
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('browser-made');
    await dialogOf(page).getByRole('button', { name: 'Create key' }).click();
    const secret = await dialogOf(page).getByLabel('Secret', { exact: true }).inputValue();
    expect(secret).toMatch(/^sk-dg-/);
    await page.getByText('Waiting for the first call…').waitFor();
    expect((await call(secret)).status).toBe(200);
    await page.getByText(/The first call arrived: gpt-5/).waitFor();

    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await page.getByText('Tick “I have stored it” before you close').waitFor();
    await page.keyboard.press('Escape');
    expect(await dialogOf(page).count()).toBe(1);
    await dialogOf(page).getByLabel('I have stored it').check();
    await dialogOf(page).getByRole('button', { name: 'Done' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });

    expect(await traces(page, secret)).toEqual([]);
    await page.reload();
    await page.getByRole('cell', { name: /^browser-made/ }).waitFor();
    expect(await traces(page, secret)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('makes a test call in the page, streamed, and says in the gateway’s words what is wrong', async () => {
    const { page, faults, strangers } = await site.open('/console/keys?do=create');
    await page.getByLabel('Name', { exact: true }).fill('tested-here');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Send test call' }).click();
    await page.getByText(/The first call arrived/).waitFor();
    await page.getByText('Hello from the stream.').waitFor();
    await site.screenshot({ page, faults, strangers }, 'test-call-light');
    expect([faults, strangers]).toEqual([[], []]);

    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    const { keys, clock } = site.gateway.services.store;
    const key = keys.listKeys('acme').find(({ lastFour }) => secret.endsWith(lastFour));
    await revokeKey(key?.id ?? '', { keys, clock });
    await page.getByRole('button', { name: 'Send test call' }).click();
    await page.getByText(/was revoked on/).waitFor();
    await page.context().close();
  });

  it('gives snippets that have the address and the key', async () => {
    const { page } = await site.open('/console/keys?do=create');
    await page.getByLabel('Name', { exact: true }).fill('for-snippets');
    await page.keyboard.press('Enter');
    const secret = await page.getByLabel('Secret', { exact: true }).inputValue();
    for (const tab of ['TypeScript', 'curl', 'Claude Code', 'Codex', 'Vercel AI SDK', 'Python']) {
      await page.getByRole('tab', { name: tab }).click();
      const shown = await page.getByRole('tabpanel').textContent();
      expect(shown).toContain(site.gateway.url);
      expect(shown).toContain(secret);
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download .env' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('diglot.env');
    await page.context().close();
  });

  it('names a model that can be called in all code, and not the first of the catalogue', async () => {
    const { page } = await site.open('/console/');
    await page.route('**/console/api/models', async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { readonly data: readonly { readonly targets: object[] }[] };
      const [first] = data;
      const targets = first?.targets.map((target) => ({ ...target, wires: [] }));
      const one = { ...first, id: 'text-embedding-3-small', operations: ['embeddings'], targets };
      await route.fulfill({
        response: answer,
        json: { ...rest, data: [one, { ...first, id: 'dear', unpriced: true }, ...data] },
      });
    });
    for (const path of ['/console/connect?client=curl', '/connect/codex']) {
      await page.goto(`${site.gateway.url}${path}`);
      await page.getByRole('tabpanel').getByText('gpt-5-mini').first().waitFor();
    }
    await page.goto(`${site.gateway.url}/console/keys?do=create`);
    await page.getByLabel('Name', { exact: true }).fill('for-a-text-model');
    await page.keyboard.press('Enter');
    await page.getByText('A short call to gpt-5-mini with this key').waitFor();
    await page.getByRole('tabpanel').getByText('gpt-5-mini').first().waitFor();
    await page.getByLabel('I have stored it').check();
    await page.getByRole('button', { name: 'Done' }).click();
    const body = { workspace_id: 'acme', name: 'embeds', scope: { operations: ['embeddings' as const] } };
    const { data } = await site.gateway.control.POST('/keys', { body });
    await page.goto(`${site.gateway.url}/console/keys?do=rotate&key=${data?.key.id}`);
    await dialogOf(page).getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('No text model can be called with this key').waitFor();
    expect(await page.getByRole('tabpanel').count()).toBe(0);
    await page.context().close();
  });

  it('shows the limit that it is nearest to, and says where limits could not be read', async () => {
    const limits = { day: '5', total: '0.081' };
    await site.gateway.control.POST('/keys', { body: { workspace_id: 'acme', name: 'nearly-free', limits } });
    const { page } = await site.open('/console/keys');
    const asks = '**/workspaces/acme/limits*';
    await page.route(asks, async (route) => {
      const answer = await route.fetch();
      const { data, ...rest } = (await answer.json()) as { readonly data: readonly { readonly name: string }[] };
      const used = data.map((limit) =>
        limit.name === 'key_total' ? { ...limit, used: '0.080', held: '0.001', left: '0' } : limit,
      );
      await route.fulfill({ response: answer, json: { ...rest, data: used } });
    });
    await page.goto(`${site.gateway.url}/console/keys?find=nearly-free`);
    const row = page.getByRole('row', { name: /nearly-free/ });
    await row.getByText('used up').waitFor();
    await site.screenshot({ page, faults: [], strangers: [] }, 'key-used-up');
    await page.unroute(asks);
    await page.route(asks, (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: 'No.' } }));
    await page.reload();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.unroute(asks);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('is made, edited, rotated and revoked by keyboard alone', async () => {
    const { page } = await site.open('/console/keys');
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    await page.keyboard.press('n');
    // What is typed before the field has the focus is lost.
    await dialogOf(page).locator('input:focus').waitFor();
    await page.keyboard.type('by-keyboard');
    await page.keyboard.press('Enter');
    const first = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByLabel('I have stored it').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });

    await menuOf(page, 'by-keyboard', 'Edit');
    await page.getByLabel('Per day').focus();
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await page
      .getByRole('row', { name: /by-keyboard/ })
      .getByText('12.5 / day')
      .waitFor();

    await menuOf(page, 'by-keyboard', 'Rotate');
    await page.getByRole('radio', { name: /stops working now/ }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Rotate', exact: true }).press('Enter');
    const second = await page.getByLabel('Secret', { exact: true }).inputValue();
    expect(second).not.toBe(first);
    expect((await call(first)).status).toBe(401);
    expect((await call(second)).status).toBe(200);
    await page.getByLabel('I have stored it').press('Space');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });

    await page
      .getByRole('row', { name: /by-keyboard/ })
      .getByRole('button', { name: 'Revoke' })
      .press('Enter');
    await page.getByLabel('Type by-keyboard to confirm').waitFor();
    await dialogOf(page)
      .getByText(`…${second.slice(-4)}`)
      .waitFor();
    await dialogOf(page).locator('input:focus').waitFor();
    await page.keyboard.type('another');
    await page.keyboard.press('Enter');
    await page.getByText('This is not the name. Type by-keyboard.').waitFor();
    await page.getByLabel('Type by-keyboard to confirm').fill('by-keyboard');
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: 'by-keyboard was revoked.' }).waitFor();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect((await call(second)).status).toBe(401);
    await page.goto(`${site.gateway.url}/console/keys?do=rotate&key=key_gone`);
    await page.getByRole('alert').filter({ hasText: 'No key of this workspace has the id key_gone.' }).waitFor();
    await page.context().close();
  });

  it('is revoked by its name as it is read, also where it is stored with outer and double spaces', async () => {
    const { control } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: ' batch  worker ' } });
    const { page } = await site.open(`/console/keys?do=revoke&key=${data?.key.id ?? ''}`);
    await dialogOf(page).getByRole('textbox').fill('batch worker');
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    expect((await call(data?.secret ?? '')).status).toBe(401);
    await page.context().close();
  });

  it('says which secret ends when it is rotated again unused, and makes no first use of the new one', async () => {
    const { control } = site.gateway;
    const { data: issued } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'rotated-twice' } });
    const path = { key_id: issued?.key.id ?? '' };
    const { data: lost } = await control.POST('/keys/{key_id}/rotate', { params: { path }, body: {} });
    const { page } = await site.open(`/console/keys?do=rotate&key=${path.key_id}`);
    await dialogOf(page).getByText(`The current secret (${lost?.key.display}) was never used: it ends now.`).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Rotate', exact: true }).click();
    const fresh = await page.getByLabel('Secret', { exact: true }).inputValue();
    await page.getByText('There is no test call here').waitFor();
    expect(await page.getByRole('button', { name: 'Send test call' }).count()).toBe(0);
    expect((await call(issued?.secret ?? '')).status).toBe(200);
    expect((await call(lost?.secret ?? '')).status).toBe(401);
    expect((await call(fresh)).status).toBe(200);
    await page.context().close();
  });

  it('says that an unused secret ends, and the one before it only at its own end, which a rotation has fixed', async () => {
    const { control } = site.gateway;
    const { data: issued } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'lost-and-ending' } });
    const path = { key_id: issued?.key.id ?? '' };
    const body = { grace_begins: 'now', grace_seconds: 3_600 } as const;
    const { data: lost } = await control.POST('/keys/{key_id}/rotate', { params: { path }, body });
    const { page } = await site.open(`/console/keys?do=rotate&key=${path.key_id}`);
    await dialogOf(page).getByText(`The current secret (${lost?.key.display}) was never used: it ends now.`).waitFor();
    await dialogOf(page)
      .getByText(/The old secret is still the one before it\. It works until .* at the latest\.$/)
      .waitFor();
    await dialogOf(page).getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByText('There is no test call here').waitFor();
    expect((await call(issued?.secret ?? '')).status).toBe(200);
    expect((await call(lost?.secret ?? '')).status).toBe(401);
    await page.context().close();
  });

  it('says before a rotation that it ends an old secret which would still work', async () => {
    const { control } = site.gateway;
    const { data: issued } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'still-ending' } });
    const path = { key_id: issued?.key.id ?? '' };
    const body = { grace_begins: 'now', grace_seconds: 3_600 } as const;
    const { data: rotated } = await control.POST('/keys/{key_id}/rotate', { params: { path }, body });
    await call(rotated?.secret ?? '');
    const isUnused = async () =>
      (await control.GET('/keys/{key_id}', { params: { path } })).data?.unused_since_rotation;
    await expect.poll(isUnused).toBe(false);
    const { page } = await site.open(`/console/keys?do=rotate&key=${path.key_id}`);
    await dialogOf(page)
      .getByText(/^The secret before it, which would work until .*, ends now\.$/)
      .waitFor();
    await page.getByRole('radio', { name: /stops working now/ }).check();
    await dialogOf(page).getByRole('button', { name: 'Rotate', exact: true }).click();
    await page.getByRole('button', { name: 'Send test call' }).waitFor();
    await page.context().close();
  });

  it('says where a revoked one is not refused yet', async () => {
    const { control } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'on-three' } });
    const { page } = await site.open(`/console/keys?do=revoke&key=${data?.key.id ?? ''}`);
    await page.route('**/revoke', async (route) => {
      const response = await route.fetch();
      const json = { ...((await response.json()) as object), applied_on: '2/3' };
      await route.fulfill({ response, json });
    });
    await dialogOf(page).getByRole('textbox').fill('on-three');
    await page.keyboard.press('Enter');
    const notice = page.getByRole('dialog', { name: 'on-three is not refused everywhere yet' });
    await notice.getByText(/2 of 3 instances refuse it.*storage\.offline_seconds/).waitFor();
    await notice.getByText('Close', { exact: true }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'API Keys' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.context().close();
  });

  it('can be extended after it has expired, found in the list and by the search', async () => {
    const { control, services } = site.gateway;
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'ended-yesterday' } });
    const { keys } = services.store;
    const key = keys.listKeys('acme').find(({ id }) => id === data?.key.id);
    if (!key) throw new Error('The key is not there.');
    await keys.putKey({ ...key, expiresAt: Date.now() - 86_400_000 });
    expect((await call(data?.secret ?? '')).status).toBe(401);
    const { page } = await site.open('/console/keys');
    await page.getByText('Ended', { exact: true }).click();
    await page.getByRole('button', { name: 'Revoke ended-yesterday' }).waitFor();
    await page.keyboard.press('Control+k');
    await dialogOf(page).getByRole('combobox').fill('ended-yesterday');
    await page.getByRole('option', { name: /^ended-yesterday sk-/ }).click();
    await page.getByRole('dialog', { name: 'Edit ended-yesterday' }).waitFor();
    await page.getByLabel('Expires', { exact: true }).selectOption('30');
    await page.getByRole('button', { name: 'Save' }).click();
    await dialogOf(page).waitFor({ state: 'detached' });
    expect((await call(data?.secret ?? '')).status).toBe(200);
    await page.context().close();
  });

  it('keeps what its form did not change, also what was changed elsewhere meanwhile, and an empty list', async () => {
    const { control } = site.gateway;
    const scope = { models: [] };
    const issued = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'locked', scope } });
    const id = issued.data?.key.id ?? '';
    const { page } = await site.open('/console/keys');
    await menuOf(page, 'locked', 'Edit');
    await dialogOf(page).getByText('Nothing, because a list is empty: Models.').waitFor();
    const path = { key_id: id };
    await control.PATCH('/keys/{key_id}', { params: { path }, body: { limits: { day: '5' } } });
    await dialogOf(page).getByLabel('Name', { exact: true }).fill('locked-renamed');
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor({ state: 'detached' });
    const { data } = await control.GET('/keys/{key_id}', { params: { path } });
    expect(data).toMatchObject({ name: 'locked-renamed', scope: { models: [] }, limits: { day: '5' } });
    await menuOf(page, 'locked-renamed', 'Edit');
    await dialogOf(page).getByRole('button', { name: 'Allow all' }).click();
    await dialogOf(page).getByText('call every model').waitFor();
    await page.context().close();
  });

  it('shows next to the field what is wrong, including the server’s message, and leads to the field', async () => {
    const { page } = await site.open('/console/keys?do=create', { width: 390 });
    const models = page.getByRole('combobox', { name: 'Models' });
    const hasFocus = (field: Locator) =>
      field.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        const { activeElement, defaultView } = element.ownerDocument;
        return activeElement === element && top > 0 && bottom < (defaultView?.innerHeight ?? 0);
      });
    await page.getByText('Restrict what it may do').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Give the key a name, so that people recognise it.').waitFor();
    await expect.poll(() => hasFocus(page.getByLabel('Name', { exact: true }))).toBe(true);
    await page.getByLabel('Name', { exact: true }).fill('wrong');
    await page.getByLabel('Per day').fill('a lot');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByText('A number of credits with at most nine decimals').waitFor();
    await page.getByLabel('Per day').fill('1');
    await models.fill('no-such-model');
    await page.keyboard.press('Enter');
    await page.getByText('Restrict what it may do').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page
      .getByText(/no-such-model/)
      .nth(1)
      .waitFor();
    await expect.poll(() => hasFocus(models)).toBe(true);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('wrong');
    await page.context().close();
  });
});

async function menuOf(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
  await page.getByRole('dialog').waitFor();
}

/** Where in the page the secret is still found. */
async function traces(page: Page, secret: string): Promise<readonly string[]> {
  const places = (await page.evaluate(`({
    document: document.documentElement.outerHTML + [...document.querySelectorAll('input, textarea')].map((field) => field.value).join(' '),
    storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
    history: JSON.stringify(history.state) + location.href,
    requests: performance.getEntries().map(({ name }) => name).join(' '),
  })`)) as Readonly<Record<string, string>>;
  return Object.keys(places).filter((place) => places[place]?.includes(secret));
}

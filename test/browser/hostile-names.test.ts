import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere } from '../fakes/browser.ts';
import { startPeopleSite, type PeopleSite } from './people-site.ts';

/** What a name may be that would like to be a page: markup, a script's address, a template, text from right to left. */
const hostile = `<img src=x onerror="window.stolen=1"><script>stolen=1</script>javascript:stolen=1 {{7*7}} \u202Etxt`;

/** The same for what refuses characters that change the direction of text. */
const directed = hostile.replace('\u202E', '');

const pages = [
  '/console/',
  '/console/keys',
  '/console/usage?tab=calls',
  '/console/usage?by=key&then=model&shown=table',
  '/console/credits',
  '/console/members',
  '/console/account',
  '/console/operator/workspaces',
  '/console/operator/system',
] as const;

describe.skipIf(!browserIsHere)('names that would like to be a page', () => {
  let site: PeopleSite;
  beforeAll(async () => {
    site = await startPeopleSite();
    const { control, call } = site.gateway;
    const path = { workspace_id: 'acme' };
    const name = directed.slice(0, 100);
    await control.PATCH('/workspaces/{workspace_id}', { params: { path }, body: { name } });
    const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name } });
    const member = { email: '"<b>x</b>"@example.com', name: directed, role: 'viewer' as const };
    await control.POST('/workspaces/{workspace_id}/members', { params: { path }, body: member });
    await site.addPerson('hostile@example.com', { name: directed, operator: true });
    for (const model of ['test-model', hostile]) {
      const headers = { authorization: `Bearer ${data?.secret ?? ''}`, 'user-agent': directed };
      const messages = [{ role: 'user', content: hostile }];
      await (await call('/v1/chat/completions', { body: { model, messages }, headers })).text();
    }
  });
  afterAll(() => site?.close());

  it('are shown as text on every page, run nothing and request nothing', async () => {
    const page = await site.open(await site.linkFor('hostile@example.com'));
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    // From now on: before a sign-in, the browser notes the 401 that says so.
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('dialog', (dialog) => faults.push(dialog.message()));
    let seen = 0;
    for (const path of pages) {
      await page.goto(`${site.gateway.url}${path}`);
      await page.getByRole('heading').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      seen += await page.getByText('onerror="window.stolen=1"').count();
      const found = await page.evaluate(
        `[window.stolen, document.querySelectorAll('img[src="x"], a[href^="javascript:"]').length, document.body.innerText.includes('{{49}}')]`,
      );
      expect([path, found]).toEqual([path, [undefined, 0, false]]);
    }
    // They were on the pages.
    expect(seen).toBeGreaterThan(5);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite, type Tab } from './console-site.ts';

/** Pages with tables. */
const pages = [
  ['/console/', 'Overview'],
  ['/console/keys', 'API Keys'],
  ['/console/usage?by=key&then=model&shown=table&compare=yes', 'Usage'],
  ['/console/usage?tab=calls', 'Usage'],
  ['/console/usage?tab=refused', 'Usage'],
  ['/console/credits', 'Plans and Credits'],
  ['/console/models', 'Models'],
  ['/console/members', 'Members'],
  ['/console/account', 'Account'],
  ['/console/operator/workspaces', 'Workspaces'],
  ['/console/operator/people', 'People'],
  ['/console/operator/catalogue', 'Catalogue'],
  ['/console/operator/catalogue?tab=providers', 'Catalogue'],
  ['/console/operator/system', 'System'],
] as const;

/** By how much the page, and each of its tables, is wider than its place. */
const overflows = ({ page }: Tab): Promise<unknown> =>
  page.evaluate(`[document.documentElement, ...[...document.querySelectorAll('[role=table]')].map((table) => table.parentElement)]
    .map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth).filter((more) => more > 0)`);

/** How many of the page's tables show their rows as lists. */
const lists = ({ page }: Tab): Promise<unknown> =>
  page.evaluate(
    `[...document.querySelectorAll('[role=row]')].filter((row) => getComputedStyle(row).display === 'block').length`,
  );

describe.skipIf(!browserIsHere)('pages with large numbers', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
    const path = { workspace_id: 'acme' };
    for (const amount of ['987654321.987654321', '812345678.123456789'])
      await site.gateway.control.POST('/workspaces/{workspace_id}/credits/grants', {
        params: { path },
        body: { amount, reason: 'A year in advance, by the terms of the framework contract', kind: 'topup' },
      });
    await site.gateway.control.PATCH('/workspaces/{workspace_id}', {
      params: { path },
      body: { limits: { day: '123456789.123456789', month: '987654321.987654321' } },
    });
  });
  afterAll(() => site?.close());

  const visit = async (path: string, heading: string, width: number): Promise<Tab> => {
    const tab = await site.open(path, { width });
    await tab.page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    await tab.page.waitForLoadState('networkidle').catch(() => undefined);
    return tab;
  };

  it.each(pages)('are not scrolled sideways at 768 pixels: %s', async (path, heading) => {
    const tab = await visit(path, heading, 768);
    await expect.poll(() => overflows(tab)).toEqual([]);
    expect(tab.faults).toEqual([]);
    await tab.page.context().close();
  });

  it('show rows as lists while their table does not fit', async () => {
    const tab = await visit('/console/credits', 'Plans and Credits', 768);
    const table = tab.page.getByRole('table', { name: 'Ledger' });
    await table
      .getByText(/987.654.321/)
      .first()
      .waitFor();
    expect(await lists(tab)).toBeGreaterThan(1);
    await site.screenshot(tab, 'credits-768');
    await tab.page.setViewportSize({ width: 1600, height: 820 });
    await expect.poll(() => lists(tab)).toBe(0);
    await tab.page.setViewportSize({ width: 768, height: 820 });
    await expect.poll(() => lists(tab)).toBeGreaterThan(1);
    expect(tab.faults).toEqual([]);
    await tab.page.context().close();
  });

  it('have every digit of the figures beside a chart', async () => {
    const { page } = await site.open('/console/account');
    let figures = {};
    await page.route(
      ({ href }) => href.includes('/console/api/usage?'),
      async (asked) => {
        const response = await asked.fetch();
        const list = (await response.json()) as { readonly data: readonly object[] };
        await asked.fulfill({ response, json: { ...list, data: list.data.map((row) => ({ ...row, ...figures })) } });
      },
    );
    for (const [metric, highest, shown] of [
      ['credits', { charge: '1000000000000.5' }, /^\d+(\u2009000){4}$/],
      ['credits', { charge: '0.000000001' }, /^0\.00000000\d+$/],
      ['tokens', { units: { input_tokens: 1_234_567_890 } }, /^\d+(\u2009000){3}$/],
    ] as const) {
      figures = highest;
      await page.goto(`${site.gateway.url}/console/usage?metric=${metric}`);
      const labels = page.locator('.recharts-yAxis-tick-labels text');
      await labels.filter({ hasText: shown }).first().waitFor();
      const hidden = `[...document.querySelectorAll('.recharts-yAxis-tick-labels text')].map((text) =>
        text.closest('svg').getBoundingClientRect().left - text.getBoundingClientRect().left).filter((more) => more > 0)`;
      await expect.poll(() => page.evaluate(hidden)).toEqual([]);
    }
    await page.context().close();
  });
});

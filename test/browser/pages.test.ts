import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite, type Tab } from './console-site.ts';

/** Every page, by the heading that says it is there. */
const pages = [
  ['overview', '/console/', 'Overview'],
  ['keys', '/console/keys', 'API Keys'],
  ['create-key', '/console/keys?do=create', 'API Keys'],
  ['usage', '/console/usage', 'Usage'],
  ['usage-table', '/console/usage?by=key&then=model&shown=table&compare=yes', 'Usage'],
  ['calls', '/console/usage?tab=calls', 'Usage'],
  ['refused', '/console/usage?tab=refused', 'Usage'],
  ['export', '/console/usage?tab=export', 'Usage'],
  ['credits', '/console/credits', 'Plans and Credits'],
  ['models', '/console/models', 'Models'],
  ['members', '/console/members', 'Members'],
  ['connect', '/console/connect', 'Connect'],
  ['account', '/console/account', 'Account'],
  ['workspaces', '/console/operator/workspaces', 'Workspaces'],
  ['people', '/console/operator/people', 'People'],
  ['catalogue', '/console/operator/catalogue', 'Catalogue'],
  ['providers', '/console/operator/catalogue?tab=providers', 'Catalogue'],
  ['system', '/console/operator/system', 'System'],
  ['front-door', '/', 'This gateway speaks OpenAI and Anthropic.'],
  ['connect-codex', '/connect/codex', 'Connect Codex'],
] as const;

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds that is serious or critical, as lines that name the element. */
async function seriousFindings({ page }: Tab): Promise<readonly string[]> {
  // The page's policy allows no script but its own: axe comes from outside, by the debugger.
  await page.evaluate(axe.source);
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as readonly Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

const overflow = ({ page }: Tab): Promise<unknown> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth');

describe.skipIf(!browserIsHere)('the pages of the console', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  const shown = async ({ page }: Tab, heading: string): Promise<void> => {
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
  };
  const visit = async (path: string, heading: string, options: Parameters<ConsoleSite['open']>[1]): Promise<Tab> => {
    const tab = await site.open(path, options);
    await shown(tab, heading);
    return tab;
  };
  /** Loads a page anew in a tab that has shown others, whose scripts it need not compile again. */
  const turnTo = async (tab: Tab, path: string, heading: string): Promise<void> => {
    tab.faults.length = 0;
    tab.strangers.length = 0;
    await tab.page.goto(`${site.gateway.url}${path}`);
    await shown(tab, heading);
  };
  const close = ({ page }: Tab): Promise<void> => page.context().close();

  describe('in the light and the dark theme', () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await site.open('/console/');
    });
    afterAll(() => close(tab));

    it.each(pages)('can be read by all, and request nothing from other origins: %s', async (name, path, heading) => {
      await turnTo(tab, path, heading);
      for (const theme of ['light', 'dark'] as const) {
        await tab.page.emulateMedia({ colorScheme: theme });
        await site.screenshot(tab, `${name}-${theme}`);
        expect(await seriousFindings(tab), theme).toEqual([]);
      }
      expect(tab.faults).toEqual([]);
      expect(tab.strangers).toEqual([]);
    });
  });

  it.each(['/docs', '/docs/spec-a', '/docs/spec-b', '/docs/console'])(
    'request nothing of the reference from other origins: %s',
    async (path) => {
      const tab = await site.open(path, { signedIn: false });
      await tab.page.waitForLoadState('networkidle').catch(() => undefined);
      expect(tab.faults).toEqual([]);
      expect(tab.strangers).toEqual([]);
      await close(tab);
    },
  );

  describe('on a phone', () => {
    let tab: Tab;
    beforeAll(async () => {
      tab = await site.open('/console/', { width: 360, theme: 'dark' });
    });
    afterAll(() => close(tab));

    it.each(pages)('fit without scrolling sideways: %s', async (name, path, heading) => {
      await turnTo(tab, path, heading);
      await site.screenshot(tab, `${name}-360`);
      expect(await overflow(tab)).toBeLessThanOrEqual(0);
    });
  });

  it('list the instance that answers, whenever it last said that it runs', async () => {
    const tab = await visit('/console/operator/system', 'System', {});
    await tab.page.getByRole('row', { name: /this instance/ }).waitFor();
    await close(tab);
  });

  it('speak German to a browser that asks for it', async () => {
    const tab = await visit('/console/', 'Übersicht', { locale: 'de-DE' });
    await tab.page.getByRole('link', { name: 'API-Schlüssel' }).click();
    await tab.page.getByRole('heading', { name: 'API-Schlüssel', exact: true }).waitFor();
    expect(await tab.page.locator('html').getAttribute('lang')).toBe('de');
    await close(tab);
  });

  it('are reached by keys alone', async () => {
    const { page } = await visit('/console/', 'Overview', {});
    // A letter alone is no shortcut, also when the page has just come.
    await page.keyboard.type('k');
    await page.getByRole('heading', { name: 'Overview', exact: true }).waitFor();
    for (const [keys, heading] of [
      ['gk', 'API Keys'],
      ['gu', 'Usage'],
      ['gc', 'Plans and Credits'],
      ['gm', 'Models'],
      ['go', 'Overview'],
    ] as const) {
      await page.keyboard.type(keys);
      await page.getByRole('heading', { name: heading, exact: true }).waitFor();
    }
    await page.keyboard.type('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search pages, actions, keys, models and calls' }).fill('ci-prod');
    await page.getByRole('option', { name: /^ci-prod/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Edit ci-prod' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['/console/keys', 'Create key', 'button'],
    ['/console/keys', 'Revoke ci-prod', 'button'],
    ['/console/members', 'Add member', 'button'],
    ['/console/credits', 'Add alert', 'button'],
    ['/console/usage?tab=calls', '', 'row'],
  ] as const)('lead the keyboard back to where it was when a dialog closes: %s, %s', async (path, name, role) => {
    const { page } = await site.open(path);
    const opener =
      role === 'row'
        ? page.getByRole('table', { name: 'Calls' }).getByRole('row').nth(1)
        : page.getByRole(role, { name, exact: true });
    await opener.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.locator('[role="dialog"] :focus').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(() => opener.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
    await page.context().close();
  });

  it('say what each model costs, to a person who is no operator, too', async () => {
    const { page } = await visit('/console/models?find=claude-sonnet', 'Models', {});
    const row = page.getByRole('table', { name: 'Models' }).getByRole('row', { name: /claude-sonnet-5/ });
    await row.getByText('25 per 1M input tokens').waitFor();
    await row.getByText('100 per 1M output tokens').waitFor();
    expect(await page.getByRole('table', { name: 'Models' }).getByRole('row').count()).toBe(2);
    await page.context().close();
  });

  it('name a model of this gateway in the examples of the front door, for who is signed in', async () => {
    const { page } = await visit('/', 'This gateway speaks OpenAI and Anthropic.', {});
    await page.getByText('model="gpt-5-mini"').first().waitFor();
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByText('"model":"gpt-5-mini"').or(page.getByText('"model": "gpt-5-mini"')).first().waitFor();
    await page.context().close();
  });

  it('say that the gateway is gone, and come back by themselves with what was typed', async () => {
    const { page } = await visit('/console/keys?do=create', 'API Keys', {});
    await page.getByLabel('Name', { exact: true }).fill('typed before');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Create key' }).last().click();
    await page.getByText('The gateway does not answer').waitFor();
    await page.unroute('**/*');
    await page.getByText('The gateway does not answer').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('typed before');
    await page.context().close();
  });
});

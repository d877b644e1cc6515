import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { english } from '../../src/console/text/en/english.ts';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite } from './console-site.ts';

/** A text a third longer than the English one, in marks. Values keep their places. */
const longer = (text: string): string => `⟦${text} ${'~~~~~ '.repeat(Math.ceil(text.length / 18))}⟧`;

const pseudo = Object.fromEntries(
  Object.entries(english).map(([key, message]) => [
    key,
    typeof message === 'string' ? longer(message) : { one: longer(message.one), other: longer(message.other) },
  ]),
);

const paths = [
  '/console/',
  '/console/keys',
  '/console/keys?do=create',
  '/console/usage',
  '/console/usage?tab=calls',
  '/console/usage?tab=refused',
  '/console/usage?tab=export',
  '/console/credits',
  '/console/models',
  '/console/members',
  '/console/connect',
  '/console/account',
  '/console/operator/workspaces',
  '/console/operator/people',
  '/console/operator/catalogue',
  '/console/operator/catalogue?tab=providers',
  '/console/operator/catalogue?tab=products',
  '/console/operator/system',
];

/** Words of the page that no text of the catalogue has put there. Code, times and what people wrote are not texts. */
const untranslated = `(() => {
  const sentence = /\\p{L}{3,} \\p{L}{2,}/u;
  const isOurs = (element) => element.closest('code, pre, time, script, style, noscript, [class*="changes"], [aria-hidden=true], [role=img]') === null;
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    const text = node.data.trim();
    if (sentence.test(text) && !text.includes('⟦') && isOurs(node.parentElement)) found.push(text);
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
    if (!isOurs(element)) continue;
    for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
      const text = element.getAttribute(name) ?? '';
      if (sentence.test(text) && !text.includes('⟦')) found.push(name + ': ' + text);
    }
  }
  return found;
})()`;

/** What is written by people and by the gateway's own configuration, and stands on pages as it is. */
const data =
  /^(?:first credits, from the configuration|title: May call|Vercel AI SDK$|OpenAI Agents$|Claude Code$|(?:OpenAI|Anthropic) SDK: )/;

describe.skipIf(!browserIsHere)('in a language that is longer than English', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  it.each(paths)('every text comes from the catalogue, and fits a phone: %s', async (path) => {
    const { page, faults } = await site.open('/console/', { width: 360 });
    await page.route('**/assets/german-*.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: `export const german = ${JSON.stringify(pseudo)};` }),
    );
    await page.evaluate("localStorage.setItem('diglot.language', 'de')");
    await page.goto(`${site.gateway.url}${path}`);
    await page.getByRole('heading', { name: /⟦/ }).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => undefined);
    const words = (await page.evaluate(untranslated)) as readonly string[];
    expect(words.filter((text) => !data.test(text))).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(0);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

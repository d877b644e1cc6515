import { mkdirSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { browserPath } from '../fakes/browser.ts';
import { buildConsole } from '../../scripts/console/build-console.ts';
import { startSeededGateway, type SeededGateway } from './seeded-gateway.ts';

/** Where screenshots go: artefacts of a run, not committed. */
const screenshots = 'coverage/screenshots';

/** A page of the console under test, and everything that went wrong on it. */
export interface Tab {
  readonly page: Page;
  /** Errors of the browser's console, refused by the page's policy or thrown by its scripts. */
  readonly faults: string[];
  /** Addresses outside of the gateway that the page asked for. */
  readonly strangers: string[];
}

interface TabOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Whether the person is signed in already. */
  readonly signedIn?: boolean;
  readonly locale?: string;
}

/** A gateway with usage behind it, and a browser. */
export interface ConsoleSite {
  readonly gateway: SeededGateway;
  readonly open: (path: string, options?: TabOptions) => Promise<Tab>;
  /** A one-time link for the operator. */
  readonly loginLink: () => Promise<string>;
  readonly screenshot: (tab: Tab, name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const height = 820;

/** Builds the console where it is stale, and starts everything. */
export async function startConsoleSite(): Promise<ConsoleSite> {
  await buildConsole(true);
  mkdirSync(screenshots, { recursive: true });
  const gateway = await startSeededGateway();
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-dev-shm-usage'],
  });
  const loginLink = async (): Promise<string> => {
    const { data, error } = await gateway.control.POST('/login-links', { body: {} });
    if (!data) throw new Error(`No login link: ${JSON.stringify(error)}`);
    const { hash, pathname } = new URL(data.url);
    return `${pathname}${hash}`;
  };
  const sessions = await signIn(browser, `${gateway.url}${await loginLink()}`);
  return {
    gateway,
    loginLink,
    open: async (path, { theme = 'light', width = 1280, signedIn = true, locale = 'en-GB' } = {}) => {
      const context = await browser.newContext({
        colorScheme: theme,
        viewport: { width, height },
        locale,
        ...(signedIn && { storageState: sessions }),
      });
      const tab = watch(await context.newPage(), gateway.url);
      await tab.page.goto(`${gateway.url}${path}`);
      return tab;
    },
    screenshot: async ({ page }, name) => {
      await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
    },
    close: async () => {
      await browser.close();
      await gateway.close();
    },
  };
}

/** Signs in by a one-time link. @returns the cookies that say so */
async function signIn(browser: Browser, link: string): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Notes what goes wrong on a page. */
function watch(page: Page, origin: string): Tab {
  const faults: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) strangers.push(url);
  });
  return { page, faults, strangers };
}

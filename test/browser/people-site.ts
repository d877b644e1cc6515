import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { chromium, type Page } from 'playwright-core';
import { browserPath } from '../fakes/browser.ts';
import { buildConsole } from '../../scripts/console/build-console.ts';
import { Secret } from '../../src/shared/secret.ts';
import { startIdentityProvider, type FakeIdentityProvider } from '../fakes/identity-provider.ts';
import { startSmtpServer, type SmtpServer } from '../fakes/smtp-server.ts';
import { startConsole, type ConsoleGateway } from '../journey/start-console.ts';

const screenshots = 'coverage/screenshots';

/** A gateway with e-mail and an identity provider, and a browser to sign in with. */
export interface PeopleSite {
  readonly gateway: ConsoleGateway;
  readonly mail: SmtpServer;
  readonly provider: FakeIdentityProvider;
  /** A page in a browser of its own. */
  readonly open: (path: string, options?: PageOptions) => Promise<Page>;
  /** Adds a person. @returns their id */
  readonly addPerson: (email: string, draft?: object) => Promise<string>;
  /** Path of a login link for a person. */
  readonly linkFor: (email: string) => Promise<string>;
  readonly screenshot: (page: Page, name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

interface PageOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly locale?: string;
}

export async function startPeopleSite(): Promise<PeopleSite> {
  await buildConsole(true);
  mkdirSync(screenshots, { recursive: true });
  const [mail, provider] = await Promise.all([startSmtpServer(), startIdentityProvider()]);
  const row = {
    id: 'idp',
    name: 'Example ID',
    clientId: 'diglot',
    clientSecret: new Secret('shh'),
    trustsEmail: false,
  };
  const gateway = await startConsole({
    mail: { smtp: new Secret(`smtp://127.0.0.1:${mail.port}`), from: 'Diglot <diglot@example.com>' },
    identityProviders: [{ ...row, issuer: provider.issuer, scopes: ['openid', 'email'] }],
  });
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-gpu', '--in-process-gpu', '--disable-dev-shm-usage'],
  });
  return {
    ...{ gateway, mail, provider },
    open: async (path, { theme = 'light', width = 1280, locale = 'en-GB' } = {}) => {
      const viewport = { width, height: 820 };
      const context = await browser.newContext({ colorScheme: theme, viewport, locale });
      const page = await context.newPage();
      await page.goto(path.startsWith('http') ? path : `${gateway.url}${path}`);
      return page;
    },
    addPerson: async (email, draft = {}) => {
      const { data } = await gateway.control.POST('/people', {
        body: { email, name: email.split('@')[0] ?? '', ...draft },
      });
      return data?.id ?? '';
    },
    linkFor: async (email) => {
      const { data } = await gateway.control.POST('/login-links', { body: { email } });
      const { pathname, hash } = new URL(data?.url ?? '');
      return `${pathname}${hash}`;
    },
    screenshot: async (page, name) => {
      await page.screenshot({ path: `${screenshots}/${name}.png`, fullPage: true });
    },
    close: async () => {
      await browser.close();
      await gateway.close();
      await mail.close();
      provider.close();
    },
  };
}

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds that is serious or critical, as lines that name the element. */
export async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The page's policy allows no script but its own: axe comes from outside, by the debugger.
  await page.evaluate(axe.source);
  const violations = (await page.evaluate('axe.run().then(({ violations }) => violations)')) as readonly Violation[];
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserIsHere } from '../fakes/browser.ts';
import { startConsoleSite, type ConsoleSite } from './console-site.ts';

const plain = (text: string | null): string => (text ?? '').replaceAll('\u2009', '').trim();

describe.skipIf(!browserIsHere)('usage in the browser', () => {
  let site: ConsoleSite;
  beforeAll(async () => {
    site = await startConsoleSite();
  });
  afterAll(() => site?.close());

  /** The charges of all calls of the workspace, as the control API sums them. */
  const chargedInAll = async (): Promise<string> => {
    const { data } = await site.gateway.control.GET('/workspaces/{workspace_id}/credits', {
      params: { path: { workspace_id: 'acme' } },
    });
    return data?.charged ?? '';
  };

  it.each(['UTC', 'Asia/Kathmandu', 'America/Los_Angeles'])(
    'has the same total for every grouping in %s',
    async (zone) => {
      const charged = await chargedInAll();
      for (const by of ['model', 'key', 'product', 'operation', 'status']) {
        const { page } = await site.open(
          `/console/usage?range=2026-01-01_2030-01-01&bucket=month&by=${by}&zone=${zone}`,
        );
        const total = page
          .getByRole('row', { name: /^Total/ })
          .getByRole('cell')
          .last();
        expect(plain(await total.textContent())).toBe(charged);
        await page.context().close();
      }
    },
  );

  it('leads from a group to its calls with the same filter, and keeps it in the address', async () => {
    const { page } = await site.open('/console/usage?range=30d');
    await page.getByRole('table', { name: 'Model' }).getByRole('button', { name: 'gpt-5', exact: true }).click();
    await page.getByRole('tab', { name: 'Calls', selected: true }).waitFor();
    expect(new URL(page.url()).searchParams.get('model')).toBe('gpt-5');
    const calls = page.getByRole('table', { name: 'Calls' });
    await calls
      .getByRole('cell', { name: /^gpt-5 ?createChatCompletion$/ })
      .first()
      .waitFor();
    await page.reload();
    expect(await page.getByLabel('Model', { exact: true }).inputValue()).toBe('gpt-5');
    await page.context().close();
  });

  it('exports what its filters match, with one that was set among the calls, where the file can have it', async () => {
    const { page } = await site.open('/console/usage?tab=export&outcome=failed&model=gpt-5');
    const asked = async () => {
      const href = await page.getByRole('link', { name: /^Export CSV/ }).getAttribute('href');
      const { searchParams } = new URL(href ?? '', site.gateway.url);
      return [searchParams.get('model'), searchParams.get('outcome')];
    };
    expect(await page.getByLabel('Outcome').inputValue()).toBe('failed');
    expect(await asked()).toEqual(['gpt-5', 'failed']);
    await page.getByLabel('Usage by day').check();
    await page.getByText('Usage by day counts calls of every outcome').waitFor();
    expect(await asked()).toEqual(['gpt-5', null]);
    await page.goto(`${site.gateway.url}/console/usage?tab=export&range=30d&model=gpt-5`);
    const link = page.getByRole('link', { name: /Export CSV/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const text = await (await download.createReadStream()).toArray();
    const [head, ...lines] = Buffer.concat(text as Buffer[])
      .toString()
      .trimEnd()
      .split('\r\n');
    expect(head).toContain('request_id');
    expect(lines.every((line) => line.includes(',gpt-5,'))).toBe(true);
    expect(lines.length).toBeGreaterThan(9);
    await page.context().close();
  });

  it('finds a call by its request id in two actions, and explains its charge to the last digit', async () => {
    const { page } = await site.open('/console/usage?tab=calls');
    await page.getByLabel('Request id').fill(site.gateway.knownRequest);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.nth(1).press('Enter');
    const charge = page.getByRole('dialog').getByRole('table', { name: 'Charge' });
    await charge.waitFor();
    const { data } = await site.gateway.control.GET('/calls', {
      params: { query: { request_id: site.gateway.knownRequest } },
    });
    const total = charge
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .last();
    expect(plain(await total.textContent())).toBe(data?.data[0]?.charge);
    await page.context().close();
  });

  it('finds a call by the longest request id, in its field and in the search of the whole console', async () => {
    const { control, call } = site.gateway;
    const { data: issued } = await control.POST('/keys', { body: { workspace_id: 'acme', name: 'long-ids' } });
    const requestId = 'r'.repeat(128);
    const body = { model: 'gpt-5', messages: [{ role: 'user', content: 'Hello' }] };
    const headers = { authorization: `Bearer ${issued?.secret ?? ''}`, 'x-request-id': requestId };
    await (await call('/v1/chat/completions', { body, headers })).text();
    const { page } = await site.open('/console/usage?tab=calls');
    const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row');
    await page.getByLabel('Request id').fill(requestId);
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count()).toBe(2);
    await page.goto(`${site.gateway.url}/console/`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(requestId);
    await page.getByRole('option', { name: requestId }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page.context().close();
  });

  it('keeps a key that is pasted as a request id out of the address and of every request', async () => {
    const { page } = await site.open('/console/usage?tab=calls');
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.url()));
    const field = page.getByLabel('Request id');
    const secret = `sk-dg-${'a'.repeat(34)}wxyz`;
    await field.fill(`Bearer ${secret}`);
    await field.press('Enter');
    await page.getByText('has the request id Bearer …wxyz').waitFor();
    expect(await field.inputValue()).toBe('Bearer …wxyz');
    const addresses = [page.url(), ...seen].map((address) => decodeURIComponent(address));
    expect(addresses.filter((address) => address.includes('aaaa'))).toEqual([]);
    await page.context().close();
  });

  it.each([
    ['/console/usage', 'Model', '/usage?'],
    ['/console/usage?tab=calls', 'Calls', '/calls?'],
    ['/console/usage?tab=refused', 'Refused calls', '/usage/refused?'],
    ['/console/credits', 'Ledger', '/workspaces/quiet/statement?'],
  ])('shows no figures of the workspace before under the name of another one: %s, %s', async (path, name, asks) => {
    await site.gateway.control.POST('/workspaces', { body: { id: 'quiet', name: 'Quiet' } });
    const { page } = await site.open('/console/account');
    const choice = page.getByRole('combobox', { name: 'Workspace' });
    const table = page.getByRole('table', { name, exact: true });
    // What is asked about the other workspace is never answered.
    await page.route(
      ({ href }) => href.includes(`/console/api${asks}`) && href.includes('quiet'),
      () => undefined,
    );
    const address = new URL(path, site.gateway.url);
    address.searchParams.set('workspace', 'quiet');
    await page.goto(address.href);
    await expect.poll(() => choice.inputValue()).toBe('quiet');
    await choice.selectOption('acme');
    const isTab = address.searchParams.has('tab');
    if (isTab) await page.getByRole('tab', { name: name.split(' ')[0] ?? '' }).click();
    await table.waitFor();
    // The way back leads from a page of one workspace to the same page of another.
    await page.evaluate(`history.go(${isTab ? -2 : -1})`);
    await expect.poll(() => choice.inputValue()).toBe('quiet');
    await table.waitFor({ state: 'detached' });
    await page.context().close();
  });

  it('shows every attempt of a call, and why the next one was tried', async () => {
    const tab = await site.open('/console/usage?tab=calls');
    const { page } = tab;
    await page.getByLabel('Request id').fill(site.gateway.fallbackRequest);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(3);
    await rows.nth(1).press('Enter');
    const attempts = page.getByRole('dialog').getByRole('table', { name: 'Attempts' });
    await attempts.getByRole('row', { name: /^careful openai · global 503 failed / }).waitFor();
    await attempts.getByRole('row', { name: /^gpt-5 openai · global 200 / }).waitFor();
    const reason = await attempts.getByRole('link').getAttribute('href');
    expect((await fetch(`${site.gateway.url}${reason}`)).status).toBe(200);
    await site.screenshot(tab, 'attempts-light');
    await page.context().close();
  });

  it('compares also what fell to nothing, with the totals of both times', async () => {
    const { ledger } = site.gateway.services.store;
    const [known] = (await ledger.calls({ workspaceId: 'acme', requestId: site.gateway.knownRequest, limit: 1 })).items;
    if (!known) throw new Error('The call is not there.');
    const [at, empty] = [Date.parse('2026-01-10T12:00:00Z'), '2026-01-11'];
    const facts = {
      ...known,
      ...{ startedAt: at, endedAt: at },
      // Free: admission, which knows nothing of this call, agrees with the books all the same.
      charge: 0n,
      lines: [],
      id: 'call_last',
      requestId: 'req-last',
      model: 'given-up',
      journalled: false,
    };
    await ledger.settle(facts);
    const { page } = await site.open(`/console/usage?range=${empty}_${empty}&compare=yes&metric=calls`);
    const table = page.getByRole('table', { name: 'Model' });
    await table.getByRole('row', { name: /^given-up 0 0 0 1 \u2212100\.0 %$/ }).waitFor();
    await table.getByRole('row', { name: /^Total 0 0 0 1 \u2212100\.0 %$/ }).waitFor();
    await page.getByText('Compared with 10 Jan 2026', { exact: true }).waitFor();
    await table.getByRole('button', { name: 'given-up' }).click();
    const calls = page.getByRole('table', { name: 'Calls' });
    await calls.getByRole('cell', { name: /^given-up/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('range')).toBe('2026-01-10_2026-01-10');
    await page.goto(`${site.gateway.url}/console/usage?range=${empty}_${empty}`);
    await page.getByText('No calls in').waitFor();
    await page.context().close();
  });

  it('waits for the time before, and says where it could not be loaded', async () => {
    const { page } = await site.open('/console/account');
    const empty = '2026-02-11';
    const answers: (() => Promise<void>)[] = [];
    let isBroken = false;
    await page.route(
      ({ href }) => href.includes('/console/api/usage?') && href.includes('bucket=all'),
      (asked) => {
        if (isBroken) return asked.fulfill({ status: 500, body: '' });
        answers.push(() => asked.continue());
        return undefined;
      },
    );
    const none = page.getByText('No calls in');
    const compared = async (range: string): Promise<void> => {
      await page.goto(`${site.gateway.url}/console/usage?range=${range}&compare=yes&metric=calls`);
    };
    await compared(`${empty}_${empty}`);
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    await page.getByRole('tabpanel').locator('[aria-busy=true]').waitFor();
    expect(await none.count()).toBe(0);
    for (const answer of answers) await answer();
    await none.waitFor();
    isBroken = true;
    await compared('2026-01-01_2030-01-01');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await page.getByRole('table', { name: 'Model' }).getByRole('button', { name: 'gpt-5', exact: true }).waitFor();
    isBroken = false;
    answers.length = 0;
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    for (const answer of answers) await answer();
    await page.getByRole('columnheader', { name: /Change/ }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });

  it.each([
    ['/console/usage?tab=refused', '/usage/refused?'],
    ['/console/usage?tab=calls', '/usage?'],
  ])('says of a chart that it could not be loaded: %s', async (path, asks) => {
    const { page } = await site.open('/console/account');
    await page.route(
      ({ href }) => href.includes(`/console/api${asks}`) && href.includes('bucket='),
      (asked) => asked.fulfill({ status: 500, body: '' }),
    );
    await page.goto(`${site.gateway.url}${path}`);
    await page.getByRole('tabpanel').getByRole('table').first().waitFor();
    await page.getByRole('tabpanel').getByRole('alert').waitFor();
    await page.context().close();
  });

  it('draws keys whatever their names are', async () => {
    const { control, call } = site.gateway;
    for (const name of ['id', 'label', 'heights', 'bucket', 'constructor']) {
      const { data } = await control.POST('/keys', { body: { workspace_id: 'acme', name } });
      const headers = { authorization: `Bearer ${data?.secret ?? ''}` };
      const body = { model: 'demo', messages: [{ role: 'user', content: 'Hello' }] };
      for (let turn = 0; turn < 9; turn += 1) await (await call('/v1/chat/completions', { headers, body })).text();
    }
    const { page, faults } = await site.open('/console/usage?range=7d&by=key&metric=calls&bucket=day&model=demo');
    const chart = page.getByRole('img', { name: /^calls/i });
    await chart.getByText('heights', { exact: true }).waitFor();
    const days = await chart.locator('.recharts-xAxis-tick-labels text').allTextContents();
    expect(days.length).toBeGreaterThan(0);
    for (const day of days) expect(day).toMatch(/^\d+ [A-Z][a-z]+$/);
    for (const name of ['id', 'label', 'heights', 'bucket', 'constructor'])
      await chart.getByText(name, { exact: true }).waitFor();
    await chart.locator('.recharts-bar-rectangle path').last().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toMatch(/^(20\d\d-\d\d-\d\d)_\1$/);
    await page.goto(`${site.gateway.url}/console/usage?range=7d&by=key&metric=calls&bucket=day&model=demo&shown=table`);
    const last = page
      .getByRole('table', { name: /^calls/i })
      .getByRole('row')
      .last();
    await last.waitFor();
    const figures = await last.getByRole('cell').allTextContents();
    expect(figures.filter((figure) => figure === '9')).toHaveLength(5);
    await last.getByRole('button', { name: /, heights: 9$/ }).press('Enter');
    await page.getByRole('tab', { name: 'Calls', selected: true }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('range')).toMatch(/^(20\d\d-\d\d-\d\d)_\1$/);
    await page.goto(`${site.gateway.url}/console/usage?range=today&metric=calls&model=gpt-5&shown=table`);
    const hour = page.getByRole('button', { name: /, \S+: \d+$/ }).last();
    const calls = Number((await hour.textContent()) ?? '');
    await hour.press('Enter');
    await page.getByRole('button', { name: /\d\d:00\D+\d\d:00$/ }).waitFor();
    const rows = page.getByRole('table', { name: 'Calls', exact: true }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(calls + 1);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('says what matched nothing, and when the last call by the key was', async () => {
    const { data: keys } = await site.gateway.control.GET('/keys', { params: { query: { workspace_id: 'acme' } } });
    const key = keys?.data.find(({ name }) => name === 'ci-prod')?.id ?? '';
    const { page } = await site.open(`/console/usage?tab=calls&status=5xx&key=${key}`);
    await page.getByText(/No calls match status 5xx, ci-prod, /).waitFor();
    await page.getByText(/Last call by ci-prod: /).waitFor();
    await page.context().close();
  });

  it('leads from the overview to the calls that were refused today: why, by which key, and what to do', async () => {
    const zone = 'Europe/Berlin';
    const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.now());
    const look = async () => {
      const from = today();
      const { data } = await site.gateway.control.GET('/usage/refused', {
        params: { query: { workspace_id: 'acme', from, zone } },
      });
      const opened = await site.open('/console/');
      await opened.page.getByRole('region', { name: 'Failed or refused today' }).waitFor();
      return { from, tab: opened, refused: data?.totals.calls ?? 0 };
    };
    let { from, tab, refused } = await look();
    // Midnight came between the two.
    if (from !== today()) ({ from, tab, refused } = await look());
    expect(refused).toBeGreaterThan(0);
    const { page } = tab;
    const card = page.getByRole('region', { name: 'Failed or refused today' });
    await card.getByRole('link', { name: new RegExp(`^${refused} calls? w(?:as|ere) refused before`) }).click();
    await page.getByRole('tab', { name: 'Refused', selected: true }).waitFor();
    const table = page.getByRole('table', { name: 'Refused calls', exact: true });
    const row = table.getByRole('row', { name: /^Unknown model model_not_found / });
    await row.getByText('Use the name of a model that can be called here.').waitFor();
    await row.getByRole('link', { name: 'Models' }).waitFor();
    const reason = await row.getByRole('link', { name: 'model_not_found' }).getAttribute('href');
    expect((await fetch(`${site.gateway.url}${reason}`)).status).toBe(200);
    const total = table.getByRole('row', { name: /^Total/ });
    await total.getByRole('cell', { name: String(refused), exact: true }).waitFor();
    await row.getByRole('button', { name: 'ci-prod' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('key')).toMatch(/^key_/);
    expect(await table.getByRole('button', { name: 'support-bot' }).count()).toBe(0);
    expect(tab.faults).toEqual([]);
    await page.context().close();
  });

  it('leads from the overview to the calls that failed today, as many as it says', async () => {
    const { page } = await site.open('/console/');
    const card = page.getByRole('region', { name: 'Failed or refused today' });
    await card.getByRole('link', { name: '1 call failed' }).click();
    await page.getByRole('tab', { name: 'Calls', selected: true }).waitFor();
    expect(await page.getByLabel('Outcome').inputValue()).toBe('unsuccessful');
    const rows = page.getByRole('table', { name: 'Calls' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.nth(1).getByText('failed', { exact: true }).waitFor();
    await page.context().close();
  });

  it('says of a key without calls how many were refused', async () => {
    const { data: issued } = await site.gateway.control.POST('/keys', {
      body: { workspace_id: 'acme', name: 'misused' },
    });
    for (let turn = 0; turn < 2; turn += 1)
      await site.gateway.call('/v1/chat/completions', {
        body: '{',
        headers: { authorization: `Bearer ${issued?.secret ?? ''}` },
      });
    const { page } = await site.open(`/console/usage?tab=calls&key=${issued?.key.id ?? ''}`);
    await page.getByRole('button', { name: '2 calls were refused before they began' }).click();
    await page.getByRole('row', { name: /^Invalid JSON invalid_json .* misused 2 / }).waitFor();
    await page.context().close();
  });

  it('shows what a translation lost of a call, and its calls as curl', async () => {
    const { ledger } = site.gateway.services.store;
    const [known] = (await ledger.calls({ workspaceId: 'acme', requestId: site.gateway.knownRequest, limit: 1 })).items;
    if (!known) throw new Error('The call is not there.');
    const losses = 'dropped:user,dropped:logit_bias,approximated:tools[0].strict,+3';
    await ledger.settle({ ...known, id: 'call_lossy', requestId: 'req-lossy', losses, journalled: false });
    const tab = await site.open('/console/usage?tab=calls&call=call_lossy');
    const table = tab.page.getByRole('table', { name: 'Lost in translation' });
    await table.getByRole('row', { name: /tools\[0\]\.strict approximated/ }).waitFor();
    await tab.page.getByText('and 3 more').waitFor();
    await tab.page.getByRole('button', { name: 'Copy a call like this as curl' }).waitFor();
    await site.screenshot(tab, 'call-with-losses-light');
    expect(tab.faults).toEqual([]);
    await tab.page.context().close();
    const phone = await site.open('/console/usage?tab=calls&call=call_lossy', { width: 360, theme: 'dark' });
    await phone.page.getByText('and 3 more').waitFor();
    await site.screenshot(phone, 'call-with-losses-360');
    expect(await phone.page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
      0,
    );
    await phone.page.context().close();
  });
});

import { describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors/codes.ts';
import { upstreamCodes } from '../../src/errors/upstream-codes.ts';
import { sharedConsole } from './start-console.ts';

describe('the pages of errors', () => {
  const gateway = sharedConsole();
  const open = async (path: string) => {
    const response = await fetch(new URL(path, gateway().url));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it('stand where the type of a problem points, without a key', async () => {
    const problem = (await (await gateway().ask('/workspaces/nobody')).json()) as { readonly type: string };
    const { status, type, text } = await open(problem.type);
    expect({ status, type }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(text).toContain('<h1>Not found</h1>');
    expect(text).toContain('What to do');
  });

  it.each([...new Set([...Object.keys(errorCodes), ...Object.keys(upstreamCodes)])])(
    'tell of %s, and need nothing from elsewhere',
    async (code) => {
      const { status, text } = await open(`/errors/${code}`);
      expect(status).toBe(200);
      expect(text).toContain(`<code>${code}</code>`);
      expect(text).not.toMatch(/https?:|src=|<script|undefined|`/);
      expect((await open('/errors')).text).toContain(`href="/errors/${code}"`);
    },
  );

  it('say where errors of each specification have the code', async () => {
    expect((await open('/errors')).text).toContain('errors of Spec B have it as <code>details.error_code</code>');
  });

  it.each(['/errors/no_such_code', '/errors/toString', '/errors/__proto__', '/errors/not_found/x'])(
    'do not exist for anything else: %s',
    async (path) => expect((await open(path)).status).toBe(404),
  );

  it('are near for a browser at the bare address; an SDK there gets its base address', async () => {
    const at = (accept: string) => fetch(gateway().url, { headers: { accept }, redirect: 'manual' });
    const browser = await at('text/html,application/xhtml+xml,*/*;q=0.8');
    // The front door has links to them; where it has not been built, a browser is led to the reference.
    const found = browser.status === 302 ? browser.headers.get('location') : await browser.text();
    expect(found).toContain('/docs');
    const client = await at('application/json');
    expect([client.status, await client.text()]).toEqual([404, expect.stringContaining('The base address is')]);
    expect((await at('*/*')).status).toBe(404);
  });

  it.each(['/errors/%ff', '/docs/%', '/errors/%2e%2e', '/openapi/%zz.json?x=%'])(
    'do not exist under a name that is escaped or cannot be read, in words of the gateway: %s',
    async (path) => {
      const { status, type, text } = await open(path);
      expect({ status, type }).toEqual({ status: 404, type: 'application/json' });
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'unknown_url' } });
      expect(text).not.toMatch(/URIError|node_modules|<html/);
    },
  );

  it('are found from the reference and by language models', async () => {
    expect((await open('/docs')).text).toContain('href="/errors"');
    expect((await open('/llms.txt')).text).toContain('/errors): every code');
  });
});

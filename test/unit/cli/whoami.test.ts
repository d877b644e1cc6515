import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../journey/start-gateway.ts';
import { runWords } from './make-context.ts';

describe('diglot whoami', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startGateway()));
  afterAll(() => gateway.close());
  const whoami = (key: string, ...more: readonly string[]) =>
    runWords(['whoami', '--url', gateway.url, ...more], { environment: { DIGLOT_API_KEY: key } });

  it('shows the gateway, the key, what it may do and what is left', async () => {
    const { code, out, err } = await whoami(gateway.key);
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe(`Gateway    ${gateway.url}`);
    expect(lines.map((line) => line.slice(0, 11).trim()).slice(0, 6)).toEqual([
      ...['Gateway', 'Key', 'Workspace', 'May', 'Expires', 'Credits'],
    ]);
    expect(out).toMatch(/^Key {8}ci \(.+, key_\w+\)$/m);
    expect(out).toMatch(/^Credits {4}[\d.]+ available, 0 held by running calls$/m);
    expect(out).toMatch(/^Spent {6}0 today, 0 this month, 0 in total$/m);
    expect(out).not.toContain(gateway.key);
  });

  it('prints the same as JSON', async () => {
    const { out } = await whoami(gateway.key, '--json');
    expect(JSON.parse(out)).toMatchObject({ gateway: gateway.url, object: 'key', name: 'ci' });
  });

  it('says that all calls of its workspace are refused, why, and how an operator ends that', async () => {
    const { keys } = gateway.services.store;
    const acme = keys.workspace('acme');
    if (!acme) throw new Error('there is no workspace acme');
    expect(JSON.parse((await whoami(gateway.key, '--json')).out)).toMatchObject({ refusal: null });
    await keys.putWorkspace({ ...acme, planId: 'gone' });
    const message =
      'All calls of workspace acme are refused: its plan gone was removed from the configuration. Operator: restore it, or give the workspace another plan with `diglot workspaces update acme --plan <id>`.';
    try {
      expect((await whoami(gateway.key)).out).toContain(`\nRefused    ${message}\n`);
      const { out } = await whoami(gateway.key, '--json');
      expect(JSON.parse(out)).toMatchObject({ refusal: { code: 'account_frozen', message } });
      const tried = await runWords(['try', '--url', gateway.url], { environment: { DIGLOT_API_KEY: gateway.key } });
      expect(tried).toMatchObject({
        code: 4,
        err: `${gateway.url}: ${message.replace('`diglot', '`npx diglot')}\n`,
      });
    } finally {
      const changed = keys.workspace('acme');
      if (changed) await keys.putWorkspace({ ...changed, planId: acme.planId });
    }
  });

  it('says why a key is refused, with an exit code of its own', async () => {
    const { code, err } = await whoami('sk-of-nobody');
    expect([code, err]).toEqual([4, expect.stringContaining(`${gateway.url}: `)]);
    expect(err).not.toContain('sk-of-nobody');
  });

  it.each(['…k2Q9', 'sk-dg-0123\nDIGLOT_URL=x', 'sk-dg-0123456789äöü'])(
    'says that %j is no key, before it is sent, and does not print it',
    async (key) => {
      const { code, out, err } = await whoami(key);
      expect([code, out]).toEqual([4, '']);
      expect(err).toMatch(/^DIGLOT_API_KEY holds no key: .* Copy the whole key, and nothing else\.\n$/);
      expect(err).not.toContain(key);
    },
  );

  it('says where there is no gateway, or something else', async () => {
    const other = createServer((_request, response) => response.end('<p>Welcome</p>'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const ask = () => runWords(['whoami', '--url', url], { environment: { DIGLOT_API_KEY: 'k' } });
    expect(await ask()).toMatchObject({ code: 1, err: expect.stringContaining(`${url} answered 200`) });
    await new Promise((resolve) => other.close(resolve));
    expect(await ask()).toMatchObject({ code: 1, err: expect.stringContaining(`No gateway answers at ${url}`) });
  });
});

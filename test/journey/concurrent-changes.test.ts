import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { makeConsoleClient, type ConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

const rounds = Array.from({ length: 20 }, (_, round) => round);

describe('two changes of one thing at once', () => {
  const gateway = sharedConsole();
  const send = async (method: string, path: string, body?: object) => {
    const answer = await gateway().ask(path, { method, ...(body && { body }) });
    return { status: answer.status, body: (await answer.json()) as unknown };
  };
  async function signedIn(email: string): Promise<ConsoleClient> {
    await send('POST', '/people', { email, name: 'Admin' });
    const { url } = (await send('POST', '/login-links', { email })).body as { readonly url: string };
    const browser = makeConsoleClient(gateway());
    await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
    return browser;
  }

  it('do not let an admin remove who becomes owner', async () => {
    const members = '/workspaces/acme/members';
    await send('POST', members, { email: 'admin@example.com', name: 'Admin', role: 'admin' });
    await send('POST', members, { email: 'owner@example.com', name: 'Owner', role: 'owner' });
    const admin = await signedIn('admin@example.com');
    for (const round of rounds) {
      const email = `bob${round}@example.com`;
      const added = await send('POST', members, { email, name: 'Bob', role: 'viewer' });
      const path = `${members}/${(added.body as { readonly id: string }).id}`;
      const [promoted, removed] = await Promise.all([
        wait(round % 5).then(() => send('PATCH', path, { role: 'owner' })),
        admin.send('DELETE', path),
      ]);
      // Either one comes first: then the other one does not do what it would have.
      expect([
        [200, 403],
        [404, 200],
      ]).toContainEqual([promoted.status, removed.status]);
    }
  });

  it('leave an alert off that one of them turned off, with the thresholds of the other', async () => {
    const draft = { limit: 'balance', thresholds: [50], channel: 'webhook', target: 'https://hooks.example.com/' };
    const made = await send('POST', '/workspaces/acme/alerts', draft);
    const { alert } = made.body as { readonly alert: { readonly id: string } };
    const path = `/workspaces/acme/alerts/${alert.id}`;
    for (const round of rounds) {
      await send('PATCH', path, { enabled: true });
      const thresholds = [round + 1];
      await Promise.all([send('PATCH', path, { enabled: false }), send('PATCH', path, { thresholds })]);
      const { body } = await send('GET', '/workspaces/acme/alerts');
      expect(body).toMatchObject({ data: [{ enabled: false, thresholds }] });
    }
  });
});

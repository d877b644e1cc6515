import { describe, expect, it } from 'vitest';
import { makeConsoleClient } from './console-client.ts';
import { sharedConsole } from './start-console.ts';

const event = { at: 1, actor: 'admin', action: 'test', object: 'x', diff: '', requestId: null };

/** How many answers have each status. */
const countOf = (answers: readonly { readonly status: number }[]): Readonly<Record<number, number>> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('rows that stay until they are removed', () => {
  const gateway = sharedConsole({ limits: { workspaceKeys: 4 } });
  const create = async (path: string, body: object) => {
    const response = await gateway().ask(path, { body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it('are keys up to the limit of a workspace, also at the same time and when they are revoked', async () => {
    await create('/workspaces', { id: 'full', name: 'Full' });
    const issue = () => create('/keys', { workspace_id: 'full', name: 'ci' });
    const issued = await Promise.all(Array.from({ length: 6 }, issue));
    expect(countOf(issued)).toEqual({ 201: 4, 409: 2 });
    const key = issued.find(({ status }) => status === 201)?.body['key'] as { readonly id: string } | undefined;
    expect((await create(`/keys/${key?.id}/revoke`, {})).status).toBe(200);
    expect((await issue()).body).toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(/has 4 keys, and may have 4; .* raise limits\.workspace_keys/),
    });
    expect((await create('/keys', { workspace_id: 'acme', name: 'ci' })).status).toBe(201);
  });

  it('are 1,000 members of a workspace', async () => {
    await create('/workspaces', { id: 'crowd', name: 'Crowd' });
    const { members } = gateway().services.store;
    for (let number = 0; number < 999; number += 1) {
      const email = `${number}@example.com`;
      const facts = { workspaceId: 'crowd', name: 'M', role: 'viewer', createdAt: 1, version: 1 } as const;
      await members.add({ id: `mem_${number}`, email, ...facts }, event);
    }
    const add = (email: string) => create('/workspaces/crowd/members', { email, name: 'M', role: 'viewer' });
    const added = await Promise.all([add('ada@example.com'), add('bob@example.com')]);
    expect(countOf(added)).toEqual({ 201: 1, 409: 1 });
  });

  it('are 20 passkeys of a person', async () => {
    const email = 'op@example.com';
    const { body: person } = await create('/people', { email, name: 'Op', operator: true });
    const { body: link } = await create('/login-links', { email });
    const browser = makeConsoleClient(gateway());
    const url = String(link['url']);
    await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
    for (let number = 0; number < 20; number += 1) {
      expect((await browser.send('POST', '/person/passkeys/options')).status).toBe(200);
      const credential = { credentialId: `c${number}`, publicKey: 'AA', counter: 0, transports: [], name: 'P' };
      const facts = { id: `pk_${number}`, personId: String(person['id']), createdAt: 1, lastUsedAt: null };
      await gateway().services.store.people.addPasskey({ ...credential, ...facts }, event);
    }
    expect((await browser.send('POST', '/person/passkeys/options')).status).toBe(409);
    const answer = { challenge_id: 'x', name: 'P', credential: {} };
    expect((await browser.send('POST', '/person/passkeys', answer)).status).toBeGreaterThanOrEqual(400);
  });
});

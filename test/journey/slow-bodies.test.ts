import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited, unrestricted } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import type { KeyRecord } from '../../src/identity/stores.ts';
import { newId } from '../../src/shared/ids.ts';
import { makeHandClock, type HandClock } from '../fakes/hand-clock.ts';
import { formType, makeForm, type FormPart } from '../fakes/make-form.ts';
import { makeWav } from '../fakes/make-recording.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { makeConsoleClient } from './console-client.ts';
import { startConsole } from './start-console.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const event = { at: 1, actor: 'admin', action: 'key.update', object: 'x', diff: '', requestId: null };
const answer = {
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'test-model' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
};

/** A key as it was when its request began, and what becomes of it while the body comes. */
const changes: readonly { readonly state: string; readonly change: Partial<KeyRecord>; readonly status: number }[] = [
  { state: 'unchanged', change: {}, status: 200 },
  { state: 'revoked', change: { revokedAt: 1 }, status: 401 },
  { state: 'without the operation', change: { scope: { ...unrestricted, operations: ['models'] } }, status: 403 },
];

const parts: readonly FormPart[] = [
  { name: 'model', value: 'test-model' },
  { name: 'purpose', value: 'user_data' },
  { name: 'file', filename: 'a.wav', type: 'audio/wav', value: makeWav(3) },
];
const [model, purpose, file] = parts as [FormPart, FormPart, FormPart];

/** Every way in which a body comes in: parsed; a form that flows to its provider; one that is put aside first; a stored file. */
const bodies = [
  { body: 'JSON', path: chatCall.path, type: 'application/json', bytes: Buffer.from(JSON.stringify(chatCall.request)) },
  { body: 'a form', path: '/v1/audio/transcriptions', type: formType, bytes: makeForm([model, file]) },
  { body: 'a held form', path: '/v1/audio/transcriptions', type: formType, bytes: makeForm([file, model]) },
  { body: 'a file', path: '/v1/files', type: formType, bytes: makeForm([purpose, file]) },
];

const storedFile = { text: 'hello', filename: 'a.wav', bytes: 3, purpose: 'user_data' };

describe.each(bodies)('a request whose body takes longer than a second: $body', ({ path, type, bytes }) => {
  let clock: HandClock;
  let gateway: TestGateway;
  beforeEach(async () => {
    clock = makeHandClock();
    gateway = await startGateway({ clock });
    gateway.upstream.always(json({ ...answer, ...storedFile }));
  });
  afterEach(() => gateway.close());

  it.each(changes)('is served or refused by its key as it is then: $state', async ({ change, status }) => {
    const { keys } = gateway.services.store;
    const draft = { workspaceId: 'acme', name: 'ci', scope: unrestricted, limits: unlimited };
    const { record, secret } = await issueKey(draft, { keys, clock, newId });
    const client = await rawClient(gateway.url);
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${secret.reveal()}`,
      `content-type: ${type}`,
      `content-length: ${bytes.length}`,
    ];
    client.send(`${head.join('\r\n')}\r\n\r\n`);
    client.send(bytes.subarray(0, 10));
    // A whole call on another connection shows that the head has been read.
    await (await gateway.call('/v1/models')).text();
    await keys.putKey({ ...record, ...change }, event);
    clock.move(1_500);
    client.send(bytes.subarray(10));
    expect((await client.response()).status).toBe(status);
    expect(gateway.upstream.requests).toHaveLength(status === 200 ? 1 : 0);
    client.socket.destroy();
  });
});

describe('a request to the control API whose body takes longer than a second', () => {
  it.each([
    { state: 'goes on', ends: false, status: 201 },
    { state: 'has ended', ends: true, status: 401 },
  ])('is served or refused by the session as it is then: it $state', async ({ ends, status }) => {
    const clock = makeHandClock();
    const gateway = await startConsole({ clock });
    const email = 'op@example.com';
    await gateway.ask('/people', { body: { email, name: 'Op', operator: true } });
    const { url } = (await (await gateway.ask('/login-links', { body: { email } })).json()) as { readonly url: string };
    const browser = makeConsoleClient(gateway);
    await browser.send('POST', '/sessions/link', { token: url.slice(url.indexOf('=') + 1) });
    const body = JSON.stringify({ workspace_id: 'acme', name: 'late' });
    const client = await rawClient(gateway.url);
    const head = [
      'POST /console/api/keys HTTP/1.1',
      ...['host: x', `cookie: ${browser.cookie()}`, 'sec-fetch-site: same-origin'],
      ...['content-type: application/json', `content-length: ${body.length}`],
    ];
    client.send(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    await (await gateway.call('/v1/models')).text();
    if (ends) expect((await browser.send('DELETE', '/session')).status).toBeLessThan(300);
    clock.move(1_500);
    client.send(body.slice(10));
    expect((await client.response()).status).toBe(status);
    client.socket.destroy();
    await gateway.close();
  });
});

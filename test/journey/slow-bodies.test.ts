import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unlimited, unrestricted } from '../../src/identity/caller.ts';
import { issueKey } from '../../src/identity/issue-key.ts';
import type { KeyRecord } from '../../src/identity/key-store.ts';
import { newId } from '../../src/shared/ids.ts';
import { makeHandClock, type HandClock } from '../fakes/hand-clock.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const event = { at: 1, actor: 'admin', action: 'key.update', object: 'x', diff: '', requestId: null };
const answer = {
  ...{ id: 'c1', object: 'chat.completion', created: 1, model: 'test-model' },
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 },
};

describe('a request whose body takes longer than a second', () => {
  let clock: HandClock;
  let gateway: TestGateway;
  beforeEach(async () => {
    clock = makeHandClock();
    gateway = await startGateway({ clock });
    gateway.upstream.always(json(answer));
  });
  afterEach(() => gateway.close());

  it.each<{ readonly state: string; readonly change: Partial<KeyRecord>; readonly status: number }>([
    { state: 'unchanged', change: {}, status: 200 },
    { state: 'revoked', change: { revokedAt: 1 }, status: 401 },
    { state: 'without the operation', change: { scope: { ...unrestricted, operations: ['embeddings'] } }, status: 403 },
  ])('is judged by its key as it is then: $state', async ({ change, status }) => {
    const { keys } = gateway.services.store;
    const draft = { workspaceId: 'acme', name: 'ci', scope: unrestricted, limits: unlimited };
    const { record, secret } = await issueKey(draft, { keys, clock, newId });
    const body = JSON.stringify(chatCall.request);
    const client = await rawClient(gateway.url);
    const head = [
      `POST ${chatCall.path} HTTP/1.1`,
      'host: x',
      `authorization: Bearer ${secret.reveal()}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    client.send(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`);
    // A whole call on another connection shows that the head has been read.
    await (await gateway.call('/v1/models')).text();
    await keys.putKey({ ...record, ...change }, event);
    clock.move(1_500);
    client.send(body.slice(10));
    expect((await client.response()).status).toBe(status);
    expect(gateway.upstream.requests).toHaveLength(status === 200 ? 1 : 0);
    client.socket.destroy();
  });
});

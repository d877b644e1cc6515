import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeSweeper } from '../../src/objects/open-drive.ts';
import type { ObjectKind } from '../../src/objects/owned-object.ts';
import { makeShiftedClock } from '../fakes/shifted-clock.ts';
import { specB } from './batch-upstream.ts';
import { makers, makeWillingUpstream } from './object-makers.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

/** Whether an object stays until it is deleted, and so counts. */
const lasts: Readonly<Record<ObjectKind, boolean>> = {
  response: false,
  conversation: true,
  'chat-completion': false,
  voice: true,
  'voice-consent': true,
  file: true,
  batch: true,
  'drive-file': false,
};
const kinds = Object.keys(lasts) as readonly ObjectKind[];

const product = { 'x-product-sku': 'test' };
const day = 86_400_000;

describe('a workspace that has stored as much as it may', () => {
  let gateway: TestGateway;
  let conversation = '';
  let consent = '';
  const refusal = (message: unknown) => String(message).includes('"storage_limit_reached"');
  const make = (kind: ObjectKind): Promise<string> => makers[kind]((path, init) => gateway.call(path, init), 'a');
  beforeAll(async () => {
    gateway = await startGateway({ limits: { workspaceStoredBytes: 2_300 } });
    gateway.upstream.always(makeWillingUpstream());
    consent = await make('voice-consent');
    conversation = await make('conversation');
  });
  afterAll(() => gateway.close());

  it.each(kinds.filter((kind) => lasts[kind]))('makes no %s, and no provider is asked', async (kind) => {
    const before = gateway.upstream.requests.length;
    const failure: unknown = await make(kind).catch((error: unknown) => error);
    expect(String(failure)).toContain('403');
    expect(refusal(failure)).toBe(true);
    expect(gateway.upstream.requests.length).toBe(before);
  });

  it('makes no batch of Spec B, and adds nothing to a conversation', async () => {
    const failure: unknown = await makers
      .batch((path, init) => gateway.call(path, init), 'b')
      .catch((error: unknown) => error);
    expect(String(failure)).toContain('The workspace stores');
    const before = gateway.upstream.requests.length;
    const items = [{ type: 'message', role: 'user', content: 'x' }];
    for (const [path, body] of [
      [`/v1/conversations/${conversation}/items`, { items }],
      ['/v1/responses', { model: 'test-model', input: 'x', conversation }],
    ] as const) {
      const response = await gateway.call(path, { body });
      expect([path, response.status, response.headers.get('x-should-retry')]).toEqual([path, 403, 'false']);
      expect(refusal(await response.text())).toBe(true);
    }
    expect(gateway.upstream.requests.length).toBe(before);
  });

  it('changes nothing that would become larger, and asks no provider', async () => {
    const before = gateway.upstream.requests.length;
    for (const [path, body] of [
      [`/v1/conversations/${conversation}`, { metadata: { topic: 'storage' } }],
      [`/v1/audio/voice_consents/${consent}`, { name: 'x'.repeat(1_000) }],
    ] as const) {
      const response = await gateway.call(path, { body, headers: product });
      expect([path, response.status]).toEqual([path, 403]);
      expect(refusal(await response.text())).toBe(true);
    }
    expect(gateway.upstream.requests.length).toBe(before);
    for (const [path, body] of [
      [`/v1/conversations/${conversation}`, { metadata: {} }],
      [`/v1/audio/voice_consents/${consent}`, { name: '' }],
    ] as const)
      expect([path, (await gateway.call(path, { body, headers: product })).status]).toEqual([path, 200]);
  });

  it('takes keys of metadata of 64 characters, and no longer ones', async () => {
    const id = await make('chat-completion');
    const change = (length: number) =>
      gateway.call(`/v1/chat/completions/${id}`, { body: { metadata: { ['k'.repeat(length)]: 'v' } } });
    expect((await change(64)).status).toBe(200);
    const refused = await change(65);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('metadata must have keys of at most 64 characters');
  });

  it.each(kinds.filter((kind) => !lasts[kind]))('makes a %s, which is paid for and expires', async (kind) => {
    expect(await make(kind)).not.toBe('');
  });

  it('goes on when it has deleted enough', async () => {
    for (const path of [`/v1/conversations/${conversation}`, `/v1/audio/voice_consents/${consent}`])
      expect((await gateway.call(path, { method: 'DELETE', headers: product })).status).toBe(200);
    expect(await make('conversation')).toMatch(/^conv_/);
  });
});

it('batches of Spec A, which has no operation to delete them, are stored for 180 days, and those of Spec B until they are deleted', async () => {
  const clock = makeShiftedClock();
  const gateway = await startGateway({ clock });
  gateway.upstream.always(makeWillingUpstream());
  const { objects } = gateway.services.store;
  const make = (kind: ObjectKind, spec: 'a' | 'b') => makers[kind]((path, init) => gateway.call(path, init), spec);
  const isThere = async (path: string) => (await gateway.call(path, { headers: specB })).status === 200;
  const [ofA, ofB] = [await make('batch', 'a'), await make('batch', 'b')];
  const stored = await objects.storedBytes('acme');
  const sweep = makeSweeper({ objects, clock, releases: {} });
  clock.shift(179 * day);
  await sweep();
  expect(await objects.storedBytes('acme')).toBe(stored);
  expect(await isThere(`/v1/batches/${ofA}`)).toBe(true);
  clock.shift(day);
  await sweep();
  clock.shift(2 * day);
  await sweep();
  expect([await isThere(`/v1/batches/${ofA}`), await isThere(`/v1/messages/batches/${ofB}`)]).toEqual([false, true]);
  expect(await objects.storedBytes('acme')).toBeLessThan(stored - 1_024);
  await gateway.close();
});

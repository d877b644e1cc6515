import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations as operationsA } from '../../generated/spec-a/operations.ts';
import { operations as operationsB } from '../../generated/spec-b/operations.ts';
import type { Spec } from '../../src/catalog/catalog.ts';
import type { ObjectKind } from '../../src/objects/owned-object.ts';
import { Secret } from '../../src/shared/secret.ts';
import { callWith, itemId, makers, makeWillingUpstream } from './object-makers.ts';
import { makeWorkspaceRow } from '../fakes/make-config.ts';
import { startGateway, type CallInit, type TestGateway } from './start-gateway.ts';

const keys = {
  owner: 'sk-test owner',
  sibling: 'sk-test sibling',
  revoked: 'sk-test revoked',
  foreign: 'sk-test foreign',
};

interface ObjectRoute {
  readonly spec: Spec;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly kind: ObjectKind;
}

/** Every operation of both documents whose path names an object, and HEAD beside each GET. */
const routes: readonly ObjectRoute[] = (['a', 'b'] as const).flatMap((spec) =>
  Object.values(spec === 'a' ? operationsA : operationsB).flatMap(({ id, method, path, object }) => {
    if (object === 'none') return [];
    const methods = method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
    return methods.map((each) => ({ spec, id, method: each, path, kind: object }));
  }),
);

/** Bodies of the operations that take one. */
const bodies: Readonly<Record<string, unknown>> = {
  updateVoiceConsent: { name: 'New' },
  updateChatCompletion: { metadata: {} },
  updateConversation: { metadata: {} },
  createConversationItems: { items: [{ type: 'message', role: 'user', content: 'x' }] },
};

/** What the owner gets, where that is no success. */
const refusedToOwner: Readonly<Record<string, number>> = { cancelResponse: 409, deleteMessageBatch: 400 };

const absentId = (id: string): string => id.replace(/[0-9A-Za-z]{24}$/, 'x'.repeat(24));

describe('the owner check', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
        keys: Object.entries(keys).map(([name, secret]) => ({
          workspace: name === 'foreign' ? 'other' : 'acme',
          name,
          secret: new Secret(secret),
        })),
      },
    });
    gateway.upstream.always(makeWillingUpstream());
    const store = gateway.services.store.keys;
    const revoked = store.listKeys('acme').find(({ name }) => name === 'revoked');
    if (revoked) await store.putKey({ ...revoked, revokedAt: Date.now() });
  });
  afterAll(() => gateway.close());

  const make = ({ kind, spec }: ObjectRoute): Promise<string> => makers[kind](callWith(gateway, keys.owner), spec);

  const ask = async (route: ObjectRoute, objectId: string, key: string) => {
    const path = route.path.replace(/\{item_id\}/, itemId).replace(/\{[^}]+\}/, objectId);
    const body = bodies[route.id];
    const init: CallInit = {
      method: route.method,
      headers: { ...(route.spec === 'b' ? { 'anthropic-version': '2023-06-01' } : { 'x-product-sku': 'test' }) },
      ...(body === undefined ? {} : { body }),
    };
    const response = await callWith(gateway, key)(route.spec === 'a' ? `/v1${path}` : path, init);
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const requestId = response.headers.get('x-request-id') ?? '';
    for (const name of ['date', 'x-request-id', 'request-id']) delete headers[name];
    return { status: response.status, text: text.replaceAll(requestId, 'req'), headers };
  };

  it('covers every kind of object that there is', () => {
    expect(new Set(routes.map(({ kind }) => kind))).toEqual(new Set(Object.keys(makers)));
    expect(routes.length).toBeGreaterThan(40);
  });

  describe.each(routes)('$method $path ($spec)', (route) => {
    it.each(['owner', 'sibling'] as const)('serves the %s', async (who) => {
      const answer = await ask(route, await make(route), keys[who]);
      const expected = refusedToOwner[route.id];
      if (expected === undefined) expect([200, 201, 204]).toContain(answer.status);
      else expect(answer.status).toBe(expected);
      expect(answer.text).not.toContain('CANARY');
      expect(JSON.stringify(answer.headers)).not.toContain('CANARY');
    });

    it('answers another workspace as if there were nothing, and leaves the object as it is', async () => {
      const id = await make(route);
      const before = gateway.upstream.requests.length;
      const foreign = await ask(route, id, keys.foreign);
      const absent = await ask(route, absentId(id), keys.foreign);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(absent);
      expect(await ask(route, absentId(id), keys.owner)).toEqual(absent);
      expect(gateway.upstream.requests.length).toBe(before);
      expect((await ask(route, id, keys.owner)).status).not.toBe(404);
    });

    it('does not know a revoked key', async () => {
      expect((await ask(route, await make(route), keys.revoked)).status).toBe(401);
    });
  });
});

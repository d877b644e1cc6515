import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Spec } from '../../src/catalog/catalog.ts';
import type { ObjectKind } from '../../src/objects/owned-object.ts';
import { Secret } from '../../src/shared/secret.ts';
import { callWith, itemId, makers, makeWillingUpstream } from './object-makers.ts';
import { makeWorkspaceRow } from '../fakes/make-config.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const owner = 'sk-test owner';
const foreign = 'sk-test foreign';
const model = 'test-model';
const said = (part: unknown) => [{ role: 'user', content: [part] }];

interface Reference {
  readonly kind: ObjectKind;
  readonly path: string;
  readonly spec?: Spec;
  readonly body: (id: string) => unknown;
}

/** Every place of a JSON body that names an object of the workspace. */
const references: readonly Reference[] = [
  { kind: 'response', path: '/v1/responses', body: (id) => ({ model, input: 'x', previous_response_id: id }) },
  {
    kind: 'response',
    path: '/v1/responses/input_tokens',
    body: (id) => ({ model, input: 'x', previous_response_id: id }),
  },
  { kind: 'response', path: '/v1/responses/compact', body: (id) => ({ model, previous_response_id: id }) },
  { kind: 'conversation', path: '/v1/responses', body: (id) => ({ model, input: 'x', conversation: id }) },
  { kind: 'conversation', path: '/v1/responses', body: (id) => ({ model, input: 'x', conversation: { id } }) },
  {
    kind: 'conversation',
    path: '/v1/responses/input_tokens',
    body: (id) => ({ model, input: 'x', conversation: id }),
  },
  {
    kind: 'file',
    path: '/v1/batches',
    body: (id) => ({ input_file_id: id, endpoint: '/v1/chat/completions', completion_window: '24h' }),
  },
  {
    kind: 'file',
    path: '/v1/chat/completions',
    body: (id) => ({ model, messages: said({ type: 'file', file: { file_id: id } }) }),
  },
  {
    kind: 'file',
    path: '/v1/responses',
    body: (id) => ({ model, input: said({ type: 'input_file', file_id: id }) }),
  },
  {
    kind: 'file',
    path: '/v1/responses',
    body: (id) => ({
      model,
      input: 'x',
      tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }],
    }),
  },
  {
    kind: 'file',
    path: '/v1/images/edits',
    body: (id) => ({ model, prompt: 'x', images: [{ file_id: id }] }),
  },
  {
    kind: 'file',
    spec: 'b',
    path: '/v1/messages',
    body: (id) => ({
      model,
      max_tokens: 5,
      messages: said({ type: 'document', source: { type: 'file', file_id: id } }),
    }),
  },
  {
    kind: 'file',
    spec: 'b',
    path: '/v1/messages/batches',
    body: (id) => {
      const messages = said({ type: 'image', source: { type: 'file', file_id: id } });
      return { requests: [{ custom_id: 'one', params: { model, max_tokens: 5, messages } }] };
    },
  },
];

describe('a body that names an object', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway({
      bootstrap: {
        workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
        keys: [
          { workspace: 'acme', name: 'ci', secret: new Secret(owner) },
          { workspace: 'other', name: 'ci', secret: new Secret(foreign) },
        ],
      },
    });
    gateway.upstream.always(makeWillingUpstream());
  });
  afterAll(() => gateway.close());

  const ask = async ({ path, spec = 'a', body }: Reference, id: string, key: string) => {
    const headers = spec === 'b' ? { 'anthropic-version': '2023-06-01' } : {};
    const response = await callWith(gateway, key)(path, { body: body(id), headers });
    const text = await response.text();
    return { status: response.status, text: text.replaceAll(response.headers.get('x-request-id') ?? '-', '') };
  };

  it.each(references)('is served to its owner, under the upstream’s id: $kind in $path', async (reference) => {
    const id = await makers[reference.kind](callWith(gateway, owner), reference.spec ?? 'a');
    expect((await ask(reference, id, owner)).status).toBe(200);
    expect(gateway.upstream.requests.at(-1)?.body.toString()).not.toContain(id);
  });

  it.each(references)('finds nothing for another workspace: $kind in $path', async (reference) => {
    const id = await makers[reference.kind](callWith(gateway, owner), reference.spec ?? 'a');
    const before = gateway.upstream.requests.length;
    const answer = await ask(reference, id, foreign);
    expect(answer.status).toBe(404);
    expect(answer).toEqual(await ask(reference, id.replace(/.{24}$/, 'x'.repeat(24)), foreign));
    expect(gateway.upstream.requests.length).toBe(before);
  });

  /** Every letter of member names and ids as an escape. */
  const escaped = (body: unknown): string =>
    JSON.stringify(body).replaceAll(/file_(?:ids?\b|\w{24})/g, (name) =>
      [...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    );

  it.each(references.filter(({ kind }) => kind === 'file'))(
    'is read however its names are escaped: $path',
    async (reference) => {
      const { spec = 'a', path, body } = reference;
      const id = await makers.file(callWith(gateway, owner), spec);
      const headers = spec === 'b' ? { 'anthropic-version': '2023-06-01' } : {};
      const send = async (key: string) =>
        (await callWith(gateway, key)(path, { body: escaped(body(id)), headers })).status;
      const before = gateway.upstream.requests.length;
      expect([await send(foreign), gateway.upstream.requests.length]).toEqual([404, before]);
      expect(await send(owner)).toBe(200);
      const [sent = ''] = gateway.upstream.requests.slice(-1).map((request) => request.body.toString());
      expect(JSON.stringify(JSON.parse(sent))).not.toContain(id);
    },
  );

  it.each([{ type: 'item_reference' }, { type: null }, {}])(
    'finds no item of another workspace by %j',
    async (kind) => {
      await makers.conversation(callWith(gateway, owner), 'a');
      const body = { model, input: [{ ...kind, id: itemId }] };
      const reference: Reference = { kind: 'conversation', path: '/v1/responses', body: () => body };
      expect((await ask(reference, '', owner)).status).toBe(200);
      expect(JSON.parse(gateway.upstream.requests.at(-1)?.body.toString() ?? '{}')).toMatchObject({
        input: [{ type: 'message', role: 'user' }],
      });
      expect((await ask(reference, '', foreign)).status).toBe(404);
    },
  );
});

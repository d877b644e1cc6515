import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations } from '../../generated/console/operations.ts';
import { Secret } from '../../src/shared/secret.ts';
import { testKey, upstreamKey } from '../fakes/make-config.ts';
import { rawExchange, rawRequest } from '../fakes/raw-client.ts';
import { adminSecret, sharedConsole } from './start-console.ts';

const all = Object.values(operations);

/** What needs a person: all but signing in. */
const closed = all.filter(({ scope }) => scope !== 'public');

/** What an administrator key can send a body to. Persons and sign-in: test/journey/sign-in.test.ts. */
const document = JSON.parse(readFileSync('generated/console/openapi.json', 'utf8')) as Document;
const taking = all.filter(
  ({ path, method, scope }) =>
    scope !== 'public' && scope !== 'person' && document.paths[path]?.[method]?.requestBody !== undefined,
);

/** A path with something in every place. */
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, 'acme');

const withBody = (method: string) => (method === 'get' ? {} : { body: {} });

describe('who may use the control API', () => {
  const gateway = sharedConsole();
  const status = async ({ method, path }: (typeof all)[number], headers: Readonly<Record<string, string>>) => {
    const response = await gateway().ask(filled(path), { method: method.toUpperCase(), headers, ...withBody(method) });
    return { status: response.status, body: await response.text() };
  };

  it.each(closed)('$id is closed without an administrator key', async (operation) => {
    expect(await status(operation, { authorization: '' })).toMatchObject({ status: 401 });
  });

  it.each(closed)('$id is closed for an API key of the data side', async (operation) => {
    const refused = await status(operation, { authorization: `Bearer ${testKey}` });
    expect(refused).toMatchObject({ status: 401, body: expect.stringContaining('API key for models') });
  });

  it('may send its key only once, also where both say the same', async () => {
    const key = `authorization: Bearer ${adminSecret}`;
    const sent = rawRequest('GET /console/api/server', ['host: a', 'connection: close', key, key]);
    expect((await rawExchange(gateway().url, sent)).status).toBe(400);
  });

  it('is told apart from an API key where it is sent to a model', async () => {
    const call = async (authorization: string) => {
      const response = await gateway().call('/v1/models', { headers: { authorization } });
      return [response.status, await response.text()];
    };
    const whole = await call(`Bearer ${adminSecret}`);
    expect(whole).toEqual([401, expect.stringContaining('This is the administrator key')]);
    expect(whole.join('')).not.toContain(adminSecret.slice(9, 20));
    const almost = await call(`Bearer ${adminSecret.slice(0, -1)}`);
    expect(almost).toEqual([401, expect.stringContaining('This API key is unknown')]);
  });

  it.each([
    ['another one', `Bearer ${adminSecret}x`],
    ['one without its last letter', `Bearer ${adminSecret.slice(0, -1)}`],
    ['one without Bearer', adminSecret],
    ['an empty one', 'Bearer '],
    ['Basic', `Basic ${btoa(`admin:${adminSecret}`)}`],
  ])('refuses %s', async (_, authorization) => {
    const response = await gateway().ask('/workspaces', { headers: { authorization } });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
    expect(await response.text()).not.toContain(adminSecret.slice(9, 20));
  });

  it('does not take the key from anywhere else', async () => {
    for (const headers of [{ 'x-api-key': adminSecret }, { cookie: `admin=${adminSecret}` }]) {
      expect((await gateway().ask('/workspaces', { headers: { authorization: '', ...headers } })).status).toBe(401);
    }
    const inQuery = await gateway().ask(`/workspaces?api_key=${adminSecret}`, { headers: { authorization: '' } });
    expect(inQuery.status).toBe(401);
  });

  it('does not let the administrator key call models', async () => {
    for (const path of ['/v1/models', '/openai/v1/models', '/anthropic/v1/models']) {
      const response = await gateway().call(path, { headers: { authorization: `Bearer ${adminSecret}` } });
      expect(response.status).toBe(401);
      await response.arrayBuffer();
    }
  });

  it('answers every failure as a problem document with a request id', async () => {
    const tries: readonly (readonly [string, object])[] = [
      ['/nowhere', {}],
      ['/workspaces', { method: 'DELETE' }],
      ['/workspaces', { body: '{"name":', headers: { 'content-type': 'application/json' } }],
      ['/workspaces', { body: 'name=x', headers: { 'content-type': 'text/plain' } }],
      ['/keys/none', {}],
    ];
    for (const [path, init] of tries) {
      const response = await gateway().ask(path, init);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      const problem = (await response.json()) as Record<string, unknown>;
      expect(problem).toMatchObject({ status: response.status, code: expect.any(String), title: expect.any(String) });
      expect(problem['instance']).toBe(response.headers.get('x-request-id'));
    }
  });

  it.each(taking)('$id refuses a field that it does not know', async ({ method, path }) => {
    const reported = {
      name: 'x',
      amount: '1',
      reason: 'x',
      workspace_id: 'acme',
      email: 'x@example.com',
      role: 'viewer',
      limit: 'balance',
      thresholds: [50],
      channel: 'email',
      target: 'x@example.com',
      value: 'a-key-of-a-provider',
    };
    const body = { ...reported, is_admin: true };
    const response = await gateway().ask(filled(path), { method: method.toUpperCase(), body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid_value',
      detail: expect.stringContaining('is not a field'),
    });
  });

  it.each([
    '/keys?state=gone',
    '/calls?outcome=fine',
    '/calls?status=6xx',
    '/workspaces/acme/ledger?kind=gift',
    '/calls?after=x',
  ])('%s is refused rather than answered with nothing', async (path) => {
    expect((await gateway().ask(path)).status).toBe(400);
  });

  it('closes every request body in the document, at every depth', () => {
    const schemas = document.components.schemas;
    const open: string[] = [];
    const look = (schema: Schema, place: string): void => {
      const name = schema.$ref?.split('/').at(-1);
      // What a browser says of a passkey has members that the browser's maker adds.
      if (name === 'PasskeyAnswer') return;
      if (name !== undefined) return look(schemas[name] ?? {}, name);
      if (schema.properties && schema.additionalProperties !== false) open.push(place);
      for (const [key, child] of Object.entries(schema.properties ?? {})) look(child, `${place}.${key}`);
    };
    for (const item of Object.values(document.paths)) {
      for (const operation of Object.values(item)) {
        const body = operation.requestBody?.content['application/json']?.schema;
        if (body) look(body, operation.operationId);
      }
    }
    expect(open).toEqual([]);
  });

  it('shows no one a credential of a provider', async () => {
    const text = await (await gateway().ask('/providers')).text();
    expect(text).toContain('up-a');
    expect(text).not.toContain(upstreamKey);
    expect(JSON.stringify(new Secret(adminSecret))).not.toContain(adminSecret);
  });
});

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean;
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

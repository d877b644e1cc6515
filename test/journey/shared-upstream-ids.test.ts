import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Spec } from '../../src/catalog/catalog.ts';
import { Secret } from '../../src/shared/secret.ts';
import { makeConfig, makeProvider, makeWorkspaceRow, testKey } from '../fakes/make-config.ts';
import { bytes, head, json, until, type Script } from '../fakes/script.ts';
import { callWith, makers } from './object-makers.ts';
import { startGateway, type CallInit, type TestGateway } from './start-gateway.ts';

const otherKey = 'sk-test other';
const product = { 'x-product-sku': 'test' };
const specB = { 'anthropic-version': '2023-06-01' };

const kinds: readonly {
  readonly name: string;
  readonly kind: 'file' | 'batch' | 'voice' | 'voice-consent';
  readonly spec: Spec;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}[] = [
  { name: 'files of Spec A', kind: 'file', spec: 'a', path: '/v1/files', headers: {} },
  { name: 'files of Spec B', kind: 'file', spec: 'b', path: '/v1/files', headers: specB },
  { name: 'message batches', kind: 'batch', spec: 'b', path: '/v1/messages/batches', headers: specB },
  { name: 'voice consents', kind: 'voice-consent', spec: 'a', path: '/v1/audio/voice_consents', headers: product },
  { name: 'voices', kind: 'voice', spec: 'a', path: '/v1/audio/voices', headers: product },
];

const key = (workspace: string, secret: string) => ({ workspace, name: 'ci', secret: new Secret(secret) });
const bootstrap = {
  workspaces: [makeWorkspaceRow('acme'), makeWorkspaceRow('other')],
  keys: [key('acme', testKey), key('other', otherKey)],
};

/** Nothing in it has succeeded. */
const endedBatch = { processing_status: 'ended', request_counts: { succeeded: 0, errored: 9 } };

/** An upstream that gives every object the same id, as one that names files by their content does. */
describe('an id that an upstream gives several times', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startGateway({ bootstrap })));
  beforeEach(() => {
    gateway.upstream.forget();
    gateway.upstream.always(sameId);
  });
  afterAll(() => gateway.close());

  const sameId = ({ method }: { readonly method: string }): Script =>
    json({ ...endedBatch, id: 'theirs', object: 'thing', deleted: method === 'DELETE' });
  const deletions = () => gateway.upstream.requests.filter(({ method }) => method === 'DELETE').length;

  describe.each(kinds)('$name', ({ kind, spec, path, headers }) => {
    const mine = (target: string, init: CallInit = {}) => gateway.call(target, { headers, ...init });
    const others = (target: string, init: CallInit = {}) =>
      callWith(gateway, otherKey)(target, { ...init, headers: { ...headers, ...init.headers } });
    const make = () => makers[kind]((target, init) => gateway.call(target, init), spec);
    const idsOf = async (response: Response): Promise<readonly string[]> =>
      ((await response.json()) as { readonly data: { readonly id: string }[] }).data.map(({ id }) => id);

    it('are each an object of their own, and the last of them goes at the upstream too', async () => {
      const [first, second] = [await make(), await make()];
      expect(second).not.toBe(first);
      expect((await idsOf(await mine(path))).slice(0, 2)).toEqual([second, first]);
      for (const id of [first, second]) {
        expect(await (await mine(`${path}/${id}`)).json()).toMatchObject({ id });
      }
      const earlier = (await idsOf(await mine(path))).slice(2);
      for (const id of [...earlier, first]) {
        const gone = await mine(`${path}/${id}`, { method: 'DELETE' });
        expect([gone.status, await gone.json()]).toMatchObject([200, { id }]);
        expect((await mine(`${path}/${id}`)).status).toBe(404);
      }
      expect(deletions()).toBe(0);
      expect((await mine(`${path}/${second}`)).status).toBe(200);
      expect((await mine(`${path}/${second}`, { method: 'DELETE' })).status).toBe(200);
      expect(deletions()).toBe(1);
    });

    it('of two workspaces are not seen by each other, and neither deletes what the other has', async () => {
      const first = await make();
      const second = await makers[kind]((target, init) => callWith(gateway, otherKey)(target, init), spec);
      expect([(await others(`${path}/${first}`)).status, (await mine(`${path}/${second}`)).status]).toEqual([404, 404]);
      expect((await others(`${path}/${first}`, { method: 'DELETE' })).status).toBe(404);
      expect(await idsOf(await others(path))).toEqual([second]);
      expect((await mine(`${path}/${first}`, { method: 'DELETE' })).status).toBe(200);
      expect(deletions()).toBe(0);
      expect((await others(`${path}/${second}`)).status).toBe(200);
      expect((await others(`${path}/${second}`, { method: 'DELETE' })).status).toBe(200);
      expect(deletions()).toBe(1);
    });

    it('stay here with the last of them if the upstream does not delete it', async () => {
      const [first, second] = [await make(), await make()];
      gateway.upstream.always(({ method }) =>
        method === 'DELETE' ? json({ error: { message: 'Not now.' } }, { status: 403 }) : sameId({ method }),
      );
      const earlier = (await idsOf(await mine(path))).slice(2);
      for (const id of [...earlier, first])
        expect((await mine(`${path}/${id}`, { method: 'DELETE' })).status).toBe(200);
      expect((await mine(`${path}/${second}`, { method: 'DELETE' })).status).toBeGreaterThanOrEqual(400);
      expect((await mine(`${path}/${second}`)).status).toBe(200);
      gateway.upstream.always(sameId);
      expect((await mine(`${path}/${second}`, { method: 'DELETE' })).status).toBe(200);
      expect(deletions()).toBe(2);
    });

    it('are deleted where the upstream says so without a body', async () => {
      const id = await make();
      gateway.upstream.always(({ method }) => (method === 'DELETE' ? [head(204)] : sameId({ method })));
      for (const each of await idsOf(await mine(path))) {
        const gone = await mine(`${path}/${each}`, { method: 'DELETE' });
        expect([gone.status, await gone.json()]).toMatchObject([200, { id: each }]);
      }
      expect([deletions(), (await mine(`${path}/${id}`)).status]).toEqual([1, 404]);
    });

    it('are deleted also where the client leaves before the upstream has said so', async () => {
      const id = await make();
      const answered = Promise.withResolvers<void>();
      const asked = Promise.withResolvers<void>();
      gateway.upstream.always(({ method }) => {
        if (method === 'DELETE') asked.resolve();
        return method === 'DELETE' ? [until(answered.promise), ...sameId({ method })] : sameId({ method });
      });
      const leaving = new AbortController();
      const left = mine(`${path}/${id}`, { method: 'DELETE', signal: leaving.signal }).catch(() => 0);
      await asked.promise;
      leaving.abort();
      await left;
      // The gateway has learned of it by then.
      for (let calls = 0; calls < 5; calls += 1) expect(await idsOf(await mine(path))).toEqual([id]);
      answered.resolve();
      await expect.poll(async () => idsOf(await mine(path))).toEqual([]);
    });

    // A batch is charged first, by lines that its provider alone has.
    it.skipIf(kind === 'batch')('are deleted here alone once the catalogue does not have their provider', async () => {
      const id = await make();
      const { url } = gateway.upstream;
      const configOf = (ids: readonly string[]) =>
        makeConfig({ providers: ids.map((each, at) => makeProvider(each, at === 0 ? 'a' : 'b', url)), bootstrap });
      await gateway.app.reload(configOf(['new-a', 'new-b']));
      const gone = await mine(`${path}/${id}`, { method: 'DELETE' });
      await gateway.app.reload(configOf(['up-a', 'up-b']));
      expect([gone.status, await gone.json()]).toMatchObject([200, { id }]);
      expect([deletions(), await idsOf(await mine(path))]).toEqual([0, []]);
    });

    it('deleted in the same moment are deleted at the upstream once', async () => {
      const made = [await make(), await make(), await make()];
      const gone = await Promise.all(made.map((id) => mine(`${path}/${id}`, { method: 'DELETE' })));
      expect(gone.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(deletions()).toBe(1);
    });
  });

  it('is kept by a batch for the file that it was made of, and each batch has results of its own', async () => {
    const ask = { endpoint: '/v1/chat/completions', completion_window: '24h' };
    const files = [await makers.file(gateway.call, 'a'), await makers.file(gateway.call, 'a')];
    const failed = Array.from({ length: 9 }, (_, index) => ({
      custom_id: `r${index}`,
      response: { status_code: 400 },
    }));
    const results = failed.map((line) => JSON.stringify(line)).join('\n');
    const theirs = { id: 'theirs', object: 'batch', input_file_id: 'theirs' };
    gateway.upstream.always(({ path }) => {
      if (path.endsWith('/content'))
        return [head(200, { 'content-length': String(Buffer.byteLength(results)) }), bytes(results)];
      return json({ ...theirs, status: 'completed', output_file_id: 'theirs-too' });
    });
    const outputs: unknown[] = [];
    for (const input_file_id of files) {
      const made = await gateway.call('/v1/batches', { body: { ...ask, input_file_id } });
      const { id } = (await made.json()) as { readonly id: string };
      const read = (await (await gateway.call(`/v1/batches/${id}`)).json()) as { readonly output_file_id: string };
      expect(read).toMatchObject({ id, input_file_id });
      expect((await (await gateway.call(`/v1/batches/${id}`)).json()) as object).toEqual(read);
      outputs.push(read.output_file_id);
    }
    expect(new Set(outputs).size).toBe(2);
    const gone = await gateway.call(`/v1/files/${String(outputs[0])}`, { method: 'DELETE' });
    expect([gone.status, deletions()]).toEqual([200, 0]);
    expect((await gateway.call(`/v1/files/${String(outputs[1])}/content`)).status).toBe(200);
  });
});

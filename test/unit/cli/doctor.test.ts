import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openFolderStorage } from '../../../src/store/bytes/folder.ts';
import { startIssuer } from '../../fakes/issuer.ts';
import { json } from '../../fakes/script.ts';
import { startScriptedUpstream } from '../../fakes/scripted-upstream.ts';
import { inFolder, runWords } from './make-context.ts';

const linesOf = (out: string): ReadonlyMap<string, string> =>
  new Map(out.split('\n').map((line) => [line.slice(5, 21).trim(), line]));

describe('diglot doctor', () => {
  it('reads only: nothing is made, no provider is asked', () =>
    inFolder({}, async (folder) => {
      const data = join(folder, 'data');
      const { code, out } = await runWords(['doctor', '--data', data]);
      expect(code).toBe(0);
      const lines = linesOf(out);
      expect(lines.get('node')).toContain(process.versions.node);
      expect(lines.get('database')).toContain('created at the first start');
      expect(lines.get('gateway')).toContain('not running');
      expect(lines.get('provider demo-a')).toMatch(/^-- .*not contacted without --reach$/);
    }));

  it.each([
    ['is a file', 'drive'],
    ['lies below a file', 'drive/in/it'],
  ])('says when the folder of the drive %s, as a start does', (_, path) =>
    inFolder({ drive: '' }, async (folder) => {
      const file = join(folder, 'drive');
      // A file that may be run passes for a folder that may be entered.
      chmodSync(file, 0o700);
      const environment = { DIGLOT_DRIVE: `file:${join(folder, path)}` };
      const { code, out } = await runWords(['doctor', '--data', folder], { environment });
      expect(code).toBe(1);
      expect(linesOf(out).get('drive')).toMatch(/^bad /);
      expect(linesOf(out).get('drive')).toContain(`${file} is a file, not a folder`);
      await expect(openFolderStorage(join(folder, path))).rejects.toThrow(`${file} is a file, not a folder`);
    }),
  );

  it('exits 2 when the configuration has problems', async () => {
    const { code, out } = await runWords(['doctor'], { environment: { DIGLOT_PORT: 'x' } });
    expect(code).toBe(2);
    expect(out).toContain('environment DIGLOT_PORT');
  });

  it('asks providers on request, and exits 3 when one does not answer', () =>
    inFolder(
      {
        'diglot.yaml':
          'providers: [{ id: near, spec: a, base_url: "http://127.0.0.1:9/v1" }]\nmodels: []\nproducts: []\n',
      },
      async (folder) => {
        const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach', '--json'];
        const { code, out } = await runWords(words);
        expect(code).toBe(3);
        expect(JSON.parse(out)).toContainEqual({
          subject: 'provider near',
          state: 'bad',
          detail: expect.stringContaining('does not answer') as string,
          exitCode: 3,
        });
      },
    ));

  it('asks with the headers of a row, as a call does', async () => {
    const upstream = await startScriptedUpstream();
    upstream.always(({ headers }) =>
      json({ data: [] }, { status: headers['openai-project'] === 'proj_1' ? 200 : 401 }),
    );
    const file = `providers:\n  - { id: near, spec: a, base_url: "${upstream.url}/v1", headers: { openai-project: proj_1 } }\nmodels: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(0);
      expect(out).toMatch(/^ok {3}provider near .* answers \(200\)$/m);
    });
    await upstream.close();
  });

  it('says where the account at a provider has no credit', async () => {
    const upstream = await startScriptedUpstream();
    upstream.always(json({ error: { message: 'Insufficient balance.' } }, { status: 402 }));
    const file = `providers: [{ id: near, spec: a, base_url: "${upstream.url}/v1" }]\nmodels: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(3);
      expect(out).toMatch(/^bad {2}provider near .* answers, but the account there has no credit \(402\)$/m);
    });
    await upstream.close();
  });

  it('does not say that a host without a list of models takes the credential', async () => {
    const upstream = await startScriptedUpstream();
    upstream.always(json({ error: { message: 'Not here.' } }, { status: 404 }));
    const address = `${upstream.url}/v1/projects/p/locations/l/publishers/google`;
    const file = `providers: [{ id: near, spec: a, kind: gemini, base_url: "${address}" }]\nmodels: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(0);
      expect(out).toMatch(
        /^ok {3}provider near .* GET \S+\/publishers\/google\/models gets 404, and GET .*gets 404\./m,
      );
      expect(out).toContain('Either the host has no list, and only a call can prove the credential, or base_url');
      expect(out).toContain('it may lack or repeat a version such as /v1');
    });
    await upstream.close();
  });

  it.each([
    ['lacks /v1', 'a', '', '/models', '/v1/models', '/v1'],
    ['repeats /v1', 'b', '/v1', '/v1/v1/models', '/v1/models', ''],
  ])('says that a base address %s, and what it tried', async (_, spec, base, tried, right, meant) => {
    const upstream = await startScriptedUpstream();
    upstream.always(({ path }) => json({ data: [] }, { status: path === right ? 200 : 404 }));
    const file = `providers: [{ id: near, spec: ${spec}, base_url: "${upstream.url}${base}" }]\nmodels: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(3);
      expect(out).toContain(
        `${upstream.url}${base} is probably wrong: GET ${tried} gets 404, but GET ${right} gets 200.`,
      );
      expect(out).toContain(`Set base_url to ${upstream.url}${meant}\n`);
    });
    await upstream.close();
  });

  it('does not take a page for people for the list of models', async () => {
    const upstream = await startScriptedUpstream();
    const page = json('<!doctype html>', { status: 200, headers: { 'content-type': 'text/html' } });
    upstream.always(({ path }) => (path === '/models' ? page : json({}, { status: 404 })));
    const file = `providers: [{ id: near, spec: a, base_url: "${upstream.url}/v1" }]\nmodels: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(0);
      expect(out).toMatch(/^ok {3}provider near .* GET \/v1\/models gets 404, and GET \/models gets 200\. Either/m);
    });
    await upstream.close();
  });

  it('tries the credential of each provider, and says why there is none', async () => {
    const issuer = await startIssuer();
    issuer.always(({ path }) =>
      path.startsWith('/good')
        ? { body: { access_token: 'CANARY-token', expires_in: 3_600 } }
        : { status: 401, body: { error: 'invalid_client', secret: 'CANARY' } },
    );
    const upstream = await startScriptedUpstream();
    upstream.always(json({ error: { message: 'Not here.' } }, { status: 404 }));
    const row = (id: string): string =>
      `  - { id: ${id}, spec: b, kind: vertex, base_url: "${upstream.url}/v1/projects/p/locations/l", credential: { type: google-metadata, endpoint: "${issuer.url}/${id}" } }\n`;
    const file = `providers:\n${row('good')}${row('bad')}models: []\nproducts: []\n`;
    await inFolder({ 'diglot.yaml': file }, async (folder) => {
      const words = ['doctor', '--config', join(folder, 'diglot.yaml'), '--data', folder, '--reach'];
      const { code, out } = await runWords(words);
      expect(code).toBe(3);
      expect(out).toMatch(
        /^ok {3}provider good .* answers \(404\); its credential can be had, and only a call can prove it$/m,
      );
      expect(out).toMatch(
        /^bad {2}provider bad .*there is no credential for .*: the token endpoint answered 401 \(invalid_client\)$/m,
      );
      expect(out).not.toContain('CANARY');
      expect(upstream.requests.map(({ headers }) => headers['authorization'])).toEqual(['Bearer CANARY-token']);
    });
    await Promise.all([issuer.close(), upstream.close()]);
  });
});

import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeExpress } from '../../src/http/app.ts';
import { consolePages, isConsolePage } from '../../src/http/pages/console-pages.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the pages of the web console', () => {
  let server: Server;
  let folder = '';
  let url = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'diglot-pages-'));
    await mkdir(join(folder, 'assets'));
    const page = '<script nonce="__DIGLOT_CSP_NONCE__" src="/console/assets/app-1.js"></script>';
    await writeFile(join(folder, 'index.html'), page);
    await writeFile(join(folder, 'front.html'), `front ${page}`);
    await writeFile(join(folder, 'assets/app-1.js'), 'run()');
    await writeFile(join(folder, 'assets/app-1.js.br'), 'small');
    await writeFile(join(folder, 'assets/secret.key'), 'no');
    const app = makeExpress();
    app.use((request, _response, next) => {
      // What `trackRequest` notes in the whole application.
      Object.assign(request, { call: { isPage: false, requestId: 'req_1' } });
      next();
    });
    app.use(consolePages(pathToFileURL(`${folder}/`)));
    app.use((_request, response) => void response.status(418).end());
    server = createServer(app).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const ask = (path: string, headers: Readonly<Record<string, string>> = html) =>
    fetch(`${url}${path}`, { headers, redirect: 'manual' });

  it.each(['/console/', '/console/sign-in', '/console/keys/key_1?tab=scope'])('has one page for %s', async (path) => {
    const answer = await ask(path);
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
    expect(nonce).toMatch(/^[\w+/]{22}==$/);
    expect(await answer.text()).toContain(`nonce="${nonce}"`);
    expect(answer.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each(['*/*', 'text/*', 'text/html;q=0.1, application/json;q=0'])('has it for who takes %s', async (accept) => {
    expect((await ask('/console/', { accept })).status).toBe(200);
  });

  it('has a new nonce each time', async () => {
    const policies = await Promise.all([ask('/console/'), ask('/console/')]);
    expect(new Set(policies.map(({ headers }) => headers.get('content-security-policy'))).size).toBe(2);
  });

  it('sends files whose names change with their content once, in the smallest form', async () => {
    const answer = await ask('/console/assets/app-1.js', { 'accept-encoding': 'identity' });
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual([
      'run()',
      'public, max-age=31536000, immutable',
    ]);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  });

  it.each(['/console/assets/absent.js', '/console/assets/secret.key', '/console/assets/..%2findex.html'])(
    'leaves %s to the API, which knows nothing of it',
    async (path) => expect((await ask(path)).status).toBe(418),
  );

  it('leaves what no browser navigates to, and the control API, to the API', async () => {
    expect((await ask('/console/keys', { accept: 'application/json' })).status).toBe(418);
    expect((await ask('/console/api/keys')).status).toBe(418);
    expect((await ask('/console/api')).status).toBe(418);
    expect(['/console', '/console/', '/console/apis'].map(isConsolePage)).toEqual([true, true, true]);
    expect(
      ['/console/api', '/console/api/x', '/console/api?x', '/consoles', '/console/%2e'].map(isConsolePage),
    ).toEqual([false, false, false, false, false]);
  });

  it('begins with the front page', async () => {
    expect(await (await ask('/')).text()).toMatch(/^front/);
    expect((await ask('/', { accept: '*/*' })).status).toBe(418);
    const moved = await ask('/console');
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/console/']);
  });
});

describe('the reference', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.close());

  it('runs its own scripts alone and connects to nothing', async () => {
    const answer = await fetch(`${gateway.url}/docs/console`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
    expect(scripts.split(' ').every((source) => /^'sha256-[\w+/]{43}='$/.test(source))).toBe(true);
    expect(policy).toContain("connect-src 'none'");
  });

  it('has plain pages beside it that run no script', async () => {
    for (const path of ['/docs', '/errors', '/errors/invalid_value']) {
      const { headers } = await fetch(`${gateway.url}${path}`, { headers: html });
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
  });
});

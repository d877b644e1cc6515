import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { makeExpress } from '../../../src/http/app.ts';
import { reportError } from '../../../src/http/answer-error.ts';
import { consolePages } from '../../../src/http/pages/console-pages.ts';
import { publicPages } from '../../../src/http/pages/public-pages.ts';
import { trackRequest, type FinishedCall } from '../../../src/http/request.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

it('a page that fails shows nothing of the inside, and is logged', async () => {
  const causes: unknown[] = [];
  const failure = new Error('EACCES, open /srv/secret');
  const app = makeExpress();
  const pages = { documents: {}, docsFolder: new URL('file:///nowhere/'), origin: () => 'http://x' };
  const calls: FinishedCall[] = [];
  const ready = (): boolean => {
    throw failure;
  };
  const clock = makeHandClock();
  app.use(trackRequest({ newRequestId: () => 'req_1', clock, observe: (call) => void calls.push(call) }));
  app.use(publicPages({ ...pages, run: null, trouble: () => null, warning: () => null, ready }));
  const log = { ...silentLog, error: (_message: string, _fields?: object, cause?: unknown) => void causes.push(cause) };
  const settings = () => ({ publicUrl: null });
  app.use(reportError({ clock, log, server: settings, control: { countRefusal: () => undefined } }));
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => void server.once('listening', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'req_1']);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal' } });
  expect(text).not.toContain('secret');
  expect(causes).toEqual([failure]);
  expect(calls).toEqual([]);
});

it.each([
  ['/docs/spec-a', 'docs/spec-a.html', undefined],
  ['/docs/spec-a', 'docs/spec-a.html.br', 'br'],
  ['/console/assets/page.js', 'console/assets/page.js', undefined],
  ['/console/assets/page.js', 'console/assets/page.js.gz', 'gzip'],
])('the answers of a page that was built share its bytes: %s from %s', async (path, file, encoding) => {
  const folder = await mkdtemp(join(tmpdir(), 'diglot-pages-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'docs'));
  await mkdir(join(folder, 'console/assets'), { recursive: true });
  for (const name of ['docs/spec-a.html', 'console/assets/page.js', file]) await writeFile(join(folder, name), name);
  const app = makeExpress();
  const bodies: unknown[] = [];
  const url = pathToFileURL(`${folder}/`);
  app.use(trackRequest({ newRequestId: () => 'req_1', clock: makeHandClock(), observe: () => undefined }));
  app.use((_request, response, next) => {
    const end = response.end.bind(response);
    response.end = ((...parts: Parameters<typeof end>) => {
      bodies.push(parts[0]);
      return end(...parts);
    }) as typeof end;
    next();
  });
  const pages = { documents: { 'spec-a': '{}' }, docsFolder: new URL('docs/', url), origin: () => 'http://x' };
  app.use(consolePages(new URL('console/', url)));
  app.use(publicPages({ ...pages, run: null, trouble: () => null, warning: () => null, ready: () => true }));
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => void server.once('listening', resolve));
  const ask = async (): Promise<void> => {
    const headers = { 'accept-encoding': encoding ?? 'identity', connection: 'close' };
    const asked = get(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, { headers });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, encoding]);
    await once(answer.resume(), 'end');
  };
  await ask();
  await ask();
  expect(String(bodies[0])).toBe(file);
  expect(bodies[1] === bodies[0]).toBe(true);
  await writeFile(join(folder, file), 'built again');
  await ask();
  expect(String(bodies[2])).toBe('built again');
});

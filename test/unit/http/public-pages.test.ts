import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { makeHttpApp } from '../../../src/http/app.ts';
import { reportError } from '../../../src/http/answer-error.ts';
import { publicPages } from '../../../src/http/pages/public-pages.ts';
import { trackRequest, type FinishedCall } from '../../../src/http/request.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

it('a page that fails shows nothing of the inside, and is logged', async () => {
  const causes: unknown[] = [];
  const failure = new Error('EACCES, open /srv/secret');
  const app = makeHttpApp();
  const pages = { documents: {}, docsFolder: new URL('file:///nowhere/'), origin: () => 'http://x' };
  const calls: FinishedCall[] = [];
  const ready = (): boolean => {
    throw failure;
  };
  const clock = makeHandClock();
  app.use(trackRequest({ newRequestId: () => 'req_1', clock, observe: (call) => void calls.push(call) }));
  app.use(publicPages({ ...pages, trouble: () => null, ready }));
  const log = { ...silentLog, error: (_message: string, _fields?: object, cause?: unknown) => void causes.push(cause) };
  app.use(reportError({ clock, log, control: { countRefusal: () => undefined } }));
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

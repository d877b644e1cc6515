import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { makeHttpApp } from '../../../src/http/app.ts';
import { mountPublicPages, reportPageFailures } from '../../../src/http/public-pages.ts';
import { silentLog } from '../../../src/shared/log.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';

it('a page that fails shows nothing of the inside, and is logged', async () => {
  const causes: unknown[] = [];
  const failure = new Error('EACCES, open /srv/secret');
  const app = makeHttpApp();
  const pages = { documents: {}, docsFolder: new URL('file:///nowhere/'), origin: () => 'http://x' };
  mountPublicPages(app, {
    ...pages,
    trouble: () => null,
    ready: () => {
      throw failure;
    },
  });
  const log = { ...silentLog, error: (_message: string, _fields?: object, cause?: unknown) => void causes.push(cause) };
  reportPageFailures(app, { newRequestId: () => 'req_1', clock: makeHandClock(), log });
  const server = createServer(app).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => void server.once('listening', resolve));
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/readyz`);
  const text = await answer.text();
  expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'req_1']);
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'internal' } });
  expect(text).not.toContain('secret');
  expect(causes).toEqual([failure]);
});

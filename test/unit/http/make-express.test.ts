import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { makeExpress } from '../../../src/http/app.ts';

it('a page that fails shows nothing of what it failed at', async () => {
  const app = makeExpress();
  app.get('/page', () => {
    throw new Error('CANARY');
  });
  const server = createServer(app);
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/page`);
  expect(response.status).toBe(500);
  expect(await response.text()).not.toMatch(/CANARY|\.ts:/);
});

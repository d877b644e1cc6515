import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rawClient } from '../fakes/raw-client.ts';
import { adminSecret, startConsole, type ConsoleGateway } from './start-console.ts';

describe('a connection whose request had a body that nobody reads', () => {
  let gateway: ConsoleGateway;
  beforeEach(async () => {
    gateway = await startConsole();
  });
  afterEach(() => gateway.close());

  it.each(['/v1/models', '/console/api/workspaces', '/nothing'])('serves the next request: %s', async (path) => {
    const client = await rawClient(gateway.url);
    const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${adminSecret}\r\n`;
    client.send(`${head}transfer-encoding: chunked\r\n\r\n0\r\n\r\n`);
    const { status } = await client.response();
    client.send(`${head}\r\n`);
    expect((await client.response()).status).toBe(status);
    client.socket.destroy();
  });
});

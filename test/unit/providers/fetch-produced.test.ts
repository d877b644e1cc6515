import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUpstreams } from '../../../src/providers/egress.ts';
import { isResultAddress, makeFetchProduced } from '../../../src/providers/fetch-produced.ts';
import { systemClock } from '../../../src/shared/time/clock.ts';
import { recordHold } from '../pipeline/record-hold.ts';
import { makeProvider } from '../../fakes/make-config.ts';

describe('the address of a result', () => {
  const provider = {
    ...makeProvider('up', 'a', 'https://api.example.com'),
    resultHosts: ['images.example.net', '*.blob.example.org'],
  };

  it.each([
    ['https://api.example.com/made/1.png', true],
    ['https://images.example.net/1.png', true],
    ['https://eu.blob.example.org/1.png?sig=x', true],
    ['http://images.example.net/1.png', false],
    ['https://images.example.net:8443/1.png', false],
    ['https://blob.example.org/1.png', false],
    ['https://evilblob.example.org/1.png', false],
    ['https://images.example.net.evil.com/1.png', false],
    ['https://user@images.example.net/1.png', false],
    ['http://api.example.com/1.png', false],
    ['https://169.254.169.254/latest', false],
    ['file:///etc/passwd', false],
  ])('is the provider’s own or one of its row: %s', (address, allowed) => {
    expect(isResultAddress(provider, new URL(address))).toBe(allowed);
  });
});

describe('fetching a result', () => {
  const upstreams = makeUpstreams(systemClock);
  const fetchProduced = makeFetchProduced(upstreams);
  afterAll(() => upstreams.close(0));
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/moved') return void response.writeHead(302, { location: '/image' }).end();
      if (request.url === '/page') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      if (request.url === '/gone') return void response.writeHead(404, { 'content-type': 'image/png' }).end('x');
      response.writeHead(200, { 'content-type': 'image/png' }).end(JSON.stringify(request.headers));
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('sends no credential', async () => {
    const bytes = await fetchProduced(recordHold(), makeProvider('up', 'a', origin), `${origin}/image`);
    expect(JSON.parse(String(bytes))).not.toHaveProperty('authorization');
  });

  it.each(['/moved', '/page', '/gone'])('takes nothing but an image that is there: %s', async (path) => {
    expect(await fetchProduced(recordHold(), makeProvider('up', 'a', origin), origin + path)).toBeNull();
  });

  it.each(['nowhere', 'http://127.0.0.1:9/x'])('takes nothing that cannot be had: %s', async (address) => {
    expect(await fetchProduced(recordHold(), makeProvider('up', 'a', 'http://127.0.0.1:9'), address)).toBeNull();
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/catalog/catalog.ts';
import { makeUpstreams } from '../../../src/providers/egress.ts';
import { isResultAddress, makeFetchProduced } from '../../../src/providers/fetch-produced.ts';
import { recordHold } from '../pipeline/record-hold.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
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

/** A call of which a test sees the memory and which it can end. */
function callTo(provider: Provider, most = Infinity) {
  const leaving = new Set<() => void>();
  const call = {
    hold: recordHold(),
    provider,
    held: 0,
    leave: () => {
      for (const action of leaving) action();
    },
    onLeave: (action: () => void) => {
      leaving.add(action);
      return () => void leaving.delete(action);
    },
    memory: {
      take: (bytes: number) => {
        if (call.held + bytes > most) throw new Error('The memory is full.');
        call.held += bytes;
      },
      give: (bytes: number) => void (call.held -= bytes),
    },
  };
  return call;
}

describe('fetching a result', () => {
  const clock = makeHandClock();
  const upstreams = makeUpstreams(clock);
  const fetcher = makeFetchProduced(upstreams, clock);
  const fetchProduced = (provider: Provider, address: string) => fetcher(callTo(provider))(address);
  afterAll(() => upstreams.close(0));
  let server: Server;
  let origin = '';
  const asked: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === '/begun') return void response.writeHead(200, { 'content-type': 'image/png' }).write('begun');
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
    const bytes = await fetchProduced(makeProvider('up', 'a', origin), `${origin}/image`);
    expect(JSON.parse(String(bytes))).not.toHaveProperty('authorization');
  });

  it.each(['/moved', '/page', '/gone'])('takes nothing but an image that is there: %s', async (path) => {
    expect(await fetchProduced(makeProvider('up', 'a', origin), origin + path)).toBeNull();
  });

  it.each(['nowhere', 'http://127.0.0.1:9/x'])('takes nothing that cannot be had: %s', async (address) => {
    expect(await fetchProduced(makeProvider('up', 'a', 'http://127.0.0.1:9'), address)).toBeNull();
  });

  it('gives all files of a call a minute together', async () => {
    const fetchOne = fetcher(callTo(makeProvider('up', 'a', origin)));
    expect(await fetchOne(`${origin}/image`)).not.toBeNull();
    clock.move(59_000);
    const slow = fetchOne(`${origin}/begun`);
    await expect.poll(() => asked.at(-1)).toBe('/begun');
    clock.move(1_000);
    expect(await slow).toBeNull();
    asked.length = 0;
    expect(await fetchOne(`${origin}/image`)).toBeNull();
    expect(asked).toEqual([]);
  });

  it('ends when the client leaves', async () => {
    const call = callTo(makeProvider('up', 'a', origin));
    const begun = fetcher(call)(`${origin}/begun`);
    await expect.poll(() => call.held).toBe('begun'.length);
    call.leave();
    expect(await begun).toBeNull();
    expect(call.held).toBe(0);
  });

  it('counts what it holds, and fetches nothing for which there is no memory', async () => {
    const provider = makeProvider('up', 'a', origin);
    const enough = callTo(provider);
    const bytes = await fetcher(enough)(`${origin}/image`);
    expect(enough.held).toBe(bytes?.length);
    const full = callTo(provider, 9);
    expect(await fetcher(full)(`${origin}/image`)).toBeNull();
    expect(full.held).toBe(0);
  });
});

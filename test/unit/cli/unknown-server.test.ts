import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CliContext } from '../../../src/cli/context.ts';
import { runWords, type Ended } from './make-context.ts';

interface Asked {
  readonly type?: string;
  /** Gets the address of each request. */
  readonly asked?: (url: string) => void;
}

/** Runs a command against a living server that answers everything else alike, or with each of several answers in turn. */
async function against(
  body: string | readonly string[],
  words: readonly string[],
  { type = 'application/json', asked }: Asked = {},
): Promise<Ended> {
  const answers = typeof body === 'string' ? null : [...body];
  const server = createServer((request, response) => {
    if (request.url === '/livez') return void response.end('{}');
    asked?.(request.url ?? '');
    response.writeHead(200, { 'content-type': type }).end(answers === null ? body : answers.shift());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    return await runWords([...words, '--url', url], { environment: { DIGLOT_ADMIN_KEY: 'dg-admin-of-nobody' } });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const commands = [
  ['keys', 'list'],
  ['usage'],
  ['ledger', 'verify'],
  ['keys', 'create', 'ci', '-w', 'acme'],
  ['workspaces', 'list'],
];
const strangers = ['{"ok":true}', '[]', 'null', '"hello"', '{"object":"list","data":[{"id":"gpt-5"}]}', '{', ''];

const call = {
  ...{ object: 'call', id: 'call_1', request_id: 'req_1', workspace_id: 'acme', key_id: 'key_1', model: 'gpt-5' },
  ...{ product_sku: 'all', operation: 'createChatCompletion', provider: 'openai', region: 'eu', status: 200 },
  ...{
    outcome: 'completed',
    usage_source: 'upstream',
    hold: '1',
    charge: '0.5',
    price_from: '2026-11-01T00:00:00.000Z',
  },
  ...{ started_at: '2026-11-20T00:00:00.000Z', ended_at: '2026-11-20T00:00:01.000Z', flags: [], losses: [] },
};

describe('a gateway of an earlier release', () => {
  it('does not send members that are new since, which are null then', async () => {
    const body = JSON.stringify({ object: 'list', data: [call], has_more: false, next: null });
    const { code, out } = await against(body, ['calls', 'list', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ data: [{ id: 'call_1', key_name: null, first_byte_milliseconds: null }] });
  });

  it('sends what may not be null', async () => {
    const { charge: _, ...without } = call;
    const body = JSON.stringify({ object: 'list', data: [without], has_more: false, next: null });
    expect((await against(body, ['calls', 'list'])).err).toContain('(the answer.data[0] has no charge)');
  });
});

describe('a list of calls', () => {
  it('goes on where a page ended early, until it has as many as were asked for', async () => {
    const page = (data: readonly object[], next: string | null) =>
      JSON.stringify({ object: 'list', data, has_more: next !== null, next });
    const urls: string[] = [];
    const pages = [page([], '900'), page([call], '400'), page([{ ...call, id: 'call_2' }], '300')];
    const { code, out } = await against(pages, ['calls', 'list', '--model', 'rare', '--limit', '2'], {
      asked: (url) => urls.push(url),
    });
    expect([code, out.match(/call_\d/g)]).toEqual([0, ['call_1', 'call_2']]);
    expect(urls.map((url) => /limit=.*/.exec(url)?.[0])).toEqual(['limit=2', 'limit=2&after=900', 'limit=1&after=400']);
  });
});

describe('a server that is no gateway', () => {
  it.each(commands.flatMap((words) => strangers.map((body) => ({ words, body }))))(
    'is named in one line: $words, $body',
    async ({ words, body }) => {
      const { code, out, err } = await against(body, words);
      expect({ code, out }).toEqual({ code: 1, out: '' });
      expect(err).toMatch(/^http:\/\/127\.0\.0\.1:\d+ is not a Diglot gateway: [^\n]+ with --url or DIGLOT_URL\.\n$/);
    },
  );

  it.each([
    ['usage', '--csv'],
    ['workspaces', 'list'],
  ])('is known by its media type: %s %s', async (...words) => {
    const { code, out, err } = await against('<h1>It works</h1>', words, { type: 'text/html; charset=utf-8' });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toContain('is not a Diglot gateway: its answer does not match the control API (');
  });

  it('is recognised by the place where its answer differs', async () => {
    const body = '{"object":"list","data":[{"object":"workspace","id":7}],"has_more":false,"next":null}';
    const { err } = await against(body, ['workspaces', 'list']);
    expect(err).toContain('(the answer.data[0] has no name)');
  });
});

/** Runs a command against a server whose answers are written by hand. */
async function answeredBy(answer: RequestListener, words: readonly string[], changes: Partial<CliContext> = {}) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { DIGLOT_ADMIN_KEY: 'dg-admin-of-nobody', DIGLOT_API_KEY: 'key', DIGLOT_URL: url };
  try {
    return await runWords(words, { environment, ...changes });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('a gateway that is slow, or silent', () => {
  it('is waited for as long as it verifies its ledger', async () => {
    const usual = getGlobalDispatcher();
    onTestFinished(() => setGlobalDispatcher(usual));
    setGlobalDispatcher(new Agent({ headersTimeout: 5_000 }));
    const body = JSON.stringify({ object: 'ledger_verification', ok: true, disagreements: [] });
    // It answers when another request, which is never answered, has been given up.
    const answer: RequestListener = ({ url, headers }, response) => {
      if (url === '/never') return;
      const reply = () => response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      if (url?.endsWith('/ledger/verify')) fetch(`http://${headers.host}/never`).catch(reply);
      else reply();
    };
    expect(await answeredBy(answer, ['ledger', 'verify'])).toEqual({ code: 0, out: 'Every row agrees.\n', err: '' });
  });

  it.concurrent.each([['keys', 'list'], ['ledger', 'verify'], ['whoami']])(
    'is named within 30 s by diglot %s',
    async (...words) => {
      const { code, err } = await answeredBy(() => undefined, words);
      expect([code, err]).toEqual([1, expect.stringMatching(/answer.*\bs\b|No gateway answers at .*timeout/)]);
    },
    30_000,
  );

  it.each([['keys', 'list'], ['ledger', 'verify'], ['whoami']])('is left at Ctrl-C by diglot %s', async (...words) => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 300);
    const answer: RequestListener = ({ url }, response) => void (url === '/livez' && response.end('{}'));
    const { code, err } = await answeredBy(answer, words, { stop: stopping.signal });
    expect([code, err]).toEqual([130, '']);
  });
});

describe('a refusal', () => {
  it.each([
    [
      'group_by[0] must be one of workspace, key; you sent "day".',
      '--by must be one of workspace, key; you sent "day".',
    ],
    ['limits.month must be a decimal number; you sent "5,5".', '--month must be a decimal number; you sent "5,5".'],
    ['scope.operations[0] must be one of chat; you sent "x".', '--operations must be one of chat; you sent "x".'],
    ['amount must not be 0, because that changes nothing.', 'credits must not be 0, because that changes nothing.'],
    ['email must be one e-mail address.', 'email must be one e-mail address.'],
    ['There is no key ci. limit must stay.', 'There is no key ci. limit must stay.'],
  ])('names what was written on the command line: %s', async (detail, shown) => {
    const answer: RequestListener = (_request, response) =>
      void response.writeHead(400, { 'content-type': 'application/problem+json' }).end(JSON.stringify({ detail }));
    expect(await answeredBy(answer, ['usage'])).toEqual({ code: 1, out: '', err: `${shown}\n` });
  });
});

describe('a call without an answer', () => {
  it.each([['keys', 'list'], ['ledger', 'verify'], ['whoami']])('names the address in diglot %s', async (...words) => {
    const server = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = { DIGLOT_ADMIN_KEY: 'dg-admin-of-nobody', DIGLOT_API_KEY: 'key-of-nobody' };
    const { code, err } = await runWords([...words, '--url', url], { environment });
    expect([code, err]).toEqual([
      1,
      `No gateway answers at ${url} (it does not speak TLS: the address begins with http://). Start one with npx diglot serve, or name the right one with --url or DIGLOT_URL.\n`,
    ]);
  });

  it('is reported where the other side wants to switch protocols', async () => {
    const answer: RequestListener = ({ url, socket }, response) => {
      if (url === '/livez') return void response.end('{}');
      socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
    };
    const { code, err } = await answeredBy(answer, ['ledger', 'verify']);
    expect([code, err]).toEqual([1, expect.stringMatching(/^No gateway answers at /)]);
  });

  it('is not called an absent gateway if the answer broke off', async () => {
    const answer: RequestListener = ({ url }, response) => {
      if (url === '/livez') return void response.end('{}');
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{', () => response.destroy());
    };
    const { code, err } = await answeredBy(answer, ['keys', 'list']);
    expect([code, err]).toEqual([1, expect.stringContaining('answer broke off') as string]);
  });
});

describe('what another server answers', () => {
  const notCompared = async (answer: RequestListener): Promise<string | undefined> =>
    /Prices were not compared with those in force: (.*)\. A start/
      .exec((await answeredBy(answer, ['check'])).out)?.[1]
      ?.replaceAll(/:\d+/g, '');

  it('is not taken for a refused administrator key by diglot check, nor waited for', async () => {
    const problem = { 'content-type': 'application/problem+json' };
    const with401: RequestListener = (_, response) => void response.writeHead(401, problem).end('{"detail":"No."}');
    const with503: RequestListener = (_, response) => void response.writeHead(503, problem).end('{"detail":"Down."}');
    expect(await notCompared(with401)).toBe('http://127.0.0.1 refuses the administrator key');
    expect(await notCompared(with503)).toContain('Down');
    expect(await notCompared(() => undefined)).toBe('http://127.0.0.1 did not answer within 5 s');
    const cut: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    };
    expect(await notCompared(cut)).toBe('http://127.0.0.1 did not answer within 5 s');
  }, 30_000);

  it.each([
    [200, '<h1>It works</h1>', 'does not serve /readyz (status 200)'],
    [200, '{"status":"ok"}', 'does not serve /readyz (status 200)'],
    [404, '{}', 'does not serve /readyz (status 404)'],
    [503, '{"status":"not ready","reason":"Away."}', 'not ready. Away.'],
    [200, '{"status":"ready","warning":"Look."}', 'Look.'],
  ])('is not taken for a gateway that is ready by diglot doctor: %i %s', async (status, body, words) => {
    const answer: RequestListener = (_, response) => void response.writeHead(status).end(body);
    const { code, out } = await answeredBy(answer, ['doctor']);
    expect([code, out]).toEqual([1, expect.stringMatching(/^bad +gateway /m)]);
    expect(out).toContain(words);
  });
});

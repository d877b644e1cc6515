import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryCalls } from '../../../src/cli/try/calls.ts';
import { demoAddress } from '../../../src/catalog/provider-overrides.ts';
import { makeModel, makeProvider, testKey } from '../../fakes/make-config.ts';
import { startSdkGateway, type SdkGateway } from '../../sdk/start-sdk-gateway.ts';
import { inFolder, runWords } from './make-context.ts';

/** What callers come back for, and the calls before it. */
const promised = [
  'GET /v1/models',
  'POST /v1/chat/completions',
  'GET /v1/chat/completions/{}',
  'DELETE /v1/chat/completions/{}',
  'POST /v1/responses',
  'GET /v1/responses/{}',
  'DELETE /v1/responses/{}',
  'POST /v1/conversations',
  'GET /v1/conversations/{}/items',
  'DELETE /v1/conversations/{}',
  'POST /v1/embeddings',
  'POST /v1/images/generations',
  'GET /v1/drive/files/{}/content',
  'POST /v1/audio/speech',
  'POST /v1/audio/transcriptions',
  'POST /v1/audio/voice_consents',
  'POST /v1/audio/voices',
  'GET /v1/audio/voices',
  'DELETE /v1/audio/voices/{}',
  'DELETE /v1/audio/voice_consents/{}',
  'POST /v1/files',
  'GET /v1/files/{}/content',
  'DELETE /v1/files/{}',
  'POST /v1/batches',
  'GET /v1/batches/{}',
  'POST /v1/messages',
  'POST /v1/messages/batches',
  'GET /v1/messages/batches/{}',
  'GET /v1/messages/batches/{}/results',
  'DELETE /v1/messages/batches/{}',
];

/** One gateway for all tests around it. */
function sharedSdkGateway(): () => SdkGateway {
  let running: SdkGateway | null = null;
  beforeAll(async () => {
    running = await startSdkGateway();
  });
  afterAll(() => running?.close());
  return () => {
    if (!running) throw new Error('The gateway has not started.');
    return running;
  };
}

/** Runs an action against a server that answers everything with this listener. */
async function against<Result>(listener: RequestListener, action: (url: string) => Promise<Result>): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  try {
    return await action(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const environment = { DIGLOT_API_KEY: 'our key' };
const billed = { 'x-diglot-charge': '0.00001', 'x-diglot-product-sku': 'demo', 'x-request-id': 'req_1' };

/** Answers every call with the same, which is what only one of them asked for. */
const always =
  (body: string, type = 'application/json'): RequestListener =>
  (request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': type, ...billed });
    response.end(body);
  };

/** One call of `diglot try --json`. */
interface Reported {
  readonly operation: string;
  readonly note: string | null;
  readonly path: string | null;
  readonly status: number;
  readonly charge: string | null;
  readonly seen: { readonly text: string } | null;
  readonly error: { readonly message: string } | null;
  readonly skipped: string | null;
}

const toldOf = (out: string): readonly Reported[] => JSON.parse(out) as readonly Reported[];

describe('diglot try against the built-in demo', () => {
  const gateway = sharedSdkGateway();
  const words = (...more: readonly string[]) => ['try', '--url', gateway().origin, ...more];
  const ours = { environment: { DIGLOT_API_KEY: testKey } };
  const listed = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
    const answer = await fetch(`${gateway().origin}${path}`, {
      headers: { authorization: `Bearer ${testKey}`, ...headers },
    });
    const { data } = (await answer.json()) as { readonly data: readonly unknown[] };
    return data.length;
  };

  const specB = { 'anthropic-version': '2023-06-01' };
  const voices = { 'x-product-sku': 'test' };
  /** How many objects the key has of each kind. */
  const kept = async () => ({
    files: await listed('/v1/files'),
    filesOfSpecB: await listed('/v1/files', specB),
    messageBatches: await listed('/v1/messages/batches', specB),
    completions: await listed('/v1/chat/completions'),
    voices: await listed('/v1/audio/voices', voices),
    consents: await listed('/v1/audio/voice_consents', voices),
  });

  it('covers what callers come back for, prints each call in one line, and deletes what it made', async () => {
    const before = await kept();
    const { code, out, err } = await runWords(words(), ours);
    expect({ code, err, bad: out.split('\n').filter((line) => /^[✗–]/.test(line)) }).toEqual({
      code: 0,
      err: '',
      bad: [],
    });
    const lines = out.split('\n').filter((line) => line.startsWith('✓ '));
    expect(lines.length).toBeGreaterThanOrEqual(40);
    expect(out).toMatch(/^✓ POST \/v1\/chat\/completions, streamed +200 +\d+ ms .* \(\d+ tokens in, \d+ out\)$/m);
    expect(out).toMatch(
      /^✓ GET \/v1\/realtime\?model=demo +101 +\d+ ms .*You said: Say hello.* \(\d+ tokens in, \d+ out\)$/m,
    );
    expect(out).toMatch(/^✓ POST \/v1\/embeddings +200 +\d+ ms +0\.\d+ /m);
    expect(out).toMatch(/^✓ GET \/v1\/drive\/files\/\{image\}\/content +200 .* bytes of image\/png/m);
    expect(out).toMatch(/^✓ GET \/v1\/batches\/\{batch\} .* completed$/m);
    expect(out).toMatch(/^✓ GET \/v1\/messages\/batches\/\{messages\} .* ended$/m);
    expect(out).toMatch(/^\d+ calls, none failed, at least 0\.\d+ credits, 3 charges unknown, \d+\.\d s\.$/m);
    expect(await kept()).toEqual(before);
  });

  it('asks for every kind of object that is kept', () => {
    const operations = tryCalls('demo').map(({ operation }) => operation.replaceAll(/\{\w+\}/g, '{}'));
    expect(operations).toEqual(expect.arrayContaining(promised));
  });

  it('calls nothing for a model that does not exist: other calls would be charged', async () => {
    expect(await runWords(words('--model', 'nope'), ours)).toEqual({
      code: 1,
      out: `${gateway().origin}\n`,
      err: 'There is no model nope. GET /v1/models lists what this key may call.\n',
    });
  });

  it('fails when the models fail, says whose fault it is, and does not wait for what cannot come', async () => {
    const { code, out } = await runWords(words('--model', 'demo-429', '--json'), ours);
    expect(code).toBe(3);
    const reported = toldOf(out);
    expect(reported.find(({ path }) => path === '/v1/chat/completions')).toMatchObject({ status: 429, charge: null });
    expect(reported.find(({ operation }) => operation === 'GET /v1/responses/{response}')).toMatchObject({
      path: null,
      skipped: 'no earlier call returned {response}',
    });
    expect(reported.find(({ operation }) => operation === 'POST /v1/embeddings')).toMatchObject({ status: 200 });
  });
});

describe('diglot try against a catalogue without the demo models', () => {
  const chatOnly = {
    ...makeProvider('up', 'a', ''),
    baseUrl: demoAddress,
    credential: null,
    operations: ['chat', 'models'],
  };
  const ours = { environment: { DIGLOT_API_KEY: testKey } };

  it('takes a model that converses, and says what the providers lack and why', async () => {
    const gateway = await startSdkGateway({
      providers: [chatOnly],
      models: [
        makeModel('a-listener', ['up'], { operations: ['audio'] }),
        makeModel('demo-long', ['up']),
        makeModel('demo-429', ['up']),
      ],
    });
    try {
      const { code, out } = await runWords(['try', '--url', gateway.origin], ours);
      expect(out).toMatch(/^✓ POST \/v1\/chat\/completions, streamed +200/m);
      // Translated: the provider speaks Chat Completions alone.
      expect(out).toMatch(/^✓ POST \/v1\/responses +200/m);
      expect(out).toMatch(/^✓ POST \/v1\/messages +200/m);
      expect(out).toMatch(/^– POST \/v1\/files +skipped: No provider serves files in region global/m);
      expect(out).toMatch(/^– POST \/v1\/messages\/batches +skipped: .*demo-long.*$/m);
      expect(out).toMatch(/calls, none failed, \d+ skipped/);
      expect(out).not.toMatch(/^✗/m);
      expect(code).toBe(0);
    } finally {
      await gateway.close();
    }
  });
});

describe('diglot try', () => {
  it('does not take an answer for good that is not what was asked for', () =>
    against(always('{"object":"list","data":[{"id":"x"}]}'), async (url) => {
      const { code, out } = await runWords(['try', '--url', url, '--json'], { environment });
      expect(code).toBe(1);
      expect(toldOf(out)[0]).toMatchObject({
        path: '/v1/models',
        error: null,
        charge: '0.00001',
        seen: { text: '1 listed' },
      });
      expect(toldOf(out)[1]).toMatchObject({ status: 200, error: { message: 'The answer has no text.' } });
      const upload = toldOf(out).find(({ operation }) => operation === 'POST /v1/files');
      expect(upload).toMatchObject({ error: { message: 'The answer has no id.' } });
    }));

  it('leaves out, and says so, what the gateway has no demo model for', () =>
    against(always('{"data":[{"id":"x"}]}'), async (url) => {
      const { out } = await runWords(['try', '--url', url], { environment });
      expect(out).toMatch(/^– POST \/v1\/audio\/speech +skipped: the list of models does not have demo-speech$/m);
      expect(out).toMatch(/\d+ calls, \d+ failed, \d+ skipped/);
    }));

  it('leaves out a specification of which the key may call no model', () =>
    against(always('{"data":[]}'), async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(1);
      expect(out.match(/^– all calls +skipped: the key cannot call any model of this specification$/gm)).toHaveLength(
        2,
      );
      expect(out).toContain('No model answered. Name one that this key may call with --model.');
    }));

  /** Runs the command against a gateway that answers everything, and stops it at this call. */
  const stopAt = async (operation: string, times = 1) => {
    const stop = new AbortController();
    const facts: string[] = [];
    const stopping: RequestListener = (request, response) => {
      facts.push(`${request.method} ${request.url}`);
      request.resume();
      if (facts.filter((fact) => fact === operation).length === times) stop.abort();
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"id":"made","deleted":true,"choices":[{"message":{"content":"x"}}],"data":[{"id":"demo"}]}');
      });
    };
    const ended = await against(stopping, (url) => runWords(['try', '--url', url], { environment, stop: stop.signal }));
    return { ...ended, facts };
  };

  it('deletes what it made also when it is stopped', async () => {
    const { facts, code, err } = await stopAt('GET /v1/files/made/content');
    expect(facts.slice(facts.indexOf('GET /v1/files/made/content') + 1)).toEqual(['DELETE /v1/files/made']);
    expect([code, err]).toEqual([130, '']);
  });

  it.each([
    ['the list of models', 'GET /v1/models', 1],
    ['the first call', 'POST /v1/chat/completions', 1],
    // The one of Spec B: the second of Spec A is among its calls.
    ['the list of models of Spec B', 'GET /v1/models', 3],
    ['a call of Spec B', 'POST /v1/messages/batches', 1],
  ])('exits as a command that was interrupted when it is stopped at %s', async (_, operation, times) => {
    const { code, out, err } = await stopAt(operation, times);
    expect([code, err]).toEqual([130, '']);
    expect(out).toMatch(/\d+ calls?, .*\.\n$/);
  });

  it.each([
    [403, 'gateway', 4],
    [403, 'upstream', 3],
    [500, 'upstream', 3],
    [502, 'gateway', 3],
    [408, 'gateway', 3],
    [500, 'gateway', 1],
  ])('exits so that a script can tell: %d of the %s is %d', (status, source, expected) => {
    const refuse: RequestListener = (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-diglot-error-source': source });
      response.end('{"error":{"message":"It cannot be.","type":"t"}}');
    };
    return against(refuse, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(expected);
      expect(out).toContain('  It cannot be. (');
    });
  });

  it('tells the refusal of the provider’s credential from that of the key', () => {
    const refuse: RequestListener = (request, response) => {
      request.resume();
      const isList = request.url === '/v1/models';
      const type = { 'content-type': 'application/json' };
      response.writeHead(isList ? 200 : 401, isList ? type : { ...type, 'x-diglot-error-source': 'upstream' });
      response.end(isList ? '{"data":[{"id":"demo"}]}' : '{"error":{"message":"Incorrect API key.","type":"t"}}');
    };
    return against(refuse, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(out).toContain('Incorrect API key. (upstream, ');
      expect(code).toBe(3);
    });
  });

  it('stops at once if the key is refused, and says why', async () => {
    const paths: string[] = [];
    const refuse: RequestListener = ({ url = '' }, response) => {
      paths.push(url);
      response.writeHead(401, { 'content-type': 'application/json', 'x-diglot-error-source': 'gateway' });
      response.end('{"error":{"message":"This API key is unknown.","type":"t"}}');
    };
    await against(refuse, async (url) => {
      const { code, err } = await runWords(['try', '--url', url], { environment });
      expect([code, err, paths]).toEqual([4, `${url}: This API key is unknown.\n`, ['/v1/models']]);
    });
  });

  it('takes an error inside a stream for a failure', () => {
    const breaking: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"delta":{"content":"H"}}]}\n\ndata: {"error":{"message":"It broke."}}\n\n');
    };
    return against(breaking, async (url) => {
      const { code, out } = await runWords(['try', '--url', url], { environment });
      expect(code).toBe(1);
      expect(out).toContain('It broke.');
    });
  });

  const sse = (...data: readonly string[]): string => data.map((each) => `data: ${each}\n\n`).join('');
  const text = '{"choices":[{"delta":{"content":"H"}}]}';
  const finish = '{"choices":[{"delta":{},"finish_reason":"stop"}]}';
  const textB = '{"type":"content_block_delta","delta":{"type":"text_delta","text":"H"}}';
  const endB = '{"type":"message_stop"}';

  it.each([
    ['no stream', '{"choices":[{"message":{"content":"H"}}],"content":[{"text":"H"}]}', false, false],
    ['a stream that is torn', sse(text, textB), false, false],
    ['a stream without [DONE]', sse(text, finish), false, false],
    ['a stream without finish_reason', sse(text, '[DONE]'), false, false],
    ['a whole stream of Spec A', sse(text, finish, '[DONE]'), true, false],
    ['a whole stream of Spec B', sse(textB, endB), false, true],
  ])('takes for streamed only what is a stream and came whole: %s', async (_, body, isGoodA, isGoodB) => {
    const type = body.startsWith('data:') ? 'text/event-stream' : 'application/json';
    const answer: RequestListener = (request, response) => {
      const isList = request.url === '/v1/models';
      always(isList ? '{"data":[{"id":"demo"}]}' : body, isList ? 'application/json' : type)(request, response);
    };
    await against(answer, async (url) => {
      const { out } = await runWords(['try', '--url', url, '--json'], { environment });
      const streamed = toldOf(out).filter(({ note }) => note === 'streamed');
      expect(streamed.map(({ error }) => error === null)).toEqual([isGoodA, isGoodB]);
    });
  });

  it('does not count a charge that it does not know as nothing', async () => {
    const answer: RequestListener = (request, response) => {
      request.resume();
      const isList = request.url === '/v1/models';
      response.writeHead(200, { 'content-type': isList ? 'application/json' : 'text/event-stream' });
      response.end(isList ? '{"data":[{"id":"demo"}]}' : sse(text, finish, '[DONE]'));
    };
    await against(answer, async (url) => {
      const { out } = await runWords(['try', '--url', url], { environment });
      expect(out).toMatch(/, at least 0 credits, \d+ charges unknown, /);
    });
  });

  it.each([
    ['/v1/batches/made', ['DELETE /v1/files/made']],
    ['/v1/messages/batches/made', []],
  ])('has the batch that it made cancelled also when it is stopped: %s', async (path, others) => {
    const { facts, code } = await stopAt(`GET ${path}`);
    expect(facts.slice(facts.indexOf(`GET ${path}`) + 1)).toEqual([`POST ${path}/cancel`, ...others]);
    expect(code).toBe(130);
  });

  it.each([
    ['--url', ['--url', 'http://127.0.0.1:9'], {}],
    ['DIGLOT_URL', [], { DIGLOT_URL: 'http://127.0.0.1:9' }],
  ] as const)('sends the demo key of this folder to no gateway that %s names', async (_, more, named) =>
    inFolder({ 'demo-key': 'sk-dg-demo\n' }, async (folder) => {
      for (const command of ['try', 'env', 'whoami']) {
        const { code, out, err } = await runWords([command, '--data', folder, ...more], { environment: { ...named } });
        expect([command, code, out]).toEqual([command, 1, '']);
        expect(err).toMatch(/^DIGLOT_API_KEY is not set/);
      }
    }),
  );

  it('says what to do when no server answers', async () => {
    const { code, err } = await runWords(['try', '--url', 'http://127.0.0.1:9'], { environment });
    expect(code).toBe(1);
    expect(err).toContain('No gateway answers at http://127.0.0.1:9');
    expect(err).toContain('diglot serve');
  });
});

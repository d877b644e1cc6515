import type OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunk, json, pause, sse, sseHead, stall } from '../fakes/script.ts';
import { openaiMajors } from './sdk-clients.ts';
import { jsonRequestBytes, poorKey, startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

describe.each(openaiMajors)('%s, when something is wrong', (_name, Client) => {
  let gateway: SdkGateway;
  let client: OpenAI;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.openai);
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const create = (model: string, using: OpenAI = client): Promise<unknown> =>
    using.chat.completions.create({ model, messages });
  const failure = async (promise: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> => {
    const error: unknown = await promise.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Client.APIError)) throw new Error(`no API error: ${String(error)}`);
    return error;
  };

  it('400: the field is named', async () => {
    const error = await failure(client.chat.completions.create({ model: 'demo', messages, temperature: -9 }));
    expect(error).toBeInstanceOf(Client.BadRequestError);
    expect(error).toMatchObject({ status: 400, type: 'invalid_request_error', param: 'temperature' });
    expect(error.headers?.get('x-diglot-error-source')).toBe('gateway');
  });

  it('401: the key is unknown, or missing', async () => {
    const error = await failure(create('demo', new Client({ ...gateway.openai, apiKey: 'sk-nobody-knows' })));
    expect(error).toBeInstanceOf(Client.AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  });

  it('403: no credits', async () => {
    const error = await failure(create('demo', new Client({ ...gateway.openai, apiKey: poorKey })));
    expect(error).toBeInstanceOf(Client.PermissionDeniedError);
    expect(error).toMatchObject({ status: 403, code: 'insufficient_credits', type: 'permission_error' });
  });

  it('404: no such model', async () => {
    const error = await failure(create('demmo'));
    expect(error).toBeInstanceOf(Client.NotFoundError);
    expect(error).toMatchObject({ status: 404, code: 'model_not_found' });
    expect(error.message).toContain('Did you mean demo');
  });

  it('413: too large, also while still sending', async () => {
    const content = 'x'.repeat(jsonRequestBytes * 8);
    const error = await failure(
      client.chat.completions.create({ model: 'demo', messages: [{ role: 'user', content }] }),
    );
    expect(error).toMatchObject({ status: 413, code: 'request_too_large' });
  });

  it('429: the upstream’s own, with its Retry-After', async () => {
    const error = await failure(create('demo-429'));
    expect(error).toBeInstanceOf(Client.RateLimitError);
    expect(error.headers?.get('retry-after')).toBe('1');
    expect(error.headers?.get('x-diglot-error-source')).toBe('upstream');
    expect(error.message).toContain('Rate limit reached');
  });

  it('400: the upstream’s own reason, and the field that was sent', async () => {
    const reason = {
      message: 'Too long.',
      type: 'invalid_request_error',
      param: 'messages',
      code: 'context_length_exceeded',
    };
    gateway.upstream.next(json({ error: reason }, { status: 400 }));
    expect(await failure(create('scripted'))).toMatchObject({
      ...reason,
      status: 400,
      message: '400 Too long.',
      error: reason,
    });
    gateway.upstream.next(
      sse([`data: ${JSON.stringify({ error: { message: 'Slow.', code: 'too_many_requests' } })}\n\n`]),
    );
    const stream = client.chat.completions.create({ model: 'scripted', messages, stream: true });
    expect(await failure(stream)).toMatchObject({ status: 429, code: 'rate_limit_exceeded' });
  });

  it.each([500, 503, 529])('%i: as the upstream sent it', async (status) => {
    gateway.upstream.next(json({ error: { message: 'The engine stopped.', type: 'server_error' } }, { status }));
    const error = await failure(create('scripted'));
    expect(error).toBeInstanceOf(Client.InternalServerError);
    expect(error.status).toBe(status);
    expect(error.message).toContain('The engine stopped.');
    expect(error.requestID).toBeTruthy();
  });

  it('502: an answer that cannot be used is asked for once', async () => {
    const trying = new Client({ ...gateway.openai, maxRetries: 2 });
    gateway.upstream.always(json('no JSON'));
    const attempts: readonly (() => Promise<unknown>)[] = [
      () => create('scripted', trying),
      () => trying.responses.create({ model: 'scripted', input: 'Hi' }),
      () => trying.embeddings.create({ model: 'scripted', input: 'Hi' }),
      () => trying.completions.create({ model: 'scripted', prompt: 'Hi' }),
    ];
    for (const attempt of attempts) {
      const before = gateway.upstream.requests.length;
      expect(await failure(attempt())).toMatchObject({ status: 502, code: 'upstream_invalid' });
      expect(gateway.upstream.requests.length - before).toBe(1);
    }
  });

  it('throws the error of a stream that breaks after it began', async () => {
    gateway.upstream.next([
      sseHead(),
      chunk('data: {"choices":[{"index":0,"delta":{"content":"Hel"}}]}\n\n'),
      { kind: 'reset' },
    ]);
    const stream = await client.chat.completions.create({ model: 'scripted', messages, stream: true });
    const read = async (): Promise<void> => {
      for await (const part of stream) expect(part.choices[0]?.delta.content).toBe('Hel');
    };
    await expect(read()).rejects.toThrow();
  });

  it('ends the upstream call soon after leaving the loop', async () => {
    const event = 'data: {"choices":[{"index":0,"delta":{"content":"x"}}]}\n\n';
    gateway.upstream.next([sseHead(), chunk(event), pause(10), chunk(event), stall]);
    const stream = await client.chat.completions.create({ model: 'scripted', messages, stream: true });
    for await (const part of stream) if (part) break;
    const { closed } = await gateway.upstream.request(1);
    await closed;
  });

  it('ends the upstream call at an abort before the first byte', async () => {
    gateway.upstream.next([stall]);
    const abort = new AbortController();
    const call = client.chat.completions.create({ model: 'scripted', messages }, { signal: abort.signal });
    const request = await gateway.upstream.request(1);
    abort.abort();
    await expect(call).rejects.toBeInstanceOf(Client.APIUserAbortError);
    await request.closed;
  });
});

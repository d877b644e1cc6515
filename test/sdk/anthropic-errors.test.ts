import type Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chunk, json, reset, sseHead, stall } from '../fakes/script.ts';
import { anthropicMajors } from './sdk-clients.ts';
import { jsonRequestBytes, poorKey, startSdkGateway, type SdkGateway } from './start-sdk-gateway.ts';

describe.each(anthropicMajors)('%s, when something is wrong', (_name, Client) => {
  let gateway: SdkGateway;
  let client: Anthropic;
  beforeAll(async () => {
    gateway = await startSdkGateway();
    client = new Client(gateway.anthropic);
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const body = { max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] };
  const create = (model: string, using: Anthropic = client): Promise<unknown> =>
    using.messages.create({ ...body, model });
  const failure = async (promise: Promise<unknown>): Promise<InstanceType<typeof Anthropic.APIError>> => {
    const error: unknown = await promise.then(
      () => null,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Client.APIError)) throw new Error(`no API error: ${String(error)}`);
    expect(error.error).toMatchObject({ type: 'error', request_id: error.requestID });
    return error;
  };
  const typeOf = (error: { readonly error: unknown }): unknown =>
    (error.error as { error: { type: unknown } }).error.type;

  it('400: a limit outside of 1 to 1000', async () => {
    for (const limit of [0, 1_001]) {
      const error = await failure(Promise.resolve(client.models.list({ limit })));
      expect(error).toBeInstanceOf(Client.BadRequestError);
      expect(typeOf(error)).toBe('invalid_request_error');
      expect(error.message).toContain('limit');
    }
  });

  it('400: a field of the wrong type', async () => {
    const error = await failure(
      client.messages.create({ ...body, model: 'demo', max_tokens: 'many' as unknown as number }),
    );
    expect([error.status, typeOf(error)]).toEqual([400, 'invalid_request_error']);
    expect(error.message).toContain('max_tokens');
  });

  it('401: the key is unknown', async () => {
    const error = await failure(create('demo', new Client({ ...gateway.anthropic, apiKey: 'nobody-knows' })));
    expect(error).toBeInstanceOf(Client.AuthenticationError);
    expect(typeOf(error)).toBe('authentication_error');
  });

  it('403: no credits', async () => {
    const error = await failure(create('demo', new Client({ ...gateway.anthropic, apiKey: poorKey })));
    expect(error).toBeInstanceOf(Client.PermissionDeniedError);
    expect(typeOf(error)).toBe('permission_error');
  });

  it('404: no such model', async () => {
    const error = await failure(create('demmo'));
    expect(error).toBeInstanceOf(Client.NotFoundError);
    expect(typeOf(error)).toBe('not_found_error');
  });

  it('413: too large', async () => {
    const messages = [{ role: 'user' as const, content: 'x'.repeat(jsonRequestBytes * 8) }];
    const error = await failure(client.messages.create({ ...body, model: 'demo', messages }));
    expect([error.status, typeOf(error)]).toEqual([413, 'request_too_large']);
  });

  it('429: the upstream’s own, with its Retry-After', async () => {
    const error = await failure(create('demo-429'));
    expect(error).toBeInstanceOf(Client.RateLimitError);
    expect([typeOf(error), error.headers?.get('retry-after')]).toEqual(['rate_limit_error', '1']);
  });

  it('529: overloaded', async () => {
    const error = await failure(create('demo-529'));
    expect(error).toBeInstanceOf(Client.InternalServerError);
    expect([error.status, typeOf(error)]).toEqual([529, 'overloaded_error']);
  });

  it('500: as the upstream sent it', async () => {
    gateway.upstream.next(
      json({ type: 'error', error: { type: 'api_error', message: 'Internal server error' } }, { status: 500 }),
    );
    const error = await failure(create('scripted'));
    expect(error).toBeInstanceOf(Client.InternalServerError);
    expect([error.status, typeOf(error)]).toEqual([500, 'api_error']);
  });

  it('400: an error that the newest SDK has a class for, by its code', async () => {
    const details = { error_code: 'image_dimensions_too_large', max_side_length_pixels: 8_000, paths: ['messages.0'] };
    const error = { type: 'invalid_request_error', message: 'Too large.', details };
    gateway.upstream.next(json({ type: 'error', error }, { status: 400 }));
    const thrown = await failure(create('scripted'));
    expect(thrown).toBeInstanceOf(Client.BadRequestError);
    // The SDK before 1.0 does not know codes.
    if (!('ImageDimensionsTooLargeError' in Client)) return;
    expect(thrown).toBeInstanceOf(Client.ImageDimensionsTooLargeError);
    expect([thrown.errorCode, thrown.details]).toEqual([details.error_code, details]);
    const own = await failure(create('demmo'));
    expect([own.errorCode, own.constructor]).toEqual(['model_not_found', Client.NotFoundError]);
  });

  it('throws the error of a stream that breaks after it began', async () => {
    gateway.upstream.next([sseHead(), chunk('event: ping\ndata: {"type":"ping"}\n\n'), reset]);
    const stream = await client.messages.create({ ...body, model: 'scripted', stream: true });
    const read = async (): Promise<void> => {
      for await (const event of stream) void event;
    };
    await expect(read()).rejects.toBeInstanceOf(Client.APIError);
  });

  it('502: an answer that cannot be used is asked for once', async () => {
    const trying = new Client({ ...gateway.anthropic, maxRetries: 2 });
    gateway.upstream.always(json({ type: 'message_batch' }));
    const requests = [{ custom_id: 'a', params: { ...body, model: 'scripted' } }];
    await failure(trying.messages.batches.create({ requests }));
    expect(gateway.upstream.requests).toHaveLength(1);
    gateway.upstream.forget();
    gateway.upstream.always(json('no JSON'));
    await failure(create('scripted', trying));
    expect(gateway.upstream.requests).toHaveLength(1);
  });

  it('ends the upstream call soon after leaving the loop', async () => {
    const start = {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], usage: {} },
    };
    gateway.upstream.next([sseHead(), chunk(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`), stall]);
    const stream = await client.messages.create({ ...body, model: 'scripted', stream: true });
    for await (const event of stream) if (event.type === 'message_start') break;
    const { closed } = await gateway.upstream.request(1);
    await closed;
  });
});

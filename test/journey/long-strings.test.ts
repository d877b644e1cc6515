import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../src/shared/json/json.ts';
import { makeModel } from '../fakes/make-config.ts';
import { chatCall, messagesCall, sampleCalls } from '../fakes/sample-calls.ts';
import { json } from '../fakes/script.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

const base64 = Buffer.alloc(300_000, 'a picture').toString('base64');
const url = `data:image/png;base64,${base64}`;
const picture = { role: 'user', content: [{ type: 'image_url', image_url: { url } }] };

describe('a request with a long string', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  beforeEach(() => gateway.upstream.forget());
  afterAll(() => gateway.close());

  const sent = (): string => gateway.upstream.requests[0]?.body.toString() ?? '';

  it.each(sampleCalls)('arrives with every byte: $name', async ({ path, request, answer }) => {
    gateway.upstream.next(json(answer));
    const text = ` {"zz": [ {"data":"${base64}", "u":"\\u00e9"} ],${JSON.stringify(request).slice(1, -1)} , "zy":"${url}" }\n`;
    const response = await gateway.call(path, { body: text });
    expect(response.status).toBe(200);
    expect(sent()).toBe(text);
    expect(gateway.upstream.requests[0]?.headers['content-length']).toBe(String(text.length));
  });

  it('is refused as any other for a member that is sent twice, and for what is no JSON', async () => {
    const long = `"zz":"${base64}"`;
    const members = JSON.stringify(chatCall.request).slice(1, -1);
    const refused: readonly (readonly [string, string])[] = [
      [`{${members},${long},${long}}`, 'The body has zz twice. Send it once.'],
      [`{${members},${long},"a":{"b":1,"b":2}}`, 'The body has a.b twice. Send it once.'],
      [`{${members},"zz":"${base64}\\x"}`, 'The body is not valid JSON. Check quotes, commas and braces.'],
      [`{${members},"zz":"${base64}\n"}`, 'The body is not valid JSON. Check quotes, commas and braces.'],
      [`{${members},"zz":"${base64}`, 'The body is not valid JSON. Check quotes, commas and braces.'],
    ];
    for (const [body, message] of refused) {
      const response = await gateway.call(chatCall.path, { body });
      expect(await response.json()).toMatchObject({ error: { message } });
    }
    expect(gateway.upstream.requests).toEqual([]);
  });

  it('is stored as it was sent', async () => {
    gateway.upstream.next(json(chatCall.answer));
    const body = { ...chatCall.request, store: true, messages: [picture] };
    const made = (await (await gateway.call(chatCall.path, { body })).json()) as { readonly id: string };
    const stored = await (await gateway.call(`/v1/chat/completions/${made.id}/messages`)).json();
    expect(stored).toMatchObject({ data: [{ content_parts: picture.content }] });

    const responses = sampleCalls.find(({ path }) => path === '/v1/responses');
    if (responses === undefined) throw new Error('There is no sample of a response.');
    gateway.upstream.next(json(responses.answer));
    const input = [{ role: 'user', content: [{ type: 'input_image', image_url: url, detail: 'auto' }] }];
    const response = await gateway.call('/v1/responses', { body: { ...responses.request, store: true, input } });
    const { id } = (await response.json()) as { readonly id: string };
    const items = await (await gateway.call(`/v1/responses/${id}/input_items`)).json();
    expect(items).toMatchObject({ data: [{ content: [{ image_url: url }] }] });
  });

  it('is estimated by its own words where the upstream reports no usage', async () => {
    const { usage: _usage, ...answer } = chatCall.answer;
    const words = 'one two three '.repeat(30_000);
    const ask = async (content: Json): Promise<number> => {
      gateway.upstream.next(json(answer));
      const response = await gateway.call(chatCall.path, {
        body: { ...chatCall.request, messages: [{ role: 'user', content }] },
      });
      return Number(response.headers.get('x-diglot-charge'));
    };
    const charge = await ask(words);
    // A line feed is an escape: this one is not cut out.
    expect(charge / (await ask(`\n${words}`))).toBeCloseTo(1, 1);
    expect(charge).toBeGreaterThan(20 * (await ask(picture.content)));
  });
});

describe('a request with a picture that is translated', () => {
  it('has the whole picture in the other format', async () => {
    const gateway = await startGateway({ models: [makeModel('test-model', ['up-b'])] });
    gateway.upstream.next(json(messagesCall.answer));
    const response = await gateway.call(chatCall.path, { body: { ...chatCall.request, messages: [picture] } });
    expect(response.status).toBe(200);
    expect(JSON.parse(gateway.upstream.requests[0]?.body.toString() ?? '')).toMatchObject({
      messages: [{ content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: base64 } }] }],
    });
    await gateway.close();
  });
});

import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeProvider, testKey } from '../fakes/make-config.ts';
import { formType, sizedForm, type FormPart } from '../fakes/make-form.ts';
import { rawClient } from '../fakes/raw-client.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const model: FormPart = { name: 'model', value: 'test-model' };
const mebibyte = 1_048_576;

const answer = (status: number, body: object): string => {
  const text = JSON.stringify(body);
  return `HTTP/1.1 ${status} Early\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n${text}`;
};

/** What an upstream does as soon as the first bytes of an upload have come; it reads no more of it. */
const behaviours: Readonly<Record<string, (socket: Socket) => void>> = {
  refuses: (socket) => void socket.write(answer(400, { error: { message: 'No such language.' } })),
  'refuses and closes': (socket) => void socket.end(answer(400, { error: { message: 'No such language.' } })),
  answers: (socket) => void socket.write(answer(200, { text: 'heard enough' })),
  resets: (socket) => void socket.resetAndDestroy(),
  closes: (socket) => void socket.end(),
};

describe('an upstream that does not wait for the end of an upload', () => {
  let behaviour = 'refuses';
  let upstream: Server;
  let gateway: TestGateway;
  beforeAll(async () => {
    upstream = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.pause();
        behaviours[behaviour]?.(socket);
      });
    });
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve);
    });
    const origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
    gateway = await startGateway({ providers: [makeProvider('up-a', 'a', origin)], limits: { voiceSeconds: 5 } });
  });
  afterAll(async () => {
    await gateway.close();
    upstream.close();
  });

  const upload = async (fileFirst: boolean) => {
    const form = sizedForm(8 * mebibyte, [model], fileFirst);
    const client = await rawClient(gateway.url);
    const headers = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, `content-length: ${form.length}`];
    client.send(`POST /v1/audio/transcriptions HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    client.send(form);
    const response = await client.response();
    client.socket.destroy();
    return response;
  };

  it.each(
    Object.entries({ refuses: 400, 'refuses and closes': 400, answers: 200, resets: 502, closes: 502 }).flatMap(
      ([name, status]) => [true, false].map((fileFirst) => [name, status, fileFirst] as const),
    ),
  )('%s: the client gets %s, the file first: %s', async (name, status, fileFirst) => {
    behaviour = name;
    const response = await upload(fileFirst);
    expect(response.status).toBe(status);
    if (status === 400) expect(response.body).toContain('No such language.');
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
    expect(await readdir(join(gateway.dataFolder, 'spool')).catch(() => [])).toEqual([]);
  });

  it('reads nothing: the call ends with its time, also when its client has left unread bytes behind', async () => {
    behaviour = 'reads nothing';
    const form = sizedForm(8 * mebibyte, [model]);
    const client = await rawClient(gateway.url);
    const headers = ['host: x', `x-api-key: ${testKey}`, `content-type: ${formType}`, `content-length: ${form.length}`];
    client.send(`POST /v1/audio/transcriptions HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    client.send(form);
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(1);
    client.socket.destroy();
    await expect.poll(() => gateway.services.metering.openHolds()).toBe(0);
  });
});

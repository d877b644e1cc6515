import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLossyLink, type LossyLink } from '../fakes/lossy-link.ts';
import { testKey } from '../fakes/make-config.ts';
import { rawClient, type RawClient } from '../fakes/raw-client.ts';
import { startGateway, type TestGateway } from '../journey/start-gateway.ts';

const limit = 1_048_576;
const wantedBytes = 62_914_560;
const piece = Buffer.alloc(65_536, 'x');
/** 50 ms there and back, one segment in a hundred lost. */
const quality = { delay: 25, lostPermille: 10, resendAfter: 200, window: 262_144 };
const seed = 20_261_120;

interface Upload {
  readonly path: string;
  readonly type: string;
  /** What the body begins with. */
  readonly begin: string;
  readonly chunked: boolean;
}

const part = (name: string) => `--edge\r\ncontent-disposition: form-data; name="${name}"`;
const form = `${part('model')}\r\n\r\ntest-model\r\n${part('file')}; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n`;
const json = '{"model":"test-model","messages":[{"role":"user","content":"';
const uploads: readonly (readonly [string, Upload])[] = [false, true].flatMap((chunked) => {
  const framing = chunked ? 'in chunks' : 'with a length';
  return [
    [`JSON ${framing}`, { path: '/v1/chat/completions', type: 'application/json', begin: json, chunked }],
    [
      `a form ${framing}`,
      { path: '/v1/audio/transcriptions', type: 'multipart/form-data; boundary=edge', begin: form, chunked },
    ],
  ] as const;
});

/** Sends 60 MiB for as long as the other side takes them. */
async function pour({ socket }: RawClient, { begin, chunked }: Upload, stopped: () => boolean): Promise<void> {
  const framed = (bytes: Buffer): Buffer =>
    chunked ? Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]) : bytes;
  socket.write(framed(Buffer.from(begin)));
  for (let sent = begin.length; sent + piece.length < wantedBytes && !stopped() && !socket.destroyed;) {
    sent += piece.length;
    if (!socket.write(framed(piece))) {
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
    }
  }
}

/** One upload; resolves with the answer that its sender could read. @param blind milliseconds of sending without a look */
async function upload(url: string, given: Upload, blind = 0) {
  const client = await rawClient(url);
  const { path, type, chunked } = given;
  const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${wantedBytes}`;
  client.send(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nx-api-key: ${testKey}\r\ncontent-type: ${type}\r\n${framing}\r\n\r\n`,
  );
  let stopped = false;
  const pouring = pour(client, given, () => stopped);
  try {
    if (blind > 0) {
      client.socket.pause();
      await wait(blind);
      client.socket.resume();
    }
    return await client.response();
  } finally {
    stopped = true;
    client.socket.destroy();
    await pouring;
  }
}

describe('too large an upload over a network that is slow and loses segments', () => {
  let gateway: TestGateway;
  let link: LossyLink;
  beforeAll(async () => {
    const limits = { jsonRequestBytes: limit, voiceRequestBytes: limit };
    gateway = await startGateway({ limits });
    link = await openLossyLink(gateway.url, quality, seed);
  });
  afterAll(async () => {
    await link.close();
    await gateway.close();
  });

  it.each(uploads)('is answered with a 413 that its sender reads, 25 times of 25: %s', async (_, given) => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => upload(link.url, given)));
    for (const { status, body } of answers) {
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ error: { code: 'request_too_large' } });
    }
    expect(gateway.upstream.requests.filter(({ path }) => path.endsWith('completions'))).toEqual([]);
  });

  it.each(uploads)('is answered also where the sender looks only after 2 seconds: %s', async (_, given) => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(link.url, given, 2_000)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 413));
  });

  it('would not be understood if the answer ended the connection, which this test can detect', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write('HTTP/1.1 413 Content Too Large\r\ncontent-length: 0\r\n\r\n');
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => {
      rude.listen(0, '127.0.0.1', resolve);
    });
    const bad = await openLossyLink(`http://127.0.0.1:${(rude.address() as AddressInfo).port}`, quality, seed);
    const [[, first]] = uploads as readonly [readonly [string, Upload]];
    const tries = await Promise.allSettled(Array.from({ length: 25 }, () => upload(bad.url, first)));
    expect(tries.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await bad.close();
    await new Promise((resolve) => rude.close(resolve));
  });
});

import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { makeReply } from '../../../src/http/request.ts';
import type { Reply } from '../../../src/shared/reply.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { serveOnce, type Served } from './serve-once.ts';

interface Replying extends Served {
  readonly reply: Reply;
  readonly clock: ReturnType<typeof makeHandClock>;
}

async function replying(request?: string): Promise<Replying> {
  const served = await serveOnce(request);
  const clock = makeHandClock();
  return { ...served, clock, reply: makeReply(served.response, 'req_1', clock) };
}

const settled = async (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => void setTimeout(resolve, 30, false))]);

/** Writes until the client, which reads nothing, has filled everything between. */
async function fill({ reply, response, client }: Replying): Promise<void> {
  client.socket.pause();
  reply.head(200, { 'content-type': 'audio/mpeg' });
  while (!response.writableNeedDrain) {
    reply.write(Buffer.alloc(1_048_576));
    await new Promise((resolve) => void setTimeout(resolve, 10));
  }
}

describe('the way back to a client', () => {
  it('sends a head at once, then bytes, then the end', async () => {
    const { reply, client } = await replying();
    expect(reply.started()).toBe(false);
    reply.head(201, { 'content-type': 'text/event-stream' });
    expect(reply.started()).toBe(true);
    await expect.poll(() => client.rest()).toContain('201 Created');
    reply.write(Buffer.from('one '));
    reply.end(Buffer.from('two'));
    expect(await client.response()).toMatchObject({ status: 201, body: 'one two' });
  });

  it('sends a whole answer with its length in one piece', async () => {
    const { reply, client } = await replying();
    reply.head(200, { 'content-length': '2' });
    reply.end(Buffer.from('ok'));
    expect(await client.response()).toMatchObject({
      status: 200,
      body: 'ok',
      headers: { 'x-request-id': 'req_1', 'request-id': 'req_1' },
    });
  });

  it('knows that its client left, and calls every listener once', async () => {
    const { reply, response, client } = await replying();
    const reported: string[] = [];
    reply.onLeave(() => reported.push('one'));
    const forget = reply.onLeave(() => reported.push('two'));
    forget();
    expect(reply.left()).toBe(false);
    client.socket.destroy();
    await once(response, 'close');
    reply.onLeave(() => reported.push('late'));
    expect([reply.left(), reported]).toEqual([true, ['one', 'late']]);
    expect(() => {
      reply.head(200, {});
      reply.write(Buffer.from('x'));
      reply.end();
    }).not.toThrow();
    expect([reply.write(Buffer.from('x')), reply.started(), await settled(reply.drained())]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('knows it before the reader of the body, also where only the request has reported it', async () => {
    const { response, request } = await serveOnce('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n');
    const reported: string[] = [];
    makeReply(response, 'req_1', makeHandClock()).onLeave(() => reported.push('left'));
    request.on('aborted', () => reported.push('body'));
    request.destroy();
    await once(response, 'close');
    expect(reported).toEqual(['left', 'body']);
  });

  it('does not call an answer that was read to its end a leave', async () => {
    const { reply, response, client } = await replying();
    let left = 0;
    reply.onLeave(() => (left += 1));
    reply.head(200, { 'content-length': '0' });
    reply.end();
    await client.response();
    client.socket.destroy();
    await expect.poll(() => response.closed).toBe(true);
    expect([left, reply.left()]).toEqual([0, false]);
  });

  it('knows of a client that left before', async () => {
    const { response, client } = await serveOnce();
    client.socket.destroy();
    await once(response, 'close');
    expect(makeReply(response, 'req_1', makeHandClock()).left()).toBe(true);
  });

  it('waits for a client that reads slowly', async () => {
    const replyingNow = await replying();
    await fill(replyingNow);
    const drained = replyingNow.reply.drained();
    expect(await settled(drained)).toBe(false);
    replyingNow.client.socket.resume();
    await drained;
    replyingNow.clock.move(120_000);
    expect(replyingNow.response.destroyed).toBe(false);
  });

  it('gives a client up that reads nothing for a minute', async () => {
    const replyingNow = await replying();
    await fill(replyingNow);
    const drained = replyingNow.reply.drained();
    replyingNow.clock.move(59_999);
    expect(await settled(drained)).toBe(false);
    replyingNow.clock.move(1);
    expect(await settled(drained)).toBe(true);
    expect(replyingNow.reply.left()).toBe(true);
  });

  it('resets the connection of one that would take its end for the end of the answer', async () => {
    const replyingNow = await replying('GET / HTTP/1.0\r\n\r\n');
    await fill(replyingNow);
    const drained = replyingNow.reply.drained();
    replyingNow.clock.move(60_000);
    await drained;
    expect(await replyingNow.client.ending()).toBe('ECONNRESET');
  });

  it('waits for nothing where nothing is full', async () => {
    const { reply } = await replying();
    expect(await settled(reply.drained())).toBe(true);
  });

  it('is cut so that it cannot be mistaken for a whole answer', async () => {
    const { reply, client } = await replying();
    reply.head(200, {});
    reply.write(Buffer.from('half'));
    await expect.poll(() => client.rest()).toContain('half');
    reply.cut();
    await client.closed();
    expect(client.rest()).not.toContain('0\r\n\r\n');
    await expect(client.response()).rejects.toThrow('ended');
  });
});

import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Hold } from '../../../src/metering/hold.ts';
import {
  BrokenUpstream,
  type UpstreamAnswer,
  type UpstreamLimits,
  type UpstreamRequest,
} from '../../../src/providers/upstream.ts';
import { silentLog, type LogFields } from '../../../src/shared/log.ts';
import { makeUpstreams, type Upstreams } from '../../../src/providers/egress.ts';
import { makeProvider, upstreamKey } from '../../fakes/make-config.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { bytes, chunk, fin, head, json, lastChunk, pause, reset, sseHead, stall, until } from '../../fakes/script.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../../fakes/scripted-upstream.ts';

const hold: Hold = {
  callId: 'call_1',
  isOpen: () => true,
  progress: () => undefined,
  settle: async () => 0n,
};
const patient: UpstreamLimits = { firstByte: 5_000, idle: 5_000, total: null };

describe('the way out', () => {
  const clock = makeHandClock();
  let upstream: ScriptedUpstream;
  let upstreams: Upstreams;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    upstreams = makeUpstreams(clock);
  });
  beforeEach(() => upstream.forget());
  afterAll(async () => {
    await upstreams.close(0);
    await upstream.close();
  });

  const send = (changes: Partial<UpstreamRequest> = {}, through = upstreams): Promise<UpstreamAnswer> =>
    through.send(hold, {
      provider: makeProvider('up', 'a', upstream.url),
      method: 'POST',
      path: '/chat/completions?x=1',
      headers: { 'content-type': 'application/json' },
      body: Buffer.from('{"a":1}'),
      limits: patient,
      onLeave: () => () => undefined,
      ...changes,
    });

  const readAll = async (answer: UpstreamAnswer): Promise<string> => {
    const chunks: Buffer[] = [];
    for (let next = await answer.read(); next; next = await answer.read()) chunks.push(next);
    return Buffer.concat(chunks).toString();
  };

  const breakOf = async (run: Promise<unknown>): Promise<Pick<BrokenUpstream, 'reason' | 'seconds'>> => {
    const error: unknown = await run.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof BrokenUpstream)) throw new Error(`It ended with ${String(error)}.`);
    return { reason: error.reason, seconds: error.seconds };
  };

  it('lets nothing leave for a call that is settled', async () => {
    const request = { provider: makeProvider('up', 'a', upstream.url), method: 'GET', path: '/models', headers: {} };
    const settled = { ...hold, isOpen: () => false };
    const sent = upstreams.send(settled, { ...request, body: null, limits: patient, onLeave: () => () => undefined });
    await expect(sent).rejects.toMatchObject({ code: 'internal', status: 500 });
    expect(upstream.requests).toEqual([]);
  });

  it('writes the provider’s own id of a call to the log, whatever the status, but never the credential', async () => {
    const lines: (LogFields | undefined)[] = [];
    const logging = makeUpstreams(clock, { log: { ...silentLog, debug: (_message, fields) => lines.push(fields) } });
    for (const [status, id] of [
      [200, 'req_theirs'],
      [500, 'req_theirs'],
      [500, upstreamKey],
    ] as const) {
      upstream.next(json({}, { status, headers: { 'x-request-id': id } }));
      await readAll(await send({}, logging));
    }
    expect(lines).toMatchObject([
      { call: 'call_1', provider: 'up', status: 200, upstreamRequestId: 'req_theirs' },
      { call: 'call_1', provider: 'up', status: 500, upstreamRequestId: 'req_theirs' },
      { call: 'call_1', provider: 'up', status: 500, upstreamRequestId: null },
    ]);
    await logging.close(0);
  });

  it('says when the whole request has gone out, and sends a long body with its length', async () => {
    let sent = 0;
    const onSent = (): void => void (sent += 1);
    upstream.next(json({ ok: true }));
    await readAll(await send({ onSent }));
    expect(sent).toBe(1);
    const long = Buffer.alloc(2_000_001, 'x');
    upstream.next(json({ ok: true }));
    await readAll(await send({ body: long, onSent }));
    expect(sent).toBe(2);
    const received = upstream.requests.at(-1);
    expect(received?.headers).toMatchObject({ 'content-length': '2000001' });
    expect(received?.headers).not.toHaveProperty('transfer-encoding');
    expect(received?.body.equals(long)).toBe(true);
  });

  it('does not say so of a request that the upstream does not take in', async () => {
    const taken = Promise.withResolvers<void>();
    const deaf = createServer((socket) => {
      socket.pause();
      socket.on('error', () => undefined);
      taken.resolve();
    });
    await once(deaf.listen(0, '127.0.0.1'), 'listening');
    const provider = makeProvider('up', 'a', `http://127.0.0.1:${(deaf.address() as AddressInfo).port}`);
    let isSent = false;
    let leave = (): void => undefined;
    const run = send({
      provider,
      // More than both ends of a connection hold on any system.
      body: Buffer.alloc(64 * 1_048_576),
      onSent: () => {
        isSent = true;
      },
      onLeave: (action) => {
        leave = action;
        return () => undefined;
      },
    });
    await taken.promise;
    leave();
    expect(await breakOf(run)).toMatchObject({ reason: 'client_left' });
    expect(isSent).toBe(false);
    deaf.close();
  });

  it('shows our credential, asks for bytes as they are, and sends nothing else of its own', async () => {
    upstream.next(json({ ok: true }));
    const answer = await send();
    expect([answer.status, await readAll(answer)]).toEqual([200, '{"ok":true}']);
    const [request] = upstream.requests;
    expect([request?.method, request?.path, request?.body.toString()]).toEqual([
      'POST',
      '/v1/chat/completions?x=1',
      '{"a":1}',
    ]);
    expect(request?.headers).toEqual({
      host: new URL(upstream.url).host,
      connection: 'keep-alive',
      'content-type': 'application/json',
      authorization: `Bearer ${upstreamKey}`,
      'accept-encoding': 'identity',
      'content-length': '7',
    });
  });

  it('lets no header of a call replace our credential or ask for compression', async () => {
    upstream.next(json({}));
    await readAll(await send({ headers: { authorization: 'Bearer theirs', 'accept-encoding': 'gzip' } }));
    expect(upstream.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${upstreamKey}`,
      'accept-encoding': 'identity',
    });
    expect(upstream.requests[0]?.rawHeaders.filter(([name]) => name.toLowerCase() === 'authorization')).toHaveLength(1);
  });

  it('sends a body that flows', async () => {
    upstream.next(json({}));
    await readAll(await send({ body: Readable.from([Buffer.from('one '), Buffer.from('two')]) }));
    expect(upstream.requests[0]?.body.toString()).toBe('one two');
  });

  it('passes over early heads, and follows no redirect', async () => {
    upstream.next([
      head(102),
      head(103, { link: '</x>' }),
      head(302, { location: `${upstream.url}/evil`, 'content-length': '0' }),
    ]);
    const answer = await send();
    expect([answer.status, await answer.read(), upstream.requests.length]).toEqual([302, null, 1]);
  });

  it('gives the bytes of a stream as they come', async () => {
    upstream.next([sseHead(), chunk('data: 1\n\n'), pause(30), chunk('data: 2\n\n'), lastChunk]);
    const answer = await send();
    expect((await answer.read())?.toString()).toBe('data: 1\n\n');
    expect((await answer.read())?.toString()).toBe('data: 2\n\n');
    expect(await answer.read()).toBeNull();
  });

  it.each<[string, Parameters<ScriptedUpstream['next']>[0]]>([
    ['a reset', [sseHead(), chunk('a'), reset]],
    ['an early end of chunks', [sseHead(), chunk('a'), fin]],
    ['fewer bytes than announced', [head(200, { 'content-length': '10' }), bytes('a'), fin]],
    ['chunks that are none', [sseHead(), chunk('a'), bytes('zz\r\n')]],
  ])('distinguishes a cut from an end: %s', async (_, script) => {
    upstream.next(script);
    expect(await breakOf(send().then(readAll))).toEqual({ reason: 'upstream_cut', seconds: null });
  });

  it.each<[string, Parameters<ScriptedUpstream['next']>[0]]>([
    ['nothing at all', [fin]],
    ['a reset', [reset]],
    ['no HTTP', [bytes('SSH-2.0-OpenSSH\r\n')]],
    ['a head of 40 KB', [head(200, { 'x-long': 'x'.repeat(40_000) }), bytes('')]],
  ])('has no answer where there was no head: %s', async (_, script) => {
    upstream.next(script);
    expect((await breakOf(send())).reason).toBe('upstream_cut');
    expect(upstream.requests).toHaveLength(1);
  });

  it('reports that the upstream is unreachable', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    const provider = makeProvider('gone', 'a', `http://127.0.0.1:${port}`);
    expect((await breakOf(send({ provider }))).reason).toBe('unreachable');
    const nowhere = makeProvider('nowhere', 'a', 'http://host.invalid');
    expect((await breakOf(send({ provider: nowhere }))).reason).toBe('unreachable');
  });

  it('cannot be made to send a header that is none', async () => {
    const reason = (await breakOf(send({ headers: { 'anthropic-beta': 'a\r\nx-evil: 1' } }))).reason;
    expect([reason, upstream.requests.length]).toEqual(['unreachable', 0]);
  });

  it('gives up an upstream that does not answer in time, and hangs up', async () => {
    upstream.next([stall]);
    const broken = breakOf(send({ limits: { ...patient, firstByte: 60 } }));
    const { closed } = await upstream.request(1);
    clock.move(60);
    expect(await broken).toEqual({ reason: 'timed_out', seconds: 0.06 });
    await closed;
  });

  it('gives up an upstream that falls silent while a reader waits', async () => {
    upstream.next([sseHead(), chunk('a'), stall]);
    const answer = await send({ limits: { ...patient, idle: 60 } });
    expect((await answer.read())?.toString()).toBe('a');
    const broken = breakOf(answer.read());
    clock.move(60);
    expect(await broken).toEqual({ reason: 'timed_out', seconds: 0.06 });
  });

  it('measures each wait anew, and the wait for a head only until it came', async () => {
    const go = [1, 2, 3].map(() => Promise.withResolvers<undefined>());
    upstream.next([...go.flatMap(({ promise }, at) => [until(promise), at === 0 ? sseHead() : chunk('a')]), lastChunk]);
    const coming = send({ limits: { firstByte: 150, idle: 150, total: null } });
    await upstream.request(1);
    clock.move(100);
    go[0]?.resolve(undefined);
    const answer = await coming;
    for (const { resolve } of go.slice(1)) {
      const next = answer.read();
      clock.move(100);
      resolve(undefined);
      expect((await next)?.toString()).toBe('a');
    }
    expect(await answer.read()).toBeNull();
  });

  it('does not call a slow reader a silent upstream', async () => {
    upstream.next([sseHead(), chunk('a'), chunk('b'), lastChunk]);
    const answer = await send({ limits: { ...patient, idle: 60 } });
    await answer.read();
    clock.move(150);
    expect(await readAll(answer)).toBe('b');
  });

  it.each([
    ['a call that takes too long', sseHead(), 100, 100],
    ['an error whose body takes five seconds', head(503, { 'transfer-encoding': 'chunked' }), null, 5_000],
  ])('gives up %s, however much it says', async (_, begun, total, met) => {
    upstream.next([begun, chunk('a'), stall]);
    const answer = await send({ limits: { ...patient, idle: 300_000, total } });
    await answer.read();
    clock.move(met - 1);
    const broken = breakOf(answer.read());
    clock.move(1);
    expect(await broken).toEqual({ reason: 'timed_out', seconds: met / 1_000 });
    const { closed } = await upstream.request(1);
    await closed;
  });

  it('ends with its client, before and after the head, or never begins', async () => {
    const leaving = Promise.withResolvers<() => void>();
    const onLeave: UpstreamRequest['onLeave'] = (action) => {
      leaving.resolve(action);
      return () => undefined;
    };
    upstream.next([stall]);
    const waiting = breakOf(send({ onLeave }));
    await upstream.request(1);
    (await leaving.promise)();
    expect((await waiting).reason).toBe('client_left');
    await upstream.requests[0]?.closed;

    const left: (() => void)[] = [];
    upstream.next([sseHead(), chunk('a'), stall]);
    const answer = await send({ onLeave: (action) => (left.push(action), () => undefined) });
    await answer.read();
    const reading = breakOf(answer.read());
    left[0]?.();
    expect((await reading).reason).toBe('client_left');

    const gone: UpstreamRequest['onLeave'] = (action) => {
      action();
      return () => undefined;
    };
    expect((await breakOf(send({ onLeave: gone }))).reason).toBe('client_left');
    expect(upstream.requests).toHaveLength(2);
  });

  it('forgets its client when it is over', async () => {
    let watching = 0;
    upstream.always(json({}));
    const onLeave: UpstreamRequest['onLeave'] = () => {
      watching += 1;
      return () => void (watching -= 1);
    };
    await readAll(await send({ onLeave }));
    expect(watching).toBe(0);
  });

  it('slows an upstream down that is not read', async () => {
    const sent = { chunks: 0 };
    const piece = Buffer.alloc(262_144);
    upstream.next([
      sseHead(),
      ...Array.from({ length: 200 }, () => [
        chunk(piece),
        { kind: 'note', action: () => void (sent.chunks += 1) } as const,
      ]).flat(),
      lastChunk,
    ]);
    const answer = await send();
    // Until nothing more goes out.
    for (let before = -1; before < sent.chunks; await wait(100)) before = sent.chunks;
    expect(sent.chunks).toBeLessThan(100);
    expect((await readAll(answer)).length).toBe(200 * piece.length);
  });

  it('reads little at once, so that a client that stalls keeps little in memory', async () => {
    const sent = 4 * 1_048_576;
    upstream.next([sseHead(), chunk(Buffer.alloc(sent, 'x')), lastChunk]);
    const answer = await send();
    const read = { all: 0, largest: 0 };
    for (let next = await answer.read(); next; next = await answer.read()) {
      read.all += next.length;
      read.largest = Math.max(read.largest, next.length);
    }
    expect(read.all).toBe(sent);
    // One piece that waited below the mark of 16 KiB, and one that went over it.
    expect(read.largest).toBeLessThan(2 * 16_384);
  });

  it('uses a connection again that was read to its end, and never one that was broken off', async () => {
    const fresh = makeUpstreams(clock);
    upstream.always(json({}));
    const before = upstream.connections();
    for (const _ of [1, 2, 3]) {
      await readAll(await send({}, fresh));
      await new Promise(setImmediate);
    }
    expect(upstream.connections() - before).toBe(1);
    upstream.next([sseHead(), chunk('a'), stall]);
    (await send({}, fresh)).abort();
    await readAll(await send({}, fresh));
    expect(upstream.connections() - before).toBe(2);
    await fresh.close(0);
  });

  it('waits for calls under way when it closes, for as long as it may', async () => {
    const closing = makeUpstreams(clock);
    upstream.next([sseHead(), chunk('a'), stall]);
    const answer = await send({}, closing);
    await answer.read();
    const reading = breakOf(answer.read());
    const closed = closing.close(50);
    clock.move(49);
    expect(await Promise.race([reading, wait(20, 'goes on')])).toBe('goes on');
    clock.move(1);
    expect((await reading).reason).toBe('upstream_cut');
    await closed;
    expect((await breakOf(send({}, closing))).reason).toBe('unreachable');
  });
});

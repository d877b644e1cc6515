import { createServer as createMute, type AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:https';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLog, type Log } from '../../src/shared/log.ts';
import { makeUpstreams } from '../../src/providers/egress.ts';
import { makeFetchProduced } from '../../src/providers/fetch-produced.ts';
import { recordHold } from '../unit/pipeline/record-hold.ts';
import { systemClock } from '../../src/shared/time/clock.ts';
import { makeCertificate, type Certificate } from '../fakes/make-certificate.ts';
import { makeConfig, makeProvider } from '../fakes/make-config.ts';
import { chatCall } from '../fakes/sample-calls.ts';
import { startMuteHost, type MuteHost } from '../fakes/start-mute-host.ts';
import { lastRecorded } from '../journey/recorded-calls.ts';
import { startWith } from '../journey/start-gateway.ts';

type Gateway = Awaited<ReturnType<typeof startWith>>;

const listening = (server: Server | ReturnType<typeof createMute>): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** The log, with what stood behind each error. */
function keepCauses(): { readonly log: Log; readonly causes: unknown[] } {
  const causes: unknown[] = [];
  return { log: { ...silentLog, error: (_message, _fields, cause) => void causes.push(cause) }, causes };
}

const deepest = (error: unknown): unknown => (error instanceof Error && error.cause ? deepest(error.cause) : error);

describe('an upstream that cannot be reached', () => {
  let gateway: Gateway | null = null;
  const kept = keepCauses();
  const startAt = async (origin: string): Promise<Gateway> => {
    gateway = await startWith(makeConfig({ providers: [makeProvider('up', 'a', origin)] }), { log: kept.log });
    return gateway;
  };
  afterEach(async () => {
    await gateway?.close();
    kept.causes.length = 0;
    vi.unstubAllEnvs();
  });

  /** Makes the call that must fail, and checks what is the same for all of them. */
  const refused = async (to: Gateway): Promise<number> => {
    const from = performance.now();
    const response = await to.call(chatCall.path, { body: chatCall.request });
    const seconds = (performance.now() - from) / 1_000;
    const { error } = (await response.json()) as {
      readonly error: { readonly message: string; readonly code: string };
    };
    expect([response.status, error.code]).toEqual([502, 'upstream_unreachable']);
    expect(response.headers.get('x-diglot-error-source')).toBe('gateway');
    // The whole text is ours: no host, no port, no words of TLS.
    expect(error.message).toBe('The upstream cannot be reached. Nothing was charged. Send the request again later.');
    expect(await lastRecorded(to)).toMatchObject({ status: 502, charge: 0n, outcome: 'failed' });
    expect(kept.causes).toHaveLength(1);
    return seconds;
  };

  describe('does not answer', () => {
    let host: MuteHost;
    const mute = createMute(() => undefined);
    beforeAll(async () => {
      host = await startMuteHost();
    });
    afterAll(async () => {
      await host.close();
      mute.close();
    });

    it('a TCP connection: 502 after 5 s', async () => {
      const seconds = await refused(await startAt(`http://127.0.0.1:${host.port}`));
      expect(seconds).toBeGreaterThan(4);
      expect(deepest(kept.causes[0])).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
    });

    it('a TLS handshake: 502 after 5 s', async () => {
      const seconds = await refused(await startAt(`https://127.0.0.1:${await listening(mute)}`));
      expect(seconds).toBeGreaterThan(4);
      expect(deepest(kept.causes[0])).toMatchObject({ code: 'UND_ERR_CONNECT_TIMEOUT' });
    });

    it('a name: 502 at once', async () => {
      await refused(await startAt('http://nobody.invalid:80'));
      expect(deepest(kept.causes[0])).toMatchObject({ syscall: 'getaddrinfo' });
    });

    it('at all, because the port is closed: 502 at once', async () => {
      await refused(await startAt('http://127.0.0.1:1'));
      expect(deepest(kept.causes[0])).toMatchObject({ code: 'ECONNREFUSED' });
    });
  });

  describe('shows a certificate', () => {
    const authority = makeCertificate({ host: 'the authority of this test', by: null, authority: true });
    const stranger = makeCertificate({ host: 'an unknown authority', by: null, authority: true });
    const by = authority.issuer;
    const text = JSON.stringify(chatCall.answer);
    let requests = 0;
    let origin = '';
    let server: Server | null = null;
    beforeAll(() => setDefaultCACertificates([authority.cert]));
    afterEach(() => server?.close());

    const startTls = async ({ cert, key }: Certificate): Promise<Gateway> => {
      requests = 0;
      server = createServer({ cert, key }, (_request, response) => {
        requests += 1;
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end(text);
      });
      // By name, as providers are: localhost is the one that every machine can resolve.
      origin = `https://localhost:${await listening(server)}`;
      return startAt(origin);
    };

    it('that is good: the call goes through', async () => {
      const to = await startTls(makeCertificate({ host: 'localhost', by }));
      const response = await to.call(chatCall.path, { body: chatCall.request });
      expect([response.status, await response.text(), requests]).toEqual([200, text, 1]);
    });

    const bad: readonly (readonly [string, string, Certificate])[] = [
      ['that is over', 'CERT_HAS_EXPIRED', makeCertificate({ host: 'localhost', by, until: Date.now() - 60_000 })],
      ['of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', makeCertificate({ host: 'api.example.com', by })],
      ['that it signed itself', 'DEPTH_ZERO_SELF_SIGNED_CERT', makeCertificate({ host: 'localhost', by: null })],
      [
        'of an unknown authority',
        'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        makeCertificate({ host: 'localhost', by: stranger.issuer }),
      ],
    ];
    describe.each([
      ['as usual', undefined],
      ['where the environment makes Node trust every certificate', '0'],
    ])('%s', (_name, trust) => {
      it.each(bad)('%s: 502, nothing is sent, and nothing is fetched', async (_what, code, certificate) => {
        vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', trust);
        await refused(await startTls(certificate));
        const upstreams = makeUpstreams(systemClock);
        const memory = { take: () => undefined, give: () => undefined };
        const call = { hold: recordHold(), memory, onLeave: () => () => undefined };
        const fetchOne = makeFetchProduced(
          upstreams,
          systemClock,
        )({
          ...call,
          provider: makeProvider('up', 'a', origin),
        });
        expect(await fetchOne(`${origin}/made.png`)).toBeNull();
        await upstreams.close(0);
        expect(requests).toBe(0);
        expect(deepest(kept.causes[0])).toMatchObject({ code });
      });
    });
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { loadDocuments, makeHttpApplication } from '../../../src/http/app.ts';
import type { FinishedCall } from '../../../src/http/request.ts';
import { silentLog } from '../../../src/shared/log.ts';
import type { Reply } from '../../../src/shared/reply.ts';
import { makeHandClock } from '../../fakes/hand-clock.ts';
import { callerOf } from '../../fakes/make-caller.ts';
import { plainLimits } from '../../fakes/make-config.ts';

/** A call as the handlers of these tests see it. */
export interface SeenCall {
  readonly requestId: string;
  readonly spec?: 'a' | 'b';
  readonly operation?: { readonly id: string };
  readonly params: Readonly<Record<string, string>>;
  readonly query: object;
  readonly body: unknown;
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly reply: Reply;
}

const caller = callerOf({ keyId: 'key', keyName: 'Key' });

/** Handlers of any operation whatever. */
const everyOperation = (serve: (call: SeenCall) => Promise<void>) =>
  new Proxy<Readonly<Record<string, (call: never) => Promise<void>>>>({}, { get: () => serve });

/** The whole application, with every operation served by `serve`, or refused where there is a refusal. */
export function makeApplication(serve: (call: SeenCall) => Promise<void>, refusal: Error | null = null) {
  const calls: FinishedCall[] = [];
  const refuse = (): void => {
    if (refusal) throw refusal;
  };
  const application = makeHttpApplication({
    documents: loadDocuments(),
    gateway: {
      specA: everyOperation(serve),
      specB: everyOperation(serve),
      awaitKeys: () => null,
      authenticate: () => {
        refuse();
        return caller;
      },
      scope: { mayUse: () => true, assertScope: () => undefined },
      refuseSteering: () => undefined,
      checkRouteAndFunds: () => undefined,
      findOwned: () => Promise.resolve({} as never),
    },
    control: {
      enter: () => Promise.resolve({ holder: 'admin', serve: (request) => serve(request as never) }),
      countRefusal: () => undefined,
    },
    origin: () => 'http://127.0.0.1:8585',
    ready: () => true,
    server: () => ({ corsOrigins: [], publicUrl: null }),
    limits: () => ({ ...plainLimits, jsonRequestBytes: 100_000 }),
    trouble: () => null,
    warning: () => null,
    run: null,
    onRefused: () => undefined,
    newRequestId: () => 'req_ours',
    observe: (call) => void calls.push(call),
    clock: makeHandClock(),
    log: silentLog,
  });
  return { ...application, calls };
}

/** The same, listening. It ends with the test. */
export async function startApplication(...parts: Parameters<typeof makeApplication>) {
  const application = makeApplication(...parts);
  const server = createServer(application.handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return { ...application, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

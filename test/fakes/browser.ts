import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

/** A page that was opened. */
interface Visit {
  /** Whether the browser took the answer for a download instead of showing it. */
  readonly downloaded: boolean;
  /** The value of a JavaScript expression in the page, asked from outside: it works where the page's scripts may not. */
  readonly evaluate: (expression: string) => Promise<unknown>;
}

/** What is done to an answer's headers on its way into the browser: those named are taken away. */
interface VisitOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly strip: readonly string[];
}

/** A real browser without a window. */
export interface Browser {
  readonly visit: (url: string, options: VisitOptions) => Promise<Visit>;
  readonly close: () => Promise<void>;
}

/**
 * The builds of Chromium that the tests can use, as Debian places them. The one without windows opens pages in half the time. It is
 * named without its script in /usr/bin, which would leave it running when it is killed.
 */
const builds = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium'];

export const browserPath = builds.find((path) => existsSync(path)) ?? 'chromium';

/** Whether this machine has Chromium. CI always does. */
export const browserIsHere = process.env['CI'] === 'true' || spawnSync(browserPath, ['--version']).status === 0;

/** Milliseconds after the end of a navigation in which scripts would have run. */
const settleMilliseconds = 300;

type Fields = Readonly<Record<string, unknown>>;

interface Header {
  readonly name: string;
  readonly value: string;
}

/** Starts Chromium and speaks its DevTools protocol over a WebSocket. */
export async function startBrowser(): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'diglot-browser-'));
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--in-process-gpu',
    '--disable-dev-shm-usage',
    '--no-first-run',
  ];
  const child = spawn(
    browserPath,
    [...flags, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(child, 'exit');
  const address = await Promise.race([addressOf(child.stderr), ended.then(() => null)]);
  if (address === null) throw new Error('Chromium ended before it listened.');
  child.stderr.resume();
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const session = openSession(socket);
  return {
    visit: (url, options) => visit(session, url, options),
    close: async () => {
      socket.close();
      child.kill('SIGKILL');
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string | null> {
  for await (const line of createInterface({ input: output })) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  return null;
}

interface Session {
  readonly send: (method: string, params?: Fields, sessionId?: string) => Promise<Fields>;
  /** Records what one page reports. */
  readonly on: (method: string, sessionId: string, listener: (params: Fields) => void) => void;
}

function openSession(socket: WebSocket): Session {
  let lastId = 0;
  const waiting = new Map<number, (message: Fields) => void>();
  const listeners: (readonly [string, string, (params: Fields) => void])[] = [];
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Fields;
    const { id, method, sessionId, params } = message;
    if (typeof id === 'number') return waiting.get(id)?.(message);
    for (const [wanted, page, listener] of listeners) {
      if (wanted === method && page === sessionId) listener(params as Fields);
    }
  });
  return {
    send: async (method, params = {}, sessionId) => {
      lastId += 1;
      const id = lastId;
      const { promise, resolve } = Promise.withResolvers<Fields>();
      waiting.set(id, resolve);
      socket.send(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      const answer = await promise;
      if (answer['error'] !== undefined) throw new Error(`${method}: ${JSON.stringify(answer['error'])}`);
      return answer['result'] as Fields;
    },
    on: (...listener) => void listeners.push(listener),
  };
}

async function visit({ send, on }: Session, url: string, { headers, strip }: VisitOptions): Promise<Visit> {
  const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
  const attached = await send('Target.attachToTarget', { targetId, flatten: true });
  const sessionId = String(attached['sessionId']);
  const ask = (method: string, params: Fields = {}) => send(method, params, sessionId);
  await ask('Page.enable');
  await ask('Network.enable');
  await ask('Network.setExtraHTTPHeaders', { headers });
  await ask('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Response' }] });
  /** Gives the page the same answer without some headers; the browser would go by those of one that is merely changed. */
  const replace = async ({ requestId, responseStatusCode, responseHeaders }: Fields): Promise<void> => {
    const { body, base64Encoded } = await ask('Fetch.getResponseBody', { requestId });
    const kept = (responseHeaders as readonly Header[]).filter(({ name }) => !strip.includes(name.toLowerCase()));
    const base64 = base64Encoded === true ? body : Buffer.from(String(body)).toString('base64');
    await ask('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: kept,
      body: base64,
    });
  };
  on('Fetch.requestPaused', sessionId, (paused) => {
    const { requestId, responseHeaders } = paused;
    const plain = strip.length === 0 || responseHeaders === undefined;
    void (plain ? ask('Fetch.continueResponse', { requestId }) : replace(paused)).catch(() => undefined);
  });
  const { isDownload } = await ask('Page.navigate', { url });
  await wait(settleMilliseconds);
  return {
    downloaded: isDownload === true,
    evaluate: async (expression) => {
      const { result } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      return (result as Fields)['value'];
    },
  };
}

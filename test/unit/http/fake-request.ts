import { Readable } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { makeBodyBudget } from '../../../src/http/body-budget.ts';

/** A request whose head and body a test writes. Body chunks come when the test pushes them. */
export interface FakeRequest {
  readonly request: IncomingMessage;
  readonly send: (chunk: string | Uint8Array) => Promise<void>;
  readonly finish: () => Promise<void>;
  /** The client goes in the middle of its body. */
  readonly abort: () => Promise<void>;
}

/** Memory without bounds. */
export const anyMemory = () =>
  makeBodyBudget(() => ({ bodyMemoryBytes: Infinity, keyBodyMemoryBytes: Infinity })).open('key');

interface Head {
  readonly method?: string;
  readonly url?: string;
  readonly httpVersion?: string;
  /** As on the wire: names in any case, some of them twice. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

const soon = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export function fakeRequest({
  method = 'POST',
  url = '/v1/x',
  httpVersion = '1.1',
  headers = [],
}: Head = {}): FakeRequest {
  const body = new Readable({ read: () => undefined, autoDestroy: false });
  const byName: Record<string, string> = {};
  for (const [name, value] of headers) byName[name.toLowerCase()] ??= value;
  const request = Object.assign(body, {
    method,
    url,
    httpVersion,
    headers: byName,
    rawHeaders: headers.flat(),
    complete: false,
    socket: { pause: () => undefined, resume: () => undefined },
  });
  return {
    request: request as unknown as IncomingMessage,
    send: (chunk) => {
      body.push(Buffer.from(chunk));
      return soon();
    },
    finish: () => {
      request.complete = true;
      body.push(null);
      return soon();
    },
    abort: () => {
      body.emit('aborted');
      body.destroy(new Error('aborted'));
      return soon();
    },
  };
}

/** The code with which a promise or a function fails; null when it does not. */
export async function codeOf(run: () => unknown): Promise<string | null> {
  try {
    await run();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

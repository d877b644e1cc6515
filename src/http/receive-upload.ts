import type { IncomingMessage } from 'node:http';
import type { GatewayError } from '../errors/gateway-error.ts';
import type { Upload } from '../pipeline/call.ts';
import type { FormRules } from '../pipeline/multipart/rules.ts';
import type { Clock } from '../shared/time/clock.ts';
import { slowest, stopped, tooLarge, tooSlow, watchTime, type BodyRules } from './body-limits.ts';

/** An upload with the way to end it. */
export interface ReceivedUpload {
  readonly upload: Upload;
  /** Nobody wants more of it. What has not been read stays where it is. */
  readonly stop: () => void;
}

interface Waiter {
  readonly resolve: (bytes: Buffer | null) => void;
  readonly reject: (error: GatewayError) => void;
}

/**
 * A body that is read only as fast as it is wanted: the client is slowed down, nothing is held. Its bytes are counted as
 * they come; its pace is measured only while somebody waits for it.
 */
export function receiveUpload(
  request: IncomingMessage,
  rules: BodyRules & { readonly form: FormRules },
): ReceivedUpload {
  const { limit, clock, form } = rules;
  let size = 0;
  let ended = false;
  let failure: GatewayError | null = null;
  let waiter: Waiter | null = null;

  const settle = (act: (waiter: Waiter) => void): void => {
    const current = waiter;
    waiter = null;
    if (current) act(current);
  };
  const take = (chunk: Buffer): void => {
    request.pause();
    size += chunk.length;
    if (size > limit) return fail(tooLarge(limit));
    pace.came(chunk.length);
    settle(({ resolve }) => resolve(chunk));
  };
  const end = (): void => {
    ended = true;
    stop();
    settle(({ resolve }) => resolve(null));
  };
  const fail = (error: GatewayError): void => {
    failure = error;
    stop();
    settle(({ reject }) => reject(error));
  };
  const cutOff = (): void => fail(stopped());
  const stop = (): void => {
    pace.stop();
    cancelTime();
    request.off('data', take);
    request.off('end', end);
    request.off('aborted', cutOff);
  };
  const pace = makePaceMeter(clock, fail);
  const cancelTime = watchTime(rules, fail);

  const read = (): Promise<Buffer | null> => {
    if (failure !== null) return Promise.reject(failure);
    if (ended) return Promise.resolve(null);
    if (request.destroyed && !request.complete) return Promise.reject(stopped());
    return new Promise((resolve, reject) => {
      waiter = { resolve, reject };
      pace.wait();
      request.resume();
    });
  };

  request.pause();
  request.on('data', take);
  request.on('end', end);
  request.on('aborted', cutOff);
  request.on('error', () => undefined);
  return { upload: { ...announced(request), limit, rules: form, read }, stop };
}

/** What a request's head says of its body. */
function announced({ headers }: IncomingMessage): Pick<Upload, 'contentType' | 'length'> {
  const length = headers['content-length'];
  return { contentType: headers['content-type'] ?? '', length: length === undefined ? null : Number(length) };
}

/** Measures how fast a sender is while somebody waits for it; a reader that is slow itself is not the sender's fault. */
interface PaceMeter {
  /** The waiting begins. */
  readonly wait: () => void;
  /** Bytes have come: it is over. */
  readonly came: (bytes: number) => void;
  readonly stop: () => void;
}

/** @param fail told when less than the slowest pace came in the time that was waited */
function makePaceMeter(clock: Clock, fail: (error: GatewayError) => void): PaceMeter {
  let bytesCome = 0;
  let waited = 0;
  let since = 0;
  let cancel = (): void => undefined;
  return {
    wait: () => {
      since = clock.monotonic();
      cancel = clock.after(Math.max(1, slowest.milliseconds - waited), () => fail(tooSlow()));
    },
    came: (bytes) => {
      cancel();
      bytesCome += bytes;
      waited += clock.monotonic() - since;
      if (bytesCome < slowest.bytes) return;
      bytesCome = 0;
      waited = 0;
    },
    stop: () => cancel(),
  };
}

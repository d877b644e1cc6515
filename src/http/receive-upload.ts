import type { IncomingMessage } from 'node:http';
import type { GatewayError } from '../errors/gateway-error.ts';
import type { FormRules, Upload } from '../pipeline/multipart/reader.ts';
import { countBody, slowest, stopped, tooSlow, tooSlowOnAverage, watchTime, type BodyRules } from './body-limits.ts';
import { longBodies } from './read-body.ts';
import { freshMilliseconds } from './request.ts';

/** An upload, and how to end it. */
interface ReceivedUpload {
  readonly upload: Upload;
  /** Stops reading. The rest stays unread. */
  readonly stop: () => void;
}

interface Waiter {
  readonly resolve: (bytes: Buffer | null) => void;
  readonly reject: (error: GatewayError) => void;
}

interface UploadRules extends BodyRules {
  /** Who waits for a turn with long texts of the body. */
  readonly holder: string;
  readonly form: FormRules;
  /** Checks that the caller may go on. Called before bytes are handed out, at most once a second. */
  readonly recheck: () => Promise<void>;
}

/**
 * Receives a body only as fast as it is read, so that nothing is buffered. Bytes are counted as they arrive. The pace is measured
 * only while a read waits.
 */
export function receiveUpload(request: IncomingMessage, rules: UploadRules): ReceivedUpload {
  const { limit, clock, form, recheck, holder } = rules;
  const received = countBody(limit);
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
    const refusal = received.add(chunk.length);
    if (refusal !== null) return fail(refusal);
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
  const pace = makePaceMeter(rules, fail);
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
  const turn = (size: number): Promise<void> => longBodies.wait(holder, size);
  const reading = { read: rechecking(read, { clock, recheck }), flow: pace.flow, turn };
  return { upload: { ...announced(request), limit, rules: form, ...reading }, stop };
}

/** Rechecks the caller before it hands bytes out. */
function rechecking(read: Upload['read'], { clock, recheck }: Pick<UploadRules, 'clock' | 'recheck'>): Upload['read'] {
  let checkedAt = clock.monotonic();
  return async () => {
    const bytes = await read();
    if (clock.monotonic() - checkedAt < freshMilliseconds) return bytes;
    checkedAt = clock.monotonic();
    await recheck();
    return bytes;
  };
}

/** Content type and length of the body, from the head of the request. */
function announced({ headers }: IncomingMessage): Pick<Upload, 'contentType' | 'length'> {
  const length = headers['content-length'];
  return { contentType: headers['content-type'] ?? '', length: length === undefined ? null : Number(length) };
}

/** Measures the pace of the sender while a read waits. A slow reader is not the sender's fault. */
interface PaceMeter {
  /** A read begins to wait. */
  readonly wait: () => void;
  /** Bytes have arrived: the wait is over. */
  readonly came: (bytes: number) => void;
  /** What comes is sent on from now on, so no average is demanded any more. */
  readonly flow: () => void;
  readonly stop: () => void;
}

/** @param fail called if less than the slowest pace arrived in the time waited, or less than the average of a body that is held */
function makePaceMeter({ clock, bytesPerSecond = 0 }: BodyRules, fail: (error: GatewayError) => void): PaceMeter {
  let bytesReceived = 0;
  let waited = 0;
  let since = 0;
  let flows = false;
  const whole = { bytes: 0, milliseconds: 0 };
  let cancel = (): void => undefined;
  const isTooSlow = (): boolean =>
    !flows && whole.bytes < (bytesPerSecond * (whole.milliseconds - slowest.milliseconds)) / 1_000;
  return {
    wait: () => {
      since = clock.monotonic();
      cancel = clock.after(Math.max(1, slowest.milliseconds - waited), () => fail(tooSlow()));
    },
    came: (bytes) => {
      cancel();
      const milliseconds = clock.monotonic() - since;
      whole.bytes += bytes;
      whole.milliseconds += milliseconds;
      if (isTooSlow()) return fail(tooSlowOnAverage(bytesPerSecond));
      bytesReceived += bytes;
      waited += milliseconds;
      if (bytesReceived < slowest.bytes) return;
      bytesReceived = 0;
      waited = 0;
    },
    flow: () => {
      flows = true;
    },
    stop: () => cancel(),
  };
}

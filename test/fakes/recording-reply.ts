import type { Reply, ReplyHeaders } from '../../src/shared/reply.ts';

/** A way back that keeps what goes out; its client reads on only when the test says so. */
export interface RecordingReply extends Reply {
  readonly status: () => number;
  readonly headers: () => ReplyHeaders;
  readonly text: () => string;
  /** How the answer ended; null: not yet. */
  readonly ended: () => 'cleanly' | 'cut' | null;
  /** Pieces written so far. */
  readonly pieces: () => number;
  readonly readOn: () => void;
  readonly leave: () => void;
}

/** @param full whether every write leaves the buffer full, so that a polite writer waits */
export function makeRecordingReply({ full = false } = {}): RecordingReply {
  const pieces: Uint8Array[] = [];
  let status = 0;
  let headers: ReplyHeaders = {};
  let ended: 'cleanly' | 'cut' | null = null;
  let left = false;
  let waiting: (() => void)[] = [];
  const wake = (): void => {
    const [...woken] = waiting;
    waiting = [];
    for (const resolve of woken) resolve();
  };
  return {
    left: () => left,
    onLeave: () => () => undefined,
    started: () => status !== 0,
    head: (code, sent) => {
      status = code;
      headers = sent;
    },
    write: (bytes) => {
      pieces.push(bytes);
      return !full;
    },
    drained: () => new Promise((resolve) => void waiting.push(resolve)),
    end: (bytes) => {
      if (bytes) pieces.push(bytes);
      ended = 'cleanly';
    },
    cut: () => {
      ended = 'cut';
    },
    status: () => status,
    headers: () => headers,
    text: () => Buffer.concat(pieces).toString('utf8'),
    ended: () => ended,
    pieces: () => pieces.length,
    readOn: wake,
    leave: () => {
      left = true;
      wake();
    },
  };
}

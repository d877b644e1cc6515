/** A message as it came. */
export interface SocketMessage {
  readonly bytes: Buffer;
  /** Text is UTF-8, checked by the receiver. */
  readonly isBinary: boolean;
}

/** How a connection ended: the code and the reason of the close frame; 1006 without a frame. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
}

/** One side of a WebSocket connection, independent of the library. */
export interface MessageSocket {
  /** The next message; null once the connection has ended. One reader at a time. */
  readonly read: () => Promise<SocketMessage | null>;
  /** Sends text. Resolves when the connection has taken it, or has ended. */
  readonly send: (text: Buffer) => Promise<void>;
  /** Begins to close. If the other side does not answer, the connection is cut. */
  readonly close: (code: number, reason: string) => void;
  /** Cuts the connection. */
  readonly cut: () => void;
  readonly hasEnded: () => boolean;
  /** Resolves when the connection has ended. */
  readonly ended: Promise<SocketEnd>;
}

/** The part of the library `ws` that a connection needs. */
interface LibrarySocket {
  readonly readyState: number;
  readonly on: ((event: 'message', listener: (data: unknown, isBinary: boolean) => void) => unknown) &
    ((event: 'close', listener: (code: number, reason: Buffer) => void) => unknown) &
    ((event: 'error', listener: (error: Error) => void) => unknown) &
    ((event: 'ping', listener: (data: Buffer) => void) => unknown) &
    ((event: 'pong', listener: () => void) => unknown);
  readonly send: (data: Buffer, options: { binary: boolean }, done: (error?: Error) => void) => void;
  readonly ping: () => void;
  readonly pong: (data: Buffer, mask: undefined, done: () => void) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: (code: number, reason: string) => void;
  readonly terminate: () => void;
}

/** Milliseconds between two pings. One that is not answered until the next ends the connection. */
const pingEvery = 30_000;

/** Milliseconds for the other side to answer a close frame. */
const closeTime = 2_000;

const open = 1;

/** Close frames have at most 123 bytes of reason. */
const shortReason = (reason: string): string => {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
};

/** Codes that a peer may send on. All others stand for what only the receiver knows. */
const mayClose = (code: number): boolean =>
  (code >= 1000 && code <= 1014 && code !== 1004 && code !== 1005 && code !== 1006) || (code >= 3000 && code <= 4999);

/**
 * Bounds of what passes over a socket. No compression: it would let a small message grow in memory. The library would answer every
 * ping, whether or not the other side reads the answers.
 */
export const socketOptions = { maxPayload: 16_777_216, perMessageDeflate: false, autoPong: false } as const;

/** Answers pings. Of those that come before an answer has been taken, only the last gets one (RFC 6455, section 5.5.3). */
function answerPings(socket: LibrarySocket): void {
  let isAnswering = false;
  let next: Buffer | null = null;
  const answer = (data: Buffer): void => {
    if (socket.readyState !== open) return;
    isAnswering = true;
    socket.pong(data, undefined, () => {
      isAnswering = false;
      const last = next;
      next = null;
      if (last !== null) answer(last);
    });
  };
  socket.on('ping', (data) => {
    if (isAnswering) next = data;
    else answer(data);
  });
}

/** Ends a connection whose other side does not answer. While it is paused, answers are not read, and only a failed ping ends it. */
function watchPings(socket: LibrarySocket, isPaused: () => boolean) {
  let isAnswered = true;
  const answered = (): void => {
    isAnswered = true;
  };
  const timer = setInterval(() => {
    if (!isAnswered && !isPaused()) return socket.terminate();
    isAnswered = isPaused();
    if (socket.readyState === open) socket.ping();
  }, pingEvery);
  timer.unref();
  socket.on('pong', answered);
  return { answered, stop: () => clearInterval(timer) };
}

/** What a message that waits counts besides its bytes. */
const messageBytes = 1_024;

const weightOf = (message: SocketMessage | undefined): number => (message ? messageBytes + message.bytes.length : 0);

/**
 * Makes a connection of a socket that is open. Messages that are not read stop the reading of the connection, and so, at last, the
 * sender. The end of a connection that is not read is not noticed either.
 *
 * @param mostAhead bytes that may wait behind a message that is not read; absent: none but those of its packet
 */
export function makeMessageSocket(socket: LibrarySocket, mostAhead = 0): MessageSocket {
  const queue: SocketMessage[] = [];
  /** What the messages that wait weigh together. */
  let weight = 0;
  const isFull = (): boolean => queue.length > 0 && weight - weightOf(queue[0]) >= mostAhead;
  const { promise: ended, resolve: end } = Promise.withResolvers<SocketEnd>();
  let isOver = false;
  let waiting: ((message: SocketMessage | null) => void) | null = null;
  const pings = watchPings(socket, isFull);
  answerPings(socket);

  socket.on('message', (data, isBinary) => {
    const message = { bytes: data as Buffer, isBinary };
    pings.answered();
    if (waiting === null) {
      queue.push(message);
      weight += weightOf(message);
      if (isFull()) socket.pause();
      return;
    }
    const take = waiting;
    waiting = null;
    take(message);
  });
  socket.on('close', (code, reason) => {
    isOver = true;
    pings.stop();
    end({ code, reason: reason.toString('utf8') });
    waiting?.(null);
    waiting = null;
  });
  // The close event follows, with the code that the library chose for the error.
  socket.on('error', () => undefined);

  return {
    read: () => {
      const first = queue.shift();
      weight -= weightOf(first);
      if (!isFull() && !isOver) socket.resume();
      if (first !== undefined) return Promise.resolve(first);
      if (isOver) return Promise.resolve(null);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
    send: (text) =>
      new Promise((resolve) => {
        if (socket.readyState !== open) return resolve();
        // Called when the connection has taken it, and also when it is cut before.
        socket.send(text, { binary: false }, () => resolve());
      }),
    close: (code, reason) => {
      if (isOver) return;
      // A connection that is not read would never see the answer to the close frame.
      socket.resume();
      socket.close(mayClose(code) ? code : 1000, shortReason(reason));
      setTimeout(() => socket.terminate(), closeTime).unref();
    },
    cut: () => socket.terminate(),
    hasEnded: () => isOver,
    ended,
  };
}

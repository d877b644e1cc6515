import { connect } from 'node:net';
import type { Batch, BatchAnswer } from '../shared/batch-queue.ts';
import { makeFrameReader, readAnswer, writeBatch, writeGreeting } from './batch-frames.ts';

/** Where the thread that owns a database takes batches of workers, and what shows it that a connection is theirs. */
export interface LinePlace {
  readonly path: string;
  readonly token: string;
}

/** A worker's end of its line to the database. */
export interface BatchLine {
  /** One batch is in flight at most. */
  readonly post: (batch: Batch) => void;
  /** Resolves when the other end has taken note. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly place: LinePlace;
  readonly instanceId: string;
  readonly onAnswer: (answer: BatchAnswer) => void;
  /** The line has ended without `close`: nothing more is answered. */
  readonly onEnd: () => void;
}

/**
 * Connects a worker process with the database thread of its parent, whose other threads never see a batch.
 *
 * @throws if the thread is gone, or does not take the worker
 */
export async function openBatchLine({ place, instanceId, onAnswer, onEnd }: Parts): Promise<BatchLine> {
  const socket = connect(place.path);
  const taken = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let isTaken = false;
  let isClosing = false;
  let failure: Error | null = null;
  socket.on('error', (cause) => (failure = cause));
  socket.on('close', () => {
    taken.reject(failure ?? new Error('The database thread did not take this worker.'));
    closed.resolve();
    if (isTaken && !isClosing) onEnd();
  });
  socket.on(
    'data',
    makeFrameReader((content) => {
      if (isTaken) return onAnswer(readAnswer(content));
      isTaken = true;
      taken.resolve();
    }),
  );
  socket.write(writeGreeting({ token: place.token, instanceId }));
  await taken.promise;
  return {
    post: (batch) => void socket.write(writeBatch(batch)),
    close: async () => {
      isClosing = true;
      socket.end();
      await closed.promise;
    },
  };
}

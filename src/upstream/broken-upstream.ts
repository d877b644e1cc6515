/** Why an upstream call ended without a whole answer. */
export type Break = 'client_left' | 'upstream_cut' | 'timed_out' | 'unreachable';

/** An upstream call that broke. The message is for the log; what a client is told is decided where it is known how much went out. */
export class BrokenUpstream extends Error {
  override readonly name = 'BrokenUpstream';
  readonly reason: Break;
  /** For `timed_out`: the limit that was met, in seconds. */
  readonly seconds: number | null;

  constructor(reason: Break, message: string, details: { cause?: unknown; seconds?: number } = {}) {
    super(message, { cause: details.cause });
    this.reason = reason;
    this.seconds = details.seconds ?? null;
  }
}

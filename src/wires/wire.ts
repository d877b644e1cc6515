import type { UnitKind } from '../shared/usage.ts';
import type { ReadFacts } from './facts.ts';
import type { CallerTurns, UpstreamTurns } from './turn.ts';
import type { AnswerMeter, StreamFailure, WireId } from './meter.ts';

/** One wire format: what the gateway must understand of requests, answers and failures in it. */
export interface Wire {
  readonly id: WireId | 'none';
  /** Reads what a request asks for, for routing and for the hold. */
  readonly facts: ReadFacts;
  /** The unit kinds of its calls, besides requests. */
  readonly units: readonly UnitKind[];
  readonly meter: AnswerMeter;
  /** The lowest output limit that its upstreams accept, in tokens: a translation raises a lower one. Absent: 1. */
  readonly leastLimit?: number;
  /** True if a model may exceed a request's output limit, because not all upstreams count thoughts towards it. */
  readonly mayExceedLimit?: boolean;
  /** The path of its calls below a base address, for calls that are translated into it. */
  readonly path?: string;
  /** Writes a failure in the format's own shape: the event or events for a stream that breaks after its head went out. */
  readonly writeFault: (failure: StreamFailure) => Buffer;
  /** Bytes that keep an idle stream alive without meaning anything to a client. */
  readonly keepalive: Buffer;
  /**
   * Translates requests and answers to another format and back. Without the caller's half, only upstreams speak the format; without the
   * upstream's half, only callers do. Absent: the format is never translated.
   */
  readonly turn?: Partial<UpstreamTurns> & Partial<CallerTurns>;
}

/** Every wire format, by its id; `none` for operations that have no format of their own. */
export type Wires = Readonly<Record<WireId | 'none', Wire>>;

import type { UnitKind } from '../shared/usage.ts';
import type { ReadFacts } from './facts.ts';
import type { CallerTurns, UpstreamTurns } from './turn.ts';
import type { AnswerMeter, StreamFailure, WireId } from './wire.ts';

/** One wire format: what the gateway must understand of requests, answers and failures in it. */
export interface Wire {
  readonly id: WireId | 'none';
  /** What a request asks for, for routing and for the hold. */
  readonly facts: ReadFacts;
  /** The unit kinds of its calls, besides requests. */
  readonly units: readonly UnitKind[];
  readonly meter: AnswerMeter;
  /** The least output limit that its upstreams take, in tokens: a translation raises a lower one. Absent: 1. */
  readonly leastLimit?: number;
  /** True if a model may put out more than the limit of a request, because not all upstreams count thoughts in it. */
  readonly mayExceedLimit?: boolean;
  /** Where its calls go below a base address, for those that are translated into it. */
  readonly path?: string;
  /** A failure in the format's own shape: its event or events, for a stream that breaks after its head went out. */
  readonly writeFault: (failure: StreamFailure) => Buffer;
  /** Bytes that keep an idle stream alive without meaning anything to a client. */
  readonly keepalive: Buffer;
  /**
   * How requests and answers become another format's, and back; without the caller's half, only upstreams speak it; without the
   * upstream's, only callers do. Absent: this format goes to itself only.
   */
  readonly turn?: Partial<UpstreamTurns> & Partial<CallerTurns>;
}

/** Every wire format, by its id; `none` for operations that have no format of their own. */
export type Wires = Readonly<Record<WireId | 'none', Wire>>;

import type { IncomingMessage } from 'node:http';
import type { Spec } from '../catalog/catalog.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** The parts of a `DemoFault`. */
interface Fault {
  readonly status: number;
  /** `error.type` of either spec. */
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the demo returns deliberately, in the format of the vendor that it simulates. */
export class DemoFault extends Error {
  override readonly name = 'DemoFault';
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(fault: Fault) {
    super(fault.message);
    this.status = fault.status;
    this.type = fault.type;
    this.code = fault.code ?? null;
    this.param = fault.param ?? null;
    this.headers = fault.headers ?? {};
  }
}

export const badRequest = (message: string): DemoFault =>
  new DemoFault({ status: 400, type: 'invalid_request_error', message });

export const notFound = (message: string): DemoFault =>
  new DemoFault({ status: 404, type: 'not_found_error', message });

/** The spec of a request: every client of Spec B sends this header, and no other does. */
export const specOf = (request: IncomingMessage): Spec =>
  request.headers['anthropic-version'] === undefined ? 'a' : 'b';

/** The body of a failure in the format of the spec. */
export const errorBody = (fault: DemoFault, spec: Spec, requestId: string): JsonObject =>
  spec === 'a'
    ? { error: { message: fault.message, type: fault.type, param: fault.param, code: fault.code } }
    : { type: 'error', error: { type: fault.type, message: fault.message }, request_id: requestId };

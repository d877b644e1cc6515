import type { IncomingMessage } from 'node:http';
import type { Spec } from '../catalog/catalog.ts';
import type { JsonObject } from '../shared/json/json.ts';

/** A failure of the demo in full. */
interface Fault {
  readonly status: number;
  /** `error.type` of either spec. */
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the demo upstream answers on purpose, in the shape of the vendor it plays. */
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

/** 400 for what a vendor would not accept. */
export const badRequest = (message: string): DemoFault =>
  new DemoFault({ status: 400, type: 'invalid_request_error', message });

/** 404 for what is not there. */
export const notFound = (message: string): DemoFault =>
  new DemoFault({ status: 404, type: 'not_found_error', message });

/** Which vendor is being asked: every client of Spec B names its version, and no other does. */
export const specOf = (request: IncomingMessage): Spec =>
  request.headers['anthropic-version'] === undefined ? 'a' : 'b';

/** A failure as the vendor of that spec writes it. */
export const errorBody = (fault: DemoFault, spec: Spec, requestId: string): JsonObject =>
  spec === 'a'
    ? { error: { message: fault.message, type: fault.type, param: fault.param, code: fault.code } }
    : { type: 'error', error: { type: fault.type, message: fault.message }, request_id: requestId };

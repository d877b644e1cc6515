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

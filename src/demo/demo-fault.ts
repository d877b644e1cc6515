interface Details {
  readonly code?: string;
  readonly param?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A failure that the demo upstream answers on purpose, in the shape of the vendor it plays. */
export class DemoFault extends Error {
  override readonly name = 'DemoFault';
  readonly status: number;
  /** `error.type` of either spec. */
  readonly type: string;
  readonly code: string | null;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, type: string, message: string, details: Details = {}) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = details.code ?? null;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }
}

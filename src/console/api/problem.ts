import type { Problem } from '../../../generated/console/client/index.ts';

/** A request that failed. Its message is for people: the problem's `detail`, or what the browser could find out. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Absent when the answer was not one of the control API. */
  readonly problem: Problem | undefined;

  constructor(status: number, problem: Problem | undefined) {
    super(problem?.detail ?? '');
    this.status = status;
    this.problem = problem;
  }

  /** Whether the server could not be reached at all, or something in front of it said so. */
  get isUnreachable(): boolean {
    return this.status === 0 || (this.problem === undefined && [502, 503, 504].includes(this.status));
  }
}

/** The failure in what was thrown; anything else counts as no answer. */
export const failureOf = (thrown: unknown): RequestFailure =>
  thrown instanceof RequestFailure ? thrown : new RequestFailure(0, undefined);

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response?: Response | undefined;
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'detail' in value && 'code' in value;

/** The data of an answer of the generated client. @throws {RequestFailure} for any other answer, or none */
export async function dataOf<Data>(pending: Promise<Answer<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await pending;
  if (response?.ok === true && error === undefined && data !== undefined && data !== null) return data;
  throw new RequestFailure(response?.status ?? 0, isProblem(error) ? error : undefined);
}

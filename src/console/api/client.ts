import createClient from 'openapi-fetch';
import type { operations, paths, Problem } from '../../../generated/console/types.ts';

/** The control API, typed by its document. The browser sends the session's cookie and where a request comes from. */
export const api = createClient<paths>({ baseUrl: '/console/api' });

/** The query of an operation. */
export type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

/** A request that failed. Its message is for people: the problem's `detail`, or what the browser could find out. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Absent when the answer was not one of the control API. */
  readonly problem: Problem | undefined;
  /** What is said of it in the place of that message. */
  readonly words: string | undefined;

  constructor(status: number, problem: Problem | undefined, words?: string) {
    super(words ?? problem?.detail ?? '');
    this.status = status;
    this.problem = problem;
    this.words = words;
  }

  /** The same failure, of which the console knows more than the server said. */
  inWords(words: string): RequestFailure {
    return new RequestFailure(this.status, this.problem, words);
  }

  /** Whether the server could not be reached at all, or something in front of it said so. */
  get isUnreachable(): boolean {
    return this.status === 0 || (this.problem === undefined && [502, 503, 504].includes(this.status));
  }
}

/** The failure of the request that was thrown; anything else is a fault of the console, and counts as one of the server. */
export const failureOf = (thrown: unknown): RequestFailure =>
  thrown instanceof RequestFailure ? thrown : new RequestFailure(500, undefined);

interface Answer<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'detail' in value && 'code' in value;

/** What was thrown in the place of an answer. Only a successful one whose JSON cannot be read is a syntax error. */
const notAnswered = (thrown: unknown): RequestFailure =>
  new RequestFailure(thrown instanceof SyntaxError ? 200 : 0, undefined);

/** The data of an answer; none where its status says so (204). @throws {RequestFailure} for any other answer, or none */
export async function dataOf<Data>(pending: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await pending.catch((thrown: unknown) => {
    throw notAnswered(thrown);
  });
  if (response.ok && (data !== undefined || response.status === 204)) return data as Data;
  throw new RequestFailure(response.status, isProblem(error) ? error : undefined);
}

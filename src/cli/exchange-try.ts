import { isObject, objectOf, stringOf } from '../shared/json.ts';
import type { Secret } from '../shared/secret.ts';
import { explainFetch } from './explain-fetch.ts';
import { readDocuments } from './read-answer.ts';
import type { TryAnswer, TryCall } from './try-call.ts';

/** Where calls go, and with what. */
export interface TryServer {
  readonly origin: string;
  readonly key: string;
  /** Lets the ledger be asked what a stream was charged. */
  readonly adminKey: Secret | null;
}

/** Longer than any demo answer takes, shorter than patience. */
const patienceMilliseconds = 120_000;

/** What is sent. */
export interface TryRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReturnType<NonNullable<TryCall['body']>> | undefined;
}

/** The whole answer, or why there was none. */
export async function exchangeTry(
  request: TryRequest,
  server: TryServer,
  stop: AbortSignal,
): Promise<TryAnswer | string> {
  const { method, path, body } = request;
  const json = body !== undefined && !(body instanceof FormData);
  const timeout = AbortSignal.timeout(patienceMilliseconds);
  try {
    const answer = await fetch(`${server.origin}${path}`, {
      method,
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        authorization: `Bearer ${server.key}`,
        ...request.headers,
      },
      body: json ? JSON.stringify(body) : (body ?? null),
      // What was made is deleted also when somebody stops the command.
      signal: method === 'DELETE' ? timeout : AbortSignal.any([stop, timeout]),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const documents = readDocuments(answer.headers.get('content-type') ?? '', bytes.toString());
    return { status: answer.status, headers: answer.headers, bytes, documents };
  } catch (cause) {
    return `No answer came (${explainFetch(cause)}).`;
  }
}

/** The message of an error, whether the status says it or an event of a stream. Null for an answer that is none. */
export function failureOf({ status, headers, documents }: TryAnswer): string | null {
  const failed = status < 200 || status > 299;
  if (!failed && headers.get('content-type')?.startsWith('text/event-stream') !== true) return null;
  const errors = documents.map((document) => objectOf(document)['error']).filter(isObject);
  const message = stringOf(errors[0]?.['message']);
  return message ?? (failed ? `status ${status}` : null);
}

import type { Spec } from '../../catalog/catalog.ts';
import { isObject, objectOf, stringOf, type Json, type JsonObject } from '../../shared/json/json.ts';
import type { Secret } from '../../shared/secret.ts';
import { explainFetch } from '../find-server.ts';

/** An answer that has been read to its end. */
export interface TryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The whole answer, or all events of a stream; empty for what is no JSON. */
  readonly documents: readonly Json[];
}

/** What an answer amounts to. */
export interface Seen {
  /** For people. */
  readonly text: string;
  /** Tokens in and out as the answer states them; null where it states none. */
  readonly usage: { readonly input: number; readonly output: number } | null;
  /** What later calls take, by name. */
  readonly keep?: Readonly<Record<string, string>>;
  /** Why this is not what was asked for, although its status says that it is. */
  readonly fault?: string;
}

/** What a call before this one kept. @throws {NotKept} when none did */
export type Take = (name: string) => string;

/** Nothing was kept under this name. */
export class NotKept extends Error {}

/** A row of the table: a call, and what is expected of its answer. */
export interface TryRow {
  /** Method and path; a name in braces stands for what an earlier call kept under it. */
  readonly operation: string;
  /** What is special about this call of the operation. */
  readonly note?: string;
  readonly headers?: (take: Take) => Readonly<Record<string, string>>;
  readonly body?: (take: Take) => JsonObject | FormData;
  /** Looks at an answer of status 2xx. */
  readonly read: (answer: TryAnswer, take: Take) => Seen;
  /** Whether the model converses in it: one such answer shows that the model works. */
  readonly converses?: boolean;
  /** The call is left out where the gateway's list does not name this model. */
  readonly model?: string;
  /** The call is left out, without a word, where nothing was kept under this name. */
  readonly onlyWith?: string;
  /** The call is repeated for some seconds until this is true of its answer. */
  readonly until?: (answer: TryAnswer) => boolean;
}

/** A call that `diglot try` makes. */
export interface TryCall extends TryRow {
  readonly spec: Spec;
}

/** The name under which the list of models keeps one. */
export const modelName = (id: string): string => `model ${id}`;

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
interface TryRequest {
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

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The documents of an answer: one for JSON, one an event for a stream. What is no JSON (`[DONE]`) is left out. */
function readDocuments(contentType: string, text: string): readonly Json[] {
  const parts = contentType.includes('text/event-stream')
    ? text.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
    : [text];
  return parts.flatMap((part) => {
    const value = parse(part);
    return value === undefined ? [] : [value];
  });
}

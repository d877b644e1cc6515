import type { IncomingHttpHeaders } from 'node:http';
import { parametersOf, type Document } from './document.ts';

/** What a document says of the head of an operation's requests. */
export interface HeadRules {
  /** True where something must be there: a path parameter, a required header or query parameter. */
  readonly always: boolean;
  /** Names of the headers that it knows, lower case. */
  readonly headers: readonly string[];
}

/** Reads the rules out of a document. */
export function readHeadRules(document: Document, place: { method: string; path: string }): HeadRules {
  const parameters = parametersOf(document, place);
  return {
    always: parameters.some((parameter) => parameter['required'] === true),
    headers: parameters
      .filter((parameter) => parameter['in'] === 'header')
      .map((parameter) => String(parameter['name']).toLowerCase()),
  };
}

/** Of a request's headers, those that the document knows; null where it has none of them. */
export function knownHeaders(sent: IncomingHttpHeaders, { headers }: HeadRules): IncomingHttpHeaders | null {
  const known = headers.filter((name) => sent[name] !== undefined);
  return known.length === 0 ? null : Object.fromEntries(known.map((name) => [name, sent[name]]));
}

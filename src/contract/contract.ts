import type { RequestHandler } from 'express';
import type { FormRules } from '../pipeline/multipart/rules.ts';
import { cutDocument } from './cut-document.ts';
import type { Document } from './document.ts';
import { explainRefusal, type Validated } from './explain-refusal.ts';
import { readFormRules } from './form-rules.ts';
import { findProbes } from './probes.ts';
import { readQuery, readQueryRules, type TypedQuery } from './query.ts';

/** One operation of a document, ready to validate requests. */
export interface OperationContract {
  /**
   * Types a query, given without its question mark.
   *
   * @throws {GatewayError} `invalid_value` for a parameter that cannot be read
   */
  readonly readQuery: (search: string) => TypedQuery;
  /** express-openapi-validator over this operation alone. It reads `params`, `query`, `headers` and `body` of the request. */
  readonly validate: RequestHandler;
  /** The validator's refusal as one sentence about one field. Any other error is returned unchanged. */
  readonly explain: (error: unknown, validated: Validated) => unknown;
  /** What the document says of the operation's form. Forms are validated while they are read. */
  readonly form: () => FormRules;
  /**
   * Makes the validator before its first request comes.
   *
   * @throws when the document cannot be used, or the validator lets through what the document refuses
   */
  readonly warm: () => Promise<void>;
}

/** A document, ready to validate requests: gives the contract of an operation by its id. */
export type Contract = (id: string) => OperationContract;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * The contracts of one bundled document. A validator is made when its operation is first called: making all of them would
 * compile every schema before the server could say that it is ready.
 */
export function loadContract(published: Document): Contract {
  const contracts = new Map<string, OperationContract>();
  for (const [path, item] of Object.entries(published.paths)) {
    for (const method of methods) {
      const id = item[method]?.['operationId'];
      if (typeof id === 'string') contracts.set(id, contractOf(published, { method, path }));
    }
  }
  return (id) => {
    const contract = contracts.get(id);
    if (!contract) throw new Error(`The document has no operation ${id}.`);
    return contract;
  };
}

interface Place {
  readonly method: string;
  readonly path: string;
}

function contractOf(published: Document, place: Place): OperationContract {
  const { method, path } = place;
  const rules = once(() => readQueryRules(published, place));
  const { handle, make } = madeOnce(async () => {
    const { makeValidator } = await import('./validator.ts');
    return makeValidator(cutDocument(published, place), findProbes(published, place));
  });
  return {
    readQuery: (search) => readQuery(search, rules()),
    validate: handle,
    explain: (error, validated) => explainRefusal(error, { validated, document: published, method, path }),
    form: once(() => readFormRules(published, published.paths[path]?.[method])),
    warm: async () => void (await make()),
  };
}

/** Makes a value when it is first wanted. */
function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}

/** Middleware that is made for its first request, or before. */
function madeOnce(make: () => Promise<RequestHandler>) {
  let made: RequestHandler | null = null;
  let making: Promise<RequestHandler> | null = null;
  const makeOnce = (): Promise<RequestHandler> =>
    (making ??= make().then((handler) => {
      made = handler;
      return handler;
    }));
  const handle: RequestHandler = (request, response, next) =>
    made === null ? makeOnce().then((handler) => handler(request, response, next)) : made(request, response, next);
  return { handle, make: makeOnce };
}

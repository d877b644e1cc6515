import { readFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ErrorRequestHandler } from 'express';
import { loadContract, type Contract } from '../../src/contract/contract.ts';
import type { Document } from '../../src/contract/document.ts';
import { makeExpress } from '../../src/http/app.ts';

/** What a test sends to an operation. */
interface Sent {
  readonly headers: Readonly<Record<string, string>>;
  /** The query as sent, without its question mark. */
  readonly search: string;
  /** A parsed JSON body; undefined where there is none. */
  readonly body: unknown;
}

interface Wanted {
  readonly id: string;
  readonly params: Readonly<Record<string, string>>;
}

/** The contract of one specification, exactly as the gateway enforces it. */
export interface Specification {
  /** Gives the query as a handler gets it. @throws {GatewayError} as the client gets it */
  readonly check: (wanted: Wanted, sent: Sent) => Promise<object>;
}

const read = (spec: string): Document => JSON.parse(readFileSync(`generated/${spec}/openapi.json`, 'utf8')) as Document;

export const loadSpec = (spec: 'spec-a' | 'spec-b' | 'console'): Specification => checkBy(read(spec));

/** Sends requests of tests through the validators of a document. */
export function checkBy(document: Document): Specification {
  const contract = loadContract(document);
  const places = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, id: operation['operationId'] })),
  );
  return {
    check: async ({ id, params }, { headers, search, body }) => {
      const place = places.find((one) => one.id === id);
      if (!place) throw new Error(`no operation ${id}`);
      const { query, unbracketed } = contract(id).readQuery(search);
      const path = place.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? 'x'));
      const type = body === undefined ? {} : { 'content-type': 'application/json' };
      const request = Object.assign(new IncomingMessage(new Socket()), {
        method: place.method.toUpperCase(),
        url: search === '' ? path : `${path}?${search}`,
        headers: { ...headers, ...type },
        body,
      });
      Object.defineProperty(request, 'query', { value: unbracketed, writable: true, configurable: true });
      const error = await passThrough(contract(id).validate, request);
      if (error !== null) throw contract(id).explain(error, { params, headers, query: unbracketed, body });
      return query;
    },
  };
}

/** What Express is left with: the error, or null. */
function passThrough(validate: ReturnType<Contract>['validate'], request: IncomingMessage): Promise<unknown> {
  const app = makeExpress();
  return new Promise((resolve) => {
    // oxlint-disable-next-line max-params -- Express knows error handlers by the number of parameters
    const failed: ErrorRequestHandler = (error: unknown, _request, _response, _next) => resolve(error);
    app.use(validate, () => resolve(null));
    app.use(failed);
    app(request, new ServerResponse(request));
  });
}

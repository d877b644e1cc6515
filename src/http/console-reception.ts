import type { ConsoleCall } from '../console-api/console-call.ts';
import type { Document } from './contract/document.ts';
import type { Contract } from './contract/load-contract.ts';
import type { AnyHandler } from './gateway-reception.ts';
import type { Entry, JourneyOperation, Reception } from './journey.ts';
import type { SurfaceOperation } from './route-table.ts';

export interface ControlParts {
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly contract: Contract;
  /** Gives the actor. @throws {GatewayError} 401 */
  readonly authenticate: (rawHeaders: readonly string[]) => string;
}

/** How calls of the control API are received. */
export const makeConsoleReception = ({ handlers, contract, authenticate }: ControlParts): Reception => ({
  contract,
  identify: ({ request, match }) => {
    const actor = authenticate(request.rawHeaders);
    const handler = handlers[match.operation.id];
    if (!handler) throw new Error(`Nobody serves ${match.operation.id}.`);
    const serve: Entry['serve'] = ({ requestId, query, body, reply }) => {
      const sent = request.headers['idempotency-key'];
      const call: ConsoleCall = { requestId, actor, idempotencyKey: typeof sent === 'string' ? sent : null, reply };
      const { params } = match;
      return (handler as (call: unknown) => Promise<void>)({ ...call, params, query, body });
    };
    return { holder: actor, checkHead: () => undefined, serve };
  },
});

/** The control API's operations with what the journey wants to know of them, from the document. */
export const consoleOperations = (operations: readonly SurfaceOperation[], document: Document): JourneyOperation[] =>
  operations.map(({ id, method, path }) => ({
    id,
    method,
    path,
    family: 'console',
    body: document.paths[path]?.[method]?.['requestBody'] === undefined ? 'none' : 'json',
    limit: 'json',
    voice: false,
  }));

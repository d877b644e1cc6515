import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Document } from '../contract/document.ts';
import type { Contract } from '../contract/load-contract.ts';
import type { Control } from '../control-api/operations.ts';
import type { Caller } from '../identity/caller.ts';
import type { CredentialRequest } from '../identity/read-credential.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { FindOwned } from '../objects/find-owned.ts';
import type { Call, HeadOfCall } from '../pipeline/call.ts';
import type { Admitted, JourneyOperation, Reception } from './journey.ts';
import type { SurfaceOperation } from './route-table.ts';

/** Any handler of a spec's map: the call that it gets is typed by its own operation. */
export type AnyHandler = (call: never) => Promise<void>;

export interface GatewayParts {
  readonly spec: Spec;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly contract: Contract;
  readonly authenticate: (request: CredentialRequest & { readonly remoteAddress: string | undefined }) => Caller;
  readonly assertScope: ScopeRules['assertScope'];
  /**
   * Refuses what would steer a call past the catalogue: to another host, with other credentials, by another reading.
   *
   * @throws {GatewayError} `invalid_value`
   */
  readonly refuseSteering: (sent: Pick<Admitted, 'body' | 'search'>) => void;
  /**
   * Checks what the head alone tells of Product, region and credits.
   *
   * @throws {GatewayError} what routing and admission refuse
   */
  readonly checkHead: (call: HeadOfCall) => void;
  /** The owner check: made here, before the handler, for every operation whose path names an object. */
  readonly findOwned: FindOwned;
}

/** How calls of Spec A and Spec B are received. */
export function makeGatewayReception(parts: GatewayParts): Reception {
  const { spec, operations, handlers, contract, authenticate, assertScope, refuseSteering, checkHead, findOwned } =
    parts;
  return {
    contract,
    identify: ({ request, match, search }) => {
      const { rawHeaders, socket } = request;
      const caller = authenticate({ spec, rawHeaders, query: search, remoteAddress: socket.remoteAddress });
      assertScope(caller, 'operations', match.operation.family);
      const operation = operations[match.operation.id];
      const handler = handlers[match.operation.id];
      if (!operation || !handler) throw new Error(`Nobody serves ${match.operation.id}.`);
      const serve = async (admitted: Admitted): Promise<void> => {
        if (operation.body !== 'none') refuseSteering(admitted);
        const answer = handler as (call: unknown) => Promise<void>;
        const call = callOf(admitted, { spec, operation, caller });
        const kind = operation.object;
        if (kind === 'none') return answer(call);
        return answer({ ...call, object: await findOwned({ spec, kind, id: objectIdOf(match.params), caller }) });
      };
      const { headers } = request;
      return {
        holder: caller.keyId,
        checkHead: () => checkHead({ spec, operation, caller, headers, search }),
        serve,
      };
    },
  };
}

/** A call as its handler gets it. Written out: it is made for every call, and copies of parts would cost more than it. */
const callOf = (
  {
    request,
    match,
    search,
    requestId,
    startedAt,
    startedMonotonic,
    query,
    body,
    bytes,
    upload,
    reply,
    memory,
  }: Admitted,
  { spec, operation, caller }: Pick<Call, 'spec' | 'operation' | 'caller'>,
) =>
  ({
    spec,
    operation,
    requestId,
    caller,
    startedAt,
    startedMonotonic,
    isHead: request.method === 'HEAD',
    headers: request.headers,
    search,
    bytes,
    upload,
    reply,
    memory,
    params: match.params,
    query,
    body,
  }) satisfies Call & Record<string, unknown>;

/** The id of the object that a path names: the first of its parameters, an item of the object comes after it. */
const objectIdOf = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] ?? '';

export interface ControlParts {
  readonly contract: Contract;
  readonly enter: Control['enter'];
}

/** How calls of the control API are received. */
export const makeConsoleReception = ({ contract, enter }: ControlParts): Reception => ({
  contract,
  identify: async ({ request, match }) => {
    const { rawHeaders, headers, method = '', socket } = request;
    const { actor, serve } = await enter({ rawHeaders, headers, method }, match.operation.id);
    const sender = {
      remoteAddress: socket.remoteAddress,
      forwarded: headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined,
      client: headers['user-agent'] ?? null,
      cookie: headers['cookie'] ?? null,
    };
    const sent = headers['idempotency-key'];
    const idempotencyKey = typeof sent === 'string' ? sent : null;
    return {
      holder: actor,
      checkHead: () => undefined,
      serve: ({ requestId, query, body, reply }) =>
        serve({ requestId, idempotencyKey, sender, reply, params: match.params, query, body }),
    };
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

import type { OperationFacts } from '../../generated/operation-facts.ts';
import type { Spec } from '../catalog/catalog.ts';
import type { Call } from '../gateway/call.ts';
import type { Caller } from '../identity/caller.ts';
import type { CredentialRequest } from '../identity/read-credential.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { FindOwned } from '../resources/find-owned.ts';
import type { Contract } from './contract/load-contract.ts';
import type { Reception } from './journey.ts';

/** Any handler of a spec's map: the call that it gets is typed by its own operation. */
export type AnyHandler = (call: never) => Promise<void>;

interface Parts {
  readonly spec: Spec;
  readonly operations: Readonly<Record<string, OperationFacts>>;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly contract: Contract;
  readonly authenticate: (request: CredentialRequest & { readonly remoteAddress: string | undefined }) => Caller;
  readonly assertScope: ScopeRules['assertScope'];
  /** The owner check: made here, before the handler, for every operation whose path names an object. */
  readonly findOwned: FindOwned;
}

/** How calls of Spec A and Spec B are received. */
export function makeGatewayReception(parts: Parts): Reception {
  const { spec, operations, handlers, contract, authenticate, assertScope, findOwned } = parts;
  return {
    contract,
    identify: ({ request, match, search }) => {
      const { rawHeaders, socket } = request;
      const caller = authenticate({ spec, rawHeaders, query: search, remoteAddress: socket.remoteAddress });
      assertScope(caller, 'operations', match.operation.family);
      const operation = operations[match.operation.id];
      const handler = handlers[match.operation.id];
      if (!operation || !handler) throw new Error(`Nobody serves ${match.operation.id}.`);
      return async ({ requestId, startedAt, startedMonotonic, query, body, bytes, upload, reply }) => {
        const { headers } = request;
        const times = { startedAt, startedMonotonic };
        const isHead = request.method === 'HEAD';
        const asSent = { isHead, headers, search, bytes, upload };
        const call: Call = { spec, operation, requestId, caller, ...times, ...asSent, reply };
        const { params } = match;
        const asked = { ...call, params, query, body };
        const serve = handler as (call: unknown) => Promise<void>;
        const kind = operation.object;
        if (kind === 'none') return serve(asked);
        return serve({ ...asked, object: await findOwned({ spec, kind, id: objectIdOf(match.params), caller }) });
      };
    },
  };
}

/** The id of the object that a path names: the first of its parameters, an item of the object comes after it. */
const objectIdOf = (params: Readonly<Record<string, string>>): string => Object.values(params)[0] ?? '';

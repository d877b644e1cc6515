import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import { keepCompletion } from '../chat/keep-completion.ts';
import { relayJson } from '../relay-json.ts';
import type { GatewayServices } from '../services.ts';

/** Told to an upstream that is to keep nothing; it takes metadata only for what it keeps. */
const forgets = { store: 'false', metadata: 'null' } as const;

/** `POST /chat/completions`. With `store` the completion is kept here, and the upstream is told to keep nothing. */
export const createChatCompletion =
  (services: GatewayServices): Handlers<Call>['createChatCompletion'] =>
  (call) => {
    if (call.body.store !== true) return relayJson(services, call);
    const bytes = spliceJson(call.bytes, call.body.metadata ? forgets : { store: forgets.store });
    return relayJson(services, call, { bytes, keeping: () => keepCompletion(call, services) });
  };

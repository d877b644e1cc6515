import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import { keepCompletion } from '../chat/keep-completion.ts';
import { jsonOutgoing } from '../outgoing.ts';
import type { GatewayServices } from '../services.ts';

/** Told to an upstream that is to keep nothing; it takes metadata only for what it keeps. */
const forgets = { store: 'false', metadata: 'null' } as const;

/** `POST /chat/completions`. With `store` the completion is kept here, and the upstream is told to keep nothing. */
export const createChatCompletion =
  ({ relay, ...rooms }: GatewayServices): Handlers<Call>['createChatCompletion'] =>
  (call) => {
    if (call.body.store !== true) return relay(call, jsonOutgoing(call, call.body));
    const bytes = Buffer.from(spliceJson(call.bytes, call.body.metadata ? forgets : { store: forgets.store }));
    const outgoing = jsonOutgoing({ ...call, bytes }, call.body);
    return relay(call, { ...outgoing, keeping: () => keepCompletion(call, rooms) });
  };

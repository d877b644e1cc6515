import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import { keepCompletion } from '../chat/keep-completion.ts';
import { relayJson } from '../relay-json.ts';
import type { GatewayServices } from '../services.ts';

/** Told to an upstream that is to keep nothing; it takes metadata only for what it keeps. */
const forgets = { store: 'false', metadata: 'null' } as const;

/** Messages of a stored completion: each is kept, and listed, by itself. */
const mostStored = 10_000;

const tooMany = (count: number): GatewayError =>
  new GatewayError(
    'invalid_value',
    `messages must have at most ${mostStored.toLocaleString('en-US')} entries where store is true; you sent ${count.toLocaleString('en-US')}. Send fewer, or leave store out.`,
    { param: 'messages' },
  );

/** `POST /chat/completions`. With `store` the completion is kept here, and the upstream is told to keep nothing. */
export const createChatCompletion =
  (services: GatewayServices): Handlers<Call>['createChatCompletion'] =>
  async (call) => {
    if (call.body.store !== true) return relayJson(services, call);
    if (call.body.messages.length > mostStored) throw tooMany(call.body.messages.length);
    const bytes = spliceJson(call.bytes, call.body.metadata ? forgets : { store: forgets.store });
    return relayJson(services, call, { bytes, keeping: () => keepCompletion(call, services) });
  };

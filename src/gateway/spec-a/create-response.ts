import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import { relayJson } from '../relay-json.ts';
import { expandInput } from '../responses/expand-input.ts';
import { keepResponse } from '../responses/keep-response.ts';
import type { GatewayServices } from '../services.ts';

/**
 * `POST /responses`. What came before is put in from the store; the response is stored unless `store` is false, and then
 * the upstream is told to keep nothing.
 *
 * @throws {GatewayError} `invalid_value` for `background`; `not_found` for an earlier response, a conversation or an item
 *   that is not this workspace's
 */
export const createResponse =
  (services: GatewayServices): Handlers<Call>['createResponse'] =>
  async (call) => {
    if (call.body.background === true) throw noBackground();
    const isStored = call.body.store !== false;
    const expanded = await expandInput(call, services, isStored);
    if (!isStored && expanded.conversation === null) return relayJson(services, call, expanded);
    const bytes = spliceJson(expanded.bytes, { store: 'false' });
    const keeping = () => keepResponse({ ...expanded, call, isStored }, services);
    return relayJson(services, call, { ...expanded, bytes, keeping });
  };

const noBackground = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    'Responses are not made in the background here. Leave background out, and use stream to see them grow.',
    { param: 'background' },
  );

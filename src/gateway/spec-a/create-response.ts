import type { Handlers } from '../../../generated/spec-a/operations.ts';
import { GatewayError } from '../../errors/gateway-error.ts';
import { spliceJson } from '../../shared/splice-json.ts';
import type { Call } from '../call.ts';
import { relayJson, type JsonDraft } from '../relay-json.ts';
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
    const model = modelBeside(call.body, services.router.defaultModel());
    const isStored = call.body.store !== false;
    const expanded = await expandInput(call, services, isStored);
    if (!isStored && expanded.conversation === null) return relayJson(services, call, { ...expanded, ...model });
    const bytes = spliceJson(expanded.bytes, { store: 'false' });
    const keeping = () => keepResponse({ ...expanded, call, isStored }, services);
    return relayJson(services, call, { ...expanded, ...model, bytes, keeping });
  };

/**
 * The model for a request that names none: the prompt that it may name is the provider's, and so is the model in it.
 *
 * @throws {GatewayError} `invalid_value` for a prompt without a model where the catalogue has none for it
 */
function modelBeside(
  { model, prompt }: { readonly model?: string | null | undefined; readonly prompt?: object | null | undefined },
  defaultModel: string | null,
): Pick<JsonDraft, 'defaultModel'> {
  if (model != null) return {};
  if (defaultModel !== null) return { defaultModel };
  if (prompt == null) return {};
  throw new GatewayError(
    'invalid_value',
    'model is required: which model the prompt names is not known here, and this gateway has no default_model. ' +
      'Send one; GET /v1/models lists what this key may call.',
    { param: 'model' },
  );
}

const noBackground = (): GatewayError =>
  new GatewayError(
    'invalid_value',
    'Responses are not made in the background here. Leave background out, and use stream to see them grow.',
    { param: 'background' },
  );

import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/echo.ts';

/** A model, and where a batch names it. */
interface NamedModel {
  readonly model: string;
  readonly param: string;
}

/**
 * Runs a check of a model. What it says of the model is said of the place where the batch names it, in words too: errors of
 * Spec B have no `param`.
 */
export function atParam<Result>({ model, param }: NamedModel, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message, headers, cause } = error;
    const isOfModel = error.param === 'model' || (error.param === null && message.includes(echo(model)));
    throw isOfModel ? new GatewayError(code, `${param}: ${message}`, { param, headers, cause }) : error;
  }
}

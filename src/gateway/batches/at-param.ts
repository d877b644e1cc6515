import { GatewayError } from '../../errors/gateway-error.ts';
import { echo } from '../../shared/echo.ts';

/** A model, the others that are named with it, and where a batch names it. */
interface NamedModel {
  readonly model: string;
  readonly beside: readonly string[];
  readonly param: string;
}

/**
 * Runs a check of a model. What it says of the model is said of the place where the batch names it, in words too: errors of
 * Spec B have no `param`.
 */
export function atParam<Result>({ model, beside, param }: NamedModel, check: () => Result): Result {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { code, message, headers, cause } = error;
    const isNamed = [model, ...beside].some((name) => message.includes(echo(name)));
    const isOfModel = error.param === 'model' || (error.param === null && isNamed);
    throw isOfModel ? new GatewayError(code, `${param}: ${message}`, { param, headers, cause }) : error;
  }
}

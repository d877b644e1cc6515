import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';
import { formatCredits, largestEntry, parseCredits, type NanoCredits } from '../shared/money.ts';

/**
 * Nano-credits of a field's decimal string.
 *
 * @throws {GatewayError} 400 `invalid_value` for what is no decimal of nine places, and beyond 10⁹ credits either way
 */
export function readCredits(text: string, param: string): NanoCredits {
  const amount = parseCredits(text);
  if (amount === null) {
    throw new GatewayError(
      'invalid_value',
      `${param} must be a decimal string of credits with at most nine places, for example "12.5"; you sent ${echo(text)}.`,
      { param },
    );
  }
  if (amount > largestEntry || amount < -largestEntry) {
    throw new GatewayError(
      'invalid_value',
      `${param} must be at most ${formatCredits(largestEntry)} credits; you sent ${text}.`,
      {
        param,
      },
    );
  }
  return amount;
}

/** As `readCredits`, and more than 0. */
export function readPositiveCredits(text: string, param: string): NanoCredits {
  const amount = readCredits(text, param);
  if (amount > 0n) return amount;
  throw new GatewayError('invalid_value', `${param} must be more than 0 credits; you sent ${text}.`, { param });
}

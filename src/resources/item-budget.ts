import { GatewayError } from '../errors/gateway-error.ts';
import type { JsonObject } from '../shared/json.ts';

/** Counts what stored items add to one request. */
export interface ItemBudget {
  /** @throws {GatewayError} `request_too_large` for the item that is too much */
  readonly take: (item: JsonObject) => void;
}

/**
 * A few bytes can stand for all that was ever stored: references may be repeated, and histories grow with every turn.
 *
 * @param limit bytes that the items may have together, as JSON
 * @param param the field that refers to them
 */
export function makeItemBudget(limit: number, param: string): ItemBudget {
  let size = 0;
  return {
    take: (item) => {
      size += Buffer.byteLength(JSON.stringify(item));
      if (size <= limit) return;
      throw new GatewayError(
        'request_too_large',
        `What the request refers to has more than ${limit.toLocaleString('en-US')} bytes. Refer to less, or begin anew from a summary.`,
        { param },
      );
    },
  };
}

import { GatewayError } from '../../src/errors/gateway-error.ts';
import type { JsonObject } from '../../src/shared/json/json.ts';
import { loadSpec } from './load-spec.ts';

/** The sentence with which a body is refused; null when it is let through. */
export type CheckBody = (operation: string, body: JsonObject) => Promise<string | null>;

/** The contract of one specification, made to check bodies alone. */
export function checkBodies(spec: 'spec-a' | 'spec-b'): CheckBody {
  const contract = loadSpec(spec);
  return async (operation, body) => {
    try {
      await contract.check({ id: operation, params: {} }, { headers: {}, search: '', body });
      return null;
    } catch (error) {
      if (error instanceof GatewayError) return error.message;
      throw error;
    }
  };
}

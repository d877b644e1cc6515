import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import type { KeyRecord, KeyStore } from '../identity/key-store.ts';
import { echo } from '../shared/echo.ts';

/** @throws {GatewayError} 404 `not_found` */
export function findKey(keys: KeyStore, id: string): KeyRecord {
  const key = keys.listKeys().find((known) => known.id === id);
  if (key) return key;
  throw new GatewayError(
    'not_found',
    `There is no key ${echo(id)}. ${stepByRequest('listKeys')} lists the keys with their ids.`,
    {
      param: 'key_id',
    },
  );
}

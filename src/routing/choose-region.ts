import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { echo } from '../shared/echo.ts';

const defaultRegion = 'global';

/**
 * The region a call is for: the code that was sent, or `global`. Never another one in silence.
 *
 * @throws {GatewayError} 400 `region_unknown` listing the known codes
 */
export function chooseRegion(code: string | null, { regions }: Catalog): string {
  const region = code === null || code === '' ? defaultRegion : code;
  if (regions.includes(region)) return region;
  throw new GatewayError(
    'region_unknown',
    `There is no region ${echo(region)}. Send X-Region-Code with one of: ${regions.join(', ')}.`,
    { param: 'X-Region-Code' },
  );
}

import type { Catalog } from '../catalog/catalog.ts';
import { GatewayError } from '../errors/gateway-error.ts';
import { stepByRequest } from '../errors/operator-steps.ts';
import { echo } from '../shared/echo.ts';
import { nearestName } from '../shared/nearest-name.ts';
import { isTimeZone } from '../shared/time-zone.ts';

interface WorkspaceTerms {
  readonly plan_id?: string | null;
  readonly time_zone?: string;
}

/** @throws {GatewayError} 400 `invalid_value` for a plan that the catalogue does not have, or a zone that nobody knows */
export function checkWorkspaceTerms({ plan_id: planId, time_zone: zone }: WorkspaceTerms, catalog: Catalog): void {
  if (planId != null && !catalog.plans.has(planId)) {
    const nearest = nearestName(planId, catalog.plans.keys());
    throw new GatewayError(
      'invalid_value',
      `The catalogue has no plan ${echo(planId)}.${nearest === null ? ` ${stepByRequest('listPlans')} lists them.` : ` Did you mean ${nearest}?`}`,
      { param: 'plan_id' },
    );
  }
  if (zone !== undefined && !isTimeZone(zone)) {
    throw new GatewayError(
      'invalid_value',
      `${echo(zone)} is no IANA time zone. Write one such as Europe/Berlin, Asia/Kathmandu or UTC.`,
      { param: 'time_zone' },
    );
  }
}

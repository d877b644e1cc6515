import type { Catalog } from '../catalog/catalog.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { ExpandPattern } from './list-callable.ts';

export interface RoutingDeps {
  /** The catalogue in force; read once for every call. */
  readonly catalog: () => Catalog;
  readonly clock: Pick<Clock, 'now'>;
  /** A number from 0 up to but not including 1, for targets with weights. */
  readonly random: () => number;
  readonly scope: ScopeRules;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string>;
  /** Absent: models that match a `prefix*` can be called, but are not listed. */
  readonly expandPattern?: ExpandPattern;
}

import type { Catalog } from '../catalog/catalog.ts';
import type { ScopeRules } from '../identity/scope.ts';
import type { Clock } from '../shared/time/clock.ts';
import type { ExpandPattern } from './list-callable.ts';

/** What routing needs from outside. */
export interface RoutingDeps {
  /** The catalogue in force; asked once for every call. */
  readonly catalog: () => Catalog;
  readonly clock: Pick<Clock, 'now'>;
  /** A number from 0 up to but not including 1, for targets with weights. */
  readonly random: () => number;
  /** What keys may be used for: `scopeRules` of the identity room. */
  readonly scope: ScopeRules;
  /** Wire formats that can be translated into one another; absent: none. */
  readonly translated?: ReadonlySet<string>;
  /** Absent: the models behind a `prefix*` can be called, but are not listed. */
  readonly expandPattern?: ExpandPattern;
}

import { isRange, rangeOf, instantsOf, type Range } from '../../values/range.ts';
import { bucketsFor, suitingBucket, type BucketName } from '../../values/buckets.ts';
import { metrics, type Metric } from '../../values/series.ts';
import { isZone } from '../../values/zone.ts';

/** Everything that the address of the usage page may say. */
export const usageNames = [
  'tab',
  'range',
  'zone',
  'by',
  'then',
  'metric',
  'bucket',
  'compare',
  'shown',
  'status',
  'model',
  'key',
  'product',
  'operation',
  'outcome',
  'request',
  'after',
  'live',
  'call',
] as const;

export type UsageSearch = { readonly [name in (typeof usageNames)[number]]?: string };

export const tabs = ['explore', 'calls', 'refused', 'export'] as const;

export type Tab = (typeof tabs)[number];

/** What usage can be grouped by within a workspace. */
export const groupNames = ['model', 'key', 'product', 'operation', 'status'] as const;

export type GroupBy = (typeof groupNames)[number];

const oneOf = <Name extends string>(names: readonly Name[], text: string | undefined): Name | undefined =>
  names.find((name) => name === text);

/** An address as the page understands it: what is missing or misspelt has its usual value. */
export interface View {
  readonly tab: Tab;
  readonly rangeName: string;
  readonly range: Range;
  readonly zone: string;
  readonly by: GroupBy;
  readonly then: GroupBy | undefined;
  readonly metric: Metric;
  readonly bucket: BucketName;
  readonly compares: boolean;
}

export function readView(search: UsageSearch, ownZone: string, now: Date): View {
  const zone = search.zone !== undefined && isZone(search.zone) ? search.zone : ownZone;
  const rangeName = search.range !== undefined && isRange(search.range) ? search.range : '30d';
  const range = rangeOf(rangeName, zone, now);
  const by = oneOf(groupNames, search.by) ?? 'model';
  const then = oneOf(groupNames, search.then);
  return {
    tab: oneOf(tabs, search.tab) ?? 'explore',
    rangeName,
    range,
    zone,
    by,
    then: then === by ? undefined : then,
    metric: oneOf(metrics, search.metric) ?? 'credits',
    bucket: oneOf(bucketsFor(range), search.bucket) ?? suitingBucket(range),
    compares: search.compare === 'yes',
  };
}

/** The filters of an address that usage and calls have in common, as the control API takes them. */
export const filterOf = ({ status, model, key, product, operation }: UsageSearch) => ({
  ...(key !== undefined && { key_id: key }),
  ...(model !== undefined && { model }),
  ...(product !== undefined && { product_sku: product }),
  ...(operation !== undefined && { operation }),
  ...(status !== undefined && { status }),
});

/** What calls can be filtered by: how they ended, or that they did neither complete nor lose their client. */
export const outcomes = [
  'unsuccessful',
  'completed',
  'client_left',
  'upstream_cut',
  'timed_out',
  'failed',
  'recovered',
] as const;

/** The filters of the calls. A request id is looked for at any time: it names one call. */
export function callFilterOf(search: UsageSearch, view: View, workspaceId: string) {
  const outcome = outcomes.find((name) => name === search.outcome);
  return {
    workspace_id: workspaceId,
    ...filterOf(search),
    ...(outcome !== undefined && { outcome }),
    ...(search.request === undefined ? instantsOf(view.range, view.zone) : { request_id: search.request }),
  };
}

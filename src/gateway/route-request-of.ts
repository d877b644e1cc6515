import type { RouteRequest } from '../routing/route-request.ts';
import type { Call, HeadOfCall } from './call.ts';

const one = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? (value[0] ?? null) : (value ?? null);

/** `X-Region-Code`; null where it was not sent. */
export const regionCodeOf = ({ headers }: Pick<Call, 'headers'>): string | null => one(headers['x-region-code']);

/** What a call says about where it should go. */
export const routeRequestOf = (call: HeadOfCall, model: string | null): RouteRequest => ({
  spec: call.spec,
  operation: call.operation,
  model,
  regionCode: regionCodeOf(call),
  productSku: {
    header: one(call.headers['x-product-sku']),
    query: call.search === '' ? null : new URLSearchParams(call.search).get('product_sku'),
  },
  caller: call.caller,
});

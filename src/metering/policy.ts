import type { UsageSource } from '../shared/usage.ts';
import type { Outcome } from './hold.ts';

/** `usage`: what was counted, by whom ever; `nothing`: 0, and no lines. */
export type ChargeRule = 'usage' | 'nothing';

const delivered = { upstream: 'usage', partial: 'usage', estimate: 'usage', none: 'nothing' } as const;

/**
 * What is charged, by how a call ended and where its usage comes from. Total by type: an outcome added to `Outcome`
 * does not compile until it is decided here.
 *
 * A call that broke off (`client_left`, `upstream_cut`, `timed_out`) is charged for its input and what was delivered; a
 * client that left before the head of the answer for its input, once the whole request had gone out. Where nothing was
 * counted, the upstream had not accepted it, or had not got it. A completed call without usage is charged its price per
 * request, where its Product has one, and flagged `usage_missing`. Zeros that the upstream reports are zeros.
 */
export const policy: Readonly<Record<Outcome, Readonly<Record<UsageSource, ChargeRule>>>> = {
  completed: { ...delivered, none: 'usage' },
  client_left: delivered,
  upstream_cut: delivered,
  timed_out: delivered,
  failed: { upstream: 'nothing', partial: 'nothing', estimate: 'nothing', none: 'nothing' },
  recovered: delivered,
};

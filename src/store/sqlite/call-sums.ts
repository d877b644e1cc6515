/** What a walk over all calls has added up, in nano-credits. */
export interface CallSums {
  /** Charges by workspace. */
  readonly posted: Map<string, bigint>;
  /** What calls cost beyond their holds, by workspace: the stated bound of overspending. */
  readonly over: Map<string, bigint>;
  readonly keys: Map<string, bigint>;
  /** The workspace of each key. */
  readonly owners: Map<string, string>;
  /** Charges by bucket: the primary key of `usage_bucket`, joined by `separator`; those that began before the walk's horizon are left out, in a full check all. */
  readonly buckets: Map<string, bigint>;
}

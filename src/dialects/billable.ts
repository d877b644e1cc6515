import { objectOf, type Json } from '../shared/json.ts';
import { isBillable } from '../shared/usage.ts';

/** The member, where it is a count that may be billed; otherwise 0 (a bad count must not become a bill). */
export const countOf = (value: Json | undefined, member: string): number => {
  const count = objectOf(value)[member];
  return isBillable(count) ? count : 0;
};

/** True when the member is there and is no count that may be billed: what stands beside it cannot be believed either. */
export const hasBadCount = (value: Json | undefined, member: string): boolean => {
  const count = objectOf(value)[member];
  return count !== undefined && count !== null && !isBillable(count);
};

/** True when the member is there and is a count that may be billed. */
export const hasCount = (value: Json | undefined, member: string): boolean => isBillable(objectOf(value)[member]);

import { isObject, objectOf, type Json } from '../shared/json/json.ts';
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

/** Flag of a call whose upstream reported a count that cannot be believed. */
export const unbelievedFlag = 'unbelieved:usage';

/** Flag of a call whose upstream counts more reasoning than output, while the catalogue does not say how it counts. */
export const unclearFlag = 'unclear:reasoning';

/**
 * True where a usage object, the details in it, or the runs that it lists, has a count that cannot be believed: negative, fractional, too large, or
 * no number. Whatever is billed instead, the call is flagged.
 */
export const isUnbelieved = (usage: Json | undefined): boolean =>
  isObject(usage) &&
  (hasBadCounts(usage) ||
    Object.values(usage).some((details) =>
      Array.isArray(details) ? (details as readonly Json[]).some(hasBadCounts) : hasBadCounts(details),
    ));

const hasBadCounts = (counts: Json | undefined): boolean =>
  Object.keys(objectOf(counts)).some(
    (name) =>
      (name.endsWith('_tokens') && hasBadCount(counts, name)) ||
      (name === 'seconds' && isBadLength(objectOf(counts)[name])),
  );

/** Seconds are the one count that may be a fraction. */
const isBadLength = (seconds: Json | undefined): boolean =>
  seconds !== undefined &&
  seconds !== null &&
  !(typeof seconds === 'number' && isBillable(Math.ceil(seconds)) && seconds >= 0);

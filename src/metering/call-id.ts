import { newTimedId } from '../shared/ids.ts';

/**
 * An id for a call: `call_`, eight characters of time, sixteen random ones.
 *
 * @param now epoch milliseconds
 */
export const newCallId = (now: number): string => newTimedId('call', now);

/**
 * The parts that every call has, in the order in which the floor adds them. `bounds`: memory, time and structure of a body are
 * bounded while it is read, repeated members are found, long strings are not parsed. `hold`: what the call can cost at most.
 * `guard`: no answer leaves with the provider's credential in it.
 */
export const floorParts = [
  'Express',
  'key',
  'JSON',
  'bounds',
  'contract',
  'hold',
  'usage',
  'guard',
  'log',
  'ledger',
] as const;

export type FloorPart = (typeof floorParts)[number];

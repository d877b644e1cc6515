/** The parts that every call has, in the order in which the floor adds them. */
export const floorParts = ['Express', 'key', 'JSON', 'contract', 'usage', 'log', 'ledger'] as const;

export type FloorPart = (typeof floorParts)[number];

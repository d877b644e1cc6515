import type { KeyRecord } from './key-store.ts';

/** What people recognise a key by, and nobody can use: `sk-dg-…k2Q9`. */
export const describeKey = ({ prefix, lastFour }: Pick<KeyRecord, 'prefix' | 'lastFour'>): string =>
  `${prefix}…${lastFour}`;

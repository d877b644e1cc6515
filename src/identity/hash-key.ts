import { hash } from 'node:crypto';

/**
 * SHA-256 of a whole secret, 64 lower-case hex digits: the only form in which a key is kept or looked up.
 * Unsalted, because 190 random bits cannot be guessed and the digest must be an index.
 */
export const hashKey = (secret: string): string => hash('sha256', secret, 'hex');

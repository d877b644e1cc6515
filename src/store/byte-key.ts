/** The key of bytes: `ab/abcdef….name`, so that no folder grows without measure. */
export const byteKey = (sha256: string, name: string): string => `${sha256.slice(0, 2)}/${sha256}.${name}`;

/** The name in a key; null when it is none of ours. */
export const nameInKey = (key: string): string | null => /^[0-9a-f]{2}\/[0-9a-f]{64}\.([\w-]+)$/.exec(key)?.[1] ?? null;

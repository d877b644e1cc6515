const mebibyte = 1_048_576;

/** Bytes as people write limits: whole mebibytes as `28 MiB`, anything else to the byte. */
export const formatBytes = (bytes: number): string =>
  bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes.toLocaleString('en-US')} bytes`;

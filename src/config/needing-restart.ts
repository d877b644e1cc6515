import type { Config } from './config.ts';

/** What is read once, at the start, by section. `server.public_url` and `server.cors_origins` are not among it: they are asked for with every call. */
const readAtStart: Readonly<Record<string, (config: Config) => unknown>> = {
  server: ({ server: { host, port, metrics, shutdown } }) => [host, port, metrics, shutdown],
  storage: ({ storage: { database, drive, driveCredential } }) => [
    database,
    drive,
    driveCredential?.id,
    driveCredential?.secret.reveal(),
  ],
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Sections in which a configuration differs from the one that the gateway was started with, where only a start reads it. */
export const needingRestart = (started: Config, next: Config): readonly string[] =>
  Object.entries(readAtStart)
    .filter(([, read]) => !same(read(started), read(next)))
    .map(([section]) => section);

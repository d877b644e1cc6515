import { soundContainers } from './sound-containers.ts';
import type { SoundSample } from './sound-sample.ts';

/** Slowest speech that any codec makes, in bytes a second: a file cannot be longer than its bytes at this speed. */
export const slowestSound = 500;

/** Bytes a second of a file that does not say how long it is: 128 kbit/s. */
const usualSound = 16_000;

/** The most seconds that so many bytes can be. */
export const mostSeconds = (bytes: number): number => Math.ceil(bytes / slowestSound);

/**
 * Whole seconds of a recording, rounded up: what its container says where that can be true, else its bytes at a usual
 * speed.
 */
export function soundSeconds(sample: SoundSample): number {
  const container = soundContainers.find(({ is }) => is(sample.head));
  const said = container?.seconds(sample) ?? null;
  const isTrue = said !== null && Number.isFinite(said) && said >= 0 && said <= mostSeconds(sample.length);
  return Math.ceil(isTrue ? said : sample.length / usualSound);
}

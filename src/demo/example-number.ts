import type { Json, JsonObject } from '../shared/json.ts';

const numberOr = (value: Json | undefined, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise;

/**
 * A number within a schema's bounds, as near to 1 as they allow.
 *
 * @param variant how many steps further, where the bounds leave room
 */
export function exampleNumber(schema: JsonObject, isInteger: boolean, variant: number): number {
  const step = Math.abs(numberOr(schema['multipleOf'], 0)) || (isInteger ? 1 : 0);
  const [low, high] = boundsOf(schema, step);
  const near = Math.min(Math.max(1, low), high);
  if (step === 0) return near + Math.min(variant, Math.max(0, high - near));
  const first = Math.ceil(near / step) * step;
  const start = first <= high ? first : Math.floor(high / step) * step;
  const further = start + variant * step;
  if (further <= high) return further;
  const before = start - variant * step;
  return before >= low ? before : start;
}

/** The least and the greatest allowed number; a bound that is itself left out is moved by a step, or to the middle. */
function boundsOf(schema: JsonObject, step: number): readonly [low: number, high: number] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = numberOr(exclusiveMinimum, -Infinity);
  const below = numberOr(exclusiveMaximum, Infinity);
  const low = numberOr(minimum, -Infinity);
  const high = numberOr(maximum, Infinity);
  if (step > 0) {
    const next = above === -Infinity ? -Infinity : (Math.floor(above / step) + 1) * step;
    const last = below === Infinity ? Infinity : (Math.ceil(below / step) - 1) * step;
    return [Math.max(low, next), Math.min(high, last)];
  }
  const inside = (bound: number, other: number, away: number): number =>
    Number.isFinite(other) ? (bound + other) / 2 : bound + away;
  return [
    above >= low && above !== -Infinity ? inside(above, Math.min(high, below), 1) : low,
    below <= high && below !== Infinity ? inside(below, Math.max(low, above), -1) : high,
  ];
}

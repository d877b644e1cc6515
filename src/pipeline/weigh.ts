import type { Price } from '../catalog/catalog.ts';
import { unitKinds, type UnitKind, type Usage, type UsageSource } from '../shared/usage.ts';
import type { Measure } from '../wires/facts.ts';

/** A call's usage with where it comes from. */
export interface Counted {
  readonly usage: Usage;
  readonly usageSource: UsageSource;
}

const kindsOf = (usage: Usage): readonly UnitKind[] => unitKinds.filter((kind) => usage[kind] !== undefined);

const isBelieved = (reported: Usage, most: Usage): boolean =>
  kindsOf(most).every((kind) => (reported[kind] ?? 0) <= (most[kind] ?? Infinity));

/**
 * Weighs what the upstream reports against what was measured.
 *
 * @param counted as it stands without the measure: the report, or an estimate from texts where there is none
 * @param reported null where the upstream reported nothing
 * @param rates prices in force; none at all for a free Product
 */
export function weigh(
  counted: Counted,
  reported: Usage | null,
  { measure, rates }: { readonly measure: Measure; readonly rates: Price['rates'] },
): Counted {
  const isFree = Object.keys(rates).length === 0;
  const priced = (kind: UnitKind): boolean => isFree || rates[kind] !== undefined;
  const units = Object.fromEntries(
    kindsOf(measure.units)
      .filter(priced)
      .map((kind) => [kind, measure.units[kind]]),
  ) as Usage;
  const isTrue = reported !== null && isBelieved(reported, measure.most);
  if (isTrue && kindsOf(reported).some(priced)) return counted;
  const hasUnits = kindsOf(units).length > 0;
  if (isTrue) return hasUnits ? { usage: { ...counted.usage, ...units }, usageSource: 'estimate' } : counted;
  return {
    usage: hasUnits ? { requests: 1, ...units } : { ...estimated(counted.usage), ...measure.tokens },
    usageSource: 'estimate',
  };
}

/** Of what was counted, the kinds that texts can be estimated in. */
const estimated = ({ input_tokens: input = 0, output_tokens: output = 0 }: Usage): Usage => ({
  requests: 1,
  input_tokens: input,
  output_tokens: output,
});

import type { ReactNode } from 'react';
import type { Abilities, Model, Product } from '../../../generated/console/types.ts';
import { currentLanguage, isTextKey, t, type TextKey } from '../text/text.ts';
import { groupDigits } from '../values/decimal.ts';
import { grouped, Secondary, Status } from './figures.tsx';
import styles from './components.module.css';

/** Whether calls of a model are served, and why not. */
export function ModelState({ of: { unpriced, unreachable, retired } }: { readonly of: Model }): ReactNode {
  if (unpriced) return <Status tone="bad">{t('catalogue.unpriced')}</Status>;
  if (unreachable) return <Status tone="bad">{t('catalogue.unreachable')}</Status>;
  if (retired) return <Status tone="quiet">{t('catalogue.retired')}</Status>;
  return <Status tone="good">{t('catalogue.callable')}</Status>;
}

/** A budget is named where there is no effort to set instead. */
const thinkingWords = ({ thinking, efforts }: Abilities): readonly string[] =>
  thinking === 'none' || (thinking === 'budget' && efforts.length > 0) ? [] : [t(`ability.thinking.${thinking}`)];

/** What a model takes and can do at its first target in a line, and how it thinks and how much it puts out in another. */
export function ModelAbilities({ of: { targets, operations } }: { readonly of: Model }): ReactNode {
  const [target] = targets;
  if (target === undefined) return '–';
  if (target.wires.length === 0 && operations)
    return operations.map((name) => t(`scope.${name}` as TextKey)).join(', ');
  const { abilities: of } = target;
  const can = (['images', 'documents', 'audio', 'schemas', 'strict_tools', 'search', 'code', 'prefill'] as const)
    .filter((name) => of[name])
    .map((name) => t(`ability.${name}`));
  const [weakest, strongest] = [of.efforts[0], of.efforts.at(-1)];
  const limits = [
    ...(weakest === undefined ? [] : [t('ability.effort', { from: weakest, to: strongest ?? weakest })]),
    ...thinkingWords(of),
    ...(of.sampling === 'refused' ? [t('ability.noSampling')] : []),
    ...(of.max_output_tokens === null ? [] : [t('ability.output', { count: grouped(of.max_output_tokens) })]),
  ];
  return (
    <>
      {can.join(', ') || t('ability.text')}
      <Secondary>{limits.join(' · ')}</Secondary>
    </>
  );
}

/** What a kind of unit is called: many of them, or one. A kind without a text is shown as it is. */
export function unitName(kind: string, count = 2): string {
  const key = `unit.${kind}`;
  return isTextKey(key) ? t(key, { count }) : kind.replaceAll('_', ' ');
}

type Rate = Product['prices'][number]['rates'][number];

/** How many units a rate is for, in short: 1M. */
const compact = (count: number): string =>
  new Intl.NumberFormat(currentLanguage(), { notation: 'compact' }).format(count);

function rateWords({ unit_kind: kind, credits, per }: Rate): string {
  const unit = per === 1 ? unitName(kind, 1) : `${compact(per)} ${unitName(kind)}`;
  return t('price.rate', { credits: groupDigits(credits), unit });
}

const mainKinds = ['input_tokens', 'output_tokens'] as const;

/** The rates that say something of their own: most kinds of tokens cost what input or output costs. */
function ownRates(rates: readonly Rate[]): readonly Rate[] {
  const main = rates.filter(({ unit_kind: kind }) => mainKinds.some((name) => name === kind));
  const isLike = (rate: Rate): boolean =>
    rate.unit_kind.endsWith('_tokens') &&
    main.some(({ unit_kind: kind, credits, per }) => {
      const family =
        kind === 'output_tokens' ? rate.unit_kind.startsWith('output') : !rate.unit_kind.startsWith('output');
      return family && credits === rate.credits && per === rate.per;
    });
  return rates.filter((rate) => main.includes(rate) || !isLike(rate));
}

/** What a Product costs, a line for each rate. */
export function PriceOf({ of: { prices, free } }: { readonly of: Product }): ReactNode {
  if (free) return t('catalogue.free');
  const price = prices.find(({ in_force: inForce }) => inForce);
  if (!price) return t('catalogue.unpriced');
  const usual = ownRates(price.rates).map(rateWords);
  const ofTiers = (price.tiers ?? []).flatMap(({ above, rates: higher }) =>
    ownRates(higher)
      .map(rateWords)
      .filter((rate) => !usual.includes(rate))
      .map((rate) => t('catalogue.tier', { rate, above: grouped(above) })),
  );
  return (
    <div className={styles['lines']}>
      {[...usual, ...ofTiers].map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}

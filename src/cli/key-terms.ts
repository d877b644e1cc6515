import type { Answers } from './control-client.ts';
import { CliFailure } from './cli-failure.ts';

/** Flags that say what a key may do. */
export interface KeyTermOptions {
  readonly models?: string;
  readonly operations?: string;
  readonly products?: string;
  readonly regions?: string;
  readonly networks?: string;
  readonly day?: string;
  readonly month?: string;
  readonly total?: string;
  readonly expires?: string;
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const dayMilliseconds = 86_400_000;

/**
 * A moment as the control API takes it.
 *
 * @param text days from now (`90d`) or a moment (`2027-02-20T00:00:00Z`)
 * @param now epoch milliseconds
 * @throws {CliFailure} for anything else
 */
export function readExpiry(text: string, now: number): string {
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now + Number(days) * dayMilliseconds).toISOString();
  if (/^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))) {
    return new Date(text).toISOString();
  }
  throw new CliFailure(
    `--expires ${text} is no moment. Write days from now (90d) or a moment with its offset (2027-02-20T00:00:00Z).`,
  );
}

/** What flags say about a key; parts that are not said do not restrict. */
export function readKeyTerms(
  options: KeyTermOptions,
  now: number,
): Pick<Answers['CreateKey'], 'scope' | 'limits' | 'expires_at'> {
  const { models, operations, products, regions, networks, day, month, total, expires } = options;
  const scope: NonNullable<Answers['CreateKey']['scope']> = {
    ...(models !== undefined && { models: list(models) }),
    // The server knows the families, and names them all when one of these is none.
    ...(operations !== undefined && { operations: list(operations) as Answers['OperationFamily'][] }),
    ...(products !== undefined && { products: list(products) }),
    ...(regions !== undefined && { regions: list(regions) }),
    ...(networks !== undefined && { networks: list(networks) }),
  };
  const limits = {
    ...(day !== undefined && { day }),
    ...(month !== undefined && { month }),
    ...(total !== undefined && { total }),
  };
  return {
    ...(Object.keys(scope).length > 0 && { scope }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(expires !== undefined && { expires_at: readExpiry(expires, now) }),
  };
}

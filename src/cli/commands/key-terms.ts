import type { Command } from 'commander';
import type { Answers } from '../control-client.ts';
import { isDay, oneDay, parseMoment } from '../../shared/time/calendar.ts';
import { CliFailure } from '../context.ts';
import { given } from '../with-control.ts';

/** Flags for the terms of a key. */
export interface KeyTermOptions {
  readonly models?: string;
  readonly operations?: string;
  readonly products?: string;
  readonly regions?: string;
  readonly networks?: string;
  readonly onLoss?: string;
  readonly day?: string;
  readonly month?: string;
  readonly total?: string;
  readonly expires?: string;
}

/** Adds the flags of `KeyTermOptions`. `end` makes the end of each description from the value without a restriction. */
export const addKeyTermOptions = (command: Command, end: (lifted: string) => string): Command =>
  command
    .option('--models <list>', `models it may call, for example gpt-5*,demo; ${end('all')}`)
    .option(
      '--operations <list>',
      `operation families, for example chat,messages; listing models needs none; ${end('all')}`,
    )
    .option('--products <list>', `Products it may be billed to; ${end('all')}`)
    .option('--regions <list>', `regions; ${end('all')}`)
    .option('--networks <list>', `networks that calls may come from, for example 10.0.0.0/8; ${end('all')}`)
    .option(
      '--on-loss <what>',
      `error or warn, if translating a call would lose something that matters; ${end('model')}`,
    )
    .option('--day <credits>', `limit per day; ${end('none')}`)
    .option('--month <credits>', `limit per month; ${end('none')}`)
    .option('--total <credits>', `limit in total; ${end('none')}`)
    .option(
      '--expires <when>',
      `days from now (90d), a last day in the time zone of the workspace (2026-12-31), or a timestamp (2027-02-20T00:00:00Z); ${end('never')}`,
    );

const list = (text: string): string[] | null => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.length === 1 && parts[0] === 'all' ? null : parts;
};

function lossRule(text: string): 'error' | 'warn' | null {
  if (text === 'error' || text === 'warn') return text;
  if (text === 'model') return null;
  throw new CliFailure(`--on-loss ${text} is not known. Use error, warn, or model to use the model's own setting.`);
}

const limit = (text: string): string | null => (text === 'none' ? null : text);

/**
 * Parses `--expires` for the control API.
 *
 * @param text days from now (`90d`), the last day (`2026-12-31`), which the server reads in the zone of the workspace, a timestamp
 *   (`2027-02-20T00:00:00Z`), or `never`, which is null
 * @param now epoch milliseconds
 * @throws {CliFailure} for anything else
 */
function readExpiry(text: string, now: number): string | null {
  if (text === 'never') return null;
  const days = /^(\d{1,5})d$/.exec(text)?.[1];
  if (days !== undefined) return new Date(now + Number(days) * oneDay).toISOString();
  if (isDay(text)) return text;
  const moment = parseMoment(text);
  if (moment !== null) return new Date(moment).toISOString();
  throw new CliFailure(
    `--expires ${text} is not a time. Use days from now (90d), a last day (2026-12-31), a timestamp with an offset (2027-02-20T00:00:00Z), or never.`,
  );
}

/** Reads the terms of a key: null removes a restriction, absent leaves it. */
export function readKeyTerms(
  options: KeyTermOptions,
  now: number,
): Pick<Answers['CreateKey'], 'scope' | 'limits' | 'expires_at'> {
  const { models, operations, products, regions, networks, onLoss, day, month, total, expires } = options;
  const scope = given({
    models: read(models, list),
    // The server validates the families.
    operations: read(operations, list) as Answers['OperationFamily'][] | null | undefined,
    products: read(products, list),
    regions: read(regions, list),
    networks: read(networks, list),
    on_loss: read(onLoss, lossRule),
  });
  const limits = given({ day: read(day, limit), month: read(month, limit), total: read(total, limit) });
  return {
    ...(Object.keys(scope).length > 0 && { scope }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...given({ expires_at: read(expires, (text) => readExpiry(text, now)) }),
  };
}

const read = <Value>(flag: string | undefined, parse: (text: string) => Value): Value | undefined =>
  flag === undefined ? undefined : parse(flag);

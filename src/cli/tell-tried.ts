import { formatCredits, parseCredits } from '../shared/money.ts';
import type { CliContext } from './context.ts';
import type { Tried } from './make-try-call.ts';

const operationWidth = 46;
const textLength = 48;

const shorten = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > textLength ? `${line.slice(0, textLength - 1)}…` : line;
};

const paint = (text: string, colour: number, context: CliContext): string =>
  context.colour ? `\u001B[${colour}m${text}\u001B[0m` : text;

function detail({ seen, error, requestId }: Tried): string {
  if (error) return `${error.message} (${error.source}, request ${requestId ?? 'unknown'})`;
  const usage = seen?.usage ? ` (${seen.usage.input} tokens in, ${seen.usage.output} out)` : '';
  return `${shorten(seen?.text ?? '')}${usage}`;
}

/** One line on one call: mark, operation, status, time, charge in credits, what came of it. */
export function tellTried(tried: Tried, context: CliContext): string {
  const note = tried.note === null ? '' : `, ${tried.note}`;
  const operation = `${tried.operation}${note}`.padEnd(operationWidth);
  if (tried.skipped !== null) return `– ${operation} left out: ${tried.skipped}\n`;
  const mark = tried.error ? paint('✗', 31, context) : paint('✓', 32, context);
  const figures = [
    String(tried.status || '-').padStart(3),
    `${tried.milliseconds} ms`.padStart(8),
    (tried.charge ?? '-').padEnd(11),
  ];
  return `${mark} ${operation} ${figures.join('  ')}  ${detail(tried)}\n`;
}

const plural = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

/** The closing line. */
export function tellTotals(all: readonly Tried[]): string {
  const made = all.filter(({ skipped }) => skipped === null);
  const failed = made.filter(({ error }) => error !== null).length;
  const charged = made.map(({ charge }) => parseCredits(charge ?? '0') ?? 0n).reduce((sum, each) => sum + each, 0n);
  const seconds = made.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 1_000;
  const left = all.length - made.length;
  const parts = [
    plural(made.length, 'call', 'calls'),
    failed === 0 ? 'none failed' : `${failed} failed`,
    ...(left > 0 ? [`${left} left out`] : []),
    `${formatCredits(charged)} credits`,
    `${seconds.toFixed(1)} s`,
  ];
  return `\n${parts.join(', ')}.\n`;
}

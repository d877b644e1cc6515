import type { ReplyHeaders } from '../../shared/reply.ts';
import type { Loss } from '../../wires/translation/parts.ts';

/** The most paths that a header names, and the characters that a path may not have there. */
const mostNamed = 32;
const unsayable = /[^\w.[\]-]/g;

/** Callers choose the names of members, so a path may hold anything. */
const writePath = (path: string): string => path.replace(unsayable, '_').slice(0, 128);

const pathsOf = (losses: readonly Loss[], isNamed: (loss: Loss) => boolean): string =>
  [...new Set(losses.filter(isNamed).map(({ path }) => writePath(path)))].slice(0, mostNamed).join(', ');

/** Names what was lost, by paths in the caller's own body. */
export function lossHeaders(losses: readonly Loss[]): ReplyHeaders {
  const approximated = pathsOf(losses, ({ kind }) => kind === 'approximated');
  const dropped = pathsOf(losses, ({ kind }) => kind !== 'approximated');
  return {
    ...(dropped !== '' && { 'x-diglot-dropped': dropped }),
    ...(approximated !== '' && { 'x-diglot-approximated': approximated }),
  };
}

/** The same for a stream whose head has been sent: comments, which no client takes for an event. */
export function lossComment(losses: readonly Loss[]): Buffer {
  const lines = Object.entries(lossHeaders(losses)).map(([name, paths]) => `: ${name}: ${paths}\n`);
  return Buffer.from(`${lines.join('')}\n`);
}

/** The most characters for the losses of a call in the ledger. */
const longestRecord = 400;

/**
 * The same for the ledger: `dropped:user,approximated:temperature`. If there are too many, the last entry says how many more:
 * `+12`. Empty: nothing was lost.
 */
export function lossRecord(losses: readonly Loss[]): string {
  const words = [
    ...new Set(losses.map(({ kind, path }) => `${kind === 'approximated' ? kind : 'dropped'}:${writePath(path)}`)),
  ];
  let [text = ''] = words;
  for (const [index, word] of words.entries()) {
    if (index === 0) continue;
    if (text.length + word.length > longestRecord) return `${text},+${words.length - index}`;
    text = `${text},${word}`;
  }
  return text;
}

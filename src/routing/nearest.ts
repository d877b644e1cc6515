/** Longer names are not compared: the work grows with the square of the length. */
const longestCompared = 64;

/** Extensions of a name (`gpt-5-mini-2025-08-07`) count as this many mistakes. */
const extension = 2;

/**
 * The candidate that somebody who wrote `name` most likely meant, or null when none is near: at most a third of the
 * characters mistaken, or one the beginning of the other. Upper and lower case count as equal.
 */
export function nearest(name: string, candidates: readonly string[]): string | null {
  if (name.length < 2 || name.length > longestCompared) return null;
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(name.length / 3));
  let best: { readonly candidate: string; readonly mistakes: number } | null = null;
  for (const candidate of candidates) {
    if (candidate.length > longestCompared) continue;
    const mistakes = mistakesBetween(wanted, candidate.toLowerCase(), most);
    if (mistakes <= most && mistakes < (best?.mistakes ?? Infinity)) best = { candidate, mistakes };
  }
  return best?.candidate ?? null;
}

function mistakesBetween(wanted: string, candidate: string, most: number): number {
  const [shorter, longer] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (shorter.length >= 4 && longer.startsWith(`${shorter}-`)) return extension;
  return longer.length - shorter.length > most ? Infinity : editDistance(wanted, candidate);
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) that lead from one to the other. */
function editDistance(one: string, other: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const equal = one[row - 1] === other[column - 1];
      const swapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (equal ? 0 : 1),
        row > 1 && column > 1 && swapped ? at(beforeLast, column - 2) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, other.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;

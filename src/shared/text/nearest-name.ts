/** Longer names are not compared: the work grows with the square of the length. */
const longestCompared = 64;

/** Extensions of a name (`gpt-5-mini-2025-08-07`) count as this many mistakes. */
const extension = 2;

/**
 * The candidate that somebody who wrote `name` most likely meant, or null when none is near: at most a third of the
 * characters mistaken, or one the beginning of the other. Upper and lower case count as equal.
 */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length === 0 || name.length > longestCompared) return null;
  const wanted = name.toLowerCase();
  let best: string | null = null;
  let most = name.length === 1 ? 0 : Math.max(1, Math.floor(name.length / 3));
  for (const candidate of candidates) {
    if (candidate.length > longestCompared) continue;
    const mistakes = mistakesBetween(wanted, candidate.toLowerCase(), most);
    if (mistakes > most) continue;
    best = candidate;
    most = mistakes - 1;
    if (most < 0) break;
  }
  return best;
}

function mistakesBetween(wanted: string, candidate: string, most: number): number {
  const [shorter, longer] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (shorter.length >= 4 && longer.startsWith(`${shorter}-`)) return extension;
  return longer.length - shorter.length > most ? Infinity : editDistance(wanted, candidate, most);
}

/**
 * Insertions, deletions, replacements and swaps of neighbours (optimal string alignment) that lead from one to the other;
 * given up, as more than `most`, when no way is left that is short enough. The innermost loop is plain on purpose: it runs
 * for every cell of every candidate.
 */
function editDistance(one: string, other: string, most: number): number {
  let beforeLast: number[] = [];
  let last: number[] = [];
  for (let column = 0; column <= other.length; column += 1) last.push(column);
  let bestOfLast = 0;
  for (let row = 1; row <= one.length; row += 1) {
    const letter = one.charCodeAt(row - 1);
    const letterBefore = one.charCodeAt(row - 2);
    const current = [row];
    let left = row;
    let best = row;
    for (let column = 1; column <= other.length; column += 1) {
      const otherLetter = other.charCodeAt(column - 1);
      let mistakes = (last[column - 1] ?? 0) + (letter === otherLetter ? 0 : 1);
      const above = (last[column] ?? 0) + 1;
      if (above < mistakes) mistakes = above;
      if (left + 1 < mistakes) mistakes = left + 1;
      if (row > 1 && column > 1 && letter === other.charCodeAt(column - 2) && letterBefore === otherLetter) {
        const swapped = (beforeLast[column - 2] ?? 0) + 1;
        if (swapped < mistakes) mistakes = swapped;
      }
      current.push(mistakes);
      left = mistakes;
      if (mistakes < best) best = mistakes;
    }
    // A swap reaches back two rows, so both must be beyond it.
    if (best > most && bestOfLast > most) return Infinity;
    bestOfLast = best;
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? Infinity;
}

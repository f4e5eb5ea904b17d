const LENGTH_MAX = 64;

/**
 * Known word nearest to a misspelt one, or null.
 *
 * Near means at most `slipsMax` typos: an additional, missing or wrong letter, or two swapped letters.
 */
export function nearMiss(
  word: string,
  known: readonly string[],
  slipsMax: number = Math.max(1, Math.floor(word.length / 3)),
): string | null {
  if (word.length > LENGTH_MAX) return null;
  const written = word.toLowerCase();
  let best: string | null = null;
  let bestSlips = slipsMax + 1;
  for (const candidate of known) {
    const slips = countSlips(written, candidate.toLowerCase());
    if (slips < bestSlips) [best, bestSlips] = [candidate, slips];
  }
  return best;
}

/** Optimal string alignment distance, with three rows of its table. */
function countSlips(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let slips = Math.min(at(last, column) + 1, at(next, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) slips = Math.min(slips, at(before, column - 2) + 1);
      next.push(slips);
    }
    [before, last] = [last, next];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;

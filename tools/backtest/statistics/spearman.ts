/** Values of one side in ascending order, so that their ranks under any weights take one pass. */
export interface Ranking {
  /** Indices of the values, ascending by value. */
  readonly order: Int32Array;
  /** By position in `order`: the position after the last equal value. */
  readonly tieEnds: Int32Array;
}

/** Sorts values for ranks under any weights. */
export function rankingOf(values: readonly number[]): Ranking {
  const order = Int32Array.from(values.keys()).sort((a, b) => (values[a] ?? NaN) - (values[b] ?? NaN));
  const tieEnds = new Int32Array(order.length);
  for (let first = 0; first < order.length;) {
    let end = first + 1;
    while (end < order.length && values[order[end] ?? -1] === values[order[first] ?? -1]) end += 1;
    tieEnds.fill(end, first, end);
    first = end;
  }
  return { order, tieEnds };
}

/** Ranks less their mean, with the square root of the weighted sum of their squares; 0 where all values are equal. */
export interface Ranks {
  readonly centred: Float64Array;
  readonly norm: number;
}

/**
 * Ranks under weights; equal values share the mean of their ranks. A weight of 2 counts a value twice, as if it stood there
 * two times; a weight of 0 removes it.
 *
 * @param weights - whole numbers, one for each value.
 */
export function ranksOf({ order, tieEnds }: Ranking, weights: Int32Array): Ranks {
  const centred = new Float64Array(order.length);
  let total = 0;
  for (let index = 0; index < weights.length; index += 1) total += weights[index] ?? 0;
  let below = 0;
  let squares = 0;
  for (let first = 0; first < order.length;) {
    const end = tieEnds[first] ?? order.length;
    let tied = 0;
    for (let position = first; position < end; position += 1) tied += weights[order[position] ?? -1] ?? 0;
    const rank = below + (tied - total) / 2;
    for (let position = first; position < end; position += 1) centred[order[position] ?? -1] = rank;
    below += tied;
    squares += tied * rank * rank;
    first = end;
  }
  return { centred, norm: Math.sqrt(squares) };
}

/**
 * Spearman's rank correlation from ranks under the same weights, -1 to 1.
 *
 * @returns null where all values of one side are equal: they have no order.
 */
export function correlationOf(a: Ranks, b: Ranks, weights: Int32Array): number | null {
  if (a.norm === 0 || b.norm === 0) return null;
  let products = 0;
  for (let index = 0; index < weights.length; index += 1)
    products += (weights[index] ?? 0) * (a.centred[index] ?? NaN) * (b.centred[index] ?? NaN);
  return products / (a.norm * b.norm);
}

/** Spearman's rank correlation, ties averaged; null where one side has no order. */
export function spearman(a: readonly number[], b: readonly number[]): number | null {
  const weights = new Int32Array(a.length).fill(1);
  return correlationOf(ranksOf(rankingOf(a), weights), ranksOf(rankingOf(b), weights), weights);
}

/** NaN of nothing. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index] ?? NaN;
  return sum / values.length;
}

import { SourceError } from '../source-error';

/** Number and time of a block. */
export interface Stamp {
  readonly number: number;
  readonly atMs: number;
}

/** Requested blocks; every second one halves the range, so this is enough for 10^8 blocks. */
const PROBES_MAX = 60;

/**
 * First block at or after an instant, found by a search on the timestamps of blocks.
 *
 * The search steps back from the latest block by the estimated number of blocks, and further until it is before the
 * instant. Then it interpolates between the two enclosing blocks; from the third step on it alternates with bisection. A
 * chain with a constant block time needs about 3 requests, others 10 to 20.
 *
 * @param latest - at or after the instant.
 * @param stampOf - requests a block before the latest. Timestamps never decrease along a chain.
 * @param blockMs - estimated block time; a wrong one costs requests, but does not change the result.
 * @returns 0 if the chain is younger than the instant.
 */
export async function firstBlockSince(
  instantMs: number,
  latest: Stamp,
  stampOf: (number: number) => Promise<Stamp>,
  blockMs: number,
): Promise<number> {
  let probes = 0;
  const probe = (number: number): Promise<Stamp> => {
    if (++probes > PROBES_MAX) throw new SourceError('wrong_shape', 'the timestamps of blocks are not in order');
    return stampOf(number);
  };

  let after = latest;
  let before: Stamp | null = null;
  let back = Math.ceil((1.01 * (latest.atMs - instantMs)) / blockMs) + 1;
  while (before === null) {
    if (after.number === 0) return 0;
    const stamp = await probe(Math.max(0, after.number - back));
    if (stamp.atMs < instantMs) before = stamp;
    else after = stamp;
    back *= 8;
  }
  for (let turn = 1; after.number - before.number > 1; turn++) {
    const isBisection = turn > 2 && turn % 2 === 1;
    const stamp = await probe(isBisection ? middle(before, after) : interpolated(before, after, instantMs));
    if (stamp.atMs < instantMs) before = stamp;
    else after = stamp;
  }
  return after.number;
}

const middle = (before: Stamp, after: Stamp): number => Math.floor((before.number + after.number) / 2);

/** Block of the instant if all blocks took the same time; never one of the two bounds. */
function interpolated(before: Stamp, after: Stamp, instantMs: number): number {
  const share = (instantMs - before.atMs) / (after.atMs - before.atMs);
  const number = before.number + Math.ceil(share * (after.number - before.number));
  return Math.min(Math.max(number, before.number + 1), after.number - 1);
}

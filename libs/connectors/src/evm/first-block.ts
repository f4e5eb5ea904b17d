import { SourceError } from '../port';

/** A block's place in the chain and in time. */
export interface Stamp {
  readonly number: number;
  readonly atMs: number;
}

/** Blocks looked at; every second halves what is left, so that this is enough for 10^8 blocks. */
const PROBES_MAX = 60;

/**
 * The first block at or after an instant, by a search on the blocks' time stamps.
 *
 * First back from the latest block by as many as the time takes, further and further while that is not enough; then
 * within the two blocks that enclose the instant, where a steady chain would have it and, from the third time on, by
 * turns in the middle. A chain with a steady pace takes some 3 looks, one with an unsteady pace some 10 to 20.
 *
 * @param latest - at or after the instant.
 * @param stampOf - asks for a block before the latest. Time stamps never fall along a chain; they may stay.
 * @param blockMs - what a block takes as far as is known; a wrong figure costs looks, not truth.
 * @returns 0 where the chain is younger than that.
 */
export async function firstBlockSince(
  instantMs: number,
  latest: Stamp,
  stampOf: (number: number) => Promise<Stamp>,
  blockMs: number,
): Promise<number> {
  let probes = 0;
  const look = (number: number): Promise<Stamp> => {
    if (++probes > PROBES_MAX) throw new SourceError('wrong_shape', 'the time stamps of blocks are not in order');
    return stampOf(number);
  };

  let after = latest;
  let before: Stamp | null = null;
  let back = Math.ceil((1.01 * (latest.atMs - instantMs)) / blockMs) + 1;
  while (before === null) {
    if (after.number === 0) return 0;
    const stamp = await look(Math.max(0, after.number - back));
    if (stamp.atMs < instantMs) before = stamp;
    else after = stamp;
    back *= 8;
  }
  for (let turn = 1; after.number - before.number > 1; turn++) {
    const isMiddlesTurn = turn > 2 && turn % 2 === 1;
    const stamp = await look(isMiddlesTurn ? middle(before, after) : steady(before, after, instantMs));
    if (stamp.atMs < instantMs) before = stamp;
    else after = stamp;
  }
  return after.number;
}

const middle = (before: Stamp, after: Stamp): number => Math.floor((before.number + after.number) / 2);

/** Where the instant would be if all blocks took the same time; never one of the two. */
function steady(before: Stamp, after: Stamp, instantMs: number): number {
  const share = (instantMs - before.atMs) / (after.atMs - before.atMs);
  const number = before.number + Math.ceil(share * (after.number - before.number));
  return Math.min(Math.max(number, before.number + 1), after.number - 1);
}

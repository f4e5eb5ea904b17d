/** What is wrong with what a tree should be made of. No sentence tells whose leaf it is. */
const SENTENCES = {
  leaves: 'a tree has from 1 to 2^28 leaves',
  position: 'the tree has no leaf at this place',
  shards: 'the leaves of the shards do not add up to those of the tree',
  too_many: 'the tree has been given more leaves than it was said to have',
  too_few: 'the tree has been given fewer leaves than it was said to have',
  out_of_order: 'leaves of this format stand in ascending order of their hashes, each of them once',
  hash_length: 'a hash has 32 bytes',
  wallet_family: 'a wallet of this family cannot be in a tree of this format',
  amount: 'the amount does not fit into a leaf of this format',
  locked: 'the locked part does not fit into the amount, or the format does not know one',
  index: 'leaves of this format carry an index, and this one has none, or one below 0 or above 2^256 - 1',
} as const;
export type InvalidTreeReason = keyof typeof SENTENCES;

/** Leaves of which no tree of the format can be made. Its message never holds a wallet or an amount. */
export class InvalidTreeError extends Error {
  override readonly name = 'InvalidTreeError';
  constructor(
    /** For programs. */
    readonly reason: InvalidTreeReason,
  ) {
    super(SENTENCES[reason]);
  }
}

// Messages of the errors of trees and leaves. They are apart because the SDK, which returns false for these errors, is built
// without them (libs/sdk/build/without-sentences.ts).

/** Messages of invalid trees. They do not identify a wallet. */
const TREE = {
  leaves: 'a tree has from 1 to 2^28 leaves',
  position: 'the tree has no leaf at this position',
  shards: 'the leaves of the shards do not add up to those of the tree',
  too_many: 'the tree received more leaves than announced',
  too_few: 'the tree received fewer leaves than announced',
  out_of_order: 'leaves of this format must be in ascending order of their hashes, without duplicates',
  hash_length: 'a hash must have 32 bytes',
  wallet_family: 'a wallet of this family cannot be in a tree of this format',
  amount: 'the amount does not fit into a leaf of this format',
  locked: 'the locked part exceeds the amount, or the format has no locked parts',
  fields: 'leaves of this format require a list of their fields',
  felt: 'a number of Starknet must be below its prime',
  hash: 'trees of this format need other hash functions',
  field: 'a field of the leaf is missing, or outside the range of its type',
  shape: 'a tree of this format cannot have this shape',
  index: 'leaves of this format carry an index, and this one has none, or one below 0 or above 2^256 - 1',
} as const;
export type InvalidTreeReason = keyof typeof TREE;

/** Sentence of a reason. */
export const treeSentence = (reason: InvalidTreeReason): string => TREE[reason];

/** Messages of invalid fields, of a type, of a member (`amount`), or of a length. They contain no value. */
const FIELDS = {
  dynamic: (type: string) => `a leaf cannot have a field of a dynamic size, such as ${type}`,
  type: () => 'the type of a field must be address, bool, uint8 to uint256, int8 to int256, or bytes1 to bytes32',
  too_many: (max: string) => `a leaf has at most ${max} fields`,
  own_value: (member: string) => `the field of the ${member} cannot have a value of its own`,
  wallet_type: (member: string) => `the ${member} must be a field of the type address`,
  integer_type: (member: string) => `the ${member} must be an integer field`,
  no_member: (member: string) => `exactly one field of a leaf must be the ${member}`,
  twice: (member: string) => `at most one field of a leaf can be the ${member}`,
  checksum: () => 'its EIP-55 checksum is wrong, so a character may be mistyped',
  range: (type: string) => `it is outside the range of ${type}`,
  integer: () => 'it is not an integer',
  boolean: () => 'it is neither true nor false',
  digits: (digits: string) => `it is not 0x and ${digits} hex digits`,
} as const;
export type InvalidFieldsReason = keyof typeof FIELDS;

/** Sentence of a reason. */
export const fieldsSentence = (reason: InvalidFieldsReason, about: string): string => FIELDS[reason](about);

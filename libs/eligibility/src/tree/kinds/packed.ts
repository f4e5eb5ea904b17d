import { InvalidTreeError } from '../hash';
import { encodeLeaf } from '../leaf-encoding';
import type { TreeKind } from '../tree-kind';
import { keccakPair } from './leaf-bytes';

/**
 * Leaves of other fields than those of `uniswap` and `ens`: keccak256(abi.encodePacked(fields)). CoW:
 * (uint256 index, uint8 claimType, address claimant, uint256 amount).
 * Source: github.com/gnosis/cow-token, `src/contracts/mixins/MerkleDistributor.sol`.
 */
export const PACKED: TreeKind = {
  format: 'packed',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  hasOtherShapes: true,
  fields: 'required',
  leafHash(leaf, hash) {
    if (leaf.fields === undefined) throw new InvalidTreeError('fields');
    return hash.keccak256(encodeLeaf(leaf, leaf.fields, 'packed'));
  },
  nodeHash: keccakPair,
};

import { encodeLeaf } from '../leaf-encoding';
import type { TreeKind } from '../tree-kind';
import { keccakPair } from './leaf-bytes';
import { encodeUsualLeaf } from './openzeppelin';

/**
 * Leaves of a single hash: keccak256(abi.encode(fields)), by default of (address, uint256) or, with an index, of
 * (uint256 index, address, uint256). Merkl: (address user, address token, uint256 amount).
 * Source: github.com/AngleProtocol/merkl-contracts, `contracts/Distributor.sol`.
 */
export const ABI: TreeKind = {
  format: 'abi',
  shape: { order: 'by_hash', pairs: 'sorted', odd: 'promote' },
  hasOtherShapes: true,
  fields: 'optional',
  leafHash(leaf, hash) {
    return hash.keccak256(leaf.fields === undefined ? encodeUsualLeaf(leaf) : encodeLeaf(leaf, leaf.fields, 'padded'));
  },
  nodeHash: keccakPair,
};

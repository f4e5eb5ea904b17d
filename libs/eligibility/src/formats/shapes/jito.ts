import { type JsonValue, membersOf } from '../json/json-value';
import { readBytes } from '../bytes';
import type { ListShape, ShapeSink } from './list-shape';

/** Members with parts of a claim, in the first and in later versions of these files. */
const PARTS = [
  'amount_unlocked',
  'amount_locked',
  ...['staker', 'searcher', 'validator'].flatMap((role) => [`total_unlocked_${role}`, `total_locked_${role}`]),
];
const KEY_BYTES = 32;

/**
 * Trees of Solana's merkle distributors, as published by Jito: keys and hashes are arrays of bytes, or texts. Some contain
 * one `amount`, others its locked and unlocked parts, which are the breakdown (`lockedPart` sums the locked ones).
 * Source: github.com/jito-foundation/distributor (`tree_node.rs`).
 */
export function jitoShape({ entry, metadata }: ShapeSink): ListShape {
  metadata.treeFormat('jito');
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'tree_nodes')) return 'enter';
      return path.length === 2 || isStated(member) ? 'take' : 'skip';
    },
    take([member], value) {
      if (member === 'merkle_root') return metadata.root(value);
      if (member === 'max_num_nodes') return metadata.wallets(value);
      if (member === 'max_total_claim') return metadata.total(value);
      const node = membersOf(value);
      const shares = PARTS.flatMap((name) => {
        const part = node?.get(name);
        return part === undefined ? [] : [[name, part] as const];
      });
      entry({
        wallet: keyOf(node?.get('claimant') ?? node?.get('pubkey')),
        amount: node?.has('amount') === true || shares.length === 0 ? node?.get('amount') : null,
        shares,
        proof: node?.get('proof'),
      });
    },
  };
}

const isStated = (member: string | number | undefined): boolean =>
  member === 'merkle_root' || member === 'max_num_nodes' || member === 'max_total_claim';

const keyOf = (value: JsonValue | undefined): JsonValue | Uint8Array | undefined =>
  readBytes(value, KEY_BYTES) ?? value;

import { unreadAmounts } from '../amount-names';
import { SUM_OF_PARTS } from '../entry-reader';
import { type JsonValue, membersOf } from '../json/json-value';
import { readBytes } from '../bytes';
import type { ListShape, ShapeSink } from './list-shape';

/** Members with parts of a claim, in the first and in later versions of these files. */
const PARTS = [
  'amount_unlocked',
  'amount_locked',
  'total_unlocked',
  'total_locked',
  ...['staker', 'searcher', 'validator'].flatMap((role) => [`total_unlocked_${role}`, `total_locked_${role}`]),
];
const LOCKED_AMOUNT = 'locked_amount';
const KEY_BYTES = 32;

/**
 * Trees of Solana's merkle distributors, as published by Jito: keys and hashes are arrays of bytes, or texts. Some contain
 * one `amount`, others its locked and unlocked parts, which are the breakdown (`lockedPart` sums the locked ones). An `amount`
 * beside `locked_amount` is the unlocked part.
 * Source: github.com/jito-foundation/distributor and github.com/jup-ag/distributor (`tree_node.rs`).
 */
export function jitoShape({ entry, metadata }: ShapeSink): ListShape {
  let isFirst = true;
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
      const isLocked = node?.has(LOCKED_AMOUNT) === true;
      const shares = (isLocked ? ['amount', LOCKED_AMOUNT] : PARTS).flatMap((name) => {
        const part = node?.get(name);
        return part === undefined ? [] : [[name, part] as const];
      });
      const isWhole = !isLocked && (node?.has('amount') === true || shares.length === 0);
      if (isFirst)
        metadata.unread(unreadAmounts([...(node?.keys() ?? [])], ['amount', ...shares.map(([name]) => name)]));
      isFirst = false;
      entry({
        wallet: publicKey(node?.get('claimant') ?? node?.get('pubkey')),
        amount: isWhole ? node?.get('amount') : SUM_OF_PARTS,
        shares,
        proof: node?.get('proof'),
      });
    },
  };
}

const isStated = (member: string | number | undefined): boolean =>
  member === 'merkle_root' || member === 'max_num_nodes' || member === 'max_total_claim';

const publicKey = (value: JsonValue | undefined): JsonValue | Uint8Array | undefined =>
  readBytes(value, KEY_BYTES) ?? value;

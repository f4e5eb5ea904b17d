import { membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Member with the dump of the tree as a text of JSON, the larger part of the file. */
export const SABLIER_TREE = 'merkle_tree';

/**
 * Campaigns of Sablier, as published in IPFS. The claim index of a recipient is its position, from 0, and the leaves of the
 * tree are those of OpenZeppelin: index, address, amount in base units. The dump of the tree is skipped, because the tree
 * follows from the recipients.
 *
 * Source: github.com/sablier-labs/merkle-api (`src/data_objects/dto.rs`, `src/controller/create.rs`).
 */
export function sablierShape({ entry, metadata }: ShapeSink): ListShape {
  let recipients = 0;
  metadata.treeFormat('openzeppelin');
  return {
    root: 'object',
    hugeText: SABLIER_TREE,
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'recipients')) return 'enter';
      return path.length === 2 || isStated(member) ? 'take' : 'skip';
    },
    take([member], value) {
      if (member === 'root') return metadata.root(value);
      if (member === 'total_amount') return metadata.total(value);
      if (member === 'number_of_recipients') return metadata.wallets(value);
      const recipient = membersOf(value);
      entry({
        wallet: recipient?.get('address'),
        amount: recipient?.get('amount'),
        index: String(recipients++),
      });
    },
  };
}

const isStated = (member: string | number | undefined): boolean =>
  member === 'root' || member === 'total_amount' || member === 'number_of_recipients';

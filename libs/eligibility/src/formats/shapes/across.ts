import { membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/**
 * Recipients of UMA's merkle distributor, as published by Across. Its leaves contain the window and the index of the
 * recipient, for which proofs are not supported: the list has amounts and reasons, but no tree.
 * Source: github.com/across-protocol (merkle-distributor), weekly referral rewards.
 */
export function acrossShape({ entry, metadata }: ShapeSink): ListShape {
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'recipients')) return 'enter';
      return path.length === 2 || member === 'rewardsToDeposit' ? 'take' : 'skip';
    },
    take([member], value) {
      if (member === 'rewardsToDeposit') return metadata.total(value);
      const recipient = membersOf(value);
      const breakdown = membersOf(membersOf(recipient?.get('metadata'))?.get('amountBreakdown'));
      entry({
        wallet: recipient?.get('account'),
        amount: recipient?.get('amount'),
        shares: [...(breakdown ?? [])],
      });
    },
  };
}

import { membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/**
 * Recipients of UMA's merkle distributor, as Across publishes them. Its leaves hold the window and the recipient's
 * place, which no proof of ours can be made for: the list has amounts and reasons, and no tree.
 * Source: github.com/across-protocol (merkle-distributor), weekly referral rewards.
 */
export function acrossShape({ entry, stated }: ShapeSink): ListShape {
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'recipients')) return 'enter';
      return path.length === 2 || member === 'rewardsToDeposit' ? 'take' : 'skip';
    },
    take([member], value) {
      if (member === 'rewardsToDeposit') return stated.total(value);
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

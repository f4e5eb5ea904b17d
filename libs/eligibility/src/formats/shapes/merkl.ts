import { UnreadableListError } from '../errors';
import { membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import { stateFact } from './stated-facts';

/** Members of a file of Merkl, and of one of its campaigns. */
export const MERKL_REWARDS = 'rewards';
export const MERKL_HOLDERS = 'holders';
const TOKEN = 'token';

/**
 * Rewards of Merkl: `{merklRoot, rewards: {campaign: {token, holders: {address: {amount, …}}}}}`. A wallet has one entry per
 * campaign, and its leaf contains the sum of a token over all of them. Files with several tokens are rejected, because their
 * amounts do not add up.
 *
 * Source: github.com/AngleProtocol/merkl-dispute (`tests/helpers/testData.ts`, `src/providers/tree/BaseTree.ts`).
 */
export function merklShape({ entry, metadata }: ShapeSink): ListShape {
  let token: string | null = null;
  return {
    root: 'object',
    choose(path) {
      const [member, , inner] = path;
      if (path.length === 0) return 'enter';
      if (member !== MERKL_REWARDS) return path.length === 1 ? 'take' : 'skip';
      if (path.length < 3 || (path.length === 3 && inner === MERKL_HOLDERS)) return 'enter';
      return path.length === 4 || inner === TOKEN ? 'take' : 'skip';
    },
    take(path, value) {
      const [member, , inner, wallet] = path;
      if (member !== MERKL_REWARDS) return stateFact(metadata, path, value);
      if (wallet !== undefined) return entry({ wallet: String(wallet), amount: membersOf(value)?.get('amount') });
      if (inner !== TOKEN) return;
      const text = typeof value === 'string' ? value.toLowerCase() : '';
      token ??= text;
      if (text !== token) throw new UnreadableListError(null, SEVERAL_TOKENS);
    },
  };
}

const SEVERAL_TOKENS =
  'its campaigns have several tokens, whose amounts do not add up: save the campaigns of one token as a file';

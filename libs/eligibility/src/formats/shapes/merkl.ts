import { type RawEntry, SUM_OF_PARTS } from '../entry-reader';
import { UnreadableListError } from '../errors';
import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import { stateFact } from './declared-facts';

/** Members of a file of Merkl, and of one of its campaigns. */
export const MERKL_REWARDS = 'rewards';
export const MERKL_HOLDERS = 'holders';
const TOKEN = 'token';

/**
 * Rewards of Merkl, each with its token:
 *
 * - by campaign: `{merklRoot, rewards: {campaign: {token, holders: {address: {amount, …}}}}}`. A wallet has one entry per campaign,
 *   and its leaf contains the sum of a token over all of them;
 * - by wallet: `{rewardToken, rewards: {address: {reason: {amount, …}}}}`: one entry per wallet, with its reasons;
 * - of the API: `[{chain, rewards: [{root, recipient, amount, proofs, token: {address}}]}]`.
 *
 * Source: github.com/AngleProtocol/merkl-dispute (`tests/helpers/testData.ts`, `src/providers/tree/BaseTree.ts`).
 */
export function merklShape({ entry, metadata }: ShapeSink): ListShape {
  /** Token of the campaign whose holders come next. */
  let token: JsonValue | undefined;
  /** Token of all rewards, by wallet; undefined in a file by campaign. */
  let ofAll: JsonValue | undefined;
  /** Token of campaigns that state it after their holders. */
  let late: JsonValue | undefined;
  let hasHolders = false;
  return {
    root: 'any',
    choose(path) {
      const [member, second, inner] = path;
      if (path.length === 0) return 'enter';
      if (typeof member === 'number') {
        if (path.length > 1 && second !== MERKL_REWARDS) return 'skip';
        return path.length === 3 ? 'take' : 'enter';
      }
      if (member !== MERKL_REWARDS) return path.length === 1 ? 'take' : 'skip';
      if (path.length === 2 && ofAll !== undefined) return 'take';
      if (path.length === 2) [token, hasHolders] = [undefined, false];
      hasHolders ||= inner === MERKL_HOLDERS;
      if (path.length < 3 || (path.length === 3 && inner === MERKL_HOLDERS)) return 'enter';
      return path.length === 4 || inner === TOKEN ? 'take' : 'skip';
    },
    take(path, value) {
      const [member, second, inner, wallet] = path;
      if (typeof member === 'number') return rewardOfApi(value);
      if (member === REWARD_TOKEN) ofAll = value;
      else if (member !== MERKL_REWARDS) stateFact(metadata, path, value);
      else if (wallet !== undefined) {
        entry({
          wallet: String(wallet),
          amount: membersOf(value)?.get('amount'),
          ...(token !== undefined && { token }),
        });
      } else if (inner === TOKEN) stateToken(value);
      else if (inner === undefined) entry({ ...ofReasons(String(second), value), token: ofAll });
    },
  };

  /** @throws {UnreadableListError} for several tokens of holders that were read without them. */
  function stateToken(value: JsonValue): void {
    token = value;
    if (!hasHolders) return;
    if (String(late ?? value).toLowerCase() !== String(value).toLowerCase()) {
      throw new UnreadableListError(null, LATE_TOKENS);
    }
    late = value;
  }

  function rewardOfApi(value: JsonValue): void {
    const reward = membersOf(value);
    const root = reward?.get('root');
    if (root !== undefined) metadata.root(root);
    entry({
      wallet: reward?.get('recipient'),
      amount: reward?.get('amount'),
      token: reward?.get(TOKEN),
      proof: reward?.get('proofs'),
    });
  }
}

/** Member with the token of all rewards. */
export const REWARD_TOKEN = 'rewardToken';

const LATE_TOKENS =
  'its campaigns have several tokens, each after its holders: write the token of a campaign before its holders, or save the ' +
  'campaigns of one token as a file';

/** Amount of a wallet by reason. */
function ofReasons(wallet: string, value: JsonValue): RawEntry {
  const reasons = [...(membersOf(value) ?? [])];
  return {
    wallet,
    amount: reasons.length === 0 ? undefined : SUM_OF_PARTS,
    shares: reasons.map(([reason, part]) => [reason, membersOf(part)?.get('amount') ?? '']),
  };
}

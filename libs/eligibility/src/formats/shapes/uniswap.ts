import { isAddressName } from '../address-form';
import type { RawEntry } from '../entry-reader';
import { type JsonPath, type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import { WRAPPERS_MAX } from './records';
import { isFactName, stateFact } from './stated-facts';

const CLAIMS = 'claims';
const AMOUNT = 'amount';

/**
 * Files of Uniswap's merkle distributor, whole or in chunks. A whole tree, `{merkleRoot, tokenTotal, claims}`, can be within
 * objects, and its members can be in snake case. In a chunk of a tree every member is a wallet.
 *
 * `flags` contain the reasons of a claim, not the amount per reason. The whole amount therefore has one reason: the names
 * of the true flags, joined by `+` (`isLP+isUser`).
 * Source: github.com/Uniswap/merkle-distributor (`src/parse-balance-map.ts`); in objects:
 * github.com/bosonprotocol/rewards-merkle-distribution; in snake case: github.com/wavey0x/ylockers-merkle-drop.
 */
export function uniswapShape({ entry, metadata }: ShapeSink): ListShape {
  let isWhole = false;
  metadata.treeFormat('uniswap');
  return {
    root: 'object',
    choose(path) {
      const name = path.at(-1);
      if (path.length === 0) return 'enter';
      if (isClaim(path)) return 'take';
      if (path.length > WRAPPERS_MAX || typeof name !== 'string') return 'skip';
      isWhole ||= name === CLAIMS || isFactName(name);
      if (path.length === 1) return isWhole || isWord(name) ? 'enter' : 'take';
      // A misspelt wallet, not an object around the tree.
      if (name === AMOUNT && !isWhole) entry({ wallet: String(path[0]), amount: undefined, index: '' });
      return 'enter';
    },
    take(path, value) {
      const wallet = path.at(-1);
      if (isClaim(path) || (path.length === 1 && !isWhole && !isWord(wallet))) {
        return entry(claimOf(String(wallet), value));
      }
      stateFact(metadata, path, value);
    },
  };
}

/** Member of an object with the name `claims`. */
const isClaim = (path: JsonPath): boolean => path.at(-2) === CLAIMS;

/** Name of a member that is not a wallet, such as a version, a note or an object around the tree. */
const isWord = (name: unknown): boolean =>
  typeof name === 'string' && /^[a-zA-Z_]+$/.test(name) && !isAddressName(name);

function claimOf(wallet: string, value: JsonValue): RawEntry {
  const claim = membersOf(value);
  const reasons: string[] = [];
  for (const [name, isSet] of membersOf(claim?.get('flags')) ?? []) if (isSet === true) reasons.push(name);
  const reason = reasons.join('+');
  return {
    wallet,
    amount: claim?.get('amount'),
    // Leaves of this format require an index.
    index: claim?.get('index') ?? '',
    proof: claim?.get('proof'),
    shares: reason === '' ? [] : [[reason, undefined]],
  };
}

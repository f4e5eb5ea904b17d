import { unreadAmounts } from '../amount-names';
import { isAddressName } from '../address-form';
import type { RawEntry } from '../entry-reader';
import { UnreadableListError } from '../errors';
import { isSamePath, severalMaps } from '../json/json-path';
import { type JsonPath, type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';
import { WRAPPERS_MAX } from './records';
import { isFactName, stateFact } from './declared-facts';

const CLAIMS = 'claims';
const AMOUNT = 'amount';
/** Objects with amounts after which a document without an address is a chunk of misspelt wallets. */
const WORDS_MAX = 1_000;

/**
 * Files of Uniswap's merkle distributor, whole or in chunks. A whole tree, `{merkleRoot, tokenTotal, claims}`, can be within
 * objects, and its members can be in snake case; the claims can have another name, as in `{symbol, merkle, root}`. In a chunk of a
 * tree every member is a wallet.
 *
 * `flags` contain the reasons of a claim, not the amount per reason. The whole amount therefore has one reason: the names
 * of the true flags, joined by `+` (`isLP+isUser`).
 * Source: github.com/Uniswap/merkle-distributor (`src/parse-balance-map.ts`); in objects:
 * github.com/bosonprotocol/rewards-merkle-distribution; in snake case: github.com/wavey0x/ylockers-merkle-drop.
 */
export function uniswapShape({ entry, metadata, beside }: ShapeSink): ListShape {
  let [isWhole, isFirst] = [false, true];
  /** Path of the claims; null before the first one. */
  let claims: JsonPath | null = null;
  /** Misspelt wallets of a chunk, or names of objects beside the claims, whichever the path of the claims shows. */
  let words: string[] = [];
  metadata.treeFormat('uniswap');
  const isMember = (path: JsonPath): boolean =>
    claims !== null && path.length === claims.length + 1 && claims.every((name, i) => name === path[i]);
  const begin = (path: JsonPath): void => {
    if (claims !== null) throw new UnreadableListError(null, severalMaps(claims, path));
    claims = [...path];
    endWords();
  };
  const endWords = (): void => {
    if ((claims?.length ?? 0) === 0) for (const wallet of words) entry({ wallet, amount: undefined, index: '' });
    words = [];
  };
  /** True for a member that can be a claim: of a chunk, also one whose name is no address, but not a word. */
  const isClaim = (path: JsonPath): boolean =>
    isMember(path) ? path.length > 1 || !isWord(path[0]) : path.length === 1 && !isWhole && !isWord(path[0]);
  return {
    root: 'object',
    choose(path) {
      const name = path.at(-1);
      if (path.length === 0) return 'enter';
      if (isMember(path)) return isClaim(path) ? 'take' : 'enter';
      if (beside.some((other) => isSamePath(other, path))) return 'skip';
      if (typeof name !== 'string' || path.some((part) => typeof part !== 'string')) return 'skip';
      if (path.at(-2) === CLAIMS || isAddressName(name)) {
        begin(path.slice(0, -1));
        return 'take';
      }
      if (path.length > WRAPPERS_MAX) return 'skip';
      isWhole ||= name === CLAIMS || isFactName(name);
      if (path.length === 2 && name === AMOUNT) {
        if (words.push(String(path[0])) === WORDS_MAX && claims === null) begin([]);
        if (claims?.length === 0) endWords();
      }
      return isClaim(path) ? 'take' : 'enter';
    },
    take(path, value) {
      if (isClaim(path)) {
        if (isFirst) metadata.unread(unreadAmounts([...(membersOf(value)?.keys() ?? [])], [AMOUNT]));
        isFirst = false;
        return entry(claimOf(String(path.at(-1)), value));
      }
      stateFact(metadata, path, value);
    },
    end() {
      if (!isWhole) endWords();
    },
  };
}

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

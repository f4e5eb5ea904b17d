import type { RawEntry } from '../entry-reader';
import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Members of a whole tree. In a chunk of a tree every member is a wallet. */
const WHOLE = ['merkleRoot', 'tokenTotal', 'claims'] as const;

/**
 * Files of Uniswap's merkle distributor, whole or in chunks.
 *
 * `flags` contain the reasons of a claim, not the amount per reason. The whole amount therefore has one reason: the names
 * of the true flags, joined by `+` (`isLP+isUser`).
 * Source: github.com/Uniswap/merkle-distributor (`src/parse-balance-map.ts`).
 */
export function uniswapShape({ entry, metadata }: ShapeSink): ListShape {
  let isWhole = false;
  metadata.treeFormat('uniswap');
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0) return 'enter';
      if (path.length > 1) return 'take';
      isWhole ||= WHOLE.some((name) => name === member);
      if (member === 'claims') return 'enter';
      return isWhole && member !== 'merkleRoot' && member !== 'tokenTotal' ? 'skip' : 'take';
    },
    take(path, value) {
      const [member, wallet] = path;
      if (wallet !== undefined) return entry(claimOf(String(wallet), value));
      if (member === 'merkleRoot') return metadata.root(value);
      if (member === 'tokenTotal') return metadata.total(value);
      if (!isRemark(String(member), value)) entry(claimOf(String(member), value));
    },
  };
}

/** Member before those of a whole tree that is not a claim, such as a version or a note. */
const isRemark = (member: string, value: JsonValue): boolean =>
  /^[a-zA-Z_]+$/.test(member) && membersOf(value)?.has('amount') !== true;

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

import type { RawEntry } from '../entry-reader';
import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Members of a whole tree. In a piece of one every member is a wallet. */
const WHOLE = ['merkleRoot', 'tokenTotal', 'claims'] as const;

/**
 * Merkle-distributor files of Uniswap's making, whole or in pieces.
 *
 * `flags` say for what a claim was given, not how much for which. So the whole amount stands under one reason, the
 * names of the flags that are true, joined by `+` (`isLP+isUser`): nothing is lost, and nothing is made up.
 * Source: github.com/Uniswap/merkle-distributor (`src/parse-balance-map.ts`).
 */
export function uniswapShape({ entry, stated }: ShapeSink): ListShape {
  let isWhole = false;
  stated.treeFormat('uniswap');
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
      if (member === 'merkleRoot') return stated.root(value);
      if (member === 'tokenTotal') return stated.total(value);
      if (!isRemark(String(member), value)) entry(claimOf(String(member), value));
    },
  };
}

/** A member before those of a whole tree that is no claim, such as a version or a note. */
const isRemark = (member: string, value: JsonValue): boolean =>
  /^[a-zA-Z_]+$/.test(member) && membersOf(value)?.has('amount') !== true;

function claimOf(wallet: string, value: JsonValue): RawEntry {
  const claim = membersOf(value);
  const flags = membersOf(claim?.get('flags')) ?? new Map<string, JsonValue>();
  const reason = [...flags].flatMap(([name, isSet]) => (isSet === true ? [name] : [])).join('+');
  return {
    wallet,
    amount: claim?.get('amount'),
    // Its leaves cannot be without.
    index: claim?.get('index') ?? '',
    proof: claim?.get('proof'),
    shares: reason === '' ? [] : [[reason, undefined]],
  };
}

import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Parts of a balance, as these files call them. */
const PARTS = ['past_tokens', 'future_tokens'] as const;

/**
 * Sharded trees as of ENS and Hop: `root.json` states root, total and how long the shards' names are; every other
 * file is a shard. A shard's `proof` leads from the shard's root to the list's, so that an entry has none of its own; it tells which
 * shard is another one where the list's root does not come out.
 *
 * A balance is reckoned from two parts, at times with a factor that the file does not tell: they are its breakdown
 * where they add up to it.
 * Source: github.com/ensdomains/governance (airdrop), github.com/hop-protocol/hop-airdrop.
 */
export function ensShape({ entry, stated }: ShapeSink): ListShape {
  let [first, proof]: [string | null, JsonValue | null] = [null, null];
  const tellProof = (): void => {
    if (first !== null && proof !== null) stated.shardProof(first, proof);
  };
  stated.treeFormat('ens');
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'entries')) return 'enter';
      return path.length === 2 || member === 'proof' || isStated(member) ? 'take' : 'skip';
    },
    take([member, wallet], value) {
      if (member === 'root') stated.root(value);
      else if (member === 'total') stated.total(value);
      else if (member === 'shardNybbles') stated.shardNybbles(value);
      else if (wallet === undefined) {
        proof = value;
        tellProof();
      } else {
        if (first === null) {
          first = String(wallet);
          tellProof();
        }
        const members = membersOf(value);
        const amount = members?.get('balance');
        entry({ wallet: String(wallet), amount, shares: partsOf(members, amount) });
      }
    },
  };
}

const isStated = (member: string | number | undefined): boolean =>
  member === 'root' || member === 'total' || member === 'shardNybbles';

const WHOLE_NUMBER = /^[0-9]{1,78}$/;

function partsOf(
  members: ReadonlyMap<string, JsonValue> | null,
  amount: JsonValue | undefined,
): (readonly [string, JsonValue])[] {
  const parts = PARTS.flatMap((name) => {
    const part = members?.get(name);
    return typeof part === 'string' && WHOLE_NUMBER.test(part) ? [[name, part] as const] : [];
  });
  const sum = parts.reduce((all, [, part]) => all + BigInt(part), 0n);
  return sum.toString() === amount ? parts : [];
}

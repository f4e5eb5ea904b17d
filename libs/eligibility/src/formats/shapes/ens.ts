import { type JsonValue, membersOf } from '../json/json-value';
import type { ListShape, ShapeSink } from './list-shape';

/** Names of the parts of a balance. */
const PARTS = ['past_tokens', 'future_tokens'] as const;

/**
 * Sharded trees as of ENS and Hop: `root.json` contains root, total and the length of the names of shards; every other file
 * is a shard. The `proof` of a shard leads from its root to the root of the list, so entries have no proofs.
 *
 * A balance has two parts, sometimes with a factor that the file does not contain: the parts are its breakdown only if
 * their sum is the balance.
 * Source: github.com/ensdomains/governance (airdrop), github.com/hop-protocol/hop-airdrop.
 */
export function ensShape({ entry, metadata }: ShapeSink): ListShape {
  const shard = metadata.beginShard();
  metadata.treeFormat('ens');
  return {
    root: 'object',
    choose(path) {
      const [member] = path;
      if (path.length === 0 || (path.length === 1 && member === 'entries')) return 'enter';
      return path.length === 2 || member === 'proof' || isStated(member) ? 'take' : 'skip';
    },
    take([member, wallet], value) {
      if (member === 'root') metadata.root(value);
      else if (member === 'total') metadata.total(value);
      else if (member === 'shardNybbles') metadata.shardNybbles(value);
      else if (wallet === undefined) shard.proof(value);
      else {
        shard.wallet(String(wallet));
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

import { InvalidAmountError } from '../amount/errors';
import { parseContractAmount } from '../amount/token-amount';
import { hexOf, readHash } from './bytes';
import { UnreadableListError } from './errors';
import type { JsonValue } from './json/json-value';
import { type ListDeclaration, NOTHING_DECLARED } from './list-format';
import { type PublishedShard, ShardFacts } from './shard-facts';

const COUNT_MAX = 2 ** 32;

/** Collects the metadata that the files of a list declare. */
export class DeclaredFacts {
  readonly #shards: ShardFacts[] = [];
  #facts: ListDeclaration = NOTHING_DECLARED;

  get facts(): ListDeclaration {
    return this.#facts;
  }

  /** @throws {UnreadableListError} for an invalid root, or for one that differs from a previous one. */
  root(value: JsonValue): void {
    const bytes = readHash(value);
    if (bytes === null) throw new UnreadableListError(null, 'the root that it states is not 32 bytes');
    this.#state('root', hexOf(bytes));
  }

  /** @throws {UnreadableListError} for an invalid total, or for one that differs from a previous one. */
  total(value: JsonValue): void {
    try {
      this.#state('total', parseContractAmount(typeof value === 'string' ? value : ''));
    } catch (error) {
      if (!(error instanceof InvalidAmountError)) throw error;
      throw new UnreadableListError(null, `the total that it states: ${error.message}`);
    }
  }

  /** @throws {UnreadableListError} for an invalid number, or for one that differs from a previous one. */
  wallets(value: JsonValue): void {
    this.#state('wallets', countOf(value, 'the number of wallets that it states', COUNT_MAX));
  }

  /** @throws {UnreadableListError} for an invalid number of hex digits, or for one that differs from a previous one. */
  shardNybbles(value: JsonValue): void {
    this.#state('shardNybbles', countOf(value, 'the length of the shards’ names that it states', 16));
  }

  /** Shards in the order of their files; `ens` only. */
  get shards(): readonly PublishedShard[] {
    return this.#shards.flatMap(({ shard }) => shard ?? []);
  }

  /** Starts a file that may be a shard. */
  beginShard(): ShardFacts {
    const shard = new ShardFacts();
    this.#shards.push(shard);
    return shard;
  }

  treeFormat(format: NonNullable<ListDeclaration['treeFormat']>): void {
    this.#state('treeFormat', format);
  }

  #state<K extends keyof ListDeclaration>(name: K, value: ListDeclaration[K]): void {
    const before = this.#facts[name];
    if (before !== null && before !== value) {
      throw new UnreadableListError(null, `it states another ${WORDS[name]} than was stated before`);
    }
    this.#facts = { ...this.#facts, [name]: value };
  }
}

const WORDS: Readonly<Record<keyof ListDeclaration, string>> = {
  root: 'root',
  total: 'total',
  wallets: 'number of wallets',
  treeFormat: 'kind of tree',
  shardNybbles: 'length of the shards’ names',
};

function countOf(value: JsonValue, what: string, max: number): number {
  const count = typeof value === 'string' && /^[0-9]{1,10}$/.test(value) ? Number(value) : 0;
  if (count >= 1 && count <= max) return count;
  throw new UnreadableListError(null, `${what} is not a whole number from 1 to ${max}`);
}

/**
 * Compares the rows of a list with the metadata of its files, and returns a message per difference. Messages contain both
 * values; totals are not secret.
 */
export function contradictions(
  { total, wallets }: ListDeclaration,
  found: { readonly total: bigint; readonly entries: number },
): readonly string[] {
  return [
    ...(total === null || total === found.total
      ? []
      : [`its amounts add up to ${found.total} base units, it states a total of ${total}`]),
    ...(wallets === null || wallets === found.entries
      ? []
      : [`it has ${found.entries} entries, it states that there are ${wallets}`]),
  ];
}

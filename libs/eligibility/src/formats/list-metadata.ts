import { InvalidAmountError, parseContractAmount } from '../amount/token-amount';
import { PROOF_LENGTH_MAX } from '../tree/proof';
import { numberText } from './big-number';
import { hexOf, readHash } from './bytes';
import { unreadSentence } from './amount-names';
import { UnreadableListError } from './errors';
import { elementsOf, type JsonValue } from './json/json-value';
import { type ListMetadata, NO_METADATA } from './list-format';
import { PageFacts } from './page-facts';

const COUNT_MAX = 2 ** 32;
/** Files can differ in what is not read. */
const WARNINGS_MAX = 5;

/** Collects the metadata that the files of a list declare. */
export class MetadataCollector {
  readonly #shards: ShardFacts[] = [];
  readonly #warnings = new Set<string>();
  /** Statements about pages of an API. */
  readonly pages = new PageFacts();
  #facts: ListMetadata = NO_METADATA;

  get facts(): ListMetadata {
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
      this.#state('total', parseContractAmount(numberText(value) ?? ''));
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

  /** Sentences about what is not read; each once. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  /** Names amounts that are not read. */
  unread(names: readonly string[]): void {
    if (names.length > 0 && this.#warnings.size < WARNINGS_MAX) this.#warnings.add(unreadSentence(names));
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

  treeFormat(format: NonNullable<ListMetadata['treeFormat']>): void {
    this.#state('treeFormat', format);
  }

  #state<K extends keyof ListMetadata>(name: K, value: ListMetadata[K]): void {
    const before = this.#facts[name];
    if (before !== null && before !== value) {
      throw new UnreadableListError(null, `it declares another ${WORDS[name]} than before`);
    }
    this.#facts = { ...this.#facts, [name]: value };
  }
}

const WORDS: Readonly<Record<keyof ListMetadata, string>> = {
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
  { total, wallets }: ListMetadata,
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

/** Maximum number of leading hex digits that select a shard. */
export const SHARD_NYBBLES_MAX = 4;

/** Shard of a tree of format `ens`, from its file. */
export interface PublishedShard {
  /** First 16 bits of one of its addresses. */
  readonly prefix: number;
  /** Number of leading hex digits common to all its addresses, 0 to 4. */
  readonly sharedNybbles: number;
  /**
   * Path from the root of the shard to the root of the list, the sibling of the shard root first: 32 bytes each, not
   * verified. Null if the file has none, or an invalid one.
   */
  readonly proof: readonly Uint8Array[] | null;
}

/** Collects the facts of a shard while its file is read. */
export class ShardFacts {
  #prefix: number | null = null;
  #sharedNybbles = SHARD_NYBBLES_MAX;
  #proof: readonly Uint8Array[] | null = null;

  /** Null before the first address, and for `root.json`. */
  get shard(): PublishedShard | null {
    if (this.#prefix === null) return null;
    return { prefix: this.#prefix, sharedNybbles: this.#sharedNybbles, proof: this.#proof };
  }

  /** Adds an address. An invalid one is ignored, because it is reported as an error of its entry. */
  wallet(text: string): void {
    const [, digits] = /^0x([0-9a-fA-F]{4})/.exec(text) ?? [];
    if (digits === undefined) return;
    const prefix = parseInt(digits, 16);
    this.#prefix ??= prefix;
    const differing = this.#prefix ^ prefix;
    this.#sharedNybbles = Math.min(this.#sharedNybbles, Math.floor((Math.clz32(differing) - 16) / 4));
  }

  proof(value: JsonValue): void {
    const hashes = elementsOf(value);
    if (hashes === null || hashes.length > PROOF_LENGTH_MAX) return;
    const proof = hashes.flatMap((hash) => readHash(hash) ?? []);
    this.#proof = proof.length < hashes.length ? null : proof;
  }
}

/**
 * Number of leading hex digits that select the shards of a list whose files do not declare it: the smallest number for
 * which all files differ. Every such number results in the same shards and the same tree.
 *
 * @returns 0 to 4; null for files that are not shards.
 */
export function shardNybblesOf(shards: readonly PublishedShard[]): number | null {
  for (let nybbles = 0; nybbles <= SHARD_NYBBLES_MAX; nybbles++) {
    const names = new Set(shards.map(({ prefix }) => prefix >> (4 * (SHARD_NYBBLES_MAX - nybbles))));
    if (names.size < shards.length) continue;
    return shards.every(({ sharedNybbles }) => sharedNybbles >= nybbles) ? nybbles : null;
  }
  return null;
}

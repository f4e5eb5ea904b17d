import { ListRebuildError } from './list-rebuild.error';

/** Wallets of a column: four times those of the largest known list, and about 1 GB of memory. */
const WALLETS_MAX = 10_000_000;

/** Amounts of wallets in one or several columns, such as the balances of several tokens. */
export class AmountBook {
  readonly #columns: readonly Map<string, bigint>[];

  constructor(readonly columns: number) {
    this.#columns = Array.from({ length: columns }, () => new Map<string, bigint>());
  }

  /**
   * Adds to the amount of a wallet, or replaces it.
   *
   * @param wallet - 0x and 40 hex digits.
   * @throws {ListRebuildError} for more wallets than fit in memory.
   */
  change(column: number, wallet: string, amount: bigint, effect: 'add' | 'replace'): void {
    const amounts = this.#columns[column] ?? new Map<string, bigint>();
    const key = keyOf(wallet);
    amounts.set(key, effect === 'add' ? (amounts.get(key) ?? 0n) + amount : amount);
    if (amounts.size > WALLETS_MAX) throw new ListRebuildError(`more than ${WALLETS_MAX} wallets have an amount`);
  }

  /** Number of wallets of the largest column. */
  get size(): number {
    return Math.max(...this.#columns.map(({ size }) => size));
  }

  sumOf(column: number): bigint {
    let sum = 0n;
    for (const amount of this.#columns[column]?.values() ?? []) sum += amount;
    return sum;
  }

  /** Keys of all wallets, in the order of their addresses. */
  keys(): readonly string[] {
    return [...new Set(this.#columns.flatMap((amounts) => [...amounts.keys()]))].sort();
  }

  /** Amounts of all columns of a wallet. */
  row(key: string): readonly [wallet: string, amounts: readonly bigint[]] {
    return [walletOf(key), this.#columns.map((amounts) => amounts.get(key) ?? 0n)];
  }
}

/** Address as 20 Latin-1 characters, a third of the memory of its hex digits; their order is that of the addresses. */
const keyOf = (wallet: string): string => Buffer.from(wallet.slice('0x'.length), 'hex').toString('latin1');
const walletOf = (key: string): string => `0x${Buffer.from(key, 'latin1').toString('hex')}`;

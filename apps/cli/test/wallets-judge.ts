/** List file of a test, as its text was written. */
export interface JudgedFile {
  readonly drop: string;
  readonly kind: 'allocation' | 'exclusion';
  readonly form: 'csv' | 'map' | 'rows' | 'lines';
  readonly text: string;
  /** Decimals of amounts in tokens; 0 for amounts in base units. */
  readonly decimals: number;
}

/** Drop of a test. */
export interface JudgedDrop {
  readonly id: string;
  readonly accepts: readonly ('0x' | 'base58')[];
  /** Outcome of a wallet that no list decides, for a drop without an allocation list. */
  readonly undecided: 'pending' | 'unknown';
}

/**
 * Brute-force judge of a wallet's drops. It works on the texts of the files and shares no code with the programs under
 * test: no reader of lists, no parser of wallets or amounts, no decision.
 */
export class WalletsJudge {
  readonly #lists: { readonly drop: string; readonly kind: string; readonly amounts: Map<string, bigint> }[];

  constructor(
    private readonly drops: readonly JudgedDrop[],
    files: readonly JudgedFile[],
  ) {
    this.#lists = files.map((file) => ({ drop: file.drop, kind: file.kind, amounts: amountsIn(file) }));
  }

  /** `eligible 123`, `excluded`, `ineligible`, `pending` or `unknown` by drop; drops that do not accept the wallet are absent. */
  outcomesOf(wallet: string): Map<string, string> {
    const isHex = wallet.slice(0, 2).toLowerCase() === '0x';
    const key = keyOf(wallet);
    const outcomes = new Map<string, string>();
    for (const { id, accepts, undecided } of this.drops) {
      if (accepts.length === 0) outcomes.set(id, undecided);
      if (!accepts.includes(isHex ? '0x' : 'base58')) continue;
      const lists = this.#lists.filter(({ drop }) => drop === id);
      const allocations = lists.filter(({ kind }) => kind === 'allocation');
      const found = allocations.flatMap(({ amounts }) => (amounts.has(key) ? [amounts.get(key) ?? 0n] : []));
      const isExcluded = lists.some(({ kind, amounts }) => kind === 'exclusion' && amounts.has(key));
      if (found.length > 0) outcomes.set(id, `eligible ${found.reduce((sum, amount) => sum + amount, 0n)}`);
      else if (isExcluded) outcomes.set(id, 'excluded');
      else outcomes.set(id, allocations.length > 0 ? 'ineligible' : undecided);
    }
    return outcomes;
  }
}

/** EVM addresses have several spellings, Solana addresses one. */
const keyOf = (wallet: string): string => (/^0x/i.test(wallet) ? wallet.toLowerCase() : wallet);

function amountsIn({ form, text, decimals }: JudgedFile): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const [wallet, amount] of rowsIn(form, text)) {
    const key = keyOf(wallet);
    amounts.set(key, (amounts.get(key) ?? 0n) + baseUnits(amount, decimals));
  }
  return amounts;
}

function rowsIn(form: JudgedFile['form'], text: string): (readonly [wallet: string, amount: string])[] {
  type Row = { readonly address: string; readonly amount: string };
  switch (form) {
    case 'csv':
      return linesOf(text)
        .slice(1)
        .map((line) => line.split(','))
        .map(([wallet = '', amount = '0']) => [wallet, amount]);
    case 'map':
      return Object.entries(JSON.parse(text) as Record<string, string>);
    case 'rows':
      return (JSON.parse(text) as Row[]).map(({ address, amount }) => [address, amount]);
    case 'lines':
      return linesOf(text)
        .map((line) => JSON.parse(line) as Row)
        .map(({ address, amount }) => [address, amount]);
  }
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function baseUnits(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

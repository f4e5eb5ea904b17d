import { ed25519 } from '@noble/curves/ed25519';
import { base58 } from '@scure/base';
import type { Family } from './judged-wallets';

/** List file of a test, as its text was written before any compression. */
export interface JudgedFile {
  readonly drop: string;
  /** Name of the list; empty for the unnamed one. */
  readonly name: string;
  readonly kind: 'allocation' | 'exclusion';
  readonly form: JudgedForm;
  readonly text: string;
  /** Decimals of amounts in tokens; 0 for amounts in base units. */
  readonly decimals: number;
  /** Amount of each row of a file without amounts. */
  readonly each?: string;
  /** True if each row of a wallet is an entry of its own; otherwise its rows are summed. */
  readonly isSeparate?: boolean;
}

/** Structure of a file. */
export type JudgedForm = keyof typeof ROWS_OF_FORM;

/** Drop of a test. */
export interface JudgedDrop {
  readonly id: string;
  readonly accepts: readonly Family[];
  /** Outcome of a wallet that no list decides, for a drop without an allocation list. */
  readonly undecided: 'pending' | 'unknown';
}

/** Entry of a wallet: a row of a list, or the sum of its rows. */
export interface JudgedEntry {
  readonly list: string;
  readonly amount: bigint;
}

interface JudgedList {
  readonly drop: string;
  readonly name: string;
  readonly kind: JudgedFile['kind'];
  readonly entries: ReadonlyMap<string, readonly bigint[]>;
}

/**
 * Brute-force judge of the drops of wallets. It works on the texts of the files and shares no code with the programs under
 * test: no reader of lists, no parser of wallets or amounts, no prefix, no decision.
 */
export class WalletsJudge {
  readonly #lists: readonly JudgedList[];

  constructor(
    private readonly drops: readonly JudgedDrop[],
    files: readonly JudgedFile[],
  ) {
    this.#lists = files.map((file) => ({ ...file, entries: entriesIn(file) }));
  }

  /**
   * Outcome by drop: `eligible` with the sum and, if there are several, the entries; `excluded`, `ineligible`, `pending` or
   * `unknown`. Drops that do not accept the wallet are absent.
   */
  outcomesOf(wallet: string): Map<string, string> {
    const accepting = this.drops.filter(({ accepts }) => accepts.length === 0 || accepts.includes(familyOf(wallet)));
    return new Map(accepting.map((drop) => [drop.id, this.#outcomeOf(wallet, drop)]));
  }

  #outcomeOf(wallet: string, { id, accepts, undecided }: JudgedDrop): string {
    if (accepts.length === 0) return undecided;
    const entries = this.entriesOf(wallet, id);
    if (entries.some(({ amount }) => amount > 0n)) return eligibleOutcome(entries);
    if (!this.isListed(id)) return undecided;
    // The drops state no figures, so lists with names can be some of several.
    if (!this.#of(id, 'allocation').some(({ name }) => name === '')) return 'unknown';
    if (entries.length > 0) return 'ineligible';
    if (this.#of(id, 'exclusion').some((list) => list.entries.has(walletKey(wallet)))) return 'excluded';
    return isPossible(wallet) ? 'ineligible' : 'unknown';
  }

  /** Entries of a wallet in the allocation lists of a drop, the unnamed list first. */
  entriesOf(wallet: string, drop: string): JudgedEntry[] {
    return this.#of(drop, 'allocation').flatMap(({ name, entries }) =>
      (entries.get(walletKey(wallet)) ?? []).map((amount) => ({ list: name, amount })),
    );
  }

  /** Number of entries of all wallets that begin with a prefix, by name of the list. */
  countsIn(prefix: string, family: Family, drop: string): Map<string, number> {
    const counts = this.#of(drop, 'allocation').map(({ name, entries }) => {
      const inside = [...entries].filter(([key]) => familyOf(key) === family && bucketOf(key) === prefix);
      return [name, inside.reduce((sum, [, amounts]) => sum + amounts.length, 0)] as const;
    });
    return new Map(counts);
  }

  /** True if a drop has an allocation list. */
  isListed(drop: string): boolean {
    return this.#of(drop, 'allocation').length > 0;
  }

  #of(drop: string, kind: JudgedFile['kind']): JudgedList[] {
    const lists = this.#lists.filter((list) => list.drop === drop && list.kind === kind);
    return lists.sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

/** Half of all base58 texts of 32 bytes are the public key of no wallet: such a text may be a mistake. */
function isPossible(wallet: string): boolean {
  if (familyOf(wallet) !== 'solana') return true;
  try {
    ed25519.ExtendedPoint.fromHex(base58.decode(wallet));
    return true;
  } catch {
    return false;
  }
}

/** `eligible 5`, `eligible 5 in season-2` for a named list, or `eligible 5 = :2 season-2:3` for several entries. */
export function eligibleOutcome(entries: readonly JudgedEntry[]): string {
  const sum = entries.reduce((all, { amount }) => all + amount, 0n);
  if (entries.length > 1)
    return `eligible ${sum} = ${entries.map(({ list, amount }) => `${list}:${amount}`).join(' ')}`;
  return entries.some(({ list }) => list !== '') ? `eligible ${sum} in ${entries[0]?.list}` : `eligible ${sum}`;
}

export function familyOf(wallet: string): Family {
  if (/^cosmos1/i.test(wallet)) return 'cosmos';
  if (!/^0x/i.test(wallet)) return 'solana';
  return wallet.length === 42 ? 'evm' : 'starknet';
}

/** The one spelling of a wallet that has several. */
export function walletKey(wallet: string): string {
  switch (familyOf(wallet)) {
    case 'solana':
      return wallet;
    case 'starknet':
      return `0x${wallet.slice(2).toLowerCase().padStart(64, '0')}`;
    default:
      return wallet.toLowerCase();
  }
}

/** Shortest prefix of a private check (docs/private-checks.md, "Prefixes"). */
export function bucketOf(wallet: string): string {
  const key = walletKey(wallet);
  switch (familyOf(wallet)) {
    case 'evm':
      return key.slice(2, 5);
    case 'solana':
      return key.slice(0, /^[1-9A-J]/.test(key) ? 2 : 1);
    case 'starknet':
      return key.slice(2, 6);
    case 'cosmos':
      return key.slice(0, 'cosmos1'.length + 2);
  }
}

function entriesIn({ form, text, decimals, each, isSeparate = false }: JudgedFile): Map<string, bigint[]> {
  const entries = new Map<string, bigint[]>();
  for (const [wallet, written] of ROWS_OF_FORM[form](text)) {
    const amount = baseUnits(each ?? written, decimals);
    const before = entries.get(walletKey(wallet)) ?? [];
    entries.set(walletKey(wallet), isSeparate ? [...before, amount] : [before.reduce((sum, one) => sum + one, amount)]);
  }
  return entries;
}

/** Amounts are digits, tokens with a fraction, or `0x` and digits. */
function baseUnits(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + (decimals > 0 ? fraction.padEnd(decimals, '0') : ''));
}

type Rows = (readonly [wallet: string, amount: string])[];
interface NamedRow {
  readonly address: string;
  readonly amount: string;
}
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const fieldsOf = (text: string, separator: string): Rows =>
  linesOf(text)
    .slice(1)
    .map((line) => line.split(separator))
    .map(([wallet = '', amount = '0']) => [wallet, amount]);
const pairOf = ({ address, amount }: NamedRow): Rows[number] => [address, amount];
const jsonOf = <T>(text: string): T => JSON.parse(text) as T;

/** Readers of the structures, each as short as JSON and split permit. */
const ROWS_OF_FORM = {
  csv: (text: string): Rows => fieldsOf(text, ','),
  semicolons: (text: string): Rows => fieldsOf(text, ';'),
  tabs: (text: string): Rows => fieldsOf(text, '\t'),
  /** Hexadecimal digits without `0x`, amounts of 64 digits. */
  hex: (text: string): Rows => fieldsOf(text, ',').map(([wallet, amount]) => [`0x${wallet}`, `0x${amount}`]),
  /** Wallets alone. */
  addresses: (text: string): Rows => jsonOf<string[]>(text).map((wallet) => [wallet, '0']),
  map: (text: string): Rows => Object.entries(jsonOf<Record<string, string>>(text)),
  objects: (text: string): Rows =>
    Object.entries(jsonOf<Record<string, NamedRow>>(text)).map(([wallet, { amount }]) => [wallet, amount]),
  rows: (text: string): Rows => jsonOf<NamedRow[]>(text).map(pairOf),
  wrapped: (text: string): Rows => jsonOf<{ result: { eligibles: NamedRow[] } }>(text).result.eligibles.map(pairOf),
  pairs: (text: string): Rows => jsonOf<[string, string][]>(text),
  lines: (text: string): Rows => linesOf(text).map((line) => pairOf(jsonOf<NamedRow>(line))),
  uniswap: (text: string): Rows =>
    Object.entries(jsonOf<{ claims: Record<string, NamedRow> }>(text).claims).map(([wallet, { amount }]) => [
      wallet,
      amount,
    ]),
  dump: (text: string): Rows =>
    jsonOf<{ values: { value: [string, string] }[] }>(text).values.map(({ value }) => value),
  sablier: (text: string): Rows => jsonOf<{ recipients: NamedRow[] }>(text).recipients.map(pairOf),
  /** Content of a file in each line. */
  shards: (text: string): Rows =>
    linesOf(text)
      .flatMap((line) => Object.entries(jsonOf<{ entries?: Record<string, { balance: string }> }>(line).entries ?? {}))
      .map(([wallet, { balance }]) => [wallet, balance]),
  jito: (text: string): Rows =>
    // Its integers exceed those of JSON.parse.
    jsonOf<{ tree_nodes: { claimant: number[]; amount_unlocked: string; amount_locked: string }[] }>(
      text.replace(/"(amount_\w+)":(\d+)/g, '"$1":"$2"'),
    ).tree_nodes.map((node) => [
      base58.encode(Uint8Array.from(node.claimant)),
      String(BigInt(node.amount_unlocked) + BigInt(node.amount_locked)),
    ]),
};

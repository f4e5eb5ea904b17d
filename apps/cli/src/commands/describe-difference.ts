import type { ListBody, ListKind } from '@droptrack/catalogue';
import { addressOfKey, formatTokenAmount, parseWallet } from '@droptrack/eligibility';
import { type ListDifference, WALLET_CHANGES, type WalletDifference } from '@droptrack/persistence';
import { formatTable } from '../output/format';

/** A list in a comparison. */
export type ListSide = Pick<ListBody, 'version' | 'wallets' | 'total' | 'decimals'>;

/** Two lists, and the differences between them. */
export interface Comparison {
  readonly kind: ListKind;
  readonly before: ListSide;
  readonly after: ListSide;
  readonly difference: ListDifference;
  /** Shows the wallets of examples in full; otherwise their beginning and end. */
  readonly showWallets: boolean;
}

/** Differences between two lists in `--json`: amounts in base units. */
export function presentDifference(
  { added, removed, changed, rearranged, examples }: ListDifference,
  showWallets: boolean,
) {
  return {
    added: { wallets: added.wallets, amount: added.after },
    removed: { wallets: removed.wallets, amount: removed.before },
    changed: { wallets: changed.wallets, before: changed.before, after: changed.after },
    rearranged: { wallets: rearranged },
    examples: examples.map(({ change, wallet, before, after }) => ({
      change,
      wallet: walletText(wallet, showWallets),
      before,
      after,
    })),
  };
}

/** Differences between two lists as tables. */
export function describeDifference(comparison: Comparison): string {
  const { kind, before, after, difference } = comparison;
  const { rearranged, examples } = difference;
  const unchanged = before.wallets - difference.removed.wallets - difference.changed.wallets - rearranged;
  // Amounts of versions with different decimals are comparable in base units only.
  const decimals = before.decimals === after.decimals ? before.decimals : null;
  const amount = (text: string): string => (decimals === null ? text : formatTokenAmount(BigInt(text), decimals));
  const unit = decimals === null ? 'BASE UNITS' : 'TOKENS';
  const hasAmounts = kind === 'allocation';
  const rows = [
    ...WALLET_CHANGES.map((change) => {
      const { wallets, before: from, after: to } = difference[change];
      return [
        change,
        String(wallets),
        change === 'added' ? '-' : amount(from),
        change === 'removed' ? '-' : amount(to),
      ];
    }),
    ...(rearranged === 0 ? [] : [['rearranged', String(rearranged), '-', '-']]),
    ['unchanged', String(unchanged), '-', '-'],
  ];
  const header = ['', 'WALLETS', `${unit} BEFORE`, 'AFTER'];
  const columns = (cells: readonly string[]): readonly string[] => (hasAmounts ? cells : cells.slice(0, 2));
  const counts = formatTable(columns(header), rows.map(columns));
  return examples.length === 0 ? counts : `${counts}\n\n${describeExamples(comparison, amount, columns)}`;
}

function describeExamples(
  { difference, showWallets }: Comparison,
  amount: (text: string) => string,
  columns: (cells: readonly string[]) => readonly string[],
): string {
  const cell = (text: string | null): string => (text === null ? '-' : amount(text));
  const rowOf = ({ change, wallet, before, after }: WalletDifference): readonly string[] =>
    columns([change, walletText(wallet, showWallets), cell(before), cell(after)]);
  return formatTable(columns(['EXAMPLE', 'WALLET', 'BEFORE', 'AFTER']), difference.examples.map(rowOf));
}

function walletText(wallet: Uint8Array, isFull: boolean): string {
  const { address } = parseWallet(addressOfKey(Buffer.from(wallet).toString('hex')));
  return isFull ? address : shortened(address);
}

/** Beginning and end of an address, such as `0xd8dA…6045`. */
const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

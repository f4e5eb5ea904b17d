import type { ListBody, ListKind } from '@droptrack/catalogue';
import { addressOfKey, formatTokenAmount, parseWallet } from '@droptrack/eligibility';
import {
  compareVersions,
  type ListDifference,
  listTitle,
  WALLET_CHANGES,
  type WalletDifference,
} from '@droptrack/persistence';
import { EXIT } from '../../output/cli-error';
import { formatTable } from '../../output/format';
import type { DatabaseSession } from '../../session/session';
import { figuresOf, parseListName, presentVersion, rethrowListError } from './terms';

export interface DiffLists {
  readonly dropId: string;
  readonly kind: ListKind;
  /** Null for the unnamed list. */
  readonly name: string | null;
  readonly before: number;
  /** Null for the active version. */
  readonly after: number | null;
  /** Maximum number of examples per change. */
  readonly examples: number;
  /** Shows the wallets of examples in full. */
  readonly showWallets: boolean;
}

/**
 * Compares two versions of a list: added, removed and changed wallets.
 *
 * @throws {CliError} for an unknown drop or version, and for one whose rows are deleted.
 */
export async function diffLists(args: DiffLists, { withDatabase, output }: DatabaseSession): Promise<number> {
  const { dropId, kind, name, before, after, examples: examplesMax, showWallets } = args;
  const list = { dropId, kind, name: parseListName(name) };
  output.progress('Comparing …');
  const compared = await withDatabase((db) => compareVersions(db, { ...list, before, after, examplesMax })).catch(
    rethrowListError,
  );
  const versions = { before: presentVersion(compared.before), after: presentVersion(compared.after) };
  const text = (side: ListSide): string => `version ${side.version} (${figuresOf({ kind, ...side })})`;
  output.result(
    { drop: dropId, kind, name, ...versions, ...presentDifference(compared.difference, showWallets) },
    `${dropId}: ${listTitle({ kind, name })}, from ${text(compared.before)} to ${text(compared.after)}\n\n` +
      describeDifference({ kind, ...compared, showWallets }),
  );
  return EXIT.done;
}

/** A list in a comparison. */
type ListSide = Pick<ListBody, 'version' | 'wallets' | 'total' | 'decimals'>;

/** Two lists, and the differences between them. */
interface Comparison {
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
  const differenceRow = ({ change, wallet, before, after }: WalletDifference): readonly string[] =>
    columns([change, walletText(wallet, showWallets), cell(before), cell(after)]);
  return formatTable(columns(['EXAMPLE', 'WALLET', 'BEFORE', 'AFTER']), difference.examples.map(differenceRow));
}

function walletText(wallet: Uint8Array, isFull: boolean): string {
  const { address } = parseWallet(addressOfKey(Buffer.from(wallet).toString('hex')));
  return isFull ? address : shortened(address);
}

/** Beginning and end of an address, such as `0xd8dA…6045`. */
const shortened = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;

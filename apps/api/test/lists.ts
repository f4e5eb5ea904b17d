import type { ListKind } from '@droptrack/catalogue';
import type { ProofFormat } from '@droptrack/contracts';
import { parseWallet } from '@droptrack/eligibility';
import { type Database, type ListLoad, type ListRow, loadList } from '@droptrack/persistence';

/** Formats whose leaves have a claim index. */
export const INDEXED: ReadonlySet<ProofFormat> = new Set(['uniswap', 'solana_keccak', 'ekubo']);

/** Loads a list and activates it. With a tree of a format in {@link INDEXED}, the index of a wallet is its position. */
export async function publishList(
  db: Database,
  dropId: string,
  amounts: Readonly<Record<string, bigint>>,
  kind: ListKind = 'allocation',
  { tree = null, breakdown = [], name = '' }: Pick<ListLoad, 'tree' | 'name'> & Pick<ListRow, 'breakdown'> = {},
): Promise<{ readonly listId: number; readonly sha256: string }> {
  const rows = Object.entries(amounts).map(([wallet, amount], index) => ({
    line: index + 1,
    wallet: parseWallet(wallet).bytes,
    amount,
    index: tree !== null && INDEXED.has(tree.format) ? BigInt(index) : null,
    breakdown: breakdown.map(({ reason }) => ({ reason, amount })),
  }));
  const sha256 = 'ab'.repeat(32);
  const url = `https://${dropId}.example/list.csv`;
  const source = { rows: () => rows, sha256: () => sha256, url };
  const { list } = await loadList(db, { dropId, kind, name, ...source, tree, nowMs: Date.now() });
  return { listId: list.list_id, sha256 };
}

/** EVM address of one repeated digit. */
export const evmWallet = (digit: string): string => `0x${digit.repeat(40)}`;

import type { ListKind } from '@droptrack/catalogue';
import { parseWallet } from '@droptrack/eligibility';
import { type Database, loadList } from '@droptrack/persistence';

/** Puts a list in force, with base units by wallet, as the loader does. */
export async function publishList(
  db: Database,
  dropId: string,
  amounts: Readonly<Record<string, bigint>>,
  kind: ListKind = 'allocation',
): Promise<{ readonly listId: number; readonly sha256: string }> {
  const rows = Object.entries(amounts).map(([wallet, amount], index) => ({
    line: index + 1,
    wallet: parseWallet(wallet).bytes,
    amount,
  }));
  const sha256 = 'ab'.repeat(32);
  const url = `https://${dropId}.example/list.csv`;
  const { list } = await loadList(db, { dropId, kind, rows: () => rows, sha256: () => sha256, url, nowMs: Date.now() });
  return { listId: list.list_id, sha256 };
}

/** Digits of an EVM address that no list has unless a test puts it there. */
export const evmWallet = (digit: string): string => `0x${digit.repeat(40)}`;

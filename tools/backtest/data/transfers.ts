import type { Panel, Project } from '../panel';
import { type Day, dayOf } from './days';
import { groupBy, numberOf, readTable, textOf } from './table';

/**
 * Solana tokens with the senders of their transfers, as `active_wallets` and as the target. A bin is half a day, and a
 * sender may be in both bins, so that they cannot be added: the larger is a lower bound. The last day is left out, as many
 * series end in the middle of a bin.
 *
 * @throws {NoDataError}
 */
export function readTransfers(folder: string): Panel {
  const rows = readTable(folder, 'solana-12h/token_transfers.csv.gz');
  let firstDay = Infinity;
  let lastDay = -Infinity;
  const projects = [...groupBy(rows, (row) => textOf(row, 'token_mint_address'))].map(([id, ofToken]): Project => {
    const senders = new Map<Day, number>();
    for (const row of ofToken) {
      const day = dayOf(textOf(row, 'bucket_start'));
      firstDay = Math.min(firstDay, day);
      lastDay = Math.max(lastDay, day);
      senders.set(day, Math.max(senders.get(day) ?? 0, numberOf(row, 'unique_senders') ?? 0));
    }
    return { id, signals: { active_wallets: senders }, target: senders };
  });
  return { projects, firstDay, lastDay: lastDay - 1 };
}

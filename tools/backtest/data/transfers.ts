import type { Panel, Project } from '../panel';
import { type Day, type Days, dayOf } from './days';
import { groupBy, numberOf, readTable, type Row, textOf } from './table';

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
    const senders = byDay(ofToken, 'unique_senders', Math.max);
    for (const day of senders.keys()) {
      firstDay = Math.min(firstDay, day);
      lastDay = Math.max(lastDay, day);
    }
    return { id, signals: { active_wallets: senders }, target: senders };
  });
  return { projects, firstDay, lastDay: lastDay - 1 };
}

/**
 * The same tokens with another target, which is no signal of a score: their new accounts of a day, the sum of both bins. The
 * table has the addresses in lower case; a token without accounts is left out.
 *
 * @throws {NoDataError}
 */
export function withNewAccounts(panel: Panel, folder: string): Panel {
  const rows = readTable(folder, 'solana-12h/new_token_accounts.csv.gz');
  const accounts = groupBy(rows, (row) => textOf(row, 'token_mint_address').toLowerCase());
  const projects = panel.projects.flatMap((project) => {
    const ofToken = accounts.get(project.id.toLowerCase());
    return ofToken === undefined
      ? []
      : [{ ...project, target: byDay(ofToken, 'new_token_accounts', (one, other) => one + other) }];
  });
  return { ...panel, projects };
}

function byDay(rows: readonly Row[], column: string, merge: (one: number, other: number) => number): Days {
  const days = new Map<Day, number>();
  for (const row of rows) {
    const day = dayOf(textOf(row, 'bucket_start'));
    days.set(day, merge(days.get(day) ?? 0, numberOf(row, column) ?? 0));
  }
  return days;
}

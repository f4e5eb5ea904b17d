import type { Database, Transaction } from './database';

/**
 * Runs `work` in a transaction. A dry run executes everything and rolls it back, so that every rejection occurs.
 *
 * @returns the report of `work`.
 * @throws as {@link Database.transaction}.
 */
export async function transactionOrDryRun<Report>(
  db: Database,
  isDryRun: boolean,
  work: (sql: Transaction) => Promise<Report>,
): Promise<Report> {
  const end = new DryRunEnd();
  let report: Report | undefined;
  try {
    return await db.transaction(async (sql) => {
      report = await work(sql);
      if (isDryRun) throw end;
      return report;
    });
  } catch (error) {
    if (error === end) return report as Report; // `end` is thrown after the assignment.
    throw error;
  }
}

/** Thrown to roll the transaction back. */
class DryRunEnd extends Error {}

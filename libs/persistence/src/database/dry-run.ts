import type { Database, Transaction } from './database';

/**
 * Runs `work` in a transaction; in a dry run all of it too, and then takes it back, so that
 * whatever would refuse it does.
 *
 * @returns what `work` says it did, or would do.
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
    if (error === end) return report as Report; // It is thrown once there is one.
    throw error;
  }
}

/** Thrown to have the transaction rolled back. */
class DryRunEnd extends Error {}

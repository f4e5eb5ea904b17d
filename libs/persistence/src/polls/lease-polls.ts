import type { Database } from '../database/database';
import { leftAt } from './budget';
import { type Capacity, type LeasedPoll, PollRepository } from './poll.repository';
import { SourceRepository } from './source.repository';

/**
 * Leases polls that are due, up to the capacity of the worker and the request budget of each source; each poll holds one
 * request of the budget. Workers that lease at the same time wait for each other for the length of the transaction.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function leasePolls(db: Database, capacities: readonly Capacity[], nowMs: number): Promise<LeasedPoll[]> {
  const open = capacities.filter(({ polls }) => polls > 0);
  const ids = open.map(({ source }) => source);
  if (open.length === 0 || !(await new PollRepository(db).isAnyDue(ids, nowMs))) return [];
  return db.transaction(async (sql) => {
    const sources = new SourceRepository(sql);
    const budgets = await sources.lockBudgets(ids);
    const left = new Map(budgets.map((budget) => [budget.id, leftAt(budget, nowMs)]));
    const affordable = open.flatMap((each) => {
      const polls = Math.min(each.polls, Math.floor(left.get(each.source) ?? 0));
      return polls > 0 ? [{ ...each, polls }] : [];
    });
    if (affordable.length === 0) return [];
    const leased = await new PollRepository(sql).lease(affordable, nowMs);
    await sources.holdRequests(budgets, leased, nowMs);
    return leased;
  });
}

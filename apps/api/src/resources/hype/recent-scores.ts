import { PointRepository } from '@droptrack/persistence';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { LogDatabase } from '../../catalogue/log-database';
import { hypeSpan } from './hype-span';

/** Drops whose scores are in memory, of some 300 bytes each. */
const DROPS_MAX = 20_000;

/** Serialized scores that never change. */
interface CompleteScores {
  /** First instant at which a reader may see them, milliseconds since the epoch. */
  readonly completedMs: number;
  readonly json: string;
}

/**
 * Scores of the last 7 days of several drops at once. Those of a drop whose buckets are all complete are kept until the next bucket ends,
 * so that the database is read for new buckets only, and for histories with gaps.
 */
@Injectable()
export class RecentScores {
  /** By the end of the last bucket and the drop: the live and the delayed view may end with different ones. */
  readonly #complete = new LRUCache<string, CompleteScores>({ max: DROPS_MAX });

  constructor(private readonly db: LogDatabase) {}

  /**
   * One serialized array of 28 scores per drop, in the order of the drops, as of an instant.
   *
   * @throws {UnavailableError}
   */
  async read(dropIds: readonly string[], asOfMs: number): Promise<string[]> {
    const { fromMs: afterMs, toMs: untilMs, bucketHours } = hypeSpan('7d', asOfMs);
    const known = dropIds.map((id) => this.#completeOf(id, untilMs, asOfMs));
    const missing = dropIds.filter((_, at) => known[at] === undefined);
    if (missing.length === 0) return known.map((json) => json ?? '');
    const query = { dropIds: missing, afterMs, untilMs, bucketHours, recordedByMs: asOfMs };
    const read = new Map<string, string>();
    for (const { dropId, scores, completedMs } of await new PointRepository(this.db).readScores(query)) {
      const json = JSON.stringify(scores);
      read.set(dropId, json);
      if (completedMs !== null) this.#complete.set(`${untilMs}/${dropId}`, { completedMs, json });
    }
    return dropIds.map((id, at) => known[at] ?? read.get(id) ?? '[]');
  }

  #completeOf(dropId: string, untilMs: number, asOfMs: number): string | undefined {
    const scores = this.#complete.get(`${untilMs}/${dropId}`);
    return scores !== undefined && scores.completedMs <= asOfMs ? scores.json : undefined;
  }
}

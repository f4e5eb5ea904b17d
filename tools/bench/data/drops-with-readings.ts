import type { Database } from '@droptrack/persistence';
import { makeClockMovable, type MovableClock } from '@droptrack/persistence/testing';
import type { BenchContext } from '../context';
import { createCatalogue, type SourcesOfDrop } from './catalogue';
import { openBenchDatabase } from './postgres';

const HOUR_MS = 3_600_000;

const SIGNALS = `unnest(ARRAY[
  'farcaster_authors', 'tvl_usd', 'active_wallets', 'reddit_authors', 'news_articles', 'search_trend',
  'dev_committers', 'market_probability', 'governance_votes'
]) AS s (id)`;

/** A catalogue whose drops have readings of nine signals, with a database clock that can be set. */
export class DropsWithReadings {
  private constructor(
    readonly count: number,
    readonly databaseUrl: string,
    /** The full hour before they were created, milliseconds since the epoch. */
    readonly createdAtMs: number,
    private readonly db: Database,
    private readonly clock: MovableClock,
  ) {}

  /** Every drop has 56 days of each signal, and one reading of each an hour ago. @param name - of the database. */
  static async create(
    context: BenchContext,
    count: number,
    name: string,
    sourcesOf?: SourcesOfDrop,
  ): Promise<DropsWithReadings> {
    const { databaseUrl } = await createCatalogue(context, count, name, sourcesOf);
    const clock = await makeClockMovable(databaseUrl);
    const db = openBenchDatabase(databaseUrl);
    const createdAtMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await db.query(
      `INSERT INTO signal_days (drop_id, signal, day, value, observed_at)
       SELECT d.id, s.id, day::date, 10 + hashtext(d.id || s.id || day) % 5, day + interval '23 hours'
       FROM drops AS d, ${SIGNALS}, generate_series($1::timestamptz - interval '56 days', $1, interval '1 day') AS day`,
      [new Date(createdAtMs).toISOString().slice(0, 10)],
    );
    const drops = new DropsWithReadings(count, databaseUrl, createdAtMs, db, clock);
    await drops.addReadings(count, createdAtMs - HOUR_MS);
    await db.query('VACUUM ANALYZE');
    return drops;
  }

  /** Adds a reading of each signal to some of the drops and makes them due. */
  async addReadings(drops: number, atMs: number): Promise<void> {
    await this.db.query(
      `INSERT INTO readings (drop_id, signal, observed_at, value, source, recorded_at)
       SELECT d.id, s.id, to_timestamp($2::float8 / 1000), CASE s.id
         WHEN 'search_trend' THEN 0.5 WHEN 'market_probability' THEN 0.4 ELSE 10 + hashtext(d.id || s.id || $2::text) % 9
       END, 'bench', record_instant()
       FROM (SELECT id FROM drops ORDER BY hashtext(id) LIMIT $1) AS d, ${SIGNALS}`,
      [drops, atMs],
    );
    await this.db.query(
      `UPDATE drop_dues SET due_at = least(due_at, to_timestamp($2::float8 / 1000))
       WHERE drop_id IN (SELECT id FROM drops ORDER BY hashtext(id) LIMIT $1)`,
      [drops, atMs],
    );
  }

  /** Sets the database clock, by which drops are due. */
  setClock(atMs: number): Promise<void> {
    return this.clock.set(atMs - Date.now());
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

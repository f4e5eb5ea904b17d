import { type Database, openDatabase } from '@droptrack/persistence';
import { makeClockMovable, type MovableClock } from '@droptrack/persistence/testing';
import { createCatalogue, type SourcesOfDrop } from '../data/catalogue';
import type { Postgres } from '../data/postgres';

const HOUR_MS = 3_600_000;

/** Drops that much was read about, and what a bench does to them. */
export class ReadDrops {
  private constructor(
    readonly count: number,
    readonly databaseUrl: string,
    /** The last full hour when they were made, milliseconds since the epoch. */
    readonly beganMs: number,
    private readonly db: Database,
    private readonly clock: MovableClock,
  ) {}

  /** Every drop with 28 days of each of the nine signals that are read, and one reading of each an hour ago. */
  static async create(
    postgres: Postgres,
    count: number,
    name = `pass_${count}`,
    sourcesOf?: SourcesOfDrop,
  ): Promise<ReadDrops> {
    const { databaseUrl } = await createCatalogue(postgres, count, name, sourcesOf);
    const clock = await makeClockMovable(databaseUrl);
    const db = openDatabase(databaseUrl, { poolSize: 1, applicationName: 'bench', statementTimeoutMs: 300_000 });
    const beganMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
    await db.query(
      `INSERT INTO signal_days (drop_id, signal, day, value, observed_at)
       SELECT d.id, s.id, day::date, 10 + hashtext(d.id || s.id || day) % 5, day + interval '23 hours'
       FROM drops AS d, ${SIGNALS}, generate_series($1::timestamptz - interval '28 days', $1, interval '1 day') AS day`,
      [new Date(beganMs).toISOString().slice(0, 10)],
    );
    const read = new ReadDrops(count, databaseUrl, beganMs, db, clock);
    await read.readAgain(count, beganMs - HOUR_MS);
    await db.query('VACUUM ANALYZE');
    return read;
  }

  /** A reading of each signal for some of the drops, which are due at once. */
  async readAgain(drops: number, atMs: number): Promise<void> {
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

  /** Moves the database's clock, by which passes go. */
  moveTo(atMs: number): Promise<void> {
    return this.clock.set(atMs - Date.now());
  }

  close(): Promise<void> {
    return this.db.close();
  }
}

const SIGNALS = `unnest(ARRAY[
  'farcaster_authors', 'tvl_usd', 'active_wallets', 'reddit_authors', 'news_articles', 'search_trend',
  'dev_committers', 'market_probability', 'governance_votes'
]) AS s (id)`;

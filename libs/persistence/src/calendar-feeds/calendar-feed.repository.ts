import { randomInt } from 'node:crypto';
import { type CalendarEventType, type CalendarFeedForm, type Plan, PLANS } from '@droptrack/contracts';
import { instant } from '../clock/instants';
import type { Database, Sql } from '../database/database';
import { hashToken, TokenFormat } from '../keys/token';

const TOKENS = new TokenFormat('dtf_');

/** The text if it has the format of the token of a feed and a valid checksum, else null; the feed need not exist. */
export const parseFeedToken = (text: string): string | null => TOKENS.parse(text);

/** Members of a feed that its owner sets. Validated by the caller. */
export interface CalendarFeedTerms {
  readonly name: string;
  /** Null filters nothing, as in `chains` and `drops`. */
  readonly types: readonly CalendarEventType[] | null;
  /** Slugs. */
  readonly chains: readonly string[] | null;
  readonly drops: readonly string[] | null;
  readonly form: CalendarFeedForm;
  /** ISO 8601 duration before the start of an event; null for no reminders. */
  readonly remind: string | null;
}

/** A feed as it is stored, without its token. Instants are milliseconds since the epoch. */
export interface StoredCalendarFeed extends CalendarFeedTerms {
  readonly id: string;
  readonly account: string;
  readonly createdAtMs: number;
  /** Last read of the present address, to the hour; null before the first. */
  readonly lastReadAtMs: number | null;
}

/** A feed with its token, which is returned only once. */
export interface IssuedCalendarFeed {
  readonly feed: StoredCalendarFeed;
  /** `dtf_…` */
  readonly token: string;
}

/** A feed that can be read, with the highest plan of the valid keys of its account. */
export interface ReadableCalendarFeed extends StoredCalendarFeed {
  readonly plan: Plan;
  /** Earliest expiry of a valid key of the account, from which on the plan may be another; null when none expires. */
  readonly planUntilMs: number | null;
}

/** The account has the largest permitted number of feeds. */
export class CalendarFeedLimitError extends Error {
  override readonly name = 'CalendarFeedLimitError';
  constructor(readonly max: number) {
    super(`There are ${max} feeds already`);
  }
}

const READ_HOURS = 1;
const ID_ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyz';
const newId = () => `feed_${Array.from({ length: 20 }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')}`;

const COLUMNS = `f.id, f.account, f.name, f.types, f.chains, f.drops, f.form, f.remind,
  (extract(epoch FROM f.created_at) * 1000)::float8 AS "createdAtMs",
  (extract(epoch FROM f.last_read_at) * 1000)::float8 AS "lastReadAtMs"`;

/** Calendar feeds of accounts. Stores hashes of tokens only. For other accounts than its own, a feed does not exist. */
export class CalendarFeedRepository {
  constructor(private readonly db: Database) {}

  /**
   * Creates a feed.
   *
   * @param max - feeds that the account may have.
   * @throws {CalendarFeedLimitError} {DatabaseUnavailableError} {DatabaseRejectedError}
   */
  async create(account: string, terms: CalendarFeedTerms, max: number, nowMs: number): Promise<IssuedCalendarFeed> {
    const token = TOKENS.generate();
    const { name, types, chains, drops, form, remind } = terms;
    const feed = await this.db.transaction(async (sql) => {
      // Concurrent requests of an account run one after the other.
      await sql.query('SELECT pg_advisory_xact_lock(7310020, hashtext($1))', [account]);
      await assertRoom(sql, account, max);
      const [row] = await sql.query<StoredCalendarFeed>(
        `INSERT INTO calendar_feeds AS f (id, account, token_hash, name, types, chains, drops, form, remind, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${instant('$10')}) RETURNING ${COLUMNS}`,
        [newId(), account, hashToken(token), name, types, chains, drops, form, remind, nowMs],
      );
      if (row === undefined) throw new Error('INSERT returned no row');
      return row;
    });
    return { feed, token };
  }

  /** Lists the feeds of an account, the latest first. */
  list(account: string): Promise<StoredCalendarFeed[]> {
    return this.db.query(`SELECT ${COLUMNS} FROM calendar_feeds AS f WHERE account = $1 ORDER BY created_at DESC, id`, [
      account,
    ]);
  }

  async find(account: string, id: string): Promise<StoredCalendarFeed | null> {
    const [row] = await this.db.query<StoredCalendarFeed>(
      `SELECT ${COLUMNS} FROM calendar_feeds AS f WHERE id = $1 AND account = $2`,
      [id, account],
    );
    return row ?? null;
  }

  /** Replaces the token of a feed; the former one ends at once. @returns null when there is no such feed. */
  async rotate(account: string, id: string): Promise<IssuedCalendarFeed | null> {
    const token = TOKENS.generate();
    const [feed] = await this.db.query<StoredCalendarFeed>(
      `UPDATE calendar_feeds AS f SET token_hash = $3, last_read_at = NULL WHERE id = $1 AND account = $2
       RETURNING ${COLUMNS}`,
      [id, account, hashToken(token)],
    );
    return feed === undefined ? null : { feed, token };
  }

  /** Deletes a feed. @returns true if it existed. */
  async remove(account: string, id: string): Promise<boolean> {
    const rows = await this.db.query('DELETE FROM calendar_feeds WHERE id = $1 AND account = $2 RETURNING id', [
      id,
      account,
    ]);
    return rows.length > 0;
  }

  /**
   * Feeds with these tokens, in the order of the tokens; null for an unknown one, and for a feed whose account has no valid
   * key. One query.
   */
  async findByTokens(tokens: readonly string[], nowMs: number): Promise<(ReadableCalendarFeed | null)[]> {
    const hashes = tokens.map(hashToken);
    const rows = await this.db.prepared<ReadableCalendarFeed & { readonly tokenHash: Buffer }>(
      'feeds by tokens',
      FIND_BY_TOKENS,
      [hashes, nowMs, PLANS],
    );
    const found = new Map(rows.map(({ tokenHash, ...feed }) => [tokenHash.toString('hex'), feed]));
    return hashes.map((hash) => found.get(hash.toString('hex')) ?? null);
  }

  /** Records that feeds were read. A read within the hour after the stored one changes nothing. */
  async noteReads(ids: readonly string[], nowMs: number): Promise<void> {
    await this.db.query(NOTE_READS, [ids, nowMs]);
  }
}

/** The highest plan of the valid keys of an account decides what its feeds contain. */
const FIND_BY_TOKENS = `
  SELECT ${COLUMNS}, f.token_hash AS "tokenHash", k.plan, (extract(epoch FROM k.until) * 1000)::float8 AS "planUntilMs"
  FROM calendar_feeds AS f CROSS JOIN LATERAL (
    SELECT (array_agg(plan ORDER BY array_position($3::text[], plan) DESC))[1] AS plan, min(expires_at) AS until
    FROM api_keys
    WHERE account = f.account AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${instant('$2')})
  ) AS k
  WHERE f.token_hash = ANY ($1::bytea[]) AND k.plan IS NOT NULL`;

/** Locks rows in the order of ids, so that processes that record the same feeds cannot deadlock. */
const NOTE_READS = `
  UPDATE calendar_feeds SET last_read_at = ${instant('$2')} WHERE id IN (
    SELECT id FROM calendar_feeds
    WHERE id = ANY ($1) AND (last_read_at IS NULL OR last_read_at <= ${instant('$2')} - interval '${READ_HOURS} hour')
    ORDER BY id FOR NO KEY UPDATE
  )`;

async function assertRoom(sql: Sql, account: string, max: number): Promise<void> {
  const [row] = await sql.query<{ present: number }>(
    'SELECT count(*)::int AS present FROM calendar_feeds WHERE account = $1',
    [account],
  );
  if (row === undefined || row.present >= max) throw new CalendarFeedLimitError(max);
}

import { withClient } from '../postgres/with-client';

/** Clock of a test database, set by the test. */
export interface MovableClock {
  /** Lead over the machine's clock, in milliseconds; below 0 it is behind. */
  readonly aheadMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  set(aheadMs: number): Promise<void>;
}

/**
 * Replaces `clock_timestamp()` of a test database by a function in a schema that precedes PostgreSQL's. Applies to later
 * connections, and to statements and functions, which resolve the name when they run; not to defaults of columns.
 */
export async function makeClockMovable(url: string): Promise<MovableClock> {
  const name = new URL(url).pathname.slice(1);
  await withClient(url, async (client) => {
    await client.query(
      `CREATE SCHEMA moved;
       CREATE TABLE moved.clock (ahead interval NOT NULL);
       INSERT INTO moved.clock VALUES ('0');
       CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         'SELECT pg_catalog.clock_timestamp() + (SELECT ahead FROM moved.clock)';
       ALTER DATABASE ${name} SET search_path = moved, pg_catalog, public`,
    );
  });
  let aheadMs = 0;
  return {
    get aheadMs() {
      return aheadMs;
    },
    now: () => Date.now() + aheadMs,
    async set(nextMs) {
      await withClient(url, (client) =>
        client.query(`UPDATE moved.clock SET ahead = $1 * interval '1 millisecond'`, [nextMs]),
      );
      aheadMs = nextMs;
    },
  };
}

import { withClient } from '../postgres/with-client';

/** The clock of a test's database, which the test moves. */
export interface MovableClock {
  /** Lead over the machine's clock, in milliseconds; below 0 it is behind. */
  readonly aheadMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  set(aheadMs: number): Promise<void>;
}

/**
 * Lets a test move the clock of its database: `clock_timestamp()` is found in a schema of its own before PostgreSQL's.
 * Only for connections that are opened afterwards, and for what looks the name up when it runs: statements and functions,
 * not defaults of columns.
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

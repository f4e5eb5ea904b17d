import { parseUrl } from '@droptrack/resilience';
import type { Database, Sql } from '../database/database';

/**
 * Counts how many enabled endpoints of an account share a host, after one was created, moved, deleted, enabled or disabled.
 * Leases read the shares and never write them. Under the account's lock.
 */
export async function shareHosts(sql: Sql, account: string): Promise<void> {
  const endpoints = await sql.query<{ id: string; url: string }>(
    'SELECT id, url FROM webhook_endpoints WHERE account = $1 AND enabled AND deleted_at IS NULL',
    [account],
  );
  const counts = new Map<string, number>();
  for (const { url } of endpoints) counts.set(hostOf(url), (counts.get(hostOf(url)) ?? 0) + 1);
  const shared = endpoints.filter(({ url }) => (counts.get(hostOf(url)) ?? 0) > 1);
  await sql.query(
    `DELETE FROM webhook_host_shares
     WHERE endpoint_id IN (SELECT id FROM webhook_endpoints WHERE account = $1) AND endpoint_id <> ALL ($2::text[])`,
    [account, shared.map(({ id }) => id)],
  );
  await sql.query(
    `INSERT INTO webhook_host_shares (endpoint_id, endpoints)
     SELECT * FROM unnest($1::text[], $2::int[])
     ON CONFLICT (endpoint_id) DO UPDATE SET endpoints = excluded.endpoints
     WHERE webhook_host_shares.endpoints <> excluded.endpoints`,
    [shared.map(({ id }) => id), shared.map(({ url }) => counts.get(hostOf(url)) ?? 1)],
  );
}

/** Serialises changes of an account's endpoints: their number, addresses and states. */
export async function lockAccount(sql: Sql, account: string): Promise<void> {
  await sql.query('SELECT pg_advisory_xact_lock(7310012, hashtext($1))', [account]);
}

/**
 * Counts the shares of all accounts again, account by account: automatic disabling leaves them as they are, and so do API
 * instances of a version that has no shares.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError}
 */
export async function recountHostShares(db: Database): Promise<void> {
  const accounts = await db.query<{ account: string }>(
    `SELECT account FROM webhook_endpoints AS e LEFT JOIN webhook_host_shares AS s ON s.endpoint_id = e.id
     GROUP BY account HAVING count(*) > 1 OR count(s.endpoint_id) > 0`,
  );
  for (const { account } of accounts) {
    await db.transaction(async (sql) => {
      await lockAccount(sql, account);
      await shareHosts(sql, account);
    });
  }
}

/** Host of an endpoint's URL, without its port: another port is at the same machine. */
const hostOf = (url: string): string => parseUrl(url)?.hostname ?? url;

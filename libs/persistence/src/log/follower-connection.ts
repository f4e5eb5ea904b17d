import type { Socket } from 'node:net';
import { Client } from 'pg';
import { run, type Sql } from '../database/database';

/** Timeout of a statement, which also ends the connection. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** Lock timeout of a statement, which keeps the connection: shorter than the time in which a revoked key must be rejected. */
const LOCK_TIMEOUT_MS = 400;
/** Maximum wait for the orderly end of a connection that may be dead. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A connection that receives notifications of revisions and keys, and runs statements. */
export interface FollowerConnection extends Sql {
  /** Closes it at once, even during a statement. */
  close(): Promise<void>;
}

/**
 * Connects and listens.
 *
 * @param onNotification - called for a notification, and when the connection breaks.
 */
export async function connectFollower(url: string, onNotification: () => void): Promise<FollowerConnection> {
  const client = new Client({
    connectionString: url,
    application_name: 'droptrack log follower',
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onNotification);
  client.on('notification', onNotification);
  try {
    await client.connect();
    await run(client, 'LISTEN droptrack_log');
    await run(client, 'LISTEN droptrack_keys');
  } catch (error) {
    await close(client);
    throw error;
  }
  return { query: (text, values) => run(client, text, values), close: () => close(client) };
}

async function close(client: Client): Promise<void> {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  const timer = setTimeout(() => stream.destroy(), CLOSE_TIMEOUT_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

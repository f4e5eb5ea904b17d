import type { Socket } from 'node:net';
import { Client } from 'pg';
import { run, type Sql } from '../database/database';

/** A statement that is not answered by then is given up, and the connection with it. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** A statement that waits longer for a lock is given up, and the connection kept: less than the withdrawal of a key may take. */
const LOCK_TIMEOUT_MS = 400;
/** Longest wait for a goodbye that a dead connection never answers. */
const CLOSE_TIMEOUT_MS = 1_000;

/** A connection that hears of appended revisions and changed keys, and can ask. */
export interface FollowerConnection extends Sql {
  /** Ends it at once, also under a statement that is not answered. */
  close(): Promise<void>;
}

/**
 * Connects and listens.
 *
 * @param onHeard - something was appended or changed, or the connection broke: look.
 */
export async function connectFollower(url: string, onHeard: () => void): Promise<FollowerConnection> {
  const client = new Client({
    connectionString: url,
    application_name: 'droptrack log follower',
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', onHeard);
  client.on('notification', onHeard);
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

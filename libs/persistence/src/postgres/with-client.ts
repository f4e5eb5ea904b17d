import { Client } from 'pg';

/** Long enough for a busy server, short enough for a person who waits. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Runs `work` on one connection of its own and closes it in any case.
 *
 * @throws whatever connecting or `work` throws. A connection that breaks between
 *   two queries is reported by the next query, never as an unhandled event.
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

import { Client } from 'pg';
import { named } from '../database/errors';
import { retryTimeouts } from '../database/retry-timeouts';

/** Long enough for a busy server, short enough for a person who waits. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Runs `work` on one connection of its own and closes it in any case. An attempt to connect that times out is repeated, see
 * {@link retryTimeouts}. A connection that breaks between two queries is
 * reported by the next query, never as an unhandled event.
 *
 * @throws {DatabaseUnavailableError} {DatabaseRejectedError} if it cannot connect, and whatever `work` throws.
 */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await retryTimeouts(() => connect(url));
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function connect(url: string): Promise<Client> {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  } catch (error) {
    throw named(error);
  }
}

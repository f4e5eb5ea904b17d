import fastify from 'fastify';
import { Pool } from 'pg';
import { announce } from '../process/child-program';
import { KEEP_ALIVE_TIMEOUT_MS } from './fixed-response';

// The yardstick of checks: one route of a bare Fastify that looks a wallet up in the same index by a prepared statement
// and sends the row. It checks no key, no drop and no address.
const [listId = ''] = process.argv.slice(2);
/** The API's. */
const POOL_SIZE = 10;
const FIND = `SELECT amount::text, breakdown, index::text, position FROM list_rows WHERE list_id = $1 AND wallet = $2`;

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  app.post<{ Body: { wallet: string; drop: string } }>('/v1/eligibility', async ({ body: { wallet, drop } }) => {
    const values = [listId, Buffer.from(wallet.slice(2), 'hex')];
    const { rows } = await pool.query<object>({ name: 'find', text: FIND, values });
    const [row = null] = rows;
    return { drop, wallet, eligible: row !== null, allocation: row };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();

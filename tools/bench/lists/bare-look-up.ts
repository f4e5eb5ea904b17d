import fastify from 'fastify';
import { Pool } from 'pg';
import { KEEP_ALIVE_TIMEOUT_MS } from '../http/sent-headers';
import { announce } from '../process/child-server';

// The yardstick of checks: one route of a bare Fastify that looks the wallet up in the same index, by a statement that
// each connection has parsed once, and sends what it finds. It looks at no key, no drop and no address.
const [listId = ''] = process.argv.slice(2);
/** As many as the API has. */
const POOL_SIZE = 10;
const FIND = `SELECT amount::text, breakdown, index::text, position FROM list_rows WHERE list_id = $1 AND wallet = $2`;

interface Asked {
  readonly wallet: string;
  readonly drop: string;
}

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  app.post<{ Body: Asked }>('/v1/eligibility', async ({ body: { wallet, drop } }) => {
    const values = [listId, Buffer.from(wallet.slice(2), 'hex')];
    const { rows } = await pool.query<object>({ name: 'find', text: FIND, values });
    const [row = null] = rows;
    return { drop, wallet, eligible: row !== null, allocation: row };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();

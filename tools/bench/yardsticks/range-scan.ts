import fastify from 'fastify';
import { Pool } from 'pg';
import { announce } from '../process/child-program';
import { KEEP_ALIVE_TIMEOUT_MS } from './fixed-response';

// The yardstick of private checks: one route of a bare Fastify that scans the same range of the same index by a prepared
// statement and sends the rows. It checks no key, no drop and no version, and it adds no neighbours and no proofs.
const [listId = ''] = process.argv.slice(2);
/** The API's. */
const POOL_SIZE = 10;
const KEY_DIGITS = 40;
const SCAN = `
  SELECT '0x' || encode(wallet, 'hex') AS wallet, amount::text, index::text, breakdown FROM list_rows
  WHERE list_id = $1 AND wallet >= $2 AND wallet <= $3 ORDER BY wallet`;

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: POOL_SIZE });
  const app = fastify({ keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS });
  app.get<{ Params: { id: string; prefix: string } }>(
    '/v1/drops/:id/allocations/range/:prefix',
    async ({ params: { id, prefix } }) => {
      const ends = ['0', 'f'].map((digit) => Buffer.from(prefix.padEnd(KEY_DIGITS, digit), 'hex'));
      const { rows } = await pool.query<object>({ name: 'scan', text: SCAN, values: [listId, ...ends] });
      return { drop: id, prefix, lists: [{ matching: rows.length, data: rows }] };
    },
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}

void main();

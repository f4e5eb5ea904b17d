import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase } from '../testing';
import type { ListRow } from './list-row';
import { ListRowRepository } from './list-row.repository';
import { type ListLoad, loadList } from './load';

/** Current time of these tests. */
export const NOW_MS = Date.parse('2026-11-21T00:00:00.000Z');

/** A distinct wallet for each number. */
export const wallet = (number: number): Uint8Array => {
  const bytes = new Uint8Array(20).fill(7);
  new DataView(bytes.buffer).setUint32(0, Math.imul(number + 1, 0x9e3779b1));
  return bytes;
};

/** First row of one wallet in a list. */
export const findRow = async (db: Database, listId: number, ofWallet: Uint8Array) =>
  (await new ListRowRepository(db).find([{ listId, wallet: ofWallet }]))[0]?.[0] ?? null;

/** Fixture: a database with the drops `linea` and `zora`, none of them due. */
export async function listDatabase(): Promise<{
  readonly db: Database;
  readonly url: string;
  load(rows: readonly ListRow[] | ListLoad['rows'], over?: Partial<ListLoad>): ReturnType<typeof loadList>;
  /** State that a rejected load must not change. */
  traces(): Promise<unknown>;
  close(): Promise<void>;
}> {
  const test = await createTestDatabase();
  const db = openDatabase(test.url, { poolSize: 4, applicationName: 'lists under test' });
  const definition = dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } });
  const definitions = [definition, dropDefinition({ id: 'zora' })];
  await applyDefinitions(db, { origin: 'test', definitions, nowMs: NOW_MS, prune: true });
  await db.query('UPDATE drop_dues SET due_at = $1', ['2030-01-01']);
  return {
    db,
    url: test.url,
    load: (of, over = {}) =>
      loadList(db, {
        dropId: 'linea',
        kind: 'allocation',
        rows: typeof of === 'function' ? of : () => of,
        sha256: () => 'ab'.repeat(32),
        url: null,
        nowMs: NOW_MS,
        ...over,
      }),
    traces: () =>
      db.query(`SELECT (SELECT count(*) FROM lists) AS lists, (SELECT count(*) FROM list_rows) AS rows,
                       (SELECT count(*) FROM list_nodes) AS nodes, (SELECT seq FROM log_head) AS seq,
                       (SELECT max(due_at) FROM drop_dues) AS due`),
    close: async () => {
      await db.close();
      await test.drop();
    },
  };
}

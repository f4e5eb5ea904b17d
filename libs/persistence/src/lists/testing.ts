import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase } from '../testing';
import type { ListRow } from './list-row';
import { type ListLoad, loadList } from './load';

/** When everything in these tests happens. */
export const NOW_MS = Date.parse('2026-11-21T00:00:00.000Z');

/** A wallet, another one for each number. */
export const wallet = (number: number): Uint8Array => {
  const bytes = new Uint8Array(20).fill(7);
  new DataView(bytes.buffer).setUint32(0, Math.imul(number + 1, 0x9e3779b1));
  return bytes;
};

/** A database with the drops `linea` and `zora` that nothing is due for, and how to load lists into it. */
export async function listDatabase(): Promise<{
  readonly db: Database;
  readonly url: string;
  load(rows: readonly ListRow[] | ListLoad['rows'], over?: Partial<ListLoad>): ReturnType<typeof loadList>;
  /** What a load that is refused must not change. */
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

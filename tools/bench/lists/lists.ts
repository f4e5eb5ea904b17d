import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { type Catalogue, createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { BenchError } from '../../processes/bench-error';
import type { Measurement } from '../report/measurement';
import { benchExports } from './exports';
import { writeList } from './list-file';
import { benchLoads, loadList } from './load';
import { benchChecks, benchRanges } from './requests';

/** A database with two lists of the same wallets. */
export interface ListedDrops {
  readonly catalogue: Catalogue;
  readonly db: Database;
  readonly plain: ListedDrop;
  /** With a Merkle tree. */
  readonly treed: ListedDrop;
  /** Wallets of each list. */
  readonly rows: number;
}

export interface ListedDrop {
  readonly id: string;
  readonly listId: string;
}

const DROPS = 20;
/** For rounds of ten million rows. */
const STATEMENT_TIMEOUT_MS = 1_800_000;

/** Lists of wallets: loads, checks, ranges and exports. */
export async function benchLists(context: BenchContext): Promise<Measurement[]> {
  const rows = context.rows(1_000_000, 3_000);
  const catalogue = await createCatalogue(context, DROPS, 'lists');
  const [plain = '', treed = ''] = evmDrops(2);
  const db = openBenchDatabase(catalogue.databaseUrl, 1, STATEMENT_TIMEOUT_MS);
  const list = await writeList(context, rows);
  const loads = await benchLoads(context, db, catalogue.databaseUrl, { plain, treed, list });
  await loadList(context, catalogue.databaseUrl, { drop: plain, list, hasTree: false });
  await db.query('VACUUM ANALYZE');
  const listed = async (id: string): Promise<ListedDrop> => ({ id, listId: await activeListId(db, id) });
  const drops: ListedDrops = { catalogue, db, plain: await listed(plain), treed: await listed(treed), rows };
  const measurements = [
    ...loads,
    ...(await benchChecks(context, drops)),
    ...(await benchRanges(context, drops)),
    ...(await benchExports(context, drops)),
  ];
  await db.close();
  return measurements;
}

/** Id of the active allocation list of a drop. @throws {BenchError} for a drop without a list. */
async function activeListId(db: Database, drop: string): Promise<string> {
  const [list] = await db.query<{ id: string }>(
    `SELECT id::text FROM lists WHERE drop_id = $1 AND kind = 'allocation' AND in_force`,
    [drop],
  );
  if (list === undefined) throw new BenchError(`${drop} has no list`);
  return list.id;
}

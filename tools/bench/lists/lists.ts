import type { Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { BenchError } from '../process/bench-error';
import type { Measurement } from '../report/measurement';
import { benchEligibility } from './eligibility';
import { benchExport } from './export';
import { writeList } from './list-file';
import { benchLoad, loadList } from './load';

const DROPS = 20;
/** For rounds of ten million rows. */
const STATEMENT_TIMEOUT_MS = 1_800_000;

/** Lists of wallets: loads, checks and exports. */
export async function benchLists(context: BenchContext): Promise<Measurement[]> {
  const { loaded, checked } = context.plan.lists.rows;
  const catalogue = await createCatalogue(context, DROPS, 'lists');
  const { databaseUrl } = catalogue;
  const [plain = '', treed = ''] = madeUpDrops(0, DROPS, Date.now())
    .filter(({ chain }) => chain.value !== 'solana')
    .map(({ id }) => id);
  const db = openBenchDatabase(databaseUrl, 1, STATEMENT_TIMEOUT_MS);
  try {
    const large = await writeList(context, loaded);
    const list = checked === loaded ? large : await writeList(context, checked);
    const loads = [
      ...(await benchLoad(context, db, databaseUrl, { drop: plain, list: large, hasTree: false })),
      ...(await benchLoad(context, db, databaseUrl, { drop: treed, list, hasTree: true })),
    ];
    await loadList(context, databaseUrl, { drop: plain, list, hasTree: false });
    await db.query('VACUUM ANALYZE');
    const listIds = { plain: await activeListId(db, plain), treed: await activeListId(db, treed) };
    const drops = { plain, treed, listIds, rows: checked };
    return [
      ...loads,
      ...(await benchEligibility(context, catalogue, db, drops)),
      ...(await benchExport(context, catalogue, drops)),
    ];
  } finally {
    await db.close();
  }
}

/** @throws {BenchError} for a drop without a list. */
async function activeListId(db: Database, drop: string): Promise<string> {
  const [list] = await db.query<{ id: string }>(
    `SELECT id::text FROM lists WHERE drop_id = $1 AND kind = 'allocation' AND in_force`,
    [drop],
  );
  if (list === undefined) throw new BenchError(`${drop} has no list`);
  return list.id;
}

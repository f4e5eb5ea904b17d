import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { evmDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import type { Measurement } from '../report/measurement';
import { activeListId } from './active-list';
import { benchChunks } from './chunks';
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
  const [plain = '', treed = ''] = evmDrops(2);
  const db = openBenchDatabase(databaseUrl, 1, STATEMENT_TIMEOUT_MS);
  try {
    const large = await writeList(context, loaded);
    const list = checked === loaded ? large : await writeList(context, checked);
    const loads = [
      // First: each load begins by deleting all lists.
      ...(await benchChunks(context, db, databaseUrl, plain)),
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

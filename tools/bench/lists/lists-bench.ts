import { openDatabase } from '@droptrack/persistence';
import { createCatalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import type { Postgres } from '../data/postgres';
import type { Measurement } from '../report/measurement';
import type { BenchContext } from '../bench-context';
import { benchEligibility } from './eligibility-bench';
import { benchExport } from './export-bench';
import { benchLoad, benchTreeLoad } from './load-bench';
import { runLoad } from './load-command';
import { writeList } from './written-list';

const DROPS = 20;
/** A round of ten million rows takes its time. */
const STATEMENT_TIMEOUT_MS = 1_800_000;

/** Lists of wallets: loading them, checking wallets by them, exporting them. */
export async function benchLists(context: BenchContext, postgres: Postgres): Promise<Measurement[]> {
  const { loaded, asked } = context.plan.lists.rows;
  const catalogue = await createCatalogue(postgres, DROPS, 'lists');
  const { databaseUrl } = catalogue;
  const [plain = '', treed = ''] = evmDrops();
  const db = openDatabase(databaseUrl, {
    poolSize: 1,
    applicationName: 'bench',
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    const place = { db, databaseUrl };
    const large = await writeList(context, loaded);
    const list = asked === loaded ? large : await writeList(context, asked);
    const lines = [
      ...(await benchLoad(context, place, plain, large)),
      ...(await benchTreeLoad(context, place, treed, list)),
    ];
    // What was loaded with its tree is still there.
    await runLoad(context, databaseUrl, plain, list, false);
    await db.query('VACUUM ANALYZE');
    const drops = { plain, treed, rows: asked };
    return [
      ...lines,
      ...(await benchEligibility(context, catalogue, db, drops)),
      ...(await benchExport(context, catalogue, plain, asked)),
    ];
  } finally {
    await db.close();
  }
}

/** Ids of those whose wallets are EVM's. */
function evmDrops(): string[] {
  return madeUpDrops(0, DROPS, Date.now())
    .filter(({ chain }) => chain.value !== 'solana')
    .map(({ id }) => id);
}

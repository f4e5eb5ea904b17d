import { applyDefinitions, addLedgerPage, type Database, loadList } from '@droptrack/persistence';
import { postRequest } from '../../load/requests';
import type { BenchContext } from '../context';
import { createCatalogue } from '../data/catalogue';
import { madeUpDrops } from '../data/drops';
import { openBenchDatabase } from '../data/postgres';
import { mapValues } from '../interleave';
import { walletBytes } from '../lists/list-file';
import { loadInterleaved, LoadProcess, repeatedChanging } from '../load/load-process';
import { beside, line, type Measurement, msPerResponse } from '../report/measurement';
import { formatFigure } from '../report/report';
import { startApi } from '../servers';

const DROPS = 50;
/** Different wallets of the requests, so that none is answered from a cache. */
const WALLETS = 500;

const contractOf = (drop: number): string => `eip155:1:0x${drop.toString(16).padStart(40, '0')}`;

/** All drops of a wallet that is in all lists, with the states of its claims beside without. */
export async function benchStates(context: BenchContext): Promise<Measurement[]> {
  const rows = context.rows(5_000, 50);
  const catalogue = await createCatalogue(context, 1, 'claim_states');
  const db = openBenchDatabase(catalogue.databaseUrl);
  context.progress(`Loading ${DROPS} lists with followed distributors …`);
  await createDrops(db, rows);
  await db.query('VACUUM ANALYZE');
  const server = await startApi(context, catalogue);
  const requests = (include: string) =>
    repeatedChanging(
      ...Array.from({ length: WALLETS }, (_, n) => {
        const wallet = `0x${walletBytes(n % rows).toString('hex')}`;
        return postRequest('/v1/wallets/drops', catalogue.key, `{"wallets":["${wallet}"]${include}}`);
      }),
    );
  const load = await LoadProcess.start(context);
  const subjects = { claimed: requests(',"include":["claimed"]'), plain: requests('') };
  const { rounds } = await loadInterleaved(
    context,
    mapValues(subjects, (each) => load.of({ server, requests: each })),
  );
  await server.stop();
  await load.stop();
  await db.close();
  const what = `POST /v1/wallets/drops of a wallet in ${DROPS} lists of ${formatFigure(rows)}, with claims from ledgers`;
  return [
    beside(
      line(what, 'ms at full load', rounds.claimed.map(msPerResponse), { atMost: 1.1 }),
      'without claims',
      rounds.plain.map(msPerResponse),
    ),
  ];
}

/** Drops with a list of the same wallets each, half of which have claimed. */
async function createDrops(db: Database, rows: number): Promise<void> {
  const nowMs = Date.now();
  const definitions = madeUpDrops(1_000, 2 * DROPS, nowMs)
    .filter(({ chain }) => chain.value !== 'solana')
    .slice(0, DROPS)
    .map((drop, n) => ({
      ...drop,
      claim: { rpc: 'ethereum', contract: contractOf(n), distributorStyle: 'uniswap', source: null },
    }));
  await applyDefinitions(db, { origin: 'claims', definitions, nowMs });
  for (const [n, { id: dropId }] of definitions.entries()) {
    const sha256 = (): string => n.toString(16).padStart(64, '0');
    const numbers = Array.from({ length: rows }, (_, row) => row);
    await loadList(db, {
      ...{ dropId, kind: 'allocation', url: null, nowMs, sha256 },
      rows: () => numbers.map((row) => ({ line: row + 1, wallet: walletBytes(row), amount: 5n, index: null })),
    });
    await storeLedger(db, { dropId, contract: contractOf(n), numbers, nowMs });
  }
}

interface Ledger {
  readonly dropId: string;
  readonly contract: string;
  readonly numbers: readonly number[];
  readonly nowMs: number;
}

async function storeLedger(db: Database, { dropId, contract, numbers, nowMs }: Ledger): Promise<void> {
  const hash = `0x${'ab'.repeat(32)}`;
  const claims = numbers
    .filter((row) => row % 2 === 0)
    .map((row) => ({
      ...{ block: row + 1, logIndex: 0, wallet: walletBytes(row), amount: 5n, index: null, recipient: null },
      ...{ transaction: hash, atMs: nowMs },
    }));
  const end = { block: 1_000_000, blockHash: hash, blockAtMs: nowMs, head: 1_000_064, headAtMs: nowMs };
  const page = {
    dropId,
    list: '',
    contract,
    terms: 'uniswap',
    firstBlock: 1,
    ...end,
    stored: null,
    isRestart: true,
    claims,
  };
  await db.transaction((sql) => addLedgerPage(sql, page, nowMs));
}

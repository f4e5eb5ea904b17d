import type { LedgerClaim, LedgerPage } from '@droptrack/distributors';
import { ClaimFiguresRepository, addLedgerPage, type Database } from '@droptrack/persistence';
import type { BenchContext } from '../context';
import { openBenchDatabase } from '../data/postgres';
import { elapsedMs, interleave } from '../interleave';
import { line, type Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const ROUNDS = 9;
const CLAIMS_PER_PAGE = 10_000;
const HOUR_MS = 3_600_000;
/** Half a year of hours. */
const HOURS = 4_380;
const TOKEN = 'eip155:1/slip44:60';
const START_MS = Date.parse('2026-01-01T00:00:00Z');

const hashOf = (block: number): string => `0x${block.toString(16).padStart(64, '0')}`;

/** Another price in every hour. */
const PRICES = `
  INSERT INTO revisions (seq, recorded_at, entity, id, cause, body)
  SELECT n, at, 'market', 'bench', 'market', jsonb_build_object('price_usd', jsonb_build_object('token', $1::text, 'value', n, 'observed_at', at))
  FROM generate_series(1, $3::int) AS n CROSS JOIN LATERAL to_timestamp($2::float8 + n * 3600) AS at`;

/** The figures and the curve of a drop, read for the first time after its ledger has grown. */
export async function benchCurve(context: BenchContext): Promise<Measurement[]> {
  const claims = context.sizes(500_000, 5_000);
  context.progress(`Storing ${formatFigure(claims)} claims …`);
  const db = openBenchDatabase(await (await context.postgres()).createDatabase('claim_curve'));
  await storeClaims(db, claims);
  await db.query(PRICES, [TOKEN, START_MS / 1_000, HOURS]);
  await db.query('VACUUM ANALYZE');
  const read = async (): Promise<void> => {
    const figures = new ClaimFiguresRepository(db);
    const [ledger] = await figures.ledgers('bench');
    const ids = ledger === undefined ? [] : [ledger.id];
    await figures.claims(ids, 5, TOKEN);
  };
  await read();
  const { curve } = await interleave(context.rounds(ROUNDS), { curve: () => elapsedMs(read) });
  await db.close();
  return [
    line(`curve of ${formatFigure(claims)} claims in ${formatFigure(HOURS)} hours, not cached`, 'ms', curve, {
      atMost: 50,
    }),
  ];
}

async function storeClaims(db: Database, claims: number): Promise<void> {
  let stored: LedgerPage | null = null;
  for (let from = 0; from < claims; from += CLAIMS_PER_PAGE) {
    const block = from + CLAIMS_PER_PAGE;
    const end = { block, blockHash: hashOf(block), blockAtMs: START_MS, head: block + 64, headAtMs: START_MS };
    const numbers = Array.from({ length: Math.min(CLAIMS_PER_PAGE, claims - from) }, (_, n) => from + n);
    const page: LedgerPage = {
      ...{ dropId: 'bench', list: '', contract: 'eip155:1:0x', terms: 'uniswap', firstBlock: 1, ...end },
      ...{ stored, isRestart: stored === null },
      claims: numbers.map((n) => claimOf(n, claims)),
    };
    await db.transaction((sql) => addLedgerPage(sql, page, START_MS));
    stored = page;
  }
}

function claimOf(n: number, claims: number): LedgerClaim {
  const wallet = Buffer.alloc(20);
  wallet.writeUInt32BE(n, 16);
  return {
    ...{ block: n + 1, logIndex: 0, wallet, amount: BigInt(n) * 10n ** 18n, index: BigInt(n), recipient: wallet },
    ...{ transaction: hashOf(n), atMs: START_MS + Math.floor((n / claims) * HOURS) * HOUR_MS },
  };
}

import type { FollowedDistributor, LedgerPage } from '@droptrack/distributors';
import { addLedgerPage, ClaimLedgerRepository, type Database } from '@droptrack/persistence';
import type { SourceHttp } from '@droptrack/sources';
import { finderRun } from '@droptrack/sources/testing';
import { ClaimFollower } from '@droptrack/claims';
import { Agent, request } from 'undici';
import { BENCH_DISTRIBUTOR } from '../../../libs/claims/bench/node';
import { BenchError } from '../../processes/bench-error';
import type { BenchContext } from '../context';
import { openBenchDatabase } from '../data/postgres';
import { elapsedMs, interleave } from '../interleave';
import type { Measurement } from '../report/measurement';
import { formatFigure } from '../report/report';

const ROUNDS = 5;
const RUNS_MAX = 1_000;
const DISTRIBUTOR: FollowedDistributor = {
  ...{ dropId: 'bench', list: '', contract: `eip155:1:${BENCH_DISTRIBUTOR}`, rpc: 'ethereum', style: 'uniswap' },
  ...{ token: null, fromBlock: 1 },
};

/** A distributor followed from its first claim to its last, beside a bare loop of the same calls and one COPY of the rows. */
export async function benchFollowing(context: BenchContext): Promise<Measurement[]> {
  const claims = context.sizes(100_000, 2_000);
  context.progress(`Following ${formatFigure(claims)} claims …`);
  const node = await context.serve('claimNode', 'serveClaims', claims);
  const url = `http://127.0.0.1:${node.port}`;
  const db = openBenchDatabase(await (await context.postgres()).createDatabase('claims'));
  const agent = new Agent();
  const calls: string[] = [];
  // The first run states the calls and the rows, and includes compilation.
  await follow(db, url, claims, calls);
  const rows = await copyRows(db);
  const rounds = await interleave(context.rounds(ROUNDS), {
    follower: () => timed(db, () => follow(db, url, claims, null)),
    bare: () => timed(db, () => bareLoop(db, agent, { url, calls, rows })),
  });
  await agent.close();
  await node.stop();
  await db.close();
  return [
    {
      what: `${formatFigure(claims)} claims followed, ${calls.length} calls`,
      unit: 'ms',
      rounds: rounds.follower,
      beside: { what: 'bare loop of the calls and one COPY', rounds: rounds.bare },
      target: { atMost: 1.5 },
    },
  ];
}

/** @param calls - receives the bodies of the requests; null for none. */
async function follow(db: Database, url: string, claims: number, calls: string[] | null): Promise<void> {
  const rpcUrls = new Map([['ethereum', [url]]]);
  let state: unknown = null;
  for (let runs = 0; runs < RUNS_MAX; runs += 1) {
    const { http, nowMs } = finderRun({ nowMs: Date.now(), memory: null });
    const recording = calls === null ? http : recorded(http, calls);
    const follower = new ClaimFollower({ http: recording, rpcUrls, nowMs, state, pace: async () => undefined });
    const stored = (await new ClaimLedgerRepository(db).positions(DISTRIBUTOR.dropId)).get('') ?? null;
    const page = await follower.read(DISTRIBUTOR, stored);
    if (page !== null) await db.transaction((sql) => addLedgerPage(sql, page, nowMs));
    state = follower.state;
    if (page !== null && isComplete(page)) break;
  }
  const [row] = await db.query<{ readonly n: number }>('SELECT count(*)::int AS n FROM claims');
  if (row?.n !== claims) throw new BenchError(`${String(row?.n)} of ${claims} claims were followed`);
}

const isComplete = ({ head, block }: LedgerPage): boolean => head - block <= 64;

const recorded = (http: SourceHttp, calls: string[]): SourceHttp => ({
  ...http,
  json: (url, options) => {
    calls.push(JSON.stringify(options?.json));
    return http.json(url, options);
  },
});

const COLUMNS = 'ledger_id, block, log_index, wallet, amount, index, recipient, transaction, at';

async function copyRows(db: Database): Promise<string> {
  const rows = await db.query<{ readonly row: string }>(
    `SELECT concat_ws(E'\\t', ledger_id, block, log_index, E'\\\\\\\\' || substr(wallet::text, 2), amount, index,
            E'\\\\\\\\' || substr(recipient::text, 2), E'\\\\\\\\' || substr(transaction::text, 2), at) AS row FROM claims`,
  );
  return rows.map(({ row }) => `${row}\n`).join('');
}

interface Bare {
  readonly url: string;
  readonly calls: readonly string[];
  readonly rows: string;
}

async function bareLoop(db: Database, dispatcher: Agent, { url, calls, rows }: Bare): Promise<void> {
  for (const body of calls) {
    const headers = { 'content-type': 'application/json' };
    const response = await request(url, { dispatcher, method: 'POST', headers, body });
    await response.body.json();
  }
  await db.transaction(async (sql) => {
    await sql.query('CREATE TABLE plain_claims (LIKE claims, PRIMARY KEY (ledger_id, block, log_index))');
    await sql.copy(
      `COPY plain_claims (${COLUMNS}) FROM STDIN`,
      (async function* () {
        yield rows;
      })(),
    );
  });
}

async function timed(db: Database, work: () => Promise<void>): Promise<number> {
  await db.query('DROP TABLE IF EXISTS plain_claims');
  await db.query('TRUNCATE claims, claim_hours, claim_ledgers');
  await db.query('CHECKPOINT');
  return elapsedMs(work);
}

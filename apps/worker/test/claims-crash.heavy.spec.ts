import { dropDefinition } from '@droptrack/catalogue/testing';
import { applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { JsonRpcError } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
// eslint-disable-next-line @nx/enforce-module-boundaries -- The fake chain is not part of the public interface of the claims.
import { FAKE_CONTRACT, FakeClaimChain } from '../../../libs/claims/src/ledger/fake-claim-chain';
import { OTHER_SOURCES, UNCONFIRMED, until } from './followed-chain';

const BLOCKS = 260;
const LEDGER = 'claims JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL';

/** A built worker that is killed while it follows claims, as when a machine loses power. */
describe('the ledger of a worker that is killed', () => {
  let [test, db, node]: [TestDatabase, Database, FakeServer] = [null!, null!, null!];
  let chain: FakeClaimChain;
  let worker: Program | null = null;
  /** Requests of the current worker. */
  let requests = 0;
  /** Delay of the node before each response. */
  let beforeResponse: () => Promise<void> = async () => undefined;

  beforeEach(async () => {
    test = await createTestDatabase();
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    chain = new FakeClaimChain({ rangeBlocksMax: 25 });
    extend(BLOCKS);
    node = await startFakeServer(handle);
    const contract = `eip155:1:${FAKE_CONTRACT}`;
    const claim = { rpc: 'fake', contract, distributorStyle: 'uniswap', fromBlock: 1, source: null };
    await applyDefinitions(db, { origin: 'test', definitions: [dropDefinition({ claim })], nowMs: Date.now() });
  });
  afterEach(async () => {
    await worker?.kill();
    await node.close();
    await db.close();
    await test.drop();
  });

  const handle: FakeHandler = async ({ body }) => {
    requests += 1;
    await beforeResponse();
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly unknown[] };
    try {
      return { body: { jsonrpc: '2.0', id, result: chain.answer(method, params) } };
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
      return { body: { jsonrpc: '2.0', id, error: { code: -32602, message: error.message } } };
    }
  };
  /** Adds blocks with up to two claims each. */
  function extend(blocks: number): void {
    for (let n = 0; n < blocks; n++) {
      const claims = Array.from({ length: n % 3 }, (_, index) => {
        const wallet = `0x${(1 + ((n + index) % 90)).toString(16).padStart(40, '0')}`;
        return { index, wallet, amount: BigInt(n + 1) };
      });
      chain.extend(claims);
    }
  }
  /** Starts a worker, for which the lease of a killed one has expired. */
  async function start(): Promise<void> {
    requests = 0;
    await db.query(`UPDATE tasks SET due_at = now(), answered_at = NULL WHERE source = 'claims'`);
    const env = { EVM_RPC_URLS: `fake=${node.url}`, SOURCES_OFF: OTHER_SOURCES, FINDERS_OFF: 'all' };
    const settings = { DATABASE_URL: test.url, WORKER_METRICS_PORT: '0' };
    worker = await startProgram(builtProgram('worker'), { ...env, ...settings });
  }
  async function kill(): Promise<void> {
    await worker?.kill();
    worker = null;
  }
  /** Starts a worker whose requests from the nth on are not answered until the returned function is called. */
  async function startUntilRequest(n: number): Promise<() => void> {
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const isAsked = new Promise<void>((resolve) => {
      beforeResponse = async () => {
        if (requests < n) return;
        resolve();
        await mayAnswer;
      };
    });
    await start();
    await isAsked;
    return answer;
  }
  /** Kills a worker while it waits for the response to its nth request. */
  async function killAtRequest(n: number): Promise<void> {
    await startUntilRequest(n);
    await kill();
    beforeResponse = async () => undefined;
  }
  const ledgerBlock = async () =>
    (await db.query<{ block: number }>('SELECT block::int FROM claim_ledgers WHERE retired_at IS NULL'))[0]?.block ?? 0;
  const followed = () => until(async () => (await ledgerBlock()) === chain.head - UNCONFIRMED);
  /** Expects exactly the claims of the chain up to the block of the ledger, and their sums by hour. */
  async function expectWhole(): Promise<void> {
    const rows = await db.query<{ claim: string }>(
      `SELECT claims.block || '/' || log_index || ' 0x' || encode(wallet, 'hex') || ' ' || amount AS claim
       FROM ${LEDGER} ORDER BY claims.block, log_index`,
    );
    expect(rows.map(({ claim }) => claim)).toEqual(chain.claimsUpTo(await ledgerBlock()));
    const [sums] = await db.query(
      `SELECT (SELECT coalesce(sum(amount), 0)::text FROM ${LEDGER}) =
         (SELECT coalesce(sum(amount), 0)::text FROM claim_hours JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL) AS amounts,
         (SELECT count(*) FROM ${LEDGER}) = (SELECT coalesce(sum(claims), 0) FROM claim_hours
           JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL) AS counts,
         (SELECT count(DISTINCT wallet) FROM ${LEDGER}) = (SELECT coalesce(sum(wallets), 0) FROM claim_hours
           JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL) AS wallets`,
    );
    expect(sums).toEqual({ amounts: true, counts: true, wallets: true });
  }

  it('is that of the chain after kills at requests to the node, before and after a reorganisation', async () => {
    for (const n of [1, 2, 3, 5, 9]) {
      await killAtRequest(n);
      expect(await ledgerBlock()).toBe(0);
    }
    await start();
    await followed();
    await expectWhole();
    await kill();
    chain.revert(150);
    extend(240);
    for (const n of [2, 4, 8]) {
      await killAtRequest(n);
      expect(await ledgerBlock()).toBe(BLOCKS - UNCONFIRMED);
    }
    await start();
    await followed();
    await expectWhole();
  });

  it('has nothing of a page whose transaction was cut off, and all of one whose worker was killed right after it', async () => {
    for (const table of ['claim_ledgers', 'claims', 'claim_hours']) {
      const answer = await startUntilRequest(1);
      await db.transaction(async (sql) => {
        // The worker can read it, but not write it.
        await sql.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
        answer();
        // Most requests of a run are for logs, so it has its page by then.
        await until(async () => requests > 10 && (await isWaiting()));
        await kill();
      });
      expect([table, await ledgerBlock()]).toEqual([table, 0]);
      expect(await db.query('SELECT FROM claims')).toHaveLength(0);
    }
    await start();
    await until(async () => (await ledgerBlock()) > 0);
    await kill();
    await expectWhole();
    extend(200);
    await start();
    await followed();
    await expectWhole();
  });

  /** True while a session of the worker waits for a lock. */
  const isWaiting = async () =>
    (
      await db.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND application_name = 'droptrack worker'`,
      )
    ).length > 0;
});

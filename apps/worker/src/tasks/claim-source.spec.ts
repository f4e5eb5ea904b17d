import { dropDefinition } from '@droptrack/catalogue/testing';
import { LEDGER_CONTRACT } from '@droptrack/distributors/testing';
import {
  applyDefinitions,
  CLAIM_SOURCE,
  ClaimLedgerRepository,
  type Database,
  leaseTasks,
  openDatabase,
  SourceRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createSourceAgent, SourceError } from '@droptrack/sources';
import { type FakeHandler, type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { pino } from 'pino';
import { claimSource } from './claim-source';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');
const HEAD = 200;
const OTHER = `${LEDGER_CONTRACT.slice(0, -1)}f`;
const hex = (value: number) => `0x${value.toString(16)}`;
const hash = (block: number) => `0x${block.toString(16).padStart(64, '0')}`;
const claimOf = (contract: string, rpc = 'ethereum') => ({
  ...{ rpc, contract, distributorStyle: 'uniswap', fromBlock: 1, source: null },
});

let test: TestDatabase;
let db: Database;
let node: FakeServer;
/** Addresses whose logs the node rejects. */
const rejected = new Set<string>();
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  node = await startFakeServer(handle);
  rejected.clear();
});
afterEach(async () => {
  await node.close();
  await db.close();
  await test.drop();
});

const handle: FakeHandler = ({ body }) => {
  const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: readonly never[] };
  const [first] = params as readonly unknown[];
  const answer = (result: unknown) => ({ body: { jsonrpc: '2.0', id, result } });
  if (method === 'eth_chainId') return answer('0x1');
  if (method === 'eth_getLogs') {
    const [address = ''] = (first as { address: string[] }).address;
    const error = { code: -32000, message: 'unauthorized' };
    return rejected.has(address) ? { body: { jsonrpc: '2.0', id, error } } : answer([]);
  }
  const number = first === 'latest' ? HEAD : Number(first);
  return answer({ number: hex(number), hash: hash(number), timestamp: hex(NOW_MS / 1_000 - 12 * (HEAD - number)) });
};

/** One run of the source about a drop with these claims. */
async function run(claim: ReturnType<typeof claimOf>, season: ReturnType<typeof claimOf> | null = null) {
  const limits = { requestsPerMinute: 60, requestBurst: 100 };
  await new SourceRepository(db).declare([{ kind: 'poll', id: CLAIM_SOURCE, offReason: null, ...limits }], NOW_MS);
  const definition = dropDefinition({ id: 'linea', claim, ...(season !== null && { listClaims: { season } }) });
  await applyDefinitions(db, { origin: 'test', definitions: [definition], nowMs: NOW_MS });
  const tasks = await leaseTasks(db, [{ kind: 'poll', source: CLAIM_SOURCE, tasks: 1 }], NOW_MS);
  const dispatcher = createSourceAgent();
  const source = claimSource({
    ...{ db, dispatcher, random: () => 0.5, logger: pino({ level: 'silent' }) },
    clock: { now: () => NOW_MS, monotonicMs: () => performance.now() },
    rpcUrls: new Map([['ethereum', [node.url]]]),
  });
  const { signal } = new AbortController();
  const [answer] = await source.run({ tasks, startedAtMs: NOW_MS, signal, onRequest: () => undefined });
  await dispatcher.destroy();
  return answer!;
}

it('returns the pages of all distributors, and is due again within one and a half intervals', async () => {
  const answer = await run(claimOf(LEDGER_CONTRACT), claimOf(OTHER));
  expect(answer).toMatchObject({
    result: {
      claims: [
        { list: '', block: HEAD - 64 },
        { list: 'season', block: HEAD - 64 },
      ],
    },
  });
  const { nextDueMs, failure } = answer as Exclude<typeof answer, SourceError>;
  expect([nextDueMs! - NOW_MS <= 450_000, failure]).toEqual([true, undefined]);
});

// The failure of one must neither hide that of another, nor lose its claims.
it('stores the pages of the others beside the failure of one, and is that failure without a page', async () => {
  rejected.add(OTHER.split(':')[2]!);
  expect(await run(claimOf(LEDGER_CONTRACT), claimOf(OTHER))).toMatchObject({
    result: { claims: [{ list: '' }] },
    failure: { kind: 'unauthorized' },
    nextDueMs: NOW_MS + 60_000,
  });
  expect(await run(claimOf(OTHER))).toBeInstanceOf(SourceError);
});

it('is no failure for a drop whose chain has no node', async () => {
  expect(await run(claimOf(LEDGER_CONTRACT, 'scroll'))).toEqual({
    result: {},
    memory: null,
    nextDueMs: NOW_MS + 3_600_000,
  });
  expect(node.requests).toEqual([]);
  expect((await new ClaimLedgerRepository(db).positions('linea')).size).toBe(0);
});

import { dropDefinition } from '@droptrack/catalogue/testing';
import { accountData, fakeSolanaNode, type SolanaFixture } from '@droptrack/claims/testing';
import { parseWallet } from '@droptrack/eligibility';
import {
  applyDefinitions,
  CLAIM_SOURCE,
  ClaimLedgerRepository,
  type Database,
  leaseTasks,
  openDatabase,
  recordTaskOutcomes,
  SourceRepository,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { createSourceAgent, SourceError } from '@droptrack/sources';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { pino } from 'pino';
import { claimSource } from '../src/tasks/claim-source';

const GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
const PROGRAM = 'mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const DISTRIBUTOR = 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1';
const [ALICE, BOB] = ['8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8', '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT'];
const START_MS = Date.parse('2026-11-30T12:00:00Z');
const MINUTE_MS = 60_000;
const keyOf = (address: string) => parseWallet(address).bytes;

let test: TestDatabase;
let db: Database;
let node: FakeServer;
let fixture: SolanaFixture;
/** Base units that each wallet has claimed. */
const claimed = new Map<string, bigint>();
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
  claimed.clear();
  fixture = { genesis: GENESIS, accounts: new Map(), timeOf: (slot) => START_MS / 1_000 + slot };
  node = await startFakeServer((asked) => fakeSolanaNode(fixture)(asked));
});
afterEach(async () => {
  await node.close();
  await db.close();
  await test.drop();
});

/** Accounts of a distributor of github.com/jup-ag/distributor; the fields are those of its sources. */
function writeAccounts(): void {
  const sum = [...claimed.values()].reduce((total, amount) => total + amount, 0n);
  const distributor = accountData('MerkleDistributor', 256, 8, 900n, 90n, sum, BigInt(claimed.size), 144);
  fixture.accounts.set(DISTRIBUTOR, { owner: PROGRAM, data: distributor });
  for (const [wallet, amount] of claimed) {
    const data = accountData('ClaimStatus', 32, keyOf(DISTRIBUTOR), keyOf(wallet), 0n, 0n, amount, 0n, 24);
    fixture.accounts.set(wallet, { owner: PROGRAM, data });
  }
}

const DEFINITION = dropDefinition({
  id: 'jup',
  claim: {
    ...{ rpc: 'solana', contract: `solana:${GENESIS.slice(0, 32)}:${PROGRAM}`, check: 'jupiter' },
    ...{ distributor: DISTRIBUTOR, source: null },
  },
});

/** A run of the source, a number of minutes after the start; its slot has that time. */
async function run(minutes: number): Promise<void> {
  const nowMs = START_MS + minutes * MINUTE_MS;
  fixture.slot = minutes * 60;
  writeAccounts();
  const limits = { requestsPerMinute: 60, requestBurst: 100 };
  await new SourceRepository(db).declare([{ kind: 'poll', id: CLAIM_SOURCE, offReason: null, ...limits }], nowMs);
  await applyDefinitions(db, { origin: 'test', definitions: [DEFINITION], nowMs });
  const [task] = await leaseTasks(db, [{ kind: 'poll', source: CLAIM_SOURCE, tasks: 1 }], nowMs);
  const dispatcher = createSourceAgent();
  const source = claimSource({
    ...{ db, dispatcher, random: () => 0.5, logger: pino({ level: 'silent' }) },
    clock: { now: () => nowMs, monotonicMs: () => performance.now() },
    ...{ rpcUrls: new Map(), solanaRpcUrls: new Map([['solana', [node.url]]]) },
  });
  const { signal } = new AbortController();
  const [answer] = await source.run({ tasks: [task!], startedAtMs: nowMs, signal, onRequest: () => undefined });
  await dispatcher.destroy();
  if (answer === undefined || answer instanceof SourceError) throw answer;
  const { kind, subject, lease } = task!;
  const end = { kind, source: CLAIM_SOURCE, subject, lease, startedAtMs: nowMs, endedAtMs: nowMs, requests: 4 };
  const { result, memory, nextDueMs } = answer;
  await recordTaskOutcomes(db, [{ ...end, end: 'answered', result, memory, nextDueMs }], nowMs);
}

it('follows the claims of a distributor on Solana from its accounts into the ledger of its drop', async () => {
  claimed.set(ALICE!, 60n);
  await run(0);
  claimed.set(ALICE!, 85n).set(BOB!, 9n);
  await run(10);
  await run(20);
  const ledgers = new ClaimLedgerRepository(db);
  const [ledger] = await ledgers.current();
  const lookUps = [ALICE!, BOB!].map((wallet) => ({ ledger: ledger!, wallet: keyOf(wallet) }));
  const seen = { atMs: START_MS + 10 * MINUTE_MS, index: null, transaction: null };
  expect(await ledgers.claimsOf(lookUps)).toEqual([
    [
      { ...seen, amount: '60', atMs: null },
      { ...seen, amount: '25' },
    ],
    [{ ...seen, amount: '9' }],
  ]);
  const lastMs = START_MS + 20 * MINUTE_MS;
  expect(ledger).toMatchObject({ block: 1_200, head: 1_200, blockAtMs: lastMs, headAtMs: lastMs, readAtMs: lastMs });
});

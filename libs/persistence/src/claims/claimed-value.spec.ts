import type { MarketBody } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import type { LedgerPage } from '@droptrack/distributors';
import { LEDGER_CONTRACT, ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { type Database, openDatabase } from '../database/database';
import { applyDefinitions } from '../drops/apply';
import { confirmLog } from '../log/confirm';
import { recordObservations } from '../market/record-observations';
import { recomputeAll } from '../recompute/testing';
import { recordTaskOutcomes } from '../tasks/record-outcomes';
import { SourceRepository } from '../tasks/source.repository';
import { CLAIM_SOURCE } from '../tasks/task';
import { leaseTasks } from '../tasks/task.repository';
import { answeredWith } from '../tasks/testing';
import { createTestDatabase, makeClockMovable, type MovableClock, type TestDatabase } from '../testing';

const HOUR_MS = 3_600_000;
const TOKEN = 'eip155:1/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const OTHER = TOKEN.replace('0x1', '0x2');
const claim = { rpc: 'ethereum', contract: LEDGER_CONTRACT, distributorStyle: 'uniswap', source: null };
const drop = (address: string) =>
  dropDefinition({ id: 'linea', claim, token: { symbol: null, decimals: fact(0), address: fact(address) } });

let [test, db, clock]: [TestDatabase, Database, MovableClock] = [null!, null!, null!];
beforeAll(async () => {
  test = await createTestDatabase();
  clock = await makeClockMovable(test.url);
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

const openedMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
const inHours = (hours: number) => openedMs + hours * HOUR_MS;
const apply = (address: string) =>
  applyDefinitions(db, { origin: 'test', definitions: [drop(address)], nowMs: clock.now() });

async function setClock(hours: number): Promise<void> {
  await clock.set(inHours(hours) - Date.now());
}

/** The price source states a price, which the recompute run records in the log. */
async function observe(hours: number, value: number, token = TOKEN): Promise<void> {
  await setClock(hours);
  const price = { dropId: 'linea', kind: 'price_usd', value, token, url: null, observedAtMs: clock.now() } as const;
  await recordObservations(db, [price], clock.now());
  await recomputeAll(db, clock.now());
}

/** The worker follows the distributor up to an hour. @returns the observations in the log after the next recompute run. */
async function follow(hours: number, page: LedgerPage): Promise<MarketBody> {
  await setClock(hours);
  await db.query(`UPDATE tasks SET due_at = 'epoch'`);
  const [task] = await leaseTasks(db, [{ kind: 'poll', source: CLAIM_SOURCE, tasks: 1 }], clock.now());
  await recordTaskOutcomes(db, [answeredWith(task!, { claims: [page] }, clock.now())], clock.now());
  await recomputeAll(db, clock.now());
  const [row] = await db.query<{ body: MarketBody }>(
    `SELECT body FROM revisions WHERE entity = 'market' ORDER BY seq DESC LIMIT 1`,
  );
  return row!.body;
}
const claimAt = (hours: number, wallet: number, amount: bigint) =>
  ledgerClaim(Math.ceil(hours * 10) + 1, wallet, inHours(hours), { amount });

it('is computed at the prices that the log had in the hours of the claims, of the same token', async () => {
  const limits = { requestsPerMinute: 60, requestBurst: 100 };
  await new SourceRepository(db).declare([{ kind: 'poll', id: CLAIM_SOURCE, offReason: null, ...limits }], clock.now());
  // An instance of the API has read the log: before, revisions are dated an hour back.
  await confirmLog(db);
  await apply(TOKEN);
  await db.query(`INSERT INTO lists (drop_id, kind, name, version, wallets, total, sha256, in_force)
    VALUES ('linea', 'allocation', '', 1, 1, 2000, repeat('0', 64), true)`);
  await observe(0.4, 2);
  await observe(1.4, 1);
  await observe(1.9, 50, OTHER);

  const claims = [claimAt(0.1, 1, 500n), claimAt(1.1, 2, 300n), claimAt(2.1, 3, 100n), claimAt(40, 4, 100n)];
  const first = ledgerPage(500, inHours(41), { claims });
  const early = await follow(41, first);
  const value = { token: TOKEN, priced_share: 0.9, usd: 1_700, price_usd: 1.889 };
  expect(early.claimed_value).toEqual({ value, url: null, observed_at: new Date(inHours(41)).toISOString() });
  expect(early.claimed_share?.value).toBe(0.5);

  const later = [claimAt(65, 5, 100n)];
  const second = ledgerPage(700, inHours(66), { claims: later, stored: first, isRestart: false });
  expect((await follow(66, second)).claimed_value?.value).toEqual({
    ...{ token: TOKEN, priced_share: 0.8181, usd: null, price_usd: null },
  });

  // A token that is corrected has other prices, for the claims that are known already.
  await apply(OTHER);
  const third = ledgerPage(800, inHours(67), { stored: second, isRestart: false });
  expect((await follow(67, third)).claimed_value?.value).toEqual({
    ...{ token: OTHER, priced_share: 0.3636, usd: null, price_usd: null },
  });
});

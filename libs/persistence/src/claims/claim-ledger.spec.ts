import type { LedgerClaim, LedgerPage } from '@droptrack/distributors';
import { LEDGER_CONTRACT, ledgerClaim, ledgerHash, ledgerPage } from '@droptrack/distributors/testing';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { addLedgerPage } from './add-ledger-page';
import { ClaimFiguresRepository } from './claim-figures.repository';
import { ClaimHistoryRepository } from './claim-history.repository';
import { ClaimLedgerRepository } from './claim-ledger.repository';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');
const HOUR_MS = 3_600_000;

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const claimAt = (block: number, wallet: number, over: Partial<LedgerClaim> = {}) =>
  ledgerClaim(block, wallet, NOW_MS + block * HOUR_MS, { index: BigInt(block), ...over });
const pageTo = (block: number, claims: readonly LedgerClaim[], stored: LedgerPage | null = null) =>
  ledgerPage(block, NOW_MS, { claims, stored, isRestart: stored === null });
const add = (page: LedgerPage) => db.transaction((sql) => addLedgerPage(sql, page, NOW_MS));
const hours = () =>
  db.query(
    `SELECT extract(epoch FROM hour - $1::timestamptz)::int / 3600 AS hour, claims, wallets, amount::text
     FROM claim_hours JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL ORDER BY hour`,
    [new Date(NOW_MS).toISOString()],
  );
const count = async () =>
  (
    await db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM claims JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL',
    )
  )[0]?.n;

it('grows by pages, whose hours count a wallet once, in that of its first claim', async () => {
  const first = pageTo(2, [claimAt(1, 7), claimAt(1, 8, { logIndex: 1 }), claimAt(2, 7)]);
  expect(await add(first)).toBe(true);
  expect(await add(pageTo(5, [claimAt(3, 7), claimAt(3, 9, { logIndex: 1, amount: 2n ** 200n })], first))).toBe(true);
  expect(await hours()).toEqual([
    { hour: 1, claims: 2, wallets: 2, amount: '10' },
    { hour: 2, claims: 1, wallets: 0, amount: '5' },
    { hour: 3, claims: 2, wallets: 1, amount: (2n ** 200n + 5n).toString() },
  ]);
  expect([...(await new ClaimLedgerRepository(db).positions('linea'))]).toEqual([
    [
      '',
      {
        contract: LEDGER_CONTRACT,
        terms: 'uniswap',
        firstBlock: 1,
        block: 5,
        blockHash: ledgerHash(5),
        blockAtMs: NOW_MS,
        readAtMs: NOW_MS,
      },
    ],
  ]);
});

// Two workers can follow a contract that two drops name, and a worker can repeat a page after an expired lease.
it('rejects a page that continues another position, with nothing written', async () => {
  const first = pageTo(2, [claimAt(1, 7)]);
  const next = pageTo(5, [claimAt(3, 8)], first);
  expect([await add(first), await add(first), await add(next), await add(next)]).toEqual([true, false, true, false]);
  expect(await count()).toBe(2);
  const answers = await Promise.all([1, 2, 3].map((wallet) => add(pageTo(9, [claimAt(7, wallet)], next))));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await count()).toBe(3);
});

it('restarts without the claims of another fork, which are deleted later', async () => {
  const first = pageTo(5, [claimAt(1, 7), claimAt(4, 8)]);
  await add(first);
  const restart = { ...pageTo(4, [claimAt(2, 9)], first), isRestart: true, blockHash: ledgerHash(99) };
  expect(await add(restart)).toBe(true);
  expect(await hours()).toEqual([{ hour: 2, claims: 1, wallets: 1, amount: '5' }]);
  expect(await add(pageTo(6, [claimAt(5, 8)], restart))).toBe(true);
  expect(await count()).toBe(2);
  const rows = async (table: string) =>
    (await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]?.n;
  const retired = (atMs: number) => new ClaimLedgerRepository(db).deleteRetired(atMs);
  expect([await retired(NOW_MS + 9 * 60_000), await rows('claims')]).toEqual([0, 4]);
  expect([await retired(NOW_MS + HOUR_MS), await retired(NOW_MS + HOUR_MS)]).toEqual([2, 0]);
  expect([await rows('claims'), await rows('claim_ledgers'), (await hours()).length]).toEqual([2, 1, 2]);
});

describe('the claims of accounts', () => {
  const wallet = new Uint8Array(32).fill(7);
  const other = new Uint8Array(32).fill(8);
  const totalOf = (key: Uint8Array, amount: bigint, over: Partial<LedgerClaim> = {}) =>
    ({ ...claimAt(0, 0), wallet: key, amount, index: null, transaction: null, atMs: null, ...over }) as LedgerClaim;
  const totals = (block: number, claims: readonly LedgerClaim[], stored: LedgerPage | null = null): LedgerPage => {
    const placed = claims.map((claim, logIndex) => ({ ...claim, block, logIndex }));
    return { ...pageTo(block, placed, stored), areTotals: true };
  };
  const claimsOf = async (key: Uint8Array) => {
    const [ledger] = await new ClaimFiguresRepository(db).ledgers('linea');
    const [claims] = await new ClaimLedgerRepository(db).claimsOf([{ ledger: ledger!, wallet: key }]);
    return claims?.map(({ amount, atMs }) => [amount, atMs]);
  };

  it('grow by what a wallet has claimed since the reading before, in any number of readings', async () => {
    const first = totals(2, [totalOf(wallet, 60n), totalOf(other, 0n)]);
    const atMs = NOW_MS + HOUR_MS;
    const next = totals(3, [totalOf(wallet, 85n, { atMs }), totalOf(other, 9n, { atMs })], first);
    const last = totals(4, [totalOf(wallet, 85n, { atMs }), totalOf(other, 8n, { atMs })], next);
    for (const page of [first, next, next, last]) await add(page);
    expect(await claimsOf(wallet)).toEqual([
      ['60', null],
      ['25', atMs],
    ]);
    expect(await claimsOf(other)).toEqual([['9', atMs]]);
  });

  // The wallet of the first claim is not one of the hour of the second.
  it('have sums of an unknown hour before all others, which the figures and the share include', async () => {
    const first = totals(2, [totalOf(wallet, 60n)]);
    await add(first);
    const atMs = NOW_MS + HOUR_MS;
    await add(totals(3, [totalOf(wallet, 85n, { atMs }), totalOf(other, 9n, { atMs })], first));
    const figures = new ClaimFiguresRepository(db);
    const [ledger] = await figures.ledgers('linea');
    const { hours, largest } = await figures.claims([ledger!.id], 2, null);
    expect(hours).toEqual([
      { hourMs: null, claims: 1, wallets: 1, amount: '60', priceUsd: null },
      { hourMs: atMs, claims: 2, wallets: 1, amount: '34', priceUsd: null },
    ]);
    expect(largest).toEqual([
      { amount: '60', atMs: null },
      { amount: '25', atMs },
    ]);
  });

  it('are in the history of their wallet, those of unknown times last, page by page', async () => {
    const first = totals(2, [totalOf(wallet, 60n)]);
    await add(first);
    await add(totals(3, [totalOf(wallet, 85n, { atMs: NOW_MS })], first));
    const history = new ClaimHistoryRepository(db);
    const [latest] = await history.find(wallet, null, 1);
    expect(latest).toMatchObject({ amount: '25', atMs: NOW_MS, transaction: null });
    const [oldest] = await history.find(wallet, latest!, 1);
    expect(oldest).toMatchObject({ amount: '60', atMs: null, transaction: null });
    expect(await history.find(wallet, oldest!, 1)).toEqual([]);
  });
});

// A worker can be killed at any time; its transaction then ends without a commit.
it('has a whole page or nothing of it, wherever the transaction ends', async () => {
  const first = pageTo(2, [claimAt(1, 7)]);
  await add(first);
  const restart = { ...pageTo(9, [claimAt(2, 8), claimAt(3, 9)], first), isRestart: true, blockHash: ledgerHash(99) };
  const state = async () => [
    await count(),
    await hours(),
    [...(await new ClaimLedgerRepository(db).positions('linea'))],
  ];
  const before = await state();
  let statements = 0;
  for (let killedAt = 1; ; killedAt++) {
    statements = 0;
    const countStatement = () => {
      if (++statements === killedAt) throw new Error('killed');
    };
    const ended = await db
      .transaction(async (sql) => {
        const counted = {
          query: (...query: Parameters<typeof sql.query>) => (countStatement(), sql.query(...query)),
          copy: (...copy: Parameters<typeof sql.copy>) => (countStatement(), sql.copy(...copy)),
        } as typeof sql;
        await addLedgerPage(counted, restart, NOW_MS);
      })
      .catch((error: unknown) => error);
    if (ended === undefined) break;
    expect([killedAt, await state()]).toEqual([killedAt, before]);
  }
  expect(statements).toBe(5);
  expect(await hours()).toHaveLength(2);
});

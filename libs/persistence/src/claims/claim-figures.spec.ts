import { ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { type Database, openDatabase } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing';
import { addLedgerPage } from './add-ledger-page';
import { ClaimFiguresRepository } from './claim-figures.repository';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

let test: TestDatabase;
let db: Database;
beforeAll(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
});
afterAll(async () => {
  await db.close();
  await test.drop();
});

// Each block of this ledger has one claim of 5 base units: other sums are those of another block.
it('reads sums, largest claims and the block of one snapshot, while a worker adds blocks', async () => {
  const pageAt = (block: number) =>
    ledgerPage(block, NOW_MS, { claims: [ledgerClaim(block, 7, NOW_MS)], ...(block > 1 && { isRestart: false }) });
  const add = (block: number) =>
    db.transaction((sql) =>
      addLedgerPage(sql, { ...pageAt(block), stored: block > 1 ? pageAt(block - 1) : null }, NOW_MS),
    );
  await add(1);
  const figures = new ClaimFiguresRepository(db);
  const [ledger] = await figures.ledgers('linea');
  const blocks = new Set<number>();
  const writing = { isDone: false };
  const write = async () => {
    for (let block = 2; block <= 120; block++) expect(await add(block)).toBe(true);
    writing.isDone = true;
  };
  const read = async () => {
    while (!writing.isDone) {
      const { ledgers, hours, largest } = await figures.claims([ledger!.id], 200, null);
      const { block } = ledgers[0]!;
      expect([hours[0]?.claims, hours[0]?.amount, largest.length]).toEqual([block, String(5 * block), block]);
      blocks.add(block);
    }
  };
  await Promise.all([write(), read(), read()]);
  expect(blocks.size).toBeGreaterThan(1);
});

import type { DropBody, DropDefinition, MarketBody } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { readRevisions } from '../log/read';
import { loadList } from '../lists/load';
import { wallet } from '../lists/testing';
import { PRICE_SOURCE } from '../tasks/task';
import { createDrops, recomputeAll, START_MS } from '../recompute/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { publishEvents } from '../webhooks/publish';
import type { NewObservation } from './observation';
import { recordObservations } from './record-observations';

const HOUR_MS = 3_600_000;
const TOKEN = 'eip155:59144/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const URL = 'https://coins.llama.fi/prices/current/linea:0x1789e0043623282d5dcc7f213d703c6d8bafbb04';

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

const traded = (over: Partial<DropDefinition> = {}): DropDefinition =>
  dropDefinition({ token: { symbol: null, decimals: fact(0), address: fact(TOKEN) }, ...over });
const price = (value: number, observedAtMs: number, token = TOKEN): NewObservation => ({
  dropId: 'linea',
  kind: 'price_usd',
  value,
  token,
  url: URL,
  observedAtMs,
});
const revisions = () => readRevisions(db, 0, 1e6, 1_000);
const shown = async () => (await revisions()).findLast(({ entity }) => entity === 'drop')?.body as DropBody;
const markets = async () => (await revisions()).filter(({ entity }) => entity === 'market').map(({ body }) => body as MarketBody); // prettier-ignore
const apply = (definition: DropDefinition, nowMs: number) =>
  applyDefinitions(db, { origin: 'catalogue', definitions: [definition], nowMs });

/** Drop with a list of three wallets. */
async function withList(definition = traded()): Promise<void> {
  await createDrops(db, definition);
  const rows = [30n, 50n, 90n].map((amount, index) => ({
    line: index + 1,
    wallet: wallet(index),
    amount,
    index: null,
    breakdown: [],
  }));
  await loadList(db, { dropId: 'linea', kind: 'allocation', rows: () => rows, sha256: () => 'ab'.repeat(32), url: null, nowMs: START_MS }); // prettier-ignore
  await recomputeAll(db, START_MS);
}

/** Records a price at an instant and recomputes the drop. */
async function observe(value: number, atMs: number, observedAtMs = atMs): Promise<void> {
  await recordObservations(db, [price(value, observedAtMs)], atMs);
  await recomputeAll(db, atMs);
}

describe('an observed price', () => {
  it('gives a drop with a list its expected value, in the transaction that records it', async () => {
    await withList();
    expect((await shown()).ev_usd.p50).toBeNull();
    await observe(2, START_MS);
    expect((await shown()).ev_usd.p50).toBe(100);
    const last = (await revisions()).slice(-2);
    expect(last.map(({ entity, id }) => [entity, id])).toEqual([
      ['market', 'linea'],
      ['drop', 'linea'],
    ]);
    expect(await markets()).toEqual([
      {
        drop: 'linea',
        price_usd: { value: 2, token: TOKEN, url: URL, observed_at: new Date(START_MS).toISOString() },
        fdv_usd: null,
        probability: null,
      },
    ]);
  });

  it('expires 24 hours after its instant, without a further poll and not only with the next full hour', async () => {
    await withList();
    await observe(2, START_MS);
    const expiresMs = START_MS + 24 * HOUR_MS;
    await recomputeAll(db, expiresMs);
    expect((await shown()).ev_usd.p50).toBe(100);
    await recomputeAll(db, expiresMs + 1);
    expect((await shown()).ev_usd).toEqual({ p10: null, p50: null, p90: null, basis: null });
    await observe(2, expiresMs + HOUR_MS);
    expect((await shown()).ev_usd.p50).toBe(100);
  });

  // A price moves all the time: an hourly poll must not be an hourly event for each subscriber.
  it('causes an event only when it changes by 1 % or more, and none when it is confirmed', async () => {
    await withList();
    await observe(2, START_MS);
    await publishEvents(db, { nowMs: START_MS });
    const events = async () => (await publishEvents(db, { nowMs: START_MS })).events;
    for (let hour = 1; hour <= 5; hour += 1) await observe(2 + hour / 1_000, START_MS + hour * HOUR_MS);
    expect([(await markets()).length, await events()]).toEqual([1, 0]);
    await observe(2, START_MS + 6 * HOUR_MS);
    expect([(await markets()).length, await events()]).toEqual([2, 0]);
    await observe(2.02, START_MS + 7 * HOUR_MS);
    expect([(await markets()).length, await events()]).toEqual([3, 1]);
    expect((await shown()).ev_usd.p50).toBe(101);
  });

  it('never replaces a declared one', async () => {
    await withList(traded({ value: { ...dropDefinition().value, priceUsd: fact(3) } }));
    await observe(2, START_MS);
    expect((await shown()).ev_usd.p50).toBe(150);
  });

  it('stays with a drop whose file changes, unless the token changes', async () => {
    await withList();
    await observe(2, START_MS);
    await apply(traded({ notes: 'Reviewed.' }), START_MS + 1);
    expect((await shown()).ev_usd.p50).toBe(100);
    const other = fact(TOKEN.replace('59144', '1'));
    await apply(traded({ token: { ...traded().token, address: other } }), START_MS + 2);
    expect((await shown()).ev_usd.p50).toBeNull();
    await recomputeAll(db, START_MS + HOUR_MS);
    expect((await shown()).ev_usd.p50).toBeNull();
  });

  it('is stored with four digits, and not replaced by an earlier one', async () => {
    await withList();
    await observe(0.0123456, START_MS);
    await observe(5, START_MS + 1, START_MS - 1);
    expect((await markets()).map(({ price_usd }) => price_usd?.value)).toEqual([0.01235]);
  });

  it('is skipped for a drop that is locked or does not exist', async () => {
    await createDrops(db, traded());
    await db.transaction(async (sql) => {
      await sql.query('SELECT FROM drops FOR UPDATE');
      const report = await recordObservations(
        db,
        [price(2, START_MS), { ...price(2, START_MS), dropId: 'x' }],
        START_MS,
      );
      expect(report).toEqual({ changed: [], skipped: ['linea', 'x'] });
    });
    expect(await recordObservations(db, [price(2, START_MS)], START_MS)).toEqual({ changed: ['linea'], skipped: [] });
  });
});

describe('the polls of prices', () => {
  const queries = async () =>
    (await db.query<{ query: string }>('SELECT query FROM tasks WHERE source = $1', [PRICE_SOURCE])).map(
      ({ query }) => query,
    );

  it('follow the tokens whose price is not declared', async () => {
    await createDrops(db, dropDefinition());
    expect(await queries()).toEqual([]);
    await apply(traded(), START_MS);
    expect(await queries()).toEqual([TOKEN]);
    await apply(traded({ value: { ...dropDefinition().value, priceUsd: fact(1) } }), START_MS);
    expect(await queries()).toEqual([]);
  });
});

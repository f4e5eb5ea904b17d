import { dropDefinition } from '@droptrack/catalogue/testing';
import { proofPath, verifyProof } from '@droptrack/eligibility';
import {
  applyDefinitions,
  type Database,
  importReadings,
  ListHeaders,
  ListRowRepository,
  loadList,
  openDatabase,
  runRecompute,
} from '@droptrack/persistence';
import { createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { recordedLists, recordedReadingsOf } from '@droptrack/sample';
import { applyRecordedLists, RecordedReadingsJob } from './apply-recorded';

const NOW_MS = Date.parse('2025-12-01T09:20:00.000Z');
const LIDO = 'lido-early-stakers';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 2, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const define = (...ids: string[]) =>
  applyDefinitions(db, {
    origin: 'catalogue',
    definitions: ids.map((id) => dropDefinition({ id })),
    nowMs: NOW_MS,
  });
const versions = (dropId: string) => new ListHeaders(db).read(dropId);
const count = async (what: string): Promise<number> => {
  const [row] = await db.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${what}`);
  return row!.n;
};

describe('recorded lists', () => {
  const apply = () => applyRecordedLists(db, { nowMs: NOW_MS });

  it('are loaded with their published tree, and prove each of their wallets', async () => {
    await define(LIDO);
    await apply();
    const [header] = await versions(LIDO);
    const [list] = recordedLists();
    expect(header).toMatchObject({
      wallets: 620,
      total: '3999999999999997473694078',
      treeFormat: 'uniswap',
      root: list!.root,
      isRootPublished: true,
      url: list!.url,
      sha256: list!.sha256,
    });
    const rows = new ListRowRepository(db);
    const [active] = await db.query<{ id: number }>('SELECT id::int FROM lists WHERE in_force');
    const tree = await rows.readTree(active!.id);
    for (const entry of [list!.entries[0]!, list!.entries[619]!]) {
      const wallet = Buffer.from(entry.wallet.slice(2), 'hex');
      const [[row] = []] = await rows.find([{ listId: active!.id, wallet }]);
      const numbers = proofPath(tree!.format, tree!.leaves, row!.position!, tree!.shards);
      const [proof] = await rows.readProofs([{ listId: active!.id, numbers }]);
      const given = { ...entry, format: tree!.format, root: list!.root, proof: proof!, index: Number(entry.index) };
      expect(verifyProof({ ...given, amount: `${entry.amount}` })).toBe(true);
      expect(verifyProof({ ...given, amount: `${entry.amount + 1n}` })).toBe(false);
    }
  });

  it('change nothing when applied again', async () => {
    await define(LIDO);
    await apply();
    const before = [await count('revisions'), await count('lists'), await count('list_rows')];
    await apply();
    expect([await count('revisions'), await count('lists'), await count('list_rows')]).toEqual(before);
  });

  // What its operator decided stays, though the demo starts many times a day.
  it('do not replace a list that an operator has loaded', async () => {
    await define(LIDO);
    const row = { line: 1, wallet: Buffer.alloc(20, 7), amount: 5n };
    const list = { dropId: LIDO, kind: 'allocation', rows: () => [row], url: null, nowMs: NOW_MS } as const;
    await loadList(db, { ...list, sha256: () => '0'.repeat(64) });
    await apply();
    expect((await versions(LIDO)).map(({ wallets }) => wallets)).toEqual([1]);
  });

  it('are skipped where the catalogue lacks their drop', async () => {
    await apply();
    expect(await count('lists')).toBe(0);
  });
});

describe('recorded readings', () => {
  /** Runs a new job, as after a start, until it has nothing left. @returns the instants at which it ran. */
  const apply = async () => {
    const job = new RecordedReadingsJob(db);
    const ranAtMs: number[] = [];
    for (let nowMs = NOW_MS; nowMs < NOW_MS + 60_000; nowMs += 500) {
      if (!job.isDue(nowMs)) continue;
      await job.run(nowMs);
      ranAtMs.push(nowMs);
    }
    return ranAtMs;
  };
  const recompute = async () => {
    while ((await runRecompute(db, { nowMs: NOW_MS })).drops > 0);
  };
  /** Points of the day on which the claim of the drop opened. */
  const countPoints = () => count("points WHERE drop_id = 'monad' AND (hour AT TIME ZONE 'UTC')::date = '2025-10-14'");

  it('become points of each hour of the past, once', async () => {
    await define('monad');
    await recompute();
    expect(await countPoints()).toBe(0);
    await apply();
    const stored = await count("readings WHERE source = 'recorded' AND signal = 'dev_committers'");
    expect(stored).toBe([...recordedReadingsOf('monad')].filter(({ observedAtMs }) => observedAtMs <= NOW_MS).length);
    await recompute();
    expect(await countPoints()).toBe(24);
    const before = [await count('readings'), await count('revisions')];
    await apply();
    await recompute();
    expect([await count('readings'), await count('revisions')]).toEqual(before);
  });

  // Their points take about a second per drop: all at once would slow down the first pages of a newcomer.
  it('are imported after the start, with pauses between drops', async () => {
    await define('monad', 'walrus');
    expect(new RecordedReadingsJob(db).isAfterStart).toBe(true);
    expect(await apply()).toEqual([NOW_MS, NOW_MS + 5_000]);
  });

  it('yield to readings of the same instants that an operator has imported', async () => {
    await define('monad', 'walrus');
    const [first] = recordedReadingsOf('monad');
    await importReadings(db, [{ ...first!, value: 99, source: 'import' }], { nowMs: NOW_MS });
    await apply();
    expect(await count("readings WHERE drop_id = 'monad'")).toBe(1);
    expect(await count("readings WHERE drop_id = 'walrus'")).toBe(147);
  });
});

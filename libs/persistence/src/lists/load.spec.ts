import { emptyView, foldRevisions, listEntityId } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { applyDefinitions } from '../drops/apply';
import { type Database, openDatabase } from '../database/database';
import { readRevisions } from '../log/read';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { ListDropError, ListRejectedError } from './errors';
import { type ListLoad, loadList } from './load';
import { findRow, NOW_MS } from './testing';
import { ListHeaders } from './list-headers';
import type { ListRow, ListTree } from './list-row';

const SHA = 'ab'.repeat(32);
const BARE = { breakdown: [], index: null, position: null, proof: null, fields: null, token: null };
const wallet = (byte: number): Uint8Array => new Uint8Array(20).fill(byte);
const rows = (...amounts: (number | bigint)[]): ListRow[] =>
  amounts.map((amount, i) => ({ line: i + 2, wallet: wallet(i + 1), amount: BigInt(amount) }));
const treeOf = (expectRoot: string | null): ListTree => ({ format: 'ens', expectRoot, hash: PORTABLE_HASH });
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
let [test, db]: [TestDatabase, Database] = [null!, null!];
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  await apply();
  await db.query('UPDATE drop_dues SET due_at = $1', ['2030-01-01']);
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const tokenOf = (decimals: number) => ({ symbol: null, decimals: fact(decimals), address: null });
const definition = (decimals: number) => dropDefinition({ token: tokenOf(decimals) });
const apply = (definitions = [definition(18), dropDefinition({ id: 'zora' })]) =>
  applyDefinitions(db, { origin: 'test', definitions, nowMs: NOW_MS, prune: true });
const load = (of: readonly ListRow[] | ListLoad['rows'], over: Partial<ListLoad> = {}) =>
  loadList(db, {
    dropId: 'linea',
    kind: 'allocation',
    rows: typeof of === 'function' ? of : () => of,
    sha256: () => SHA,
    url: null,
    nowMs: NOW_MS,
    ...over,
  });
const listRevisions = async () => (await readRevisions(db, 0, 1_000, 1_000)).filter(({ entity }) => entity === 'list');
const dueAt = async () =>
  (await db.query<{ due_at: Date }>(`SELECT due_at FROM drop_dues WHERE drop_id = 'linea'`))[0]!;
const traces = () =>
  db.query(`SELECT (SELECT count(*) FROM lists) AS lists, (SELECT count(*) FROM list_rows) AS rows,
                   (SELECT seq FROM log_head) AS seq, (SELECT max(due_at) FROM drop_dues) AS due`);
/** Until a statement on this database waits for what another transaction has locked. */
async function waitForBlockedLock(): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await db.query(waiting)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('loadList', () => {
  it('activates a list, appends its revision and enqueues the drop', async () => {
    const report = await load(rows(100, 200, 300, 400, 5000), { url: 'https://linea.example/list.csv' });
    expect(report).toEqual({
      outcome: 'loaded',
      ...{ changed: [], difference: null },
      active: [{ name: '', part: false, total: '6000', tokens: null, wallets: 5 }],
      rows: 5,
      former: null,
      definition: definition(18),
      list: {
        drop: 'linea',
        kind: 'allocation',
        version: 1,
        list_id: expect.any(Number),
        wallets: 5,
        total: '6000',
        decimals: 18,
        sha256: SHA,
        url: 'https://linea.example/list.csv',
        spread: { median: 300, mean: 1200, q10: 140, q90: expect.closeTo(3160, 9) },
        quantiles: [
          { p: 0, amount: '100' },
          { p: 0.01, amount: '104' },
          { p: 0.05, amount: '120' },
          { p: 0.1, amount: '140' },
          { p: 0.25, amount: '200' },
          { p: 0.5, amount: '300' },
          { p: 0.75, amount: '400' },
          { p: 0.9, amount: '3160' },
          { p: 0.95, amount: '4080' },
          { p: 0.99, amount: '4816' },
          { p: 1, amount: '5000' },
        ],
        tree: null,
      },
    });
    const [revision, ...more] = await listRevisions();
    expect(more).toEqual([]);
    expect(revision).toMatchObject({ id: listEntityId('linea', 'allocation'), body: report.list });
    expect(await db.query(`SELECT cause FROM revisions WHERE entity = 'list'`)).toEqual([{ cause: 'list' }]);
    expect(await dueAt()).toEqual({ due_at: new Date(NOW_MS) });
  });

  it('keeps amounts exactly, and finds each by its wallet', async () => {
    const most = 2n ** 255n;
    const { list } = await load(rows(most, most - 1n, 0n));
    expect(list.total).toBe((2n ** 256n - 1n).toString());
    expect(await findRow(db, list.list_id, wallet(1))).toEqual({
      amount: most.toString(),
      ...BARE,
    });
    expect(await findRow(db, list.list_id, wallet(3))).toEqual({ amount: '0', ...BARE });
    expect(await findRow(db, list.list_id, wallet(4))).toBeNull();
    expect(await findRow(db, list.list_id, new Uint8Array(32).fill(1))).toBeNull();
  });

  it('has no spread where some get nothing, and none of an exclusion list', async () => {
    expect((await load(rows(1, 0))).list.spread).toBeNull();
    const { list } = await load(rows(0, 0), { kind: 'exclusion' });
    expect(list).toMatchObject({ kind: 'exclusion', version: 1, wallets: 2, total: '0', spread: null });
  });

  it('shows what the rows are to be read by', async () => {
    let decimals: unknown;
    await load((drop) => ((decimals = drop.token.decimals?.value), rows(1)));
    expect(decimals).toBe(18);
  });

  it('puts a new version in the place of the old, and keeps the old', async () => {
    const first = await load(rows(1, 2));
    const second = await load(rows(5), { sha256: () => 'cd'.repeat(32) });
    expect(second).toMatchObject({ list: { version: 2 }, former: { version: 1, wallets: 2, total: '3' } });
    expect(await findRow(db, first.list.list_id, wallet(2))).toEqual({ amount: '2', ...BARE });
    const versions = (await new ListHeaders(db).read('linea')).map(({ version, isActive }) => [version, isActive]);
    expect(versions).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(await new ListHeaders(db).read(null)).toMatchObject([{ dropId: 'linea', version: 2, total: '5' }]);
  });

  it('keeps lists of each kind apart', async () => {
    await load(rows(1));
    await load(rows(0), { kind: 'exclusion' });
    expect((await new ListHeaders(db).read(null)).map(({ kind, version }) => [kind, version])).toEqual([
      ['allocation', 1],
      ['exclusion', 1],
    ]);
    const view = foldRevisions(emptyView, await readRevisions(db, 0, 1_000, 1_000));
    expect([view.list('linea', 'allocation')?.total, view.list('linea', 'exclusion')?.wallets]).toEqual(['1', 1]);
  });

  it('of the same file to the same rows changes nothing', async () => {
    const { list } = await load(rows(1, 2));
    const before = await traces();
    expect(await load(rows(1, 2))).toMatchObject({ outcome: 'unchanged', list });
    expect(await traces()).toEqual(before);
  });

  it.each<[string, readonly ListRow[], Partial<ListLoad>]>([
    ['another file', rows(1, 2), { sha256: () => 'cd'.repeat(32) }],
    ['other amounts of the same sum', rows(2, 1), {}],
    ['other wallets', rows(1, 2).map((row) => ({ ...row, wallet: new Uint8Array(32).fill(row.line) })), {}],
  ])('of %s is a new version', async (_what, other, over) => {
    await load(rows(1, 2));
    expect(await load(other, over)).toMatchObject({ outcome: 'loaded', list: { version: 2 } });
  });

  it('reports the changes of a dry run, and stores nothing', async () => {
    await load(rows(1, 2));
    const before = await traces();
    expect(await load(rows(7), { dryRun: true })).toMatchObject({
      outcome: 'loaded',
      list: { version: 2, total: '7' },
    });
    expect(await traces()).toEqual(before);
    expect((await load(rows(7))).list.version).toBe(2);
  });

  it('waits for another load of the same drop', async () => {
    const loads = Array.from({ length: 6 }, (_, i) => load(rows(i + 1), { sha256: () => `${i}`.repeat(64) }));
    const versions = (await Promise.all(loads)).map(({ list }) => list.version);
    expect(versions.sort()).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await new ListHeaders(db).read(null)).map(({ version }) => version)).toEqual([6]);
    const appended = (await listRevisions()).map(({ body }) => (body as { version: number }).version);
    expect(appended).toEqual([1, 2, 3, 4, 5, 6]);
  });

  // A recompute run locks the row of the drop: no switch may happen between its reads and its writes.
  it('waits before it activates the rows while another transaction has locked the drop', async () => {
    await withClient(test.url, async (client) => {
      await client.query(`BEGIN; SELECT FROM drops WHERE id = 'linea' FOR NO KEY UPDATE`);
      let isDone = false;
      const loading = load(rows(1)).then(() => (isDone = true));
      await waitForBlockedLock();
      expect([isDone, await new ListHeaders(db).read(null)]).toEqual([false, []]);
      await client.query('COMMIT');
      await loading;
      expect(await new ListHeaders(db).read(null)).toHaveLength(1);
    });
  });
});

describe('a wallet with several rows', () => {
  const duplicates = [
    ...rows(1, 2, 3),
    { line: 9, wallet: wallet(2), amount: 40n },
    { line: 12, wallet: wallet(2), amount: 1n },
  ];

  it('is rejected with its lines by default', async () => {
    const error = await failure(load(duplicates));
    expect(error).toBeInstanceOf(ListRejectedError);
    expect(error).toMatchObject({
      total: 2,
      violations: [
        { line: 9, message: 'the same wallet as in line 3' },
        { line: 12, message: 'the same wallet as in line 3' },
      ],
    });
  });

  it('gets their sum when duplicates are summed', async () => {
    const { rows: read, list } = await load(duplicates, { duplicates: 'sum' });
    expect([read, list.wallets, list.total]).toEqual([5, 3, '47']);
    expect(await findRow(db, list.list_id, wallet(2))).toMatchObject({ amount: '43' });
  });

  // Whatever they made come out is not what is wrong with the list.
  it.each<[string, Partial<ListLoad>]>([
    ['another number of wallets', { expect: () => ({ root: null, total: null, wallets: 3 }) }],
    ['a tree in which a leaf stands twice', { tree: treeOf(null) }],
    ['a root that does not come out', { tree: treeOf(`0x${'ab'.repeat(32)}`) }],
    ['a trial', { dryRun: true }],
  ])('is rejected with its lines although %s is found first', async (_what, over) => {
    const twice = [...rows(1, 2, 3), { ...rows(1, 2)[1]!, line: 9 }];
    expect(await failure(load(twice, over))).toMatchObject({
      violations: [{ line: 9, message: 'the same wallet as in line 3' }],
    });
  });

  it.each([{}, { dryRun: true }])('reports the duplicate wallet, not its duplicate claim index: %j', async (over) => {
    const indexed = rows(1, 2, 3).map((row, index) => ({ ...row, index: BigInt(index) }));
    expect(await failure(load([...indexed, { ...indexed[1]!, line: 9 }], over))).toMatchObject({
      violations: [{ line: 9, message: 'the same wallet as in line 3' }],
    });
  });

  it('names all of many', async () => {
    const many = Array.from({ length: 300 }, (_, i) => ({ line: i + 2, wallet: wallet(7), amount: 1n }));
    const error = (await failure(load(many))) as ListRejectedError;
    expect([error.total, error.violations.length, error.violations[298]?.line]).toEqual([299, 299, 301]);
    expect(error.message).toBe('The list was rejected: line 3: the same wallet as in line 2, and 298 more');
  });
});

describe('a rejected load leaves no trace, and the former list active', () => {
  let before: unknown;
  beforeEach(async () => {
    await load(rows(1, 2));
    await db.query('UPDATE drop_dues SET due_at = $1', ['2030-01-01']);
    before = await traces();
  });
  afterEach(async () => {
    expect(await traces()).toEqual(before);
    expect(await new ListHeaders(db).read(null)).toMatchObject([{ version: 1, total: '3' }]);
  });

  it('for what its rows throw, however late', async () => {
    const error = new Error('line 50002');
    const many = function* (): Generator<ListRow> {
      for (let i = 0; i < 50_000; i++) yield { line: i, wallet: Buffer.alloc(20, `${i}`), amount: 1n };
      throw error;
    };
    expect(await failure(load(many))).toBe(error);
  });

  it('for want of rows', async () => {
    expect(await failure(load([]))).toMatchObject({ total: 1, violations: [{ line: null }] });
  });

  it('for a sum that no token can count', async () => {
    expect(await failure(load(rows(2n ** 255n, 2n ** 255n)))).toBeInstanceOf(ListRejectedError);
  });

  it('for a drop that is not there, or not any more', async () => {
    expect(await failure(load(rows(1), { dropId: 'lynea' }))).toEqual(new ListDropError('lynea', 'unknown'));
    await apply([definition(18)]);
    before = await traces();
    expect(await failure(load(rows(1), { dropId: 'zora' }))).toEqual(new ListDropError('zora', 'archived'));
  });

  it('for a token that has other decimals than when the rows were read', async () => {
    const changing = async function* (): AsyncGenerator<readonly ListRow[]> {
      yield rows(1);
      await apply([definition(6), dropDefinition({ id: 'zora' })]);
      before = await traces();
    };
    expect(await failure(load(changing))).toEqual(new ListDropError('linea', 'changed'));
  });
});

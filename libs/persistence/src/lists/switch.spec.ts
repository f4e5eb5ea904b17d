import { emptyView, foldRevisions, listEntityId } from '@droptrack/catalogue';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { readRevisions } from '../log/read';
import { withClient } from '../testing';
import { ListGoneError, ListRejectedError, ListVersionError } from './errors';
import { ListRowRepository } from './list-row.repository';
import type { ListRow } from './list-row';
import { purgeLists } from './purge';
import { ListHeaders } from './list-headers';
import { removeList, rollBackList } from './switch';
import { findRow, listDatabase, NOW_MS, wallet } from './testing';

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeEach(async () => (lists = await listDatabase()));
afterEach(() => lists.close());

const rows = (...amounts: number[]): ListRow[] =>
  amounts.map((amount, i) => ({ line: i + 2, wallet: wallet(i), amount: BigInt(amount) }));
const of = { dropId: 'linea', kind: 'allocation', nowMs: NOW_MS } as const;
const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const activeLists = async () =>
  (await new ListHeaders(lists.db).read(null)).map(({ dropId, version }) => [dropId, version]);
/** The list in the view of an API process that has read the whole log. */
const inView = async () =>
  foldRevisions(emptyView, await readRevisions(lists.db, 0, 1_000, 1_000)).list('linea', 'allocation');
const dueAt = async () =>
  (await lists.db.query<{ due_at: Date }>(`SELECT due_at FROM drop_dues WHERE drop_id = 'linea'`))[0]!.due_at.getTime();
const threeVersions = async () => {
  const ids: number[] = [];
  for (const amount of [1, 2, 3]) ids.push((await lists.load(rows(amount, amount))).list.list_id);
  await lists.db.query('UPDATE drop_dues SET due_at = $1', ['2030-01-01']);
  return ids;
};

describe('a rollback', () => {
  it('activates the previous version again, unchanged, with its revision', async () => {
    const [, second] = await threeVersions();
    const { former, list } = await rollBackList(lists.db, { ...of, version: null });
    expect([former?.version, list?.version]).toEqual([3, 2]);
    expect([await activeLists(), await inView()]).toMatchObject([
      [['linea', 2]],
      { version: 2, list_id: second, total: '4' },
    ]);
    expect(await dueAt()).toBe(NOW_MS);
    expect((await rollBackList(lists.db, { ...of, version: null })).list?.version).toBe(1);
    expect(await failure(rollBackList(lists.db, { ...of, version: null }))).toEqual(
      new ListVersionError({ dropId: 'linea', kind: 'allocation' }, 'no_former'),
    );
  });

  it('activates any version that has its rows, and reuses no version number', async () => {
    await threeVersions();
    expect((await rollBackList(lists.db, { ...of, version: 1 })).list?.version).toBe(1);
    expect((await lists.load(rows(4))).list.version).toBe(4);
    expect((await rollBackList(lists.db, { ...of, version: 3 })).list?.version).toBe(3);
  });

  it('changes nothing in a dry run or when it is rejected', async () => {
    await threeVersions();
    const before = [await lists.traces(), await activeLists()];
    expect((await rollBackList(lists.db, { ...of, version: null, dryRun: true })).list?.version).toBe(2);
    expect(await failure(rollBackList(lists.db, { ...of, version: 3 }))).toMatchObject({ reason: 'already_active' });
    expect(await failure(rollBackList(lists.db, { ...of, version: 9 }))).toMatchObject({ reason: 'unknown' });
    expect(await failure(rollBackList(lists.db, { ...of, dropId: 'lynea', version: 1 }))).toMatchObject({
      name: 'ListDropError',
    });
    expect([await lists.traces(), await activeLists()]).toEqual(before);
  });

  // The log of an older database has list bodies without a tree.
  it('activates a list without a tree in the log, unchanged', async () => {
    await threeVersions();
    await withClient(lists.url, (client) =>
      client.query(
        `ALTER TABLE revisions DISABLE TRIGGER USER; UPDATE revisions SET body = body - 'tree' WHERE entity = 'list'`,
      ),
    );
    await rollBackList(lists.db, { ...of, version: 1 });
    expect(await inView()).not.toHaveProperty('tree');
  });

  it('does not interleave with concurrent loads', async () => {
    await threeVersions();
    await Promise.all([lists.load(rows(9)), rollBackList(lists.db, { ...of, version: 1 }), lists.load(rows(10))]);
    expect(await activeLists()).toHaveLength(1);
    const view = await inView();
    expect(await activeLists()).toEqual([['linea', view?.version]]);
  });
});

describe('a removal', () => {
  it('deactivates the list, and keeps its rows', async () => {
    await threeVersions();
    expect(await removeList(lists.db, of)).toMatchObject({ former: { version: 3 }, list: null });
    expect([await activeLists(), await inView()]).toEqual([[], null]);
    const latest = await lists.db.query(
      `SELECT body FROM revisions WHERE id = $1 AND entity = 'list' ORDER BY seq DESC LIMIT 1`,
      [listEntityId('linea', 'allocation')],
    );
    expect(latest).toEqual([{ body: null }]);
    expect(await failure(removeList(lists.db, of))).toMatchObject({ reason: 'none' });
    expect((await rollBackList(lists.db, { ...of, version: null })).list?.version).toBe(3);
    await removeList(lists.db, of);
    expect((await lists.load(rows(3))).list.version).toBe(4);
  });
});

describe('a purge', () => {
  // Without its rows, "not in the list" and "deleted" must stay distinguishable.
  it('deletes inactive versions, in which look-ups then fail', async () => {
    const tree = { format: 'openzeppelin', expectRoot: null, hash: PORTABLE_HASH } as const;
    const { list } = await lists.load(rows(7, 8), { tree });
    const ids = [list.list_id, ...(await threeVersions())];
    expect(await purgeLists(lists.db, of)).toEqual({ versions: [1, 2, 3], rows: 6 });
    expect(await lists.traces()).toMatchObject([{ rows: '2', nodes: '0', lists: '4' }]);
    expect(await findRow(lists.db, ids[3]!, wallet(1))).toMatchObject({ amount: '3' });
    const asked = ids.map((listId) => ({ listId, wallet: wallet(1) }));
    expect(await failure(new ListRowRepository(lists.db).find(asked))).toEqual(new ListGoneError());
    expect(await failure(rollBackList(lists.db, { ...of, version: 2 }))).toMatchObject({ reason: 'purged' });
    expect(await failure(rollBackList(lists.db, { ...of, version: null }))).toMatchObject({ reason: 'no_former' });
    expect(await purgeLists(lists.db, of)).toEqual({ versions: [], rows: 0 });
    expect((await lists.load(rows(5))).list.version).toBe(5);
  });

  it('completes an interrupted purge', async () => {
    await threeVersions();
    await lists.db.query('UPDATE lists SET purged_at = now() WHERE version < 3');
    expect(await purgeLists(lists.db, of)).toEqual({ versions: [1, 2], rows: 4 });
  });
});

describe('a load', () => {
  it('leaves no trace when its connection breaks', async () => {
    await threeVersions();
    const before = await lists.traces();
    const some = (from: number): ListRow[] =>
      Array.from({ length: 20_000 }, (_, i) => ({ line: from + i, wallet: wallet(from + i), amount: 1n }));
    const cut = async function* (): AsyncGenerator<readonly ListRow[]> {
      yield some(0);
      await withClient(lists.url, async (client) => {
        const terminate = `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
           WHERE application_name = 'lists under test' AND datname = current_database() AND state = 'active'`;
        // The load may be between two statements, so the termination is retried.
        for (let tries = 1_000; tries > 0 && (await client.query(terminate)).rowCount === 0; tries -= 1) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
      });
      yield some(20_000);
    };
    expect(await failure(lists.load(cut))).toMatchObject({ name: 'DatabaseUnavailableError' });
    expect([await lists.traces(), await activeLists()]).toEqual([before, [['linea', 3]]]);
    expect((await lists.load(rows(1))).list.version).toBe(4);
  });

  it('is rejected with both figures when they differ from the expected ones', async () => {
    const before = await lists.traces();
    const expecting = (over: object) =>
      failure(lists.load(rows(1, 2), { expect: () => ({ root: null, total: null, wallets: null, ...over }) }));
    expect(await expecting({ wallets: 3 })).toMatchObject({
      violations: [{ message: 'it has 2 wallets, and should have 3' }],
    });
    expect(await expecting({ total: 4n })).toBeInstanceOf(ListRejectedError);
    expect(await lists.traces()).toEqual(before);
    expect(await expecting({ wallets: 2, total: 3n })).toMatchObject({ outcome: 'loaded' });
  });

  it('sums the breakdowns of a wallet by reason', async () => {
    const part = (reason: string, amount: bigint) => ({ reason, amount });
    const { list } = await lists.load(
      [
        { line: 2, wallet: wallet(1), amount: 5n, breakdown: [part('bridge', 2n), part('it’s a\t"swap"\\', 3n)] },
        { line: 3, wallet: wallet(1), amount: 4n, breakdown: [part('bridge', 4n)] },
        { line: 4, wallet: wallet(2), amount: 1n, breakdown: [part('bridge', 1n)] },
        { line: 5, wallet: wallet(3), amount: 1n, breakdown: [part('bridge', 1n)] },
        { line: 6, wallet: wallet(3), amount: 1n },
      ],
      { sumsDuplicates: true },
    );
    const found = await new ListRowRepository(lists.db).find(
      [1, 2, 3].map((number) => ({ listId: list.list_id, wallet: wallet(number) })),
    );
    expect(found.map(([row]) => [row?.amount, row?.breakdown])).toEqual([
      [
        '9',
        [
          { reason: 'bridge', amount: '6' },
          { reason: 'it’s a\t"swap"\\', amount: '3' },
        ],
      ],
      ['1', [{ reason: 'bridge', amount: '1' }]],
      ['2', []],
    ]);
  });
});

describe('ListRowRepository.find', () => {
  it('returns rows of several lists in the order of the look-ups, and fails for an unknown list', async () => {
    const [one, , three] = await threeVersions();
    const asked = [
      { listId: three!, wallet: wallet(1) },
      { listId: one!, wallet: wallet(5) },
      { listId: one!, wallet: wallet(0) },
      { listId: three!, wallet: wallet(1) },
    ];
    const found = await new ListRowRepository(lists.db).find(asked);
    expect(found.map((entries) => entries.map(({ amount }) => amount))).toEqual([['3'], [], ['1'], ['3']]);
    expect(await new ListRowRepository(lists.db).find([])).toEqual([]);
    expect(await failure(new ListRowRepository(lists.db).find([{ listId: 999, wallet: wallet(0) }]))).toEqual(
      new ListGoneError(),
    );
  });
});

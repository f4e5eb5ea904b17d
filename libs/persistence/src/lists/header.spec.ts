import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { applyDefinitions } from '../drops/apply';
import { readRevisions } from '../log/read';
import type { ListRow, ListTree } from './list-row';
import type { ListLoad } from './load';
import { ListHeaders } from './list-headers';
import { rollBackList } from './switch';
import { listDatabase, NOW_MS, wallet } from './testing';

const rows = (...amounts: number[]): ListRow[] =>
  amounts.map((amount, i) => ({ line: i + 2, wallet: wallet(i), amount: BigInt(amount) }));
const treeOf = (expectRoot: string | null): ListTree => ({ format: 'openzeppelin', expectRoot, hash: PORTABLE_HASH });

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeEach(async () => (lists = await listDatabase()));
afterEach(() => lists.close());

const bodies = async () =>
  (await readRevisions(lists.db, 0, 1_000, 1_000)).flatMap(({ entity, body }) => (entity === 'list' ? [body] : []));

// A list of ten million rows takes minutes to store, and its address is one field.
describe('a load of the rows that are active', () => {
  it.each<[string, (root: string) => Partial<ListLoad>]>([
    ['url', () => ({ url: 'https://linea.example/moved.csv' })],
    ['root_published', (root) => ({ tree: treeOf(root) })],
  ])('changes the header only where the %s is another one', async (changed, change) => {
    const { list: former } = await lists.load(rows(1, 2), { tree: treeOf(null) });
    const over = { tree: treeOf(null), ...change(former.tree?.root ?? '') };
    const before = await lists.traces();
    expect(await lists.load(rows(1, 2), { ...over, dryRun: true })).toMatchObject({ outcome: 'header_changed' });
    expect(await lists.traces()).toEqual(before);

    const { list, ...report } = await lists.load(rows(1, 2), over);
    expect(report).toMatchObject({ outcome: 'header_changed', changed: [changed], former: { version: 1 } });
    expect(list).toMatchObject({ version: 1, list_id: former.list_id });
    expect(await lists.traces()).toMatchObject([{ lists: '1', rows: '2', nodes: '1' }]);
    expect(await new ListHeaders(lists.db).read('linea')).toMatchObject([
      { version: 1, isActive: true, url: list.url, isRootPublished: list.tree?.root_published },
    ]);
    expect(await bodies()).toEqual([former, list]);
    expect(await lists.load(rows(1, 2), over)).toMatchObject({ outcome: 'unchanged', changed: [] });
  });

  it('changes the header only where the decimals of the token became known', async () => {
    await lists.load(rows(1, 2), { dropId: 'zora' });
    const token = { symbol: null, decimals: fact(6), address: null };
    const definitions = [dropDefinition({ id: 'zora', token })];
    await applyDefinitions(lists.db, { origin: 'test', definitions, nowMs: NOW_MS });
    expect(await lists.load(rows(1, 2), { dropId: 'zora' })).toMatchObject({
      outcome: 'header_changed',
      changed: ['decimals'],
      list: { version: 1, decimals: 6 },
    });
    expect(await new ListHeaders(lists.db).read('zora')).toMatchObject([{ version: 1, decimals: 6 }]);
  });

  it('keeps facts that it does not state', async () => {
    const { list } = await lists.load(rows(1, 2), { tree: treeOf(null) });
    const declared = { url: 'https://linea.example/list.csv', tree: treeOf(list.tree?.root ?? '') };
    await lists.load(rows(1, 2), declared);
    expect(await lists.load(rows(1, 2), { tree: treeOf(null) })).toMatchObject({
      outcome: 'unchanged',
      list: { url: declared.url, tree: { root_published: true } },
    });
  });

  it('keeps the instant of the activation of the rows, until a rollback activates them again', async () => {
    await lists.load(rows(1, 2));
    const [{ at } = { at: null }] = await lists.db.query<{ at: Date }>(
      `SELECT recorded_at AS at FROM revisions WHERE entity = 'list'`,
    );
    for (const url of ['https://linea.example/1', 'https://linea.example/2']) {
      expect((await lists.load(rows(1, 2), { url })).list.published_at).toBe(at?.toISOString());
    }
    await lists.load(rows(3), { sha256: () => 'cd'.repeat(32) });
    const { list } = await rollBackList(lists.db, { dropId: 'linea', kind: 'allocation', version: 1, nowMs: NOW_MS });
    expect(list).toMatchObject({ version: 1, url: 'https://linea.example/2' });
    expect(list).not.toHaveProperty('published_at');
  });
});

import { type CatalogueView, emptyView, foldRevisions, type ListBody } from '@droptrack/catalogue';
import { readRevisions } from '../log/read';
import { ListGoneError, ListVersionError } from './errors';
import type { ListRow } from './list-row';
import type { ListLoad } from './load';
import { purgeLists } from './purge';
import { removeList, rollBackList } from './switch';
import { findRow, listDatabase, NOW_MS, wallet } from './testing';

const failure = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
const rows = (...amounts: number[]): ListRow[] =>
  amounts.map((amount, i) => ({ line: i + 2, wallet: wallet(i), amount: BigInt(amount) }));
const of = { dropId: 'linea', kind: 'allocation' } as const;

let lists: Awaited<ReturnType<typeof listDatabase>>;
let files = 0;
beforeEach(async () => (lists = await listDatabase()));
afterEach(() => lists.close());

const load = (name: string | null, amounts: number[], over: Partial<ListLoad> = {}) => {
  const sha256 = (++files).toString(16).padStart(64, '0');
  return lists.load(rows(...amounts), { ...(name !== null && { name }), sha256: () => sha256, ...over });
};
const revisions = () => readRevisions(lists.db, 0, 1_000, 1_000);
const view = async (): Promise<CatalogueView> => foldRevisions(emptyView, await revisions());
const active = async () =>
  (await view()).listsOf('linea', 'allocation').map(({ name = null, version, total }) => [name, version, total]);

describe('a named list', () => {
  it('is loaded beside the others, with versions of its own', async () => {
    await load(null, [1]);
    await load('season-2', [2]);
    await load('season-2', [3]);
    await load('season-10', [4], { kind: 'exclusion' });
    expect(await active()).toEqual([
      [null, 1, '1'],
      ['season-2', 2, '3'],
    ]);
    expect((await view()).list('linea', 'exclusion', 'season-10')).toMatchObject({ version: 1 });
    expect((await view()).list('linea', 'exclusion')).toBeNull();
  });

  it('has its name in the log, and the unnamed list none', async () => {
    await load(null, [1]);
    await load('season-2', [2]);
    const bodies = (await revisions()).flatMap(({ entity, id, body }) => (entity === 'list' ? [{ id, body }] : []));
    expect(bodies.map(({ id, body }) => [id, Object.hasOwn(body as ListBody, 'name')])).toEqual([
      ['linea', false],
      ['linea:allocation:season-2', true],
    ]);
  });

  it('with the same rows changes nothing, and only its own header otherwise', async () => {
    const url = 'https://linea.example/list.csv';
    const sha256 = () => 'cd'.repeat(32);
    await load(null, [1], { sha256 });
    await load('season-2', [1], { sha256 });
    expect((await load('season-2', [1], { sha256 })).outcome).toBe('unchanged');
    expect((await load('season-2', [1], { sha256, url })).outcome).toBe('header_changed');
    const urls = (await view()).listsOf('linea', 'allocation').map((list) => list.url);
    expect(urls).toEqual([null, url]);
  });

  it('is rolled back and removed without an effect on the others', async () => {
    await load(null, [1]);
    await load(null, [2]);
    await load('season-2', [3]);
    await load('season-2', [4]);
    await rollBackList(lists.db, { ...of, name: 'season-2', version: null, nowMs: NOW_MS });
    expect(await active()).toEqual([
      [null, 2, '2'],
      ['season-2', 1, '3'],
    ]);
    await rollBackList(lists.db, { ...of, version: null, nowMs: NOW_MS });
    await removeList(lists.db, { ...of, name: 'season-2', nowMs: NOW_MS });
    expect(await active()).toEqual([[null, 1, '1']]);
    expect(await failure(removeList(lists.db, { ...of, name: 'season-2', nowMs: NOW_MS }))).toEqual(
      new ListVersionError({ ...of, name: 'season-2' }, 'none'),
    );
    await rollBackList(lists.db, { ...of, name: 'season-2', version: 2, nowMs: NOW_MS });
    expect(await active()).toEqual([
      [null, 1, '1'],
      ['season-2', 2, '4'],
    ]);
  });

  it('is purged without an effect on the others', async () => {
    const first = await load(null, [1]);
    await load(null, [2]);
    const season = await load('season-2', [3]);
    await load('season-2', [4]);
    expect(await purgeLists(lists.db, { ...of, name: 'season-2', nowMs: NOW_MS })).toEqual({ versions: [1], rows: 1 });
    expect(await failure(findRow(lists.db, season.list.list_id, wallet(0)))).toEqual(new ListGoneError());
    expect(await findRow(lists.db, first.list.list_id, wallet(0))).toMatchObject({ amount: '1' });
  });

  it('names itself in errors', () => {
    const message = 'Version 3 of the allocation list "season-2" of "linea" does not exist';
    expect(new ListVersionError({ ...of, name: 'season-2' }, 'unknown', 3).message).toBe(message);
    expect(new ListVersionError(of, 'none').message).toBe(
      'The allocation list of "linea" is not active: there is no version to deactivate',
    );
  });
});

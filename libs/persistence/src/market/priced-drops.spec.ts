import { listDatabase, NOW_MS, wallet } from '../lists/testing';
import { removeList } from '../lists/switch';
import { readPricedDrops } from './priced-drops';

let lists: Awaited<ReturnType<typeof listDatabase>>;
beforeAll(async () => (lists = await listDatabase()));
afterAll(() => lists.close());

describe('readPricedDrops', () => {
  it('finds a list while any allocation list of the drop is active, unnamed or named', async () => {
    const has = async () =>
      (await readPricedDrops(lists.db, ['linea', 'zora'])).map(({ id, hasList }) => [id, hasList]);
    const remove = (name?: string) =>
      removeList(lists.db, { dropId: 'linea', kind: 'allocation', ...(name && { name }), nowMs: NOW_MS });
    const rows = [{ line: 2, wallet: wallet(1), amount: 1n }];
    await lists.load(rows, { kind: 'exclusion' });
    expect(new Map((await has()) as [string, boolean][]).get('linea')).toBe(false);
    await lists.load(rows);
    await lists.load(rows, { name: 'season-2' });
    await remove();
    expect(new Map((await has()) as [string, boolean][])).toEqual(new Map([['linea', true], ['zora', false]])); // prettier-ignore
    await remove('season-2');
    expect(new Map((await has()) as [string, boolean][]).get('linea')).toBe(false);
  });
});

import { contradictions } from './list-metadata';

it('reports differences between rows and declared metadata', () => {
  const declared = { root: null, total: 3n, wallets: 2, treeFormat: null, shardNybbles: null };
  expect(contradictions(declared, { total: 3n, entries: 2 })).toEqual([]);
  expect(contradictions({ ...declared, total: null, wallets: null }, { total: 4n, entries: 1 })).toEqual([]);
  expect(contradictions(declared, { total: 4n, entries: 1 })).toEqual([
    'its amounts add up to 4 base units, it states a total of 3',
    'it has 1 entries, it states that there are 2',
  ]);
});

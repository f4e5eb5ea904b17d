import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { ListRowRepository } from '@droptrack/persistence';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCommands } from './testing';
import { claimLeaf, fillEmpty, fillZeros, packedLeaf, ROWS, treeOf } from './published-testing';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeAll(async () => {
  lists = await listCommands([dropDefinition({ token: { symbol: null, decimals: fact(18), address: null } })]);
});
afterAll(() => lists.close());

const PADDINGS = [
  ['zero', fillZeros],
  ['empty', fillEmpty],
] as const;

function load(document: unknown, options: Parameters<typeof lists.load>[1] = {}) {
  const path = join(lists.folder, 'padded.json');
  writeFileSync(path, JSON.stringify(document));
  return lists.load([path], options);
}

/** A published file of the first rows, with or without claim indexes. */
function published(count: number, fill: (typeof PADDINGS)[number][1], isIndexed: boolean) {
  const rows = ROWS.slice(0, count);
  const leafOf = isIndexed ? claimLeaf : packedLeaf;
  const tree = treeOf(rows.map(leafOf), fill);
  const claims = rows.map((of) => {
    const claim = { amount: of.amount, proof: tree.proof(leafOf(of)) };
    return [of.address, isIndexed ? { index: of.row, ...claim } : claim] as const;
  });
  return { merkleRoot: tree.root, claims: Object.fromEntries(claims) };
}

describe.each(PADDINGS)('a tree that is padded with %s hashes', (odd, fill) => {
  it.each([3, 5, 6, 7])('of %d leaves loads, and proves each row as published', async (count) => {
    for (const isIndexed of [true, false]) {
      const document = published(count, fill, isIndexed);
      const { code, text, document: report } = await load(document);
      expect([code, text]).toEqual([0, expect.stringContaining(document.merkleRoot)]);
      expect(report).toMatchObject({ tree: { root: document.merkleRoot, root_published: true } });
      const [{ id } = { id: 0 }] = await lists.db.query<{ id: number }>(
        'SELECT id::float8 AS id FROM lists WHERE in_force',
      );
      const stored = await new ListRowRepository(lists.db).readTree(id);
      expect(stored?.shape).toEqual({ order: 'by_hash', pairs: 'sorted', odd });
    }
  });

  it('is found by its root alone, and can be declared', async () => {
    const rows = ROWS.slice(0, 5);
    const { root } = treeOf(rows.map(packedLeaf), fill);
    const list = rows.map(({ address, amount }) => ({ address, amount }));
    const options = { unit: 'base', tree: 'ens', expectRoot: root, dryRun: true } as const;
    expect(await load(list, options)).toMatchObject({ code: 0, document: { tree: { root } } });
    expect(await load(list, { ...options, expectRoot: null, odd })).toMatchObject({
      document: { tree: { root } },
    });
  });

  it('is rejected with a true reason when a row is missing', async () => {
    const { merkleRoot, claims } = published(5, fill, true);
    const { code, text } = await load({ merkleRoot, claims: Object.fromEntries(Object.entries(claims).slice(1)) });
    expect([code, text]).toEqual([1, expect.stringContaining('either other rows are missing')]);
    expect(text).toContain('or its tree has another shape than the 2 that were tried');
  });
});

it('does not apply keccak256 of no bytes to trees of Starknet, whose prime is below it', async () => {
  const options = { unit: 'base', tree: 'starknet_pedersen', odd: 'empty' } as const;
  await expect(load([], options)).rejects.toThrow('--odd empty does not apply');
});

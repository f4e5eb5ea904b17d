import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { applyDefinitions } from '@droptrack/persistence';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { checkLists } from '../doctor/checks/check-lists';
import { recordedOutput } from '../../testing/recorded-output';
import { listCommands } from './testing';
import { rollBackLists } from './versions';

const A = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const B = '0x52908400098527886E0F7030069857D2E4169EE7';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  lists = await listCommands([dropDefinition({ token })]);
});
afterEach(() => lists.close());

/** Dump of a tree in which the first wallet has two leaves. */
function dumpOfEntries() {
  const leaves = [[A, '7'], [B, '5'], [A, '3']]; // prettier-ignore
  const tree = StandardMerkleTree.of(leaves, ['address', 'uint256']);
  const path = join(lists.folder, 'tree.json');
  writeFileSync(path, JSON.stringify(tree.dump()));
  return { path, root: tree.root };
}

describe('a named list', () => {
  it('is loaded, shown and rolled back beside the unnamed one', async () => {
    await lists.loadCsv([`${A},1`]);
    const loaded = await lists.loadCsv([`${A},2`], { name: 'season-2' });
    expect(loaded.text).toMatch(/^linea: version 1 of the allocation list "season-2" is active/);
    expect(loaded.document).toMatchObject({ name: 'season-2', version: 1, former: null });
    await lists.loadCsv([`${B},3`], { name: 'season-2' });
    const shown = await lists.show();
    expect(shown.document.data.map(({ name, version, total }) => [name, version, total])).toEqual([
      [null, 1, `1${'0'.repeat(18)}`],
      ['season-2', 2, `3${'0'.repeat(18)}`],
    ]);
    expect(shown.text.split('\n')[0]).toContain('NAME');

    const { output, said } = recordedOutput();
    const args = { dropId: 'linea', kind: 'allocation', name: 'season-2', to: null, dryRun: false } as const;
    const now = () => new Date();
    await rollBackLists(args, { output, withDatabase: (work) => work(lists.db), now });
    expect(said.text).toContain('version 1 of the allocation list "season-2" is active again');
    expect((await lists.show()).document.data.map(({ version }) => version)).toEqual([1, 1]);
  });

  it('is counted by the doctor', async () => {
    expect(await checkLists(lists.db)).toMatchObject({ state: 'ok', message: 'No list is active' });
    await lists.loadCsv([`${A},1`]);
    expect((await checkLists(lists.db)).message).toBe('1 active allocation list of 1 drop');
    await lists.loadCsv([`${A},2`], { name: 'season-2' });
    await lists.loadCsv([`${B},2`], { name: 'bots', kind: 'exclusion' });
    const message = '2 active allocation lists and 1 exclusion list of 1 drop, 2 with a name';
    expect(await checkLists(lists.db)).toMatchObject({ check: 'lists', state: 'ok', message });
  });

  // The catalogue declares the figures of all lists of the drop together.
  it('is compared with the catalogue as a part: only what exceeds the whole needs --accept-mismatch', async () => {
    const distribution = { tokens: fact('100'), wallets: fact(5), totalSupply: null };
    const token = { symbol: null, decimals: fact(18), address: null };
    const definitions = [dropDefinition({ token, distribution })];
    await applyDefinitions(lists.db, { origin: 'test', definitions, nowMs: Date.now() });
    const small = await lists.loadCsv([`${A},1`], { name: 'season-2' });
    const gap = {
      code: 'short',
      message: 'The loaded list has only 1 wallet (catalogue: 5) and 1 tokens (catalogue: 100).',
    };
    expect([small.code, small.notes]).toEqual([0, [expect.stringContaining(`linea: ${gap.message}`)]]);
    expect(small.document['gap']).toEqual(gap);
    const shown = await lists.show();
    expect(shown.document).toMatchObject({ gaps: [{ drop: 'linea', ...gap }] });
    expect(shown.text).toContain(
      `linea: ${gap.message} Checks answer a wallet in none of the lists with pending or unknown`,
    );
    const difference = '1 wallet (catalogue: 5), 200 tokens (catalogue: 100)';
    const large = await lists.loadCsv([`${A},200`], { name: 'season-2' });
    expect([large.code, large.text]).toEqual([1, expect.stringContaining(difference)]);
    const accepted = await lists.loadCsv([`${A},200`], { name: 'season-2', acceptMismatch: true });
    expect([accepted.code, accepted.notes]).toEqual([
      0,
      [expect.stringContaining(`The list has ${difference}`), expect.stringContaining('only 1 wallet (catalogue: 5)')],
    ]);
  });

  it.each(['', 'Season', 'a_b', '-a', 'a--b', 'x'.repeat(65)])('cannot be called %j', async (name) => {
    await expect(lists.loadCsv([`${A},1`], { name })).rejects.toMatchObject({ code: 'invalid_argument' });
    expect((await lists.show()).document.data).toEqual([]);
  });
});

describe('a published tree with several leaves of a wallet', () => {
  it('is rejected with a hint, and loaded with --duplicates separate', async () => {
    const { path, root } = dumpOfEntries();
    const rejected = await lists.load([path], { unit: 'base' });
    expect(rejected.code).not.toBe(0);
    expect(rejected.text).toContain('load it with --duplicates separate');
    expect((await lists.show()).document.data).toEqual([]);
    const loaded = await lists.load([path], { unit: 'base', duplicates: 'separate', expectRoot: root });
    expect(loaded.text).toContain('(from 3 rows, each an entry of its own)');
    expect(loaded.document).toMatchObject({ rows: 3, wallets: 2, total: '15', tree: { root, root_published: true } });
  });
});

import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { EKUBO_TREE_CLAIMS, STRK_MERKLE_TREE } from '@droptrack/eligibility/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listCommands } from './testing';

const { root, nodes, leaves } = STRK_MERKLE_TREE;
/** As most programs of Starknet print numbers: without leading zeros. */
const unpadded = (text: string): string => `0x${BigInt(text).toString(16)}`;
const PEDERSEN = { dropId: 'strk', unit: 'base', tree: 'starknet_pedersen', expectRoot: root } as const;

describe('lists load of a tree of Starknet', () => {
  let lists: Awaited<ReturnType<typeof listCommands>>;
  beforeAll(async () => {
    const strk = { chain: fact('starknet'), wallets: ['starknet', 'evm'] as const };
    lists = await listCommands([dropDefinition({ id: 'strk', ...strk })]);
  });
  afterAll(() => lists.close());

  const written = (name: string, content: string | object): string => {
    const path = join(lists.folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  const table = (rows: readonly string[]): string => written('list.csv', ['address,amount', ...rows, ''].join('\n'));
  const ROWS = leaves.map(({ wallet, amount }) => `${wallet},${amount}`);

  it.each([
    ['padded addresses', ROWS, {}],
    ['unpadded addresses, in any order', leaves.map((one) => `${unpadded(one.wallet)},${one.amount}`).reverse(), {}],
    ['hexadecimal amounts', leaves.map((one) => `${one.wallet},${unpadded(one.amount)}`), { hex: 'amounts' }],
    ['a root without leading zeros', ROWS, { expectRoot: unpadded(root) }],
  ])('has the published root: %s', async (_, rows, over) => {
    const { code, document } = await lists.load([table(rows)], { ...PEDERSEN, ...over });
    expect([code, document]).toMatchObject([
      0,
      { wallets: 12, tree: { format: 'starknet_pedersen', root, root_published: true } },
    ]);
  });

  it('reads the dump of strk-merkle-tree, with its root', async () => {
    const values = leaves.map(({ wallet, amount, node }) => ({ value: [unpadded(wallet), amount], treeIndex: node }));
    const dump = {
      format: 'standard-v1',
      leafEncoding: ['ContractAddress', 'u128'],
      tree: nodes.map(unpadded),
      values,
    };
    const { code, document } = await lists.load([written('tree.json', dump)], {
      ...PEDERSEN,
      unit: null,
      expectRoot: null,
    });
    expect([code, document]).toMatchObject([0, { tree: { format: 'starknet_pedersen', root, root_published: true } }]);
  });

  it('finds the shape of a tree of the same leaves that was built otherwise', async () => {
    const [first, second] = EKUBO_TREE_CLAIMS;
    const rows = [first!, second!, first!].map(
      ({ wallet, amount }, nr) => `${nr === 2 ? leaves[0]!.wallet : wallet},${amount},${nr}`,
    );
    const path = written('claims.csv', ['address,amount,nr', ...rows, ''].join('\n'));
    const ekubo = { dropId: 'strk', unit: 'base', tree: 'ekubo', columns: 'index=nr' } as const;
    const promoted = await lists.load([path], { ...ekubo, odd: 'promote', dryRun: true });
    const expectRoot = (promoted.document as { tree: { root: string } }).tree.root;
    const { code, document } = await lists.load([path], { ...ekubo, expectRoot });
    expect([code, document]).toMatchObject([0, { tree: { root: expectRoot, root_published: true } }]);
  });

  it('shows its progress while it builds the tree', async () => {
    const { progress } = await lists.load([table(ROWS)], { ...PEDERSEN, dryRun: true });
    expect(progress.some((line) => line?.includes('Building the tree'))).toBe(true);
  });

  const PRIME = `0x${(2n ** 251n + 17n * 2n ** 192n + 1n).toString(16).padStart(64, '0')}`;
  it.each([
    ['a number at the prime', `${PRIME},1`, 'list.csv'],
    ['an EVM wallet', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,1', 'a wallet of this family cannot be in a tree'],
    ['an amount over its width', `${leaves[0]!.wallet},${2n ** 128n}`, 'the amount does not fit into a leaf'],
  ])('rejects %s with its line', async (_, row, message) => {
    const { code, text } = await lists.load([table([...ROWS.slice(1), row])], PEDERSEN);
    expect([code, text]).toEqual([1, expect.stringMatching(/13/)]);
    expect(text).toContain(message);
    expect(text).not.toContain(row.slice(2, 12));
  });

  it('rejects a proof that leads elsewhere with its line, and accepts published ones', async () => {
    const [claim] = EKUBO_TREE_CLAIMS;
    const { wallet, amount, index, proof } = claim!;
    const given = (of: readonly string[]) => written('claims.json', { [wallet]: { index, amount, proof: of } });
    const ekubo = { dropId: 'strk', tree: 'ekubo', part: true, expectRoot: claim!.root } as const;
    const good = await lists.load([given(proof.map(unpadded))], ekubo);
    expect([good.code, good.document]).toMatchObject([0, { tree: { format: 'ekubo', root: claim!.root } }]);
    const bad = await lists.load([given([...proof].reverse())], ekubo);
    expect([bad.code, bad.text]).toEqual([1, expect.stringContaining('its published proof does not lead to the root')]);
    const over = await lists.load([given([PRIME, ...proof.slice(1)])], ekubo);
    expect([over.code, over.text]).toEqual([1, expect.stringContaining('below its prime')]);
  });

  it('rejects another root, with the computed one', async () => {
    const { code, text } = await lists.load([table(ROWS.slice(1))], PEDERSEN);
    expect([code, text]).toEqual([1, expect.stringContaining(`and should have ${root}`)]);
  });
});

import type { ListBody } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { ListRowRepository } from '@droptrack/persistence';
import { StandardMerkleTree } from '@openzeppelin/merkle-tree';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concat, encodeAbiParameters, encodePacked, getAddress, type Hex, keccak256 } from 'viem';
import { CliError } from '../../output/cli-error';
import { listCommands } from './testing';

const COUNT = 11;
const TOKEN = `0x${'0c'.repeat(20)}` as const;
const walletOf = (row: number): Hex => keccak256(`0x${row.toString(16).padStart(2, '0')}`).slice(0, 42) as Hex;
const amountOf = (row: number): bigint => 1_000n + BigInt(row);

/** Tree as merkletreejs builds it, independent of the code under test: odd nodes are promoted. */
function rootOf(leaves: readonly Hex[], pair: (left: Hex, right: Hex) => Hex[]): Hex {
  let level = [...leaves];
  while (level.length > 1) {
    level = level.flatMap((node, i) => {
      if (i % 2 === 1) return [];
      const right = level[i + 1];
      return [right === undefined ? node : keccak256(concat(pair(node, right)))];
    });
  }
  return level[0]!;
}
const sorted = (left: Hex, right: Hex): Hex[] => (left < right ? [left, right] : [right, left]);
const positional = (left: Hex, right: Hex): Hex[] => [left, right];

/** As of Merkl: keccak256(abi.encode(user, token, amount)). */
const MERKL = Array.from({ length: COUNT }, (_, row) =>
  keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint256' }],
      [walletOf(row), TOKEN, amountOf(row)],
    ),
  ),
);
/** As of CoW: keccak256(abi.encodePacked(index, claimType, claimant, amount)). */
const COW = Array.from({ length: COUNT }, (_, row) =>
  keccak256(
    encodePacked(['uint256', 'uint8', 'address', 'uint256'], [BigInt(row), row % 6, walletOf(row), amountOf(row)]),
  ),
);
const MERKL_LEAF = `address wallet, address ${TOKEN}, uint256 amount`;
const COW_LEAF = 'uint256 index, uint8 column:type, address wallet, uint256 amount';

let lists: Awaited<ReturnType<typeof listCommands>>;
let path: string;
beforeAll(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  lists = await listCommands([dropDefinition({ token })]);
  path = join(lists.folder, 'claims.csv');
});
afterAll(() => lists.close());

const rows = (typeOf: (row: number) => string | number = (row) => row % 6): void =>
  writeFileSync(
    path,
    [
      'address,amount,nr,type',
      ...Array.from({ length: COUNT }, (_, row) => [walletOf(row), amountOf(row), row, typeOf(row)].join()),
      '',
    ].join('\n'),
  );
type Options = Parameters<typeof lists.load>[1];
const load = (options: Options) => lists.load([path], { unit: 'base', ...options });

async function stored() {
  const [{ body } = { body: null }] = await lists.db.query<{ body: ListBody | null }>(
    `SELECT body FROM revisions WHERE entity = 'list' ORDER BY seq DESC LIMIT 1`,
  );
  return { body: body!, tree: await new ListRowRepository(lists.db).readTree(body!.list_id) };
}

describe('lists load --tree', () => {
  beforeEach(() => rows());

  it.each([
    ['in the order of the list', rootOf(MERKL, sorted), { order: 'by_index', pairs: 'sorted' }],
    ['sorted by hash', rootOf([...MERKL].sort(), sorted), { order: 'by_hash', pairs: 'sorted' }],
    ['with positional pairs', rootOf(MERKL, positional), { order: 'by_index', pairs: 'positional' }],
  ])('abi: finds the shape of a tree of leaves %s by its root', async (_, root, shape) => {
    const { code, text } = await load({ tree: 'abi', leaf: MERKL_LEAF, expectRoot: root });
    expect([code, text]).toEqual([0, expect.anything()]);
    const { body, tree } = await stored();
    expect(body.tree).toEqual({ format: 'abi', root, root_published: true });
    expect(tree?.shape).toMatchObject({ ...shape, odd: 'promote', fields: expect.anything() });
  });

  it('abi: builds the declared shape without a root', async () => {
    const shape = { leaves: 'listed', pairs: 'positional' } as const;
    expect(await load({ tree: 'abi', leaf: MERKL_LEAF, ...shape })).toMatchObject({ code: 0 });
    expect((await stored()).body.tree).toMatchObject({ root: rootOf(MERKL, positional) });
  });

  it('packed: reads fields that differ from row to row', async () => {
    const expectRoot = rootOf([...COW].sort(), sorted);
    expect(await load({ tree: 'packed', leaf: COW_LEAF, columns: 'index=nr', expectRoot })).toMatchObject({ code: 0 });
    const { body } = await stored();
    const key = Buffer.from(walletOf(7).slice(2), 'hex');
    const [[row] = []] = await new ListRowRepository(lists.db).find([{ listId: body.list_id, wallet: key }]);
    expect(row).toMatchObject({ index: '7', fields: ['1'] });
  });

  it('openzeppelin: loads dumps of other fields', async () => {
    const values = Array.from({ length: COUNT }, (_, row) => [walletOf(row), TOKEN, `${amountOf(row)}`]);
    const theirs = StandardMerkleTree.of(values, ['address', 'address', 'uint256']);
    writeFileSync(path, JSON.stringify(theirs.dump()));
    const without = await lists.load([path]);
    expect(without).toMatchObject({ code: 1, text: expect.stringContaining('--leaf') });
    const leaf = 'address wallet, address column, uint256 amount';
    expect(await lists.load([path], { leaf })).toMatchObject({ code: 0 });
    const { body, tree } = await stored();
    expect(body.tree).toMatchObject({ root: theirs.root, root_published: true });
    expect(tree?.shape).toMatchObject({ odd: 'heap' });
    expect(await lists.load([path], { leaf: 'address wallet, uint256 amount' })).toMatchObject({
      ...{ code: 1, text: expect.stringContaining('other types than --leaf') },
    });
  });

  it('rejects a root that no shape leads to, or the declared one does not', async () => {
    const expectRoot = `0x${'ab'.repeat(32)}`;
    expect(await load({ tree: 'abi', leaf: MERKL_LEAF, expectRoot })).toMatchObject({
      ...{ code: 1, text: expect.stringContaining('the 18 that were tried') },
    });
    const shape = { leaves: 'listed' } as const;
    expect(await load({ tree: 'abi', leaf: MERKL_LEAF, expectRoot, ...shape })).toMatchObject({
      ...{ code: 1, text: expect.stringContaining('(--leaves, --pairs, --odd)') },
    });
  });

  it.each([
    ['out of the range of its type', (row: number) => (row === 3 ? 256 : 0), 'outside the range of uint8'],
    ['that is missing', (row: number) => (row === 3 ? '' : 0), 'not an integer'],
    ['that is no integer', (row: number) => (row === 3 ? 'two' : 0), 'not an integer'],
  ])('rejects a field %s, with its line', async (_, typeOf, message) => {
    rows(typeOf);
    const { code, text } = await load({ tree: 'packed', leaf: COW_LEAF, columns: 'index=nr' });
    expect(code).toBe(1);
    expect(text).toContain(message);
    expect(text).toMatch(/\b5\b/);
  });

  it.each<[string, Options, RegExp]>([
    [
      'a format of fixed leaves',
      { tree: 'ens', leaf: MERKL_LEAF },
      /--leaf applies to --tree openzeppelin, abi and packed$/,
    ],
    ['no wallet', { tree: 'abi', leaf: 'uint256 amount' }, /exactly one field of a leaf must be the wallet/],
    ['no amount', { tree: 'abi', leaf: 'address wallet' }, /Leaves without an amount are of a list without amounts/],
    ['a text', { tree: 'abi', leaf: 'address wallet, uint256 amount, string column:type' }, /dynamic size/],
    ['an array', { tree: 'abi', leaf: 'address wallet, uint256 amount, uint8[] column:type' }, /dynamic size/],
    ['a constant out of range', { tree: 'abi', leaf: 'address wallet, uint256 amount, uint8 300' }, /range of uint8/],
    [
      'a constant with a wrong checksum',
      { tree: 'abi', leaf: `address wallet, uint256 amount, address ${getAddress(TOKEN).replace('C', 'c')}` },
      /EIP-55 checksum/,
    ],
    ['a type only', { tree: 'abi', leaf: 'address, uint256 amount' }, /--leaf must list/],
    ['fields of another format', { tree: 'uniswap', leaf: MERKL_LEAF }, /applies to --tree/],
    ['packed without fields', { tree: 'packed' }, /requires --leaf/],
    ['positional pairs on two levels', { tree: 'openzeppelin', pairs: 'positional' }, /requires --odd/],
    ['a shape without a tree', { pairs: 'positional' }, /--tree is required/],
    ['a shape of a tree of Solana', { tree: 'jito', leaves: 'sorted' }, /do not apply/],
  ])('rejects options: %s', async (_, options, message) => {
    const error = await load(options).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(CliError);
    expect((error as CliError).message).toMatch(message);
  });
});

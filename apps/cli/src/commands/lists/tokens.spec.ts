import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { ListRowRepository } from '@droptrack/persistence';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeAbiParameters, encodePacked, getAddress, type Hex, keccak256 } from 'viem';
import { listCommands } from './testing';
import { byWallet, ROWS, TOKEN, treeOf, walletOf } from './published-testing';

const OTHER = getAddress(`0x${'0d'.repeat(20)}`);

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeEach(async () => {
  const token = { symbol: null, decimals: fact(18), address: fact(`eip155:1/erc20:${TOKEN.toLowerCase()}`) };
  lists = await listCommands([dropDefinition({ token })]);
});
afterEach(() => lists.close());

type Options = Parameters<typeof lists.load>[1];
function load(document: unknown, options: Options = {}) {
  const path = join(lists.folder, 'list.json');
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  return lists.load([path], options);
}

/** Token and amount of the entries of a wallet, in their order. */
async function entriesOf(wallet: string) {
  const [{ id } = { id: 0 }] = await lists.db.query<{ id: number }>(
    'SELECT id::float8 AS id FROM lists WHERE in_force',
  );
  const key = Buffer.from(wallet.slice(2), 'hex');
  const [rows = []] = await new ListRowRepository(lists.db).find([{ listId: id, wallet: key }]);
  return rows.map(({ token, amount }) => [token, amount]);
}

/** Every wallet has both tokens. */
const PAIRS = ROWS.flatMap((of) => [
  { of, token: TOKEN, amount: of.amount },
  { of, token: OTHER, amount: `${of.row + 1}` },
]);
type Pair = (typeof PAIRS)[number];
const hashed = (types: string[], values: unknown[], isPacked: boolean): Hex =>
  isPacked
    ? keccak256(encodePacked(types, values as never))
    : keccak256(
        encodeAbiParameters(
          types.map((type) => ({ type })),
          values,
        ),
      );
const LEAVES: readonly (readonly [string, (pair: Pair) => Hex])[] = [
  ['abi', ({ of, token, amount }) => hashed(['address', 'address', 'uint256'], [of.address, token, BigInt(amount)], false)], // prettier-ignore
  ['packed', ({ of, token, amount }) => hashed(['address', 'address', 'uint256'], [token, of.address, BigInt(amount)], true)], // prettier-ignore
];
const TOTAL = ROWS.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString();
const OTHER_TOTAL = ROWS.reduce((sum, { row }) => sum + row + 1, 0).toString();
const FIGURES = {
  ...{ wallets: ROWS.length, total: TOTAL },
  tokens: [
    { token: TOKEN, wallets: ROWS.length, total: TOTAL },
    { token: OTHER, wallets: ROWS.length, total: OTHER_TOTAL },
  ].sort((a, b) => (a.token < b.token ? -1 : 1)),
};

describe.each(LEAVES)('a tree of several tokens with leaves of %s', (format, leafOf) => {
  const tree = treeOf(PAIRS.map(leafOf));
  const tokensOf = (wallet: string) =>
    Object.fromEntries(
      PAIRS.filter(({ of }) => of.address === wallet).map((pair) => [
        pair.token,
        { amount: pair.amount, proof: tree.proof(leafOf(pair)) },
      ]),
    );

  it('is read from {wallet: {tokens: {token: {amount, proof}}}}, with its proofs', async () => {
    const claims = byWallet(({ address }) => ({ tokens: tokensOf(address) }));
    const { code, text, document } = await load({ merkleRoot: tree.root, claims });
    expect([code, text]).toEqual([0, expect.stringContaining(tree.root)]);
    expect(document).toMatchObject({ ...FIGURES, tree: { format, root: tree.root, root_published: true } });
    expect(await entriesOf(walletOf(3))).toEqual([
      [TOKEN, ROWS[3]?.amount],
      [OTHER, '4'],
    ]);
    const shown = await lists.show('linea');
    expect(shown.text).toContain('2 tokens');
    expect(shown.document.data).toEqual([expect.objectContaining({ tokens: FIGURES.tokens })]);
    expect(await load({ merkleRoot: tree.root, claims })).toMatchObject({ document: { outcome: 'unchanged' } });
  });

  it('is rejected if an amount is that of another token', async () => {
    const claims = byWallet(({ address }) => ({ tokens: tokensOf(address) }));
    const [first = {}] = Object.values(claims);
    const { tokens = {} } = first as { tokens?: Record<string, object> };
    const swapped = { [OTHER]: tokens[TOKEN], [TOKEN]: tokens[OTHER] };
    const { code, text } = await load({
      merkleRoot: tree.root,
      claims: { ...claims, [walletOf(0)]: { tokens: swapped } },
    });
    expect([code, text]).toEqual([1, expect.stringContaining('its published proof does not lead to the root')]);
  });

  it('is read from rewards of the API of Merkl, with its proofs', async () => {
    const rewards = PAIRS.map((pair) => ({
      ...{ root: tree.root, recipient: pair.of.address, amount: pair.amount, claimed: '3', pending: '0' },
      ...{ proofs: tree.proof(leafOf(pair)), token: { address: pair.token, symbol: 'X', decimals: 18 } },
    }));
    const { code, document } = await load([{ chain: { id: 1 }, rewards }]);
    expect([code, document]).toMatchObject([0, { ...FIGURES, tree: { root: tree.root, root_published: true } }]);
  });
});

describe('amounts by token without proofs', () => {
  it('are read from {wallet: {tokens: {token: amount}}}', async () => {
    const document = byWallet(({ amount, row }) => ({ tokens: { [TOKEN]: amount, [OTHER]: row + 1 } }));
    expect(await load(document, { unit: 'base' })).toMatchObject({ code: 0, document: FIGURES });
  });

  it('are read from a column, and rejected with two rows of a wallet and token', async () => {
    const lines = PAIRS.map(({ of, token, amount }) => `${of.address},${token},${amount}`);
    const table = (rows: readonly string[]) => ['address,reward,amount', ...rows, ''].join('\n');
    const options = { unit: 'base', columns: 'token=reward' } as const;
    expect(await load(table(lines), options)).toMatchObject({ code: 0, document: FIGURES });
    const again = await load(table([...lines, lines[0] ?? '']), options);
    expect([again.code, again.text]).toEqual([1, expect.stringContaining('the same wallet and token as in line 2')]);
    const summed = await load(table([...lines, lines[0] ?? '']), { ...options, duplicates: 'sum' });
    expect(summed).toMatchObject({ code: 0, document: { wallets: ROWS.length } });
    expect(await entriesOf(walletOf(0))).toEqual([
      [TOKEN, `${2n * BigInt(ROWS[0]?.amount ?? 0)}`],
      [OTHER, '1'],
    ]);
  });

  it('are read from the rewards of Merkl by wallet, whose reasons are the parts of the amount', async () => {
    const rewards = byWallet(({ amount }) => ({ lending: { amount, timestamp: '1' }, referral: { amount: '7' } }));
    const { code, document } = await load({ rewardToken: TOKEN, rewards });
    const total = (BigInt(TOTAL) + 7n * BigInt(ROWS.length)).toString();
    expect([code, document]).toMatchObject([0, { total, tokens: [{ token: TOKEN, total }] }]);
    expect(await entriesOf(walletOf(2))).toEqual([[TOKEN, `${BigInt(ROWS[2]?.amount ?? 0) + 7n}`]]);
  });

  it('are read from the rewards of Merkl by campaign, of several tokens', async () => {
    const holders = byWallet(({ amount }) => ({ amount }));
    const rewards = {
      [`0x${'01'.repeat(32)}`]: { token: TOKEN, holders },
      [`0x${'02'.repeat(32)}`]: { token: OTHER, holders: { [walletOf(0)]: { amount: '5' } } },
      [`0x${'03'.repeat(32)}`]: { token: OTHER, holders: { [walletOf(0)]: { amount: '6' } } },
    };
    const { code, document } = await load({ rewards }, { duplicates: 'sum' });
    expect([code, document]).toMatchObject([0, { total: TOTAL }]);
    expect(await entriesOf(walletOf(0))).toEqual([
      [TOKEN, ROWS[0]?.amount],
      [OTHER, '11'],
    ]);
    const late = Object.fromEntries(
      Object.entries(rewards).map(([id, { token, holders: of }]) => [id, { holders: of, token }]),
    );
    const { code: rejected, text } = await load({ rewards: late }, { duplicates: 'sum' });
    expect([rejected, text]).toEqual([1, expect.stringContaining('several tokens, each after its holders')]);
  });

  it('have no total of the drop if none is of its token', async () => {
    const document = byWallet(({ row }) => ({ tokens: { [OTHER]: row + 1 } }));
    expect(await load(document, { unit: 'base' })).toMatchObject({ code: 0, document: { total: '0' } });
  });

  it('are rejected with a token that is no address', async () => {
    const { code, text } = await load(`address,token,amount\n${walletOf(0)},USDC,1\n`, {
      unit: 'base',
      columns: 'token=token',
    });
    expect([code, text]).toEqual([1, expect.stringContaining('list.json:2: token: It is a word')]);
  });
});

describe('an allowlist', () => {
  const FORMATS = [
    ['packed', (address: Hex) => hashed(['address'], [address], true)],
    ['abi', (address: Hex) => hashed(['address'], [address], false)],
    ['openzeppelin', (address: Hex) => keccak256(hashed(['address'], [address], false))],
  ] as const;

  it.each(FORMATS)('is read with its proofs, whose leaves of %s have no amount', async (format, leafOf) => {
    const tree = treeOf(ROWS.map(({ address }) => leafOf(address)));
    const proofs = byWallet(({ address }) => tree.proof(leafOf(address)));
    const records = ROWS.map(({ address }) => ({ address, proof: proofs[address] }));
    for (const document of [proofs, byWallet(({ address }) => ({ proof: proofs[address] })), records]) {
      const { code, text, document: report } = await load(document, { each: '1', unit: 'base' });
      expect([code, text]).toEqual([0, expect.stringContaining(tree.root)]);
      expect(report).toMatchObject({ wallets: ROWS.length, tree: { format, root: tree.root, root_published: true } });
    }
  });

  it('needs --each, which states what its leaves do not', async () => {
    const options = { unit: 'base', tree: 'packed', leaf: 'address wallet' } as const;
    await expect(
      load(
        byWallet(({ amount }) => amount),
        options,
      ),
    ).rejects.toThrow('state that of each row with --each');
  });
});

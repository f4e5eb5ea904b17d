import type { ListBody } from '@droptrack/catalogue';
import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hex } from 'viem';
import { CliError } from '../../output/cli-error';
import { listCommands } from './testing';
import {
  amountOf,
  beneficiaryLeaf,
  BENEFICIARIES,
  byWallet,
  CLAIM_TYPES,
  claimLeaf,
  COSMWASM,
  COSMWASM_PROOFS,
  COSMWASM_ROOT,
  COUNT,
  COW,
  COW_CLAIMS,
  COW_LEAF,
  cowLeaf,
  ENS,
  MERKL,
  MERKL_LEAF,
  packedLeaf,
  ROWS,
  STANDARD,
  TOKEN,
  UNISWAP,
  walletOf,
} from './published-testing';

let lists: Awaited<ReturnType<typeof listCommands>>;
beforeAll(async () => {
  const token = { symbol: null, decimals: fact(18), address: null };
  const sol = { ...token, decimals: fact(9) };
  lists = await listCommands([
    dropDefinition({ token }),
    dropDefinition({ id: 'wasm', chain: fact('cosmos'), token }),
    dropDefinition({ id: 'jito', chain: fact('solana'), token: sol }),
  ]);
});
afterAll(() => lists.close());

type Options = Parameters<typeof lists.load>[1];
function load(document: unknown, options: Options) {
  const path = join(lists.folder, 'list.json');
  writeFileSync(path, typeof document === 'string' ? document : JSON.stringify(document));
  return lists.load([path], options);
}

const base = { unit: 'base' } as const;
const declared = (root: Hex) => ({ ...base, expectRoot: root });

describe('published shapes', () => {
  it.each<[string, unknown, Options, string, Hex, number?]>([
    [
      'records with proofs (wakeuplabs-io/velora-distribution-verifier)',
      {
        merkleRoot: ENS.root,
        proofs: ROWS.map((row) => ({
          ...{ account: row.address, cumulativeClaimableAmount: row.amount, amount: row.amount },
          merkleProofs: ENS.proof(packedLeaf(row)),
        })),
      },
      base,
      ...(['ens', ENS.root] as const),
    ],
    [
      'a wrapped map',
      { airdrop: byWallet(({ amount }) => amount) },
      { ...declared(ENS.root), tree: 'ens' },
      'ens',
      ENS.root,
    ],
    [
      'a map of claims without an index, of StandardMerkleTree',
      { claims: byWallet(({ address, amount }) => ({ amount, proof: STANDARD.getProof([address, amount]) })) },
      base,
      ...(['openzeppelin', STANDARD.root as Hex] as const),
    ],
    [
      'the claims of a merkle distributor within an object (bosonprotocol/rewards-merkle-distribution)',
      {
        network: { name: 'rinkeby', chainId: 4 },
        balance_map: {
          ...{
            merkleRoot: UNISWAP.root,
            tokenTotal: `0x${ROWS.reduce((sum, { row }) => sum + amountOf(row), 0n).toString(16)}`,
          },
          claims: byWallet((row) => ({ index: row.row, amount: row.amount, proof: UNISWAP.proof(claimLeaf(row)) })),
        },
      },
      {},
      ...(['uniswap', UNISWAP.root] as const),
    ],
    [
      'a merkle distributor in snake case (wavey0x/ylockers-merkle-drop)',
      {
        ...{ description: 'x', merkle_root: UNISWAP.root, num_recipients: COUNT },
        claims: byWallet((row) => ({ index: row.row, amount: row.amount, proof: UNISWAP.proof(claimLeaf(row)) })),
      },
      {},
      ...(['uniswap', UNISWAP.root] as const),
    ],
    [
      'a cumulative distributor, whose leaves have no index (1inch/cumulative-merkle-drop)',
      {
        ...{
          merkleRoot: ENS.root,
          tokenTotal: `0x${ROWS.reduce((sum, { row }) => sum + amountOf(row), 0n).toString(16)}`,
        },
        claims: byWallet((row) => ({ index: row.row, amount: row.amount, proof: ENS.proof(packedLeaf(row)) })),
      },
      {},
      ...(['ens', ENS.root] as const),
    ],
    [
      'claims with a beneficiary (threshold-network/merkle-distribution)',
      {
        ...{ totalAmount: '1', merkleRoot: BENEFICIARIES.root },
        claims: byWallet((row) => ({
          ...{ beneficiary: walletOf(row.row + 20), amount: row.amount },
          proof: BENEFICIARIES.proof(beneficiaryLeaf(row)),
        })),
      },
      { ...base, tree: 'packed', leaf: 'address wallet, address column:beneficiary, uint256 amount' },
      ...(['packed', BENEFICIARIES.root] as const),
    ],
    [
      'chunks with several claims of a wallet (gnosis/cow-token, src/ts/split.ts)',
      byWallet(({ address }) =>
        COW_CLAIMS.filter(({ of }) => of.address === address).map((claim) => ({
          ...{ proof: COW.proof(cowLeaf(claim)), index: claim.index },
          ...{ type: CLAIM_TYPES[claim.type], amount: claim.of.amount },
        })),
      ),
      {
        ...{ ...base, tree: 'packed', columns: 'index=index', duplicates: 'separate' },
        leaf: COW_LEAF(`=${CLAIM_TYPES.join('|')}`),
      },
      ...(['packed', COW.root] as const),
    ],
    [
      'all claims as records, with integers of ethers (gnosis/cow-token, src/tasks/ts/deployment.ts)',
      COW_CLAIMS.map((claim) => ({
        ...{ account: claim.of.address, type: claim.type, index: claim.index, proof: COW.proof(cowLeaf(claim)) },
        claimableAmount: { type: 'BigNumber', hex: `0x${BigInt(claim.of.amount).toString(16)}` },
      })),
      {
        ...{ ...base, tree: 'packed', columns: 'index=index,amount=claimableAmount', duplicates: 'separate' },
        leaf: COW_LEAF(''),
      },
      ...(['packed', COW.root] as const),
    ],
    [
      'rewards by campaign (AngleProtocol/merkl-dispute, tests/helpers/testData.ts)',
      {
        merklRoot: MERKL.root,
        rewards: {
          first: { holders: byWallet(({ amount }) => ({ amount: `${BigInt(amount) - 1n}` })), token: TOKEN },
          second: { holders: byWallet(() => ({ amount: '1', averageBoost: 0 })), token: TOKEN.toLowerCase() },
        },
      },
      { tree: 'abi', leaf: MERKL_LEAF, duplicates: 'sum' },
      ...(['abi', MERKL.root] as const),
    ],
    [
      'rewards as records (AngleProtocol/merkl-dispute, src/providers/tree/BaseTree.ts)',
      ROWS.flatMap(({ address, amount }) => [
        { recipient: address, campaignId: '0x01', rewardToken: TOKEN, reason: 'a', amount: `${BigInt(amount) - 5n}` },
        { recipient: address, campaignId: '0x02', rewardToken: TOKEN, reason: 'b', amount: '5' },
      ]),
      { ...declared(MERKL.root), tree: 'abi', leaf: MERKL_LEAF, duplicates: 'sum' },
      ...(['abi', MERKL.root] as const),
    ],
    [
      'addresses of a Cosmos chain with amounts (CosmWasm/cw-tokens, testdata/airdrop_stage_1_list.json)',
      COSMWASM,
      { ...declared(`0x${COSMWASM_ROOT}`), tree: 'cosmwasm', dropId: 'wasm' },
      ...(['cosmwasm', `0x${COSMWASM_ROOT}`, 6] as const),
    ],
    [
      'a part with proofs without 0x (CosmWasm/cw-tokens, testdata/airdrop_stage_1_test_multi_data.json)',
      {
        ...{ total_amount: '42103', root: COSMWASM_ROOT },
        accounts: COSMWASM_PROOFS.map((proofs, i) => ({
          ...{ account: COSMWASM[i]?.address, amount: COSMWASM[i]?.amount },
          proofs,
        })),
      },
      { ...base, part: true, dropId: 'wasm' },
      ...(['cosmwasm', `0x${COSMWASM_ROOT}`, 2] as const),
    ],
  ])('%s are loaded with the published root', async (_, document, options, format, root, wallets = COUNT) => {
    const { code, text, document: report } = await load(document, options);
    expect([code, text]).toEqual([0, expect.stringContaining(`${wallets} wallets`)]);
    expect(report).toMatchObject({ tree: { format, root } });
    const [{ body } = { body: null }] = await lists.db.query<{ body: ListBody | null }>(
      `SELECT body FROM revisions WHERE entity = 'list' ORDER BY seq DESC LIMIT 1`,
    );
    expect(body?.tree).toEqual({ format, root, root_published: true });
  });
});

it('a table of the claims of Jito has the tree of their JSON (jito-foundation/distributor, merkle-tree/test_fixtures)', async () => {
  const claims = [
    ['4SX6nqv5VRLMoNfYM5phvHgcBNcBEwUEES4qPPjf1EqS', 1000, 500],
    ['8G9xE8awr9vA2PZWFTJSHNhS16KLnXYdV6XEaJP1a2Yx', 2000, 1000],
    ['A4mDtfFCkdt9CqGzEkfiSHhJD8d3bUMasVzwajudGtb2', 1500, 750],
  ] as const;
  const nodes = claims.map(([claimant, unlocked, locked]) => ({
    ...{ claimant, proof: null, amount_unlocked: unlocked * 1e9, amount_locked: locked * 1e9 },
  }));
  const json = await load({ max_num_nodes: 3, tree_nodes: nodes }, { dropId: 'jito' });
  const rows = claims.map((claim) => [...claim, 'Staker'].join());
  const table = ['pubkey,amount_unlocked,amount_locked,category', ...rows, ''].join('\n');
  const columns = 'breakdown=amount_unlocked,breakdown=amount_locked';
  const csv = await load(table, { dropId: 'jito', unit: 'token', tree: 'jito', columns });
  expect([json.code, csv.code]).toEqual([0, 0]);
  expect(csv.document['tree']).toEqual(json.document['tree']);
});

describe('published shapes that need an option', () => {
  const claims = byWallet((row) => ({ amount: row.amount, proof: BENEFICIARIES.proof(beneficiaryLeaf(row)) }));
  const before = () => lists.show();

  it('proofs of other leaves are rejected with the options, and loaded without a tree if declared', async () => {
    const active = await before();
    const error = await load({ claims }, base).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(CliError);
    expect(error).toMatchObject({ hint: expect.stringMatching(/--tree.*--leaf.*--tree none/) });
    expect(await before()).toEqual(active);
    expect(await load({ claims }, { ...base, tree: 'none' })).toMatchObject({ code: 0, document: { tree: null } });
  });

  it.each<[string, unknown, Options, RegExp]>([
    ['a map without a unit', { airdrop: byWallet(() => '1') }, {}, /--unit/],
    [
      'a proof in a table',
      'address,amount,proof\n',
      { ...base, columns: 'proof=proof' },
      /remove proof from --columns/,
    ],
    ['an enum of another type', [], { ...base, tree: 'packed', leaf: COW_LEAF('=') }, /--leaf/],
  ])('%s names the option', async (_, document, options, message) => {
    const error = await load(document, options).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(CliError);
    expect((error as CliError).message).toMatch(message);
  });

  it.each<[string, unknown, Options, RegExp]>([
    [
      'campaigns of several tokens, each after its holders',
      { rewards: { a: { holders: {}, token: TOKEN }, b: { holders: {}, token: walletOf(1) } } },
      {},
      /several tokens.*save the campaigns of one token/,
    ],
    [
      'a wallet in several campaigns',
      {
        rewards: {
          a: { holders: { [walletOf(0)]: { amount: '1' } } },
          b: { holders: { [walletOf(0)]: { amount: '1' } } },
        },
      },
      {},
      /--duplicates sum/,
    ],
    [
      'maps of several lists',
      { a: { [walletOf(0)]: '1' }, b: { [walletOf(1)]: '1' } },
      base,
      /several maps of wallets/,
    ],
    ['a map per token', { [TOKEN]: { [walletOf(0)]: '1' } }, base, /maps of wallets, such as one per token/],
    [
      'proofs of positional pairs',
      ROWS.map(({ address, amount }) => ({ address, amount, proof: [MERKL.root] })),
      { ...base, tree: 'ens' },
      /--pairs positional/,
    ],
    [
      'an unknown name of an enum',
      [{ address: walletOf(0), amount: '1', index: 0, type: 'Bonus' }],
      { ...base, tree: 'packed', columns: 'index=index', leaf: COW_LEAF('=Airdrop') },
      /column type: it is not an integer/,
    ],
  ])('%s: the error says so', async (_, document, options, message) => {
    const active = await before();
    const { code, text } = await load(document, options);
    expect([code, text]).toEqual([1, expect.stringMatching(message)]);
    expect(await before()).toEqual(active);
  });
});

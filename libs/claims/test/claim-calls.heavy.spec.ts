import { prepareClaim, type PreparedClaim } from '@droptrack/claim-calls';
import type { DistributorStyleName } from '@droptrack/distributors';
import { type Hex, keccak256, toHex } from 'viem';
import { type Anvil, anvilMissing, startAnvil } from '../../../tools/test/anvil';
import {
  askNode,
  balancesOf,
  type ClaimTree,
  claimTree,
  FUTURE,
  leavesOf,
  PAST,
  type Row,
  rowsOf,
  sendAll,
  termsOf,
} from './claim-families';
import { deployCallable, deployPublishedUniswap } from './distributor';
import { deployPublishedSablier } from './followed-styles';

const missing = anvilMissing();
const ROWS = rowsOf(10_000);
/** Wallets of the list that claim, for each style. */
const CLAIMS = 200;
const FUNDS = 10n ** 40n;
const [RECIPIENT, DELEGATE, RESERVE] = [7, 8, 9].map((byte): Hex => `0x${`0${byte}`.repeat(20)}`) as [Hex, Hex, Hex];

let anvil: Anvil;
let token: Hex;
let trees: Record<keyof ReturnType<typeof leavesOf>, ClaimTree>;

/** A style: its contract, and what its claims need. */
interface Case {
  readonly style: DistributorStyleName;
  readonly name?: string;
  readonly tree?: keyof ReturnType<typeof leavesOf>;
  deploy(root: Hex, rows: readonly Row[]): Promise<string>;
  readonly over?: Parameters<typeof termsOf>[4];
  readonly effect?: PreparedClaim['effect'];
  readonly sender: PreparedClaim['sender'];
  /** True where the contract is the token. */
  readonly isSelf?: true;
  /** Wei that each call sends. */
  readonly value?: bigint;
}

const deployOf =
  (contract: string, ...args: readonly unknown[]) =>
  async (root: Hex) =>
    (await deployCallable(anvil, contract, [token, root, ...args])).address;

async function deployStored(isArbitrum: boolean, rows: readonly Row[], ...times: readonly number[]): Promise<string> {
  const stored = await deployCallable(anvil, 'StoredClaims', [token, isArbitrum, ...times]);
  await stored.call(
    'setAmounts',
    rows.map(({ wallet }) => wallet),
    rows.map(({ amount }) => amount),
  );
  return stored.address;
}

const campaign = (kind: 0 | 1 | 2, vestingEnd: number, fee: bigint) =>
  deployOf('CampaignClaims', kind, [PAST, FUTURE, PAST, vestingEnd], fee);

const CASES: readonly Case[] = [
  { style: 'uniswap', tree: 'indexed', deploy: (root) => deployPublishedUniswap(anvil, token, root), sender: 'anyone' },
  { style: 'degen', tree: 'indexed', deploy: deployOf('IndexedClaims', RESERVE, 0, FUTURE), sender: 'wallet' },
  { style: 'zksync', tree: 'indexed', deploy: deployOf('IndexedClaims', RESERVE, PAST, FUTURE), sender: 'wallet' },
  { style: 'walletconnect', tree: 'indexed', deploy: deployOf('IndexedClaims', RESERVE, 0, 0), sender: 'wallet' },
  {
    ...{ style: 'ens', tree: 'ens', isSelf: true, sender: 'wallet', over: { delegate: DELEGATE } },
    deploy: async (root) => (await deployCallable(anvil, 'DelegatedClaims', [root, FUNDS])).address,
  },
  { style: 'velodrome', tree: 'wallet', deploy: deployOf('WalletClaims', true, 0, FUTURE), sender: 'anyone' },
  { style: 'blur', tree: 'wallet', deploy: deployOf('WalletClaims', false, 0, FUTURE), sender: 'anyone' },
  { style: 'lista', tree: 'wallet', deploy: deployOf('WalletClaims', false, PAST, FUTURE), sender: 'anyone' },
  { style: '1inch', tree: 'wallet', deploy: deployOf('CumulativeClaims', false), sender: 'anyone' },
  { style: 'morpho', tree: 'morpho', deploy: deployOf('CumulativeClaims', false), sender: 'anyone' },
  { style: 'merkl', tree: 'merkl', deploy: deployOf('CumulativeClaims', true), sender: 'wallet' },
  { style: 'arbitrum', deploy: (_, rows) => deployStored(true, rows, 1, FUTURE), sender: 'wallet' },
  { style: 'linea', deploy: (_, rows) => deployStored(false, rows, PAST, FUTURE), sender: 'wallet' },
  { style: 'zora-community', deploy: (_, rows) => deployStored(false, rows, PAST, FUTURE), sender: 'wallet' },
  {
    ...{ style: 'zora-community', name: 'zora-community to another', sender: 'wallet', over: { to: RECIPIENT } },
    deploy: (_, rows) => deployStored(false, rows, PAST, FUTURE),
  },
  {
    ...{ style: 'sablier-v1', tree: 'sablier', effect: 'stream', sender: 'anyone' },
    deploy: (root) => deployPublishedSablier(anvil, token, root),
  },
  { style: 'sablier-v1.3-instant', tree: 'sablier', deploy: campaign(0, PAST, 5n), sender: 'anyone', value: 5n },
  {
    ...{ style: 'sablier-v1.3-stream', tree: 'sablier', effect: 'stream', sender: 'anyone' },
    deploy: campaign(1, FUTURE, 0n),
  },
  // A fee that follows a price, with its margin of 3 %.
  { style: 'sablier-instant', tree: 'sablier', deploy: campaign(0, PAST, 1_000n), sender: 'anyone', value: 1_030n },
  {
    ...{ style: 'sablier-instant', name: 'sablier-instant to another', tree: 'sablier', sender: 'wallet' },
    ...{ deploy: campaign(0, PAST, 0n), over: { to: RECIPIENT } },
  },
  {
    ...{ style: 'sablier-linear', tree: 'sablier', effect: 'stream', sender: 'anyone' },
    deploy: campaign(1, FUTURE, 0n),
  },
  {
    style: 'sablier-linear',
    name: 'sablier-linear, unlocked',
    tree: 'sablier',
    deploy: campaign(1, PAST, 0n),
    sender: 'anyone',
  },
  {
    ...{ style: 'sablier-tranched', tree: 'sablier', effect: 'stream', sender: 'anyone' },
    deploy: campaign(1, FUTURE, 0n),
  },
  { style: 'sablier-variable', tree: 'sablier', deploy: campaign(2, PAST + 1, 0n), sender: 'wallet' },
];

(missing === null ? describe : describe.skip)(
  `claim calls on a chain${missing === null ? '' : ` (${missing})`}`,
  () => {
    beforeAll(async () => {
      // Accounts without keys send what was prepared; a block has the claims of all of them.
      const args = ['--auto-impersonate', '--gas-limit', '1000000000'];
      anvil = await startAnvil({ args });
      token = (await deployCallable(anvil, 'ClaimToken')).address as Hex;
      await mint(RESERVE);
      const leaves = leavesOf(token.toLowerCase());
      trees = Object.fromEntries(
        Object.entries(leaves).map(([name, leaf]) => [name, claimTree(leaf, ROWS)]),
      ) as unknown as typeof trees;
    });
    afterAll(() => anvil?.close());

    const mint = async (to: string) => {
      const data = `0x40c10f19${to.slice(2).padStart(64, '0')}${FUNDS.toString(16).padStart(64, '0')}`;
      await sendAll(anvil, [{ from: RECIPIENT, to: token, data }]);
    };

    it.each(CASES.map((each) => [each.name ?? each.style, each] as const))(
      '%s: a call pays exactly what it states, once',
      async (name, { style, tree: treeName, deploy, over, effect = 'transfer', sender, isSelf, value = 0n }) => {
        const rows = sampleOf(name);
        const tree = treeName === undefined ? null : trees[treeName];
        const address = await deploy(tree?.root ?? '0x', rows);
        const paid = isSelf ? address : token;
        if (!isSelf) await mint(address);
        const terms = rows.map((row) => termsOf(style, { address, token: paid }, row, tree, over));
        const prepared = await prepareAll(terms);
        for (const [n, claim] of prepared.entries()) {
          expect(claim).toMatchObject({ status: 'ready', reason: null, effect, sender, simulation: { ok: true } });
          expect(BigInt(claim.calls[0]!.value)).toBe(value);
          expect(claim.expects).toEqual([expect.objectContaining({ amount: rows[n]!.amount.toString() })]);
          expect(claim.expects[0]!.to.toLowerCase()).toBe(over?.to ?? rows[n]!.wallet);
        }
        // To one recipient, the claims are sent one by one, so that each is seen.
        const groups = over?.to
          ? prepared.slice(0, 5).map((claim, n) => [[claim, rows[n]!] as const])
          : [prepared.map((claim, n) => [claim, rows[n]!] as const)];
        for (const group of groups) {
          const payees = group.map(([claim]) => claim.expects[0]!.to);
          const before = await balancesOf(anvil, paid, payees);
          await sendCalls(group);
          const after = await balancesOf(anvil, paid, payees);
          const change = after.map((balance, n) => balance - before[n]!);
          expect(change).toEqual(group.map(([, { amount }]) => (effect === 'stream' ? 0n : amount)));
        }
        const again = await prepareAll(terms.slice(0, groups.flat().length));
        for (const claim of again)
          expect(claim).toMatchObject({ status: 'claimed', reason: { code: 'already_claimed' }, calls: [] });
      },
    );

    async function sendCalls(claims: readonly (readonly [PreparedClaim, Row])[]) {
      const calls = claims.map(([{ calls, sender }, { wallet }], n) => {
        const [{ to, data, value }] = calls as [PreparedClaim['calls'][number]];
        return { to, data, value, from: sender === 'wallet' ? wallet : claims[(n + 1) % claims.length]![1].wallet };
      });
      expect(await sendAll(anvil, calls)).toEqual(calls.map(() => true));
    }

    async function prepareAll(terms: readonly Parameters<typeof prepareClaim>[0][]): Promise<PreparedClaim[]> {
      const prepared: PreparedClaim[] = [];
      const node = askNode(anvil);
      for (let at = 0; at < terms.length; at += 10)
        prepared.push(...(await Promise.all(terms.slice(at, at + 10).map((each) => prepareClaim(each, [node])))));
      return prepared;
    }
  },
);

/** Rows at places that a name decides, each once. */
const sampleOf = (name: string): Row[] => {
  const start = Number(BigInt(keccak256(toHex(name))) % 10_000n);
  return Array.from({ length: CLAIMS }, (_, n) => ROWS[(start + n * 167) % ROWS.length]!);
};

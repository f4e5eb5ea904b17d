import { prepareClaim, type PreparedClaim } from '@droptrack/claim-calls';
import type { DistributorStyleName } from '@droptrack/distributors';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { rpc, startAnvil } from '../../../tools/test/anvil';
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

const ROWS = rowsOf(16);
const FUNDS = 10n ** 40n;
export const [ANYONE, OTHER]: [Hex, Hex] = [`0x${'07'.repeat(20)}`, `0x${'08'.repeat(20)}`];

type Over = Parameters<typeof termsOf>[4];
export type LeafName = keyof ReturnType<typeof leavesOf>;
type Trees = Record<LeafName, ClaimTree>;

/** Reason of a claim without calls, or its status. */
export const reasonOf = ({ status, reason, calls }: Pick<PreparedClaim, 'status' | 'reason' | 'calls'>): string => {
  if (calls.length !== (status === 'ready' ? 1 : 0))
    throw new Error(`${calls.length} calls of a claim that is ${status}`);
  return reason?.code ?? status;
};

export type ClaimScene = Awaited<ReturnType<typeof startScene>>;

/** Starts a chain with a token, and a small list of whose wallets one claims. Contracts are those of each test. */
export async function startScene() {
  const anvil = await startAnvil({ args: ['--auto-impersonate', '--gas-limit', '1000000000'] });
  const row = ROWS[5]!;
  const token = (await deployCallable(anvil, 'ClaimToken')).address as Hex;
  const treesOf = (rows: readonly Row[]) =>
    Object.fromEntries(
      Object.entries(leavesOf(token.toLowerCase())).map(([name, leaf]) => [name, claimTree(leaf, rows)]),
    ) as unknown as Trees;
  const trees = treesOf(ROWS);
  const newToken = async () => (await deployCallable(anvil, 'ClaimToken')).address as Hex;
  const call = (from: string, to: string, signature: string, ...args: readonly unknown[]) => {
    const data = encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]), args: [...args] });
    return sendAll(anvil, [{ from, to, data }]);
  };
  const fund = (to: string, paid = token) => call(ANYONE, paid, 'mint(address, uint256)', to, FUNDS);
  const uniswap = async (root = trees.indexed.root) => {
    const address = await deployPublishedUniswap(anvil, token, root);
    await fund(address);
    return address;
  };
  const deployed = async (contract: string, ...args: readonly unknown[]) => {
    const { address } = await deployCallable(anvil, contract, [token, ...args]);
    await fund(address);
    return address;
  };
  const campaign = (kind: number, fee: bigint, times: readonly number[] = [PAST, FUTURE, PAST, PAST]) =>
    deployed('CampaignClaims', trees.sablier.root, kind, times, fee);
  const terms = (style: DistributorStyleName, address: string, leaf: LeafName | null, over?: Over, of: Row = row) =>
    termsOf(style, { address, token }, of, leaf === null ? null : trees[leaf], over);
  const prepared = (...args: Parameters<typeof terms>) => prepareClaim(terms(...args), [askNode(anvil)]);
  /** Sends a claim, and returns what its recipient was paid; null if the chain rejects it. */
  const paidBy = async (
    { calls, sender }: PreparedClaim,
    of: { to?: string; from?: string; atSeconds?: number } = {},
  ) => {
    const { data, value, to } = calls[0]!;
    const [before] = await balancesOf(anvil, token, [row.wallet]);
    const from = of.from ?? (sender === 'wallet' ? row.wallet : ANYONE);
    const [isDone] = await sendAll(anvil, [{ from, to: of.to ?? to, data, value }], of.atSeconds);
    const [after] = await balancesOf(anvil, token, [row.wallet]);
    return isDone ? after! - before! : null;
  };
  const head = async () =>
    Number((await rpc<{ timestamp: Hex }>(anvil.url, 'eth_getBlockByNumber', 'latest', false)).timestamp);
  return {
    ...{ anvil, token, row, rows: ROWS, trees, treesOf, newToken, call, fund, uniswap, deployed, campaign },
    ...{ terms, prepared, paidBy, head, close: () => anvil.close() },
  };
}

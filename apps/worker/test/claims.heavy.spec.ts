import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { PORTABLE_HASH } from '@droptrack/eligibility';
import { ApiKeyRepository, applyDefinitions, type Database, loadList, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { Droptrack, type DropClaims, historyCsv } from '@droptrack/sdk';
import { encodeFunctionData, type Hex, hexToBytes, numberToHex } from 'viem';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims.
import { allocationTree } from '../../../libs/claims/test/allocation-tree';
// eslint-disable-next-line @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims.
import { balanceOf, deployDistributor, type Distributor } from '../../../libs/claims/test/distributor';
import type { RunningWorker } from '../src/start';
import { follow, headOf, mine, seeded, startFollower, UNCONFIRMED, until } from './followed-chain';

const missing = anvilMissing();
if (missing !== null) console.warn(`Claims are not followed on a real chain: ${missing}`);

const CHAIN = 31_337;
const WALLETS = 2_000;
const ROUNDS = 6;
/** Numbers from 0 to 1 that are the same in every run. */
const random = seeded(20_261_130);

interface Leaf {
  readonly index: number;
  readonly account: Hex;
  readonly amount: bigint;
}
const LEAVES: readonly Leaf[] = Array.from({ length: WALLETS }, (_, index) => ({
  index,
  account: numberToHex(BigInt(index + 1) * 7_919n ** 9n, { size: 20 }),
  amount: BigInt(index + 1) * 10n ** 18n,
}));
const TOTAL = LEAVES.reduce((sum, { amount }) => sum + amount, 0n);

/** From a loaded list through claims on a chain to a check, a curve and a history, without a node for the API. */
(missing === null ? describe : describe.skip)('claims of a distributor', () => {
  let [anvil, test, clock]: [Anvil, TestDatabase, MovableClock] = [null!, null!, null!];
  let [db, api, client]: [Database, Program, Droptrack] = [null!, null!, null!];
  let worker: RunningWorker | null = null;
  let distributor: Distributor;
  const tree = allocationTree('uniswap', LEAVES);
  /** Leaves whose claim was mined, by the number of its block; those of a reverted fork are removed. */
  const claimed = new Map<number, number>();

  beforeAll(async () => {
    [anvil, test] = await Promise.all([
      startAnvil({ genesisSeconds: Math.floor(Date.now() / 1_000) }),
      createTestDatabase(),
    ]);
    clock = await makeClockMovable(test.url);
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    distributor = await deployDistributor(anvil, { root: tree.root, amount: TOTAL });
    const claim = { rpc: 'local', contract: contract(), distributorStyle: 'uniswap', source: null };
    const check = 'isClaimed(uint256 index) returns (bool)';
    const startsAt = new Date(Date.now() - 3_600_000).toISOString();
    const token = {
      symbol: fact('TOK'),
      decimals: fact(18),
      address: fact(`eip155:${CHAIN}/erc20:${distributor.token}`),
    };
    const events = [eventDefinition({ type: 'claim', startsAt, endsAt: null })];
    const known = { openedAt: startsAt, openingUsd: fact(0.5), claimedShare: null };
    const outcome = { ...known, day1Usd: null, day7Usd: null, day30Usd: null, day90Usd: null, highUsd: null };
    const facts = { chain: fact('linea'), token, claim: { ...claim, check }, events, outcome };
    const definition = dropDefinition({ id: 'linea', ...facts });
    await applyDefinitions(db, { origin: 'test', definitions: [definition], nowMs: clock.now() });
    await loadList(db, {
      dropId: 'linea',
      kind: 'allocation',
      rows: () =>
        LEAVES.map(({ index, account, amount }) => ({
          ...{ line: index + 1, wallet: hexToBytes(account), amount, index: BigInt(index), breakdown: [] },
        })),
      sha256: () => 'ab'.repeat(32),
      url: 'https://linea.example/list.csv',
      tree: { format: 'uniswap', expectRoot: tree.root, hash: PORTABLE_HASH },
      nowMs: clock.now(),
    });
    const { secret } = await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'test' });
    // No node: every state comes from the ledger.
    api = await startProgram(builtProgram('api'), { DATABASE_URL: test.url, PORT: '0', METRICS_PORT: '0' });
    client = new Droptrack({ apiKey: secret, baseUrl: api.url ?? '' });
    worker = await startFollower(test.url, anvil.url, clock);
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await anvil?.close();
    await db?.close();
    await test?.drop();
  });

  const contract = () => `eip155:${CHAIN}:${distributor.address}`;
  /** Claims some of the leaves that are not claimed, several in a block. */
  async function claimSome(count: number): Promise<void> {
    const open = LEAVES.filter(({ index }) => !claimed.has(index));
    const [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
    for (let done = 0; done < count && open.length > 0;) {
      const some = Array.from({ length: 1 + Math.floor(random() * 20) }, () =>
        open.splice(Math.floor(random() * open.length), 1),
      );
      const leaves = some.flat().slice(0, count - done);
      for (const leaf of leaves) {
        const args = [BigInt(leaf.index), leaf.account, leaf.amount, tree.proofOf(leaf)];
        const data = encodeFunctionData({ abi: distributor.abi, functionName: 'claim', args });
        await rpc(anvil.url, 'eth_sendTransaction', { from, to: distributor.address, data, gas: numberToHex(400_000) });
      }
      await mine(anvil.url, 1);
      const block = await headOf(anvil.url);
      await mine(anvil.url, 1 + Math.floor(random() * 3));
      for (const { index } of leaves) claimed.set(index, block);
      done += leaves.length;
    }
  }

  const ledgerBlock = async () =>
    (await db.query<{ block: number }>('SELECT block::float8 AS block FROM claim_ledgers WHERE retired_at IS NULL'))[0]
      ?.block ?? null;

  /** Indexes that the contract has as claimed at a block. */
  async function claimedAt(block: number): Promise<Set<number>> {
    const found = new Set<number>();
    for (const { index } of LEAVES) {
      const data = encodeFunctionData({ abi: distributor.abi, functionName: 'isClaimed', args: [BigInt(index)] });
      const result = await rpc<string>(anvil.url, 'eth_call', { to: distributor.address, data }, numberToHex(block));
      if (BigInt(result) === 1n) found.add(index);
    }
    return found;
  }
  const ledgerIndexes = async () =>
    (
      await db.query<{ index: string }>(
        'SELECT index::text FROM claims JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL',
      )
    )
      .map(({ index }) => Number(index))
      .sort((a, b) => a - b);

  it('equal the states of the contract 64 blocks before the latest, after claims, reorganisations and restarts', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await claimSome(WALLETS / (2 * ROUNDS));
      if (round > 0) {
        const snapshot = await rpc<string>(anvil.url, 'evm_snapshot');
        const before = new Map(claimed);
        await claimSome(40);
        await mine(anvil.url, Math.floor(random() * 150));
        if (round % 2 === 0) await follow(anvil.url, db, clock);
        await rpc(anvil.url, 'evm_revert', snapshot);
        claimed.clear();
        for (const [index, block] of before) claimed.set(index, block);
        // The other fork soon is longer than the one that was followed.
        await claimSome(20);
        await mine(anvil.url, 250);
      }
      if (round % 3 === 1) {
        await worker?.stop();
        worker = await startFollower(test.url, anvil.url, clock);
      }
      await mine(anvil.url, UNCONFIRMED + Math.floor(random() * 20));
      const block = await follow(anvil.url, db, clock);
      const expected = [...(await claimedAt(block))].sort((a, b) => a - b);
      expect([round, await ledgerIndexes()]).toEqual([round, expected]);
      expect(expected).toEqual([...claimed.keys()].sort((a, b) => a - b));
    }
  });

  it('sum to what has left the contract, in all buckets of the curve', async () => {
    const left = await balanceOf(anvil, distributor.token, distributor.address);
    const paid = TOTAL - left;
    const first = await client.drops.claims('linea', { interval: '1h', limit: 1 });
    expect(first).toMatchObject({
      ...{ claims: claimed.size, wallets: { claimed: claimed.size, listed: WALLETS } },
      ...{
        tokens: { claimed: paid.toString(), listed: TOTAL.toString() },
        distributors: [{ contract: contract(), behind_blocks: 64 }],
      },
    });
    let page: DropClaims = first;
    let sum = BigInt(page.data[0]?.amount ?? 0);
    while (page.next_cursor !== null) {
      page = await client.drops.claims('linea', { interval: '1h', limit: 1, cursor: page.next_cursor });
      for (const { amount } of page.data) sum += BigInt(amount);
    }
    expect(sum).toBe(paid);
  });

  // A share is recorded when it reaches a threshold, and a day later.
  it('are the share of the outcome of the drop', async () => {
    const { wallets, tokens } = await client.drops.claims('linea');
    await until(async () => (await client.outcomes.list()).data[0]?.claimed_share !== null);
    const [outcome] = (await client.outcomes.list()).data;
    const source = outcome?.sources.find(({ fact: id }) => id === 'claimed_share')?.source;
    expect(outcome).toMatchObject({ drop: 'linea', price_usd: { opening: 0.5 } });
    expect(source).toMatchObject({ kind: 'onchain', url: null });
    expect([outcome!.claimed_share! >= 0.25, outcome!.claimed_share! <= tokens.share! + 0.001]).toEqual([true, true]);
    expect(wallets.share).toBeGreaterThan(0.25);
  });

  it('are the states and the history of a wallet', async () => {
    const done = LEAVES.find(({ index }) => claimed.has(index))!;
    const open = LEAVES.find(({ index }) => !claimed.has(index))!;
    const check = (wallet: string) => client.eligibility.check({ drop: 'linea', wallet });
    const block = await ledgerBlock();
    expect((await check(done.account)).claim).toMatchObject({
      ...{ status: 'claimed', claimed: true, claimed_amount: done.amount.toString() },
      ledger: { block, behind_blocks: 64, current: true, claimable_now: '0' },
    });
    expect((await check(open.account)).claim).toMatchObject({
      ...{ status: 'open', claimed: false, claimed_amount: '0' },
      ledger: { block, current: true, claimed_at: null, claimable_now: open.amount.toString() },
    });
    const { data } = await client.wallets.history({ wallet: done.account });
    expect(data).toMatchObject([{ drop: 'linea', amount: done.amount.toString(), block: claimed.get(done.index) }]);
    const receipt = await rpc<{ blockNumber: string }>(anvil.url, 'eth_getTransactionReceipt', data[0]?.transaction);
    expect(Number(receipt.blockNumber)).toBe(data[0]?.block);
    expect(historyCsv(data, 'koinly').split('\r\n')).toHaveLength(3);
    expect((await client.wallets.history({ wallet: open.account })).data).toEqual([]);
  });
});

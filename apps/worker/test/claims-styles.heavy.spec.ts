import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { distributorStyle } from '@droptrack/distributors';
import { ApiKeyRepository, applyDefinitions, type Database, openDatabase } from '@droptrack/persistence';
import {
  createTestDatabase,
  makeClockMovable,
  type MovableClock,
  type TestDatabase,
} from '@droptrack/persistence/testing';
import { builtProgram, type Program, startProgram } from '@droptrack/program/testing';
import { Droptrack } from '@droptrack/sdk';
import { encodeFunctionData, type Hex, keccak256, numberToHex, parseAbi } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { type Anvil, anvilMissing, rpc, startAnvil } from '../../../tools/test/anvil';
/* eslint-disable @nx/enforce-module-boundaries -- Test contracts are not part of the public interface of the claims. */
import {
  deployFollowedStyle,
  deployPublishedSablier,
  deployPublishedToken,
  paidStates,
  rpcAll,
  sablierTree,
  viewAll,
} from '../../../libs/claims/test/followed-styles';
/* eslint-enable @nx/enforce-module-boundaries */
import type { RunningWorker } from '../src/start';
import { follow, headOf, mine, seeded, startFollower, UNCONFIRMED } from './followed-chain';
import {
  amountOf,
  isRepeated,
  type StyledClaim,
  type StyledDistributor,
  styledClaim,
  type TestWallet,
} from './styled-claims';

const missing = anvilMissing();
if (missing !== null) console.warn(`Claims of the styles are not followed on a real chain: ${missing}`);

const CHAIN = 31_337;
/** A power of two, for the tree of Sablier. */
const WALLETS = 1_024;
/** Those of Uniswap are followed from its published contract in another test. */
const STYLES = [
  ...['zksync', 'ens', 'cow', '1inch', 'morpho', 'arbitrum', 'linea', 'sablier-v1', 'sablier-v1.3-instant'],
  ...['sablier-instant', 'sablier-linear', 'sablier-tranched', 'sablier-variable'],
];
const ROUNDS = 6;
const CLAIMS = 10_000;
/** Half of the claims of `morpho` are in another token, which is not followed. */
const FOLLOWED_STYLES = STYLES.length - 0.5;
const SUPPLY = 10n ** 30n;
const FUNDS = 10n ** 24n;

const random = seeded(20_261_201);
const below = (count: number): number => Math.floor(random() * count);
const keyOf = (n: number): Hex => keccak256(numberToHex(n + 1, { size: 32 }));

/** Sums of a distributor by wallet, in base units, and the last recipient of each wallet. */
interface Claimed {
  readonly paid: ReadonlyMap<string, bigint>;
  readonly recipients: ReadonlyMap<string, string>;
}

(missing === null ? describe : describe.skip)('the ledgers of all followed styles', () => {
  let [anvil, test, clock, db]: [Anvil, TestDatabase, MovableClock, Database] = [null!, null!, null!, null!];
  let worker: RunningWorker | null = null;
  let api: Program | null = null;
  let wallets: readonly TestWallet[] = [];
  let distributors: readonly StyledDistributor[] = [];
  /** Wallets that have not claimed yet, by style. */
  let open = new Map<string, TestWallet[]>();
  /** Of the senders, whose transactions a reorganisation undoes. */
  let nonces = new Map<Hex, number>();
  /** Grows with each claim, as the totals of the cumulative styles do. */
  let total = 0n;

  beforeAll(async () => {
    wallets = Array.from({ length: WALLETS }, (_, index) => {
      const key = keyOf(index);
      return { index, key, address: privateKeyToAddress(key) };
    });
    // Older states than those of the last 200 blocks are not read, and would be written to files.
    const args = '--prune-history 200 --auto-impersonate --base-fee 0 --gas-price 0 --gas-limit 1000000000'.split(' ');
    const genesisSeconds = Math.floor(Date.now() / 1_000);
    [anvil, test] = await Promise.all([startAnvil({ genesisSeconds, args }), createTestDatabase()]);
    clock = await makeClockMovable(test.url);
    db = openDatabase(test.url, { poolSize: 4, applicationName: 'test' });
    distributors = await deployAll();
    open = new Map(STYLES.map((style) => [style, [...wallets]]));
    const definitions = distributors.map(definitionOf);
    await applyDefinitions(db, { origin: 'test', definitions, nowMs: clock.now() });
    worker = await startFollower(test.url, anvil.url, clock);
  });
  afterAll(async () => {
    await api?.stop();
    await worker?.stop();
    await anvil?.close();
    await db?.close();
    await test?.drop();
  });

  async function deployAll(): Promise<StyledDistributor[]> {
    const token = await deployPublishedToken(anvil, SUPPLY);
    const [funder] = await rpc<Hex[]>(anvil.url, 'eth_accounts');
    const tree = sablierTree(wallets.map((wallet) => ({ ...wallet, amount: amountOf(wallet) })));
    const all: StyledDistributor[] = [];
    for (const style of STYLES) {
      const isPublished = style === 'sablier-v1';
      const address = isPublished
        ? await deployPublishedSablier(anvil, token, tree.root)
        : await deployFollowedStyle(anvil, { style, token });
      const abi = parseAbi(['function transfer(address, uint256)']);
      const data = encodeFunctionData({ abi, args: [address, FUNDS] });
      await rpc(anvil.url, 'eth_sendTransaction', { from: funder, to: token, data });
      await mine(anvil.url, 1);
      all.push({ style, address, token, proofOf: isPublished ? tree.proofOf : () => [] });
    }
    return all;
  }

  function definitionOf({ style, address, token }: StyledDistributor) {
    const contract = `eip155:${CHAIN}:${address}`;
    const claim = { rpc: 'local', contract, distributorStyle: style, fromBlock: 1, source: null };
    const symbol = { symbol: fact('TOK'), decimals: fact(18), address: fact(`eip155:${CHAIN}/erc20:${token}`) };
    const startsAt = new Date(Date.now() - 3_600_000).toISOString();
    const events = [eventDefinition({ type: 'claim', startsAt, endsAt: null })];
    return dropDefinition({ id: idOf(style), chain: fact('linea'), token: symbol, claim, events });
  }

  /** Mines claims in one block. Their nonces are stated, as the node handles the calls of a batch at the same time. */
  async function mineClaims(claims: readonly StyledClaim[]): Promise<void> {
    const calls = claims.map((claim) => {
      const nonce = nonces.get(claim.from) ?? 0;
      nonces.set(claim.from, nonce + 1);
      const terms = { nonce: numberToHex(nonce), gas: numberToHex(500_000), gasPrice: '0x0' };
      return { method: 'eth_sendTransaction', params: [{ ...claim, ...terms }] };
    });
    await rpcAll<Hex>(anvil.url, calls);
    await mine(anvil.url, 1);
    const receipts = await rpc<{ status: string; to: string }[]>(anvil.url, 'eth_getBlockReceipts', 'latest');
    const failed = receipts.filter(({ status }) => status !== '0x1').map(({ to }) => to);
    const styles = distributors.filter(({ address }) => failed.includes(address.toLowerCase()));
    expect([receipts.length, styles.map(({ style }) => style)]).toEqual([claims.length, []]);
  }

  /** Claims of random wallets of all styles, several hundred in a block. */
  async function claimSome(perStyle: number): Promise<void> {
    const stranger = () => wallets[below(WALLETS)]!.address;
    const claims: StyledClaim[] = [];
    for (const style of STYLES.filter(isRepeated)) open.set(style, [...wallets]);
    for (let n = 0; n < perStyle; n++) {
      for (const distributor of distributors) {
        const left = open.get(distributor.style)!;
        const [wallet] = left.splice(below(left.length), 1);
        total += 1n + BigInt(below(1_000));
        claims.push(await styledClaim(distributor, wallet!, { total, random, stranger }));
      }
    }
    while (claims.length > 0) {
      await mineClaims(claims.splice(0, 200 + below(600)));
      await mine(anvil.url, 1 + below(3));
    }
  }

  /** Claims on a fork that is replaced. */
  async function reorganise(): Promise<void> {
    const snapshot = await rpc<string>(anvil.url, 'evm_snapshot');
    const before = { open: new Map([...open].map(([style, left]) => [style, [...left]])), nonces: new Map(nonces) };
    await claimSome(1 + below(30));
    await mine(anvil.url, 1 + below(90));
    if (random() < 0.5) await follow(anvil.url, db, clock);
    const replaced = await headOf(anvil.url);
    await rpc(anvil.url, 'evm_revert', snapshot);
    ({ open, nonces } = before);
    await claimSome(1 + below(10));
    // The other fork is longer than the one that was followed.
    await mine(anvil.url, Math.max(1, replaced - (await headOf(anvil.url)) + 1));
  }

  it(`equal the views of the contracts 64 blocks before the latest, after ${CLAIMS} claims with reorganisations and restarts`, async () => {
    let block = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await claimSome(Math.ceil(CLAIMS / FOLLOWED_STYLES / ROUNDS));
      if (round > 0) await reorganise();
      if (random() < 0.6) {
        await worker?.stop();
        worker = await startFollower(test.url, anvil.url, clock);
      }
      await mine(anvil.url, UNCONFIRMED);
      block = await follow(anvil.url, db, clock);
      expect(await headOf(anvil.url)).toBe(block + UNCONFIRMED);
    }
    for (const distributor of distributors) {
      const ledger = await ledgerOf(distributor.style);
      expect([distributor.style, ledger]).toEqual([distributor.style, await stateOf(distributor, block)]);
    }
    const [row] = await db.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM claims JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL',
    );
    expect(row!.n).toBeGreaterThan(CLAIMS);
  }, 1_200_000);

  it('sum to what has left the contracts, in the curve of each drop', async () => {
    const { secret } = await new ApiKeyRepository(db).issue({ plan: 'scale', label: 'test' });
    api = await startProgram(builtProgram('api'), { DATABASE_URL: test.url, PORT: '0', METRICS_PORT: '0' });
    const client = new Droptrack({ apiKey: secret, baseUrl: api.url ?? '' });
    const block = (await headOf(anvil.url)) - UNCONFIRMED;
    const view = 'function balanceOf(address) view returns (uint256)';
    const balances = await viewAll(
      anvil.url,
      distributors.map(({ address, token }) => ({ to: token, view, args: [address] })),
      block,
    );
    for (const [n, { style }] of distributors.entries()) {
      let [sum, cursor]: [bigint, string | null] = [0n, null];
      do {
        const page = await client.drops.claims(idOf(style), {
          interval: '1h',
          limit: 2,
          ...(cursor !== null && { cursor }),
        });
        for (const { amount } of page.data) sum += BigInt(amount);
        cursor = page.next_cursor;
      } while (cursor !== null);
      expect([style, sum]).toEqual([style, FUNDS - balances[n]!]);
    }
  });

  /** Claims of the ledger of a style. */
  async function ledgerOf(style: string): Promise<Claimed> {
    const rows = await db.query<{ wallet: string; amount: string; recipient: string | null }>(
      `SELECT encode(wallet, 'hex') AS wallet, sum(amount)::text AS amount,
         (array_agg(encode(recipient, 'hex') ORDER BY claims.block DESC, log_index DESC))[1] AS recipient
       FROM claims JOIN claim_ledgers ON id = ledger_id AND retired_at IS NULL
       WHERE drop_id = $1 GROUP BY wallet`,
      [idOf(style)],
    );
    return {
      paid: new Map(rows.map(({ wallet, amount }) => [`0x${wallet}`, BigInt(amount)])),
      recipients: new Map(rows.map(({ wallet, recipient }) => [`0x${wallet}`, `0x${recipient}`])),
    };
  }

  /** Claims by the functions of the contract at a block: whether a wallet has claimed by that of the style, where it has one. */
  async function stateOf(distributor: StyledDistributor, block: number): Promise<Claimed> {
    const { style, address: to, token } = distributor;
    // The published contract states no amounts, and pays each wallet its own.
    const { amounts, recipients } =
      style === 'sablier-v1'
        ? { amounts: wallets.map(amountOf), recipients: wallets.map(({ address }) => address) }
        : await paidStates(anvil.url, to, wallets, block);
    const check = distributorStyle(style)?.claimed?.check;
    const argsOf = ({ index, address }: TestWallet) =>
      check?.includes('uint256 index') ? [index] : check?.includes(',') ? [address, token] : [address];
    const view = `function ${check?.replace(' returns', ' view returns')}`;
    const calls = wallets.map((wallet) => ({ to, view, args: argsOf(wallet) }));
    const stated = check === undefined ? amounts : await viewAll(anvil.url, calls, block);
    const claimed = wallets.flatMap(({ address }, n) =>
      stated[n] === 0n ? [] : [[address.toLowerCase(), n] as const],
    );
    return {
      paid: new Map(claimed.map(([address, n]) => [address, amounts[n]!])),
      recipients: new Map(claimed.map(([address, n]) => [address, recipients[n]!.toLowerCase()])),
    };
  }
});

const idOf = (style: string): string => style.replace(/\W/g, '-');

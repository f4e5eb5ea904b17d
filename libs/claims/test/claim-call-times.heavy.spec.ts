import { prepareClaim, type PreparedClaim } from '@droptrack/claim-calls';
import type { DistributorStyleName } from '@droptrack/distributors';
import type { Hex } from 'viem';
import { anvilMissing, rpc } from '../../../tools/test/anvil';
import {
  askNode,
  balancesOf,
  claimTree,
  FUTURE,
  leavesOf,
  PAST,
  type Row,
  simulatingAfter,
  termsOf,
} from './claim-families';
import { ANYONE, type ClaimScene, type LeafName, OTHER, reasonOf, startScene } from './claim-scene';
import { deployCallable } from './distributor';

const missing = anvilMissing();

let scene: ClaimScene;
let [anvil, token, trees, row, rows]: [ClaimScene['anvil'], Hex, ClaimScene['trees'], Row, readonly Row[]] = [
  null!,
  null!,
  null!,
  null!,
  null!,
];

(missing === null ? describe : describe.skip)(
  `times and senders of claims${missing === null ? '' : ` (${missing})`}`,
  () => {
    beforeAll(async () => {
      scene = await startScene();
      ({ anvil, token, trees, row, rows } = scene);
    });
    afterAll(() => scene?.close());

    describe('between a claim and its sending', () => {
      it.each<[DistributorStyleName, LeafName, number, bigint | null]>([
        ['1inch', 'wallet', 0, null],
        // It pays nothing, and does not revert.
        ['merkl', 'merkl', 1, 0n],
      ])('%s: a second claim pays nothing', async (style, leaf, isMerkl, second) => {
        const address = await scene.deployed('CumulativeClaims', trees[leaf].root, isMerkl === 1);
        const [first, again] = [await scene.prepared(style, address, leaf), await scene.prepared(style, address, leaf)];
        expect(await scene.paidBy(first)).toBe(row.amount);
        expect(await scene.paidBy(again)).toBe(second);
        expect(reasonOf(await scene.prepared(style, address, leaf))).toBe('already_claimed');
      });

      it('a fee may rise by its margin, and not by more', async () => {
        const address = await scene.campaign(0, 1_000n);
        const claim = await scene.prepared('sablier-instant', address, 'sablier');
        expect(claim).toMatchObject({ fees: [{ amount: '1000', margin: '30' }], calls: [{ value: '0x406' }] });
        await scene.call(ANYONE, address, 'setFee(uint256)', 1_031n);
        expect(await scene.paidBy(claim)).toBeNull();
        await scene.call(ANYONE, address, 'setFee(uint256)', 1_030n);
        expect(await scene.paidBy(claim)).toBe(row.amount);
      });

      it('a fixed fee that rises lets the claim revert', async () => {
        const address = await scene.campaign(0, 5n);
        const claim = await scene.prepared('sablier-v1.3-instant', address, 'sablier');
        await scene.call(ANYONE, address, 'setFee(uint256)', 6n);
        expect(await scene.paidBy(claim)).toBeNull();
        expect(await scene.prepared('sablier-v1.3-instant', address, 'sablier')).toMatchObject({
          calls: [{ value: '0x6' }],
        });
      });

      it('a reorganised claim is open again', async () => {
        const address = await scene.uniswap();
        const claim = await scene.prepared('uniswap', address, 'indexed');
        const before = await rpc<string>(anvil.url, 'evm_snapshot');
        expect(await scene.paidBy(claim)).toBe(row.amount);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('already_claimed');
        await rpc(anvil.url, 'evm_revert', before);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('ready');
        expect(await scene.paidBy(claim)).toBe(row.amount);
      });

      it('pays the rest of a total', async () => {
        const address = await scene.deployed('CumulativeClaims', trees.merkl.root, true);
        expect(await scene.paidBy(await scene.prepared('merkl', address, 'merkl'))).toBe(row.amount);
        const more = { ...row, amount: row.amount * 3n + 1n };
        const next = scene.treesOf(rows.map((each) => (each === row ? more : each))).merkl;
        await scene.call(ANYONE, address, 'setRoot(bytes32)', next.root);
        const claim = await prepareClaim(termsOf('merkl', { address, token }, more, next), [askNode(anvil)]);
        expect(claim.expects).toMatchObject([{ amount: (row.amount * 2n + 1n).toString() }]);
        expect(await scene.paidBy(claim)).toBe(row.amount * 2n + 1n);
      });
    });

    describe('of the window', () => {
      /** Compares the check of the window as of a block with a claim in a block of the same time or number. */
      async function compareAt(
        claimOf: () => Promise<PreparedClaim>,
        mine: () => Promise<unknown>,
        data: PreparedClaim,
        atSeconds?: number,
      ) {
        const before = await rpc<string>(anvil.url, 'evm_snapshot');
        await mine();
        const { checks, reason } = await claimOf();
        await rpc(anvil.url, 'evm_revert', before);
        const again = await rpc<string>(anvil.url, 'evm_snapshot');
        const isPaid = (await scene.paidBy(data, atSeconds === undefined ? {} : { atSeconds })) !== null;
        await rpc(anvil.url, 'evm_revert', again);
        expect(checks.find(({ code }) => code === 'window')!.ok).toBe(isPaid);
        return isPaid ? 'open' : reason!.code;
      }

      it.each<[DistributorStyleName, string, LeafName, readonly string[]]>([
        ['zksync', 'IndexedClaims', 'indexed', ['claim_not_open', 'open', 'open', 'claim_expired', 'claim_expired']],
        // Before its end and at it, without a start.
        ['degen', 'IndexedClaims', 'indexed', ['open', 'open', 'open', 'open', 'claim_expired']],
        ['lista', 'WalletClaims', 'wallet', ['claim_not_open', 'open', 'open', 'open', 'claim_expired']],
      ])('%s is open to the second', async (style, contract, leaf, states) => {
        const start = (await scene.head()) + 1_000;
        const end = start + 100;
        const first = contract === 'IndexedClaims' ? OTHER : false;
        const [address, open] = [
          await scene.deployed(contract, trees[leaf].root, first, start, end),
          await scene.deployed(contract, trees[leaf].root, first, 0, FUTURE),
        ];
        const sent = await scene.prepared(style, open, leaf);
        const claim = { ...sent, calls: [{ ...sent.calls[0]!, to: address }] };
        const found: string[] = [];
        for (const seconds of [start - 1, start, end - 1, end, end + 1])
          found.push(
            await compareAt(
              () => scene.prepared(style, address, leaf),
              () => rpc(anvil.url, 'evm_mine', seconds),
              claim,
              seconds,
            ),
          );
        expect(found).toEqual(states);
      });

      it('arbitrum is open to the block of layer 1', async () => {
        const at = Number(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
        const [start, end] = [at + 40, at + 60];
        const { address, call: set } = await deployCallable(anvil, 'StoredClaims', [token, true, start, end]);
        await scene.fund(address);
        await set('setAmounts', [row.wallet], [row.amount]);
        const claim = {
          sender: 'wallet',
          calls: [{ to: address, data: '0x4e71d92d', value: '0x0' }],
        } as unknown as PreparedClaim;
        const found: string[] = [];
        for (const block of [start - 1, start, end - 1, end]) {
          const mineTo = async (number: number) => {
            const now = Number(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
            await rpc(anvil.url, 'anvil_mine', `0x${(number - now).toString(16)}`);
          };
          await mineTo(block - 1);
          found.push(
            await compareAt(
              () => scene.prepared('arbitrum', address, null),
              () => mineTo(block),
              claim,
            ),
          );
        }
        expect(found).toEqual(['claim_not_open', 'open', 'open', 'claim_expired']);
      });

      it('is stated with the claim, also in its last second', async () => {
        const end = (await scene.head()) + 1_000;
        const address = await scene.deployed('IndexedClaims', trees.indexed.root, OTHER, 0, end);
        await rpc(anvil.url, 'evm_mine', end - 1);
        const { valid_until } = await scene.prepared('zksync', address, 'indexed');
        expect(valid_until).toBe(new Date(end * 1_000).toISOString());
        // A node that simulates in the next block finds it closed.
        const node = simulatingAfter(askNode(anvil), 12);
        const late = await prepareClaim(scene.terms('zksync', address, 'indexed'), [node]);
        expect(reasonOf(late)).toBe('simulation_failed');
      });
    });

    describe('of the sender', () => {
      it.each<[DistributorStyleName, LeafName, string, readonly unknown[]]>([
        ['degen', 'indexed', 'IndexedClaims', [OTHER, 0, FUTURE]],
        ['merkl', 'merkl', 'CumulativeClaims', [true]],
      ])('%s: a contract claims from itself only', async (style, leaf, contract, args) => {
        const { address: wallet } = await deployCallable(anvil, 'ContractWallet');
        const own = { index: 0n, wallet: wallet.toLowerCase() as Hex, amount: 1_234n };
        const tree = claimTree(leavesOf(token.toLowerCase())[leaf], [own, ...rows.slice(1)]);
        const address = await scene.deployed(contract, tree.root, ...args);
        const claim = await prepareClaim(termsOf(style, { address, token }, own, tree), [askNode(anvil)]);
        expect(claim).toMatchObject({ status: 'ready', sender: 'wallet', simulation: { ok: true } });
        expect(await scene.paidBy(claim, { from: ANYONE })).toBeNull();
        const { to, data } = claim.calls[0]!;
        expect(await scene.call(ANYONE, wallet, 'execute(address, uint256, bytes)', to, 0n, data)).toEqual([true]);
        expect(await balancesOf(anvil, token, [wallet])).toEqual([1_234n]);
      });

      it('has a warning without money for the fee', async () => {
        const address = await scene.campaign(0, 1_000n);
        await rpc(anvil.url, 'anvil_setBalance', row.wallet, '0x0');
        const poor = await scene.prepared('sablier-instant', address, 'sablier');
        expect(poor).toMatchObject({ status: 'ready', simulation: { ok: true, insufficient_gas: true } });
        await rpc(anvil.url, 'anvil_setBalance', row.wallet, '0xde0b6b3a7640000');
        const rich = await scene.prepared('sablier-instant', address, 'sablier');
        expect(rich).toMatchObject({ simulation: { insufficient_gas: false } });
      });
    });

    describe('of what grows with time', () => {
      it('is a part that is forgone, which the caller has to accept', async () => {
        const now = await scene.head();
        const address = await scene.campaign(2, 0n, [PAST, FUTURE, now - 1_000, now + 1_000]);
        const unasked = await scene.prepared('sablier-variable', address, 'sablier');
        expect(reasonOf(unasked)).toBe('forgone_not_accepted');
        expect(BigInt(unasked.forgoes!.amount)).toBeGreaterThan(0n);
        const claim = await scene.prepared('sablier-variable', address, 'sablier', { acceptForgone: true });
        const [expected, forgone] = [BigInt(claim.expects[0]!.amount), BigInt(claim.forgoes!.amount)];
        expect(expected + forgone).toBe(row.amount);
        // A later block pays more.
        const paid = await scene.paidBy(claim, { atSeconds: (await scene.head()) + 300 });
        expect(paid).toBeGreaterThan(expected);
        expect(paid).toBeLessThan(row.amount);
      });

      it('may pay more in the block that a node simulates', async () => {
        const now = await scene.head();
        const address = await scene.campaign(2, 0n, [PAST, FUTURE, now - 1_000, now + 1_000]);
        const node = simulatingAfter(askNode(anvil), 12);
        const terms = scene.terms('sablier-variable', address, 'sablier', { acceptForgone: true });
        const claim = await prepareClaim(terms, [node]);
        expect(claim).toMatchObject({ status: 'ready', simulation: { ok: true } });
        const { amount } = claim.simulation!.transfers![0]!;
        expect(BigInt(amount)).toBeGreaterThan(BigInt(claim.expects[0]!.amount));
      });

      it('is not open before its start', async () => {
        const now = await scene.head();
        const address = await scene.campaign(2, 0n, [PAST, FUTURE, now + 10_000, now + 20_000]);
        expect(reasonOf(await scene.prepared('sablier-variable', address, 'sablier', { acceptForgone: true }))).toBe(
          'claim_not_open',
        );
      });
    });
  },
);

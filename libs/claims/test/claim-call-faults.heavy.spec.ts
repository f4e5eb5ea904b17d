import { type AskNode, codeRequests, contractCode, type NodeResponse, prepareClaim } from '@droptrack/claim-calls';
import { encodeEventTopics, type Hex, numberToHex, parseAbi } from 'viem';
import { anvilMissing, rpc } from '../../../tools/test/anvil';
import { askNode, FUTURE, type Row, withFault } from './claim-families';
import { ANYONE, type ClaimScene, OTHER, reasonOf, startScene } from './claim-scene';
import { deployCallable, deployPublishedUniswap } from './distributor';

const missing = anvilMissing();
const ERC20 = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 amount)']);

let scene: ClaimScene;
let [anvil, token, trees, row, rows]: [ClaimScene['anvil'], Hex, ClaimScene['trees'], Row, readonly Row[]] = [
  null!,
  null!,
  null!,
  null!,
  null!,
];

(missing === null ? describe : describe.skip)(
  `faults of distributors and nodes${missing === null ? '' : ` (${missing})`}`,
  () => {
    beforeAll(async () => {
      scene = await startScene();
      ({ anvil, token, trees, row, rows } = scene);
    });
    afterAll(() => scene?.close());

    describe('of the list', () => {
      it('is announced for a contract with another root', async () => {
        const other = await scene.uniswap(trees.ens.root);
        expect(reasonOf(await scene.prepared('uniswap', other, 'indexed'))).toBe('root_differs');
        expect(
          await scene.paidBy(await scene.prepared('uniswap', await scene.uniswap(), 'indexed'), { to: other }),
        ).toBeNull();
      });

      it('is announced for a contract that pays another token', async () => {
        const address = await deployPublishedUniswap(anvil, await scene.newToken(), trees.indexed.root);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('token_differs');
      });

      it('is announced for a list that is one version behind', async () => {
        const address = await scene.deployed('CumulativeClaims', trees.wallet.root, false);
        const before = await scene.prepared('1inch', address, 'wallet');
        const next = scene.treesOf(rows.map((each) => ({ ...each, amount: each.amount * 2n }))).wallet;
        await scene.call(ANYONE, address, 'setRoot(bytes32)', next.root);
        expect(reasonOf(await scene.prepared('1inch', address, 'wallet'))).toBe('root_differs');
        expect(await scene.paidBy(before)).toBeNull();
      });

      it('is announced for an amount that is not that of the proof, without a node', async () => {
        const claim = await prepareClaim(scene.terms('uniswap', token, 'indexed', { amount: row.amount + 1n }), []);
        expect(reasonOf(claim)).toBe('proof_invalid');
      });

      it('is announced for what the caller has to choose', async () => {
        expect(reasonOf(await scene.prepared('ens', token, 'ens'))).toBe('delegate_required');
        expect(reasonOf(await scene.prepared('uniswap', token, 'indexed', { to: OTHER }))).toBe('recipient_fixed');
        // Leaves of Convex are texts, of which lists have no proofs.
        expect(reasonOf(await scene.prepared('convex', token, null))).toBe('proof_missing');
      });
    });

    describe('of the distributor', () => {
      it('is announced without funds', async () => {
        const address = await deployPublishedUniswap(anvil, token, trees.indexed.root);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('distributor_unfunded');
        expect(
          await scene.paidBy(await scene.prepared('uniswap', await scene.uniswap(), 'indexed'), { to: address }),
        ).toBeNull();
        // The reserve of such a contract is another address, so that only the simulation finds it empty.
        const reserved = await scene.deployed('IndexedClaims', trees.indexed.root, `0x${'99'.repeat(20)}`, 0, FUTURE);
        expect(reasonOf(await scene.prepared('walletconnect', reserved, 'indexed'))).toBe('simulation_failed');
      });

      it('is announced while it is paused', async () => {
        await scene.fund(OTHER);
        const address = await scene.deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
        const claim = await scene.prepared('walletconnect', address, 'indexed');
        await scene.call(ANYONE, address, 'setPaused(bool)', true);
        expect(reasonOf(await scene.prepared('walletconnect', address, 'indexed'))).toBe('distributor_paused');
        expect(await scene.paidBy(claim)).toBeNull();
        await scene.call(ANYONE, address, 'setPaused(bool)', false);
        expect(await scene.paidBy(claim)).toBe(row.amount);
      });

      it('is announced where it pays another address', async () => {
        const address = await scene.deployed('CumulativeClaims', trees.merkl.root, true);
        const claim = await scene.prepared('merkl', address, 'merkl');
        const zero = `0x${'0'.repeat(40)}`;
        await scene.call(row.wallet, address, 'setClaimRecipient(address, address)', OTHER, zero);
        expect(reasonOf(await scene.prepared('merkl', address, 'merkl'))).toBe('recipient_redirected');
        const before = await rpc<string>(anvil.url, 'evm_snapshot');
        expect(await scene.paidBy(claim)).toBe(0n);
        await rpc(anvil.url, 'evm_revert', before);
        await scene.call(row.wallet, address, 'setClaimRecipient(address, address)', row.wallet, token);
        expect(await scene.paidBy(await scene.prepared('merkl', address, 'merkl'))).toBe(row.amount);
      });

      it('is announced where its code can be replaced, and after it was', async () => {
        const logic = await scene.deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
        const { address } = await deployCallable(anvil, 'ClaimProxy', [logic]);
        await scene.fund(address);
        const codeHash = async () => {
          const block = BigInt(await rpc<Hex>(anvil.url, 'eth_blockNumber'));
          const read = await askNode(anvil)(codeRequests(address, block));
          return contractCode(read.map((each) => ('result' in each ? each.result : null)))!.hash;
        };
        const declared = { contract: { codeHash: await codeHash() } };
        expect(reasonOf(await scene.prepared('degen', address, 'indexed'))).toBe('contract_changed');
        const claim = await scene.prepared('degen', address, 'indexed', declared);
        expect(claim.checks[1]).toMatchObject({ code: 'code', ok: true });
        const next = await scene.deployed('IndexedClaims', trees.indexed.root, OTHER, 0, FUTURE);
        await scene.call(ANYONE, address, 'upgradeTo(address)', next);
        expect(reasonOf(await scene.prepared('degen', address, 'indexed', declared))).toBe('contract_changed');
        await scene.call(ANYONE, address, 'upgradeTo(address)', logic);
        expect(await scene.paidBy(claim)).toBe(row.amount);
      });

      it('is announced for an address without code', async () => {
        expect(reasonOf(await scene.prepared('uniswap', OTHER, 'indexed'))).toBe('contract_missing');
      });

      it.each([
        ['pays another address', 1],
        ['keeps the fee and pays nothing', 2],
      ])('is announced where it %s', async (_, fault) => {
        const address = await scene.campaign(0, 1_000n);
        await scene.call(ANYONE, address, 'setFault(uint8)', fault);
        const claim = await scene.prepared('sablier-instant', address, 'sablier');
        expect(reasonOf(claim)).toBe('transfer_differs');
        expect(claim.simulation).toMatchObject({ ok: false, error: null });
      });

      it('is announced where the token takes a fee on transfer', async () => {
        const address = await scene.uniswap();
        await scene.call(ANYONE, token, 'setFee(uint256)', 1n);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('transfer_differs');
        await scene.call(ANYONE, token, 'setFee(uint256)', 0n);
        expect(reasonOf(await scene.prepared('uniswap', address, 'indexed'))).toBe('ready');
      });
    });

    describe('of nodes', () => {
      const unknown = (): NodeResponse => ({ error: { code: -32_601, message: 'Method not found' } });
      const lying = (from: Hex, to: Hex) =>
        withFault(askNode(anvil), 'eth_call', (response) =>
          'result' in response && response.result === from ? { result: to } : response,
        );

      it('is no transfers of a node without eth_simulateV1', async () => {
        const address = await scene.uniswap();
        const node = withFault(askNode(anvil), 'eth_simulateV1', unknown);
        const claim = await prepareClaim(scene.terms('uniswap', address, 'indexed'), [node]);
        expect(claim).toMatchObject({
          status: 'ready',
          simulation: { ok: true, transfers: null },
          simulation_gap: null,
        });
        expect(Number(claim.gas)).toBeGreaterThan(21_000);
        expect(await scene.paidBy(claim)).toBe(row.amount);
      });

      it('is the revert of a node without eth_simulateV1', async () => {
        const address = await scene.deployed('IndexedClaims', trees.indexed.root, `0x${'99'.repeat(20)}`, 0, FUTURE);
        const node = withFault(askNode(anvil), 'eth_simulateV1', unknown);
        const claim = await prepareClaim(scene.terms('walletconnect', address, 'indexed'), [node]);
        expect(reasonOf(claim)).toBe('simulation_failed');
        expect(claim.simulation).toMatchObject({ ok: false, error: expect.stringMatching(/revert/i) });
      });

      it('is without the gas of a node that does not estimate it', async () => {
        const address = await scene.uniswap();
        const node = withFault(withFault(askNode(anvil), 'eth_simulateV1', unknown), 'eth_estimateGas', unknown);
        const claim = await prepareClaim(scene.terms('uniswap', address, 'indexed'), [node]);
        expect(claim).toMatchObject({ status: 'ready', gas: null, simulation: { ok: true } });
      });

      it('fails if that of one node does, whatever another states', async () => {
        const address = await scene.deployed('IndexedClaims', trees.indexed.root, `0x${'99'.repeat(20)}`, 0, FUTURE);
        const topics = encodeEventTopics({ abi: ERC20, args: { from: address as Hex, to: row.wallet as Hex } });
        const logs = [{ address: token, topics, data: numberToHex(row.amount, { size: 32 }) }];
        const passed = { result: [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs }] }] };
        const covering = withFault(askNode(anvil), 'eth_simulateV1', () => passed);
        const of = (...nodes: AskNode[]) => prepareClaim(scene.terms('walletconnect', address, 'indexed'), nodes);
        expect(reasonOf(await of(covering))).toBe('ready');
        logs.push({ address: OTHER, topics: [topics[0], topics[2], topics[1]] as typeof topics, data: '0x01' as Hex });
        expect(reasonOf(await of(covering))).toBe('transfer_differs');
        logs.pop();
        expect(reasonOf(await of(covering, askNode(anvil)))).toBe('simulation_failed');
        expect(reasonOf(await of(askNode(anvil), covering))).toBe('simulation_failed');
      });

      it('is announced for a node of another chain', async () => {
        const other = withFault(askNode(anvil), 'eth_chainId', () => ({ result: '0x1' }));
        const address = await scene.uniswap();
        expect(reasonOf(await prepareClaim(scene.terms('uniswap', address, 'indexed'), [other]))).toBe(
          'node_wrong_chain',
        );
        const claim = await prepareClaim(scene.terms('uniswap', address, 'indexed'), [
          other,
          askNode(anvil),
          askNode(anvil),
        ]);
        expect(reasonOf(claim)).toBe('ready');
      });

      it('is outvoted where one of three lies about the root, in either direction', async () => {
        const [good, bad] = [await scene.uniswap(), await scene.uniswap(trees.ens.root)];
        const honest = askNode(anvil);
        const denying = lying(trees.indexed.root, trees.ens.root);
        const of = (address: string, ...nodes: (typeof honest)[]) =>
          prepareClaim(scene.terms('uniswap', address, 'indexed'), nodes);
        expect(reasonOf(await of(good, denying, honest, honest))).toBe('ready');
        expect(reasonOf(await of(good, denying, honest))).toBe('nodes_disagree');
        const covering = lying(trees.ens.root, trees.indexed.root);
        expect(reasonOf(await of(bad, covering, honest, honest))).toBe('root_differs');
        // One alone is believed where one alone is configured; its simulation still reverts.
        expect(reasonOf(await of(bad, covering))).toBe('simulation_failed');
      });
    });
  },
);

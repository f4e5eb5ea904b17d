import type { AskNode, NodeRequest, NodeResponse } from '../node-requests';
import { claimChain, type FakeChain, nodeOf, simulationOf, statusOf, tokenAccountOf, WALLET } from './fake-claim-chain';
import { prepareSolanaClaim } from './prepare-solana-claim';

type Chain = ReturnType<typeof claimChain>;

describe('nodes', () => {
  const codeOf = async (lie: (other: Chain) => unknown, others: readonly AskNode[] = []) => {
    const [{ terms, chain }, liar] = [claimChain('jito'), claimChain('jito')];
    lie(liar);
    const prepared = await prepareSolanaClaim(terms, [nodeOf(liar.chain), nodeOf(chain), ...others]);
    return prepared.reason?.code ?? prepared.status;
  };
  const LIES: readonly (readonly [string, (other: Chain) => unknown])[] = [
    ['that the claim is complete', ({ chain, keys, terms }) => chain.accounts.set(keys.status, statusOf(terms, 300n))],
    ['that a part was withdrawn', ({ chain, keys, terms }) => chain.accounts.set(keys.status, statusOf(terms, 1n))],
    ['that the token account exists', ({ chain, keys }) => chain.accounts.set(keys.target, tokenAccountOf(WALLET, 0n))],
    ['another root', (to) => replaceDistributor(to, { unlocked: 701n })],
    ['another time', ({ chain }) => (chain.seconds = 561n)],
    ['another end', ({ chain, keys }) => chain.accounts.set(keys.distributor, claimChain('jito', { endsAt: 1_001n }).chain.accounts.get(keys.distributor)!)], // prettier-ignore
    ['that the vault is empty', ({ chain, keys }) => chain.accounts.set(keys.vault, tokenAccountOf(keys.distributor, 0n))], // prettier-ignore
  ];
  it.each(LIES)('of which one of two states %s are not believed, and of three it is outvoted', async (_, lie) => {
    expect(await codeOf(lie)).toBe('nodes_disagree');
    expect(await codeOf(lie, [nodeOf(claimChain('jito').chain)])).toBe('ready');
  });

  it('agree at slots of their own, and while others claim; the earlier one counts', async () => {
    const code = await codeOf(({ chain, keys }) => {
      Object.assign(chain, { slot: 540, seconds: 520n });
      chain.accounts.set(keys.vault, tokenAccountOf(keys.distributor, 4_000n));
    });
    expect(code).toBe('ready');
  });

  it('of which one states a simulation that fails have no claim, whatever the other states', async () => {
    const [{ terms, chain }, other] = [claimChain('jito'), claimChain('jito')];
    chain.simulate = () => simulationOf(chain, 700n);
    other.chain.simulate = () => simulationOf(other.chain, 699n);
    for (const nodes of [
      [chain, other.chain],
      [other.chain, chain],
    ]) {
      const prepared = await prepareSolanaClaim(terms, nodes.map((each) => nodeOf(each))); // prettier-ignore
      expect(prepared).toMatchObject({ reason: { code: 'transfer_differs' }, instructions: [] });
    }
  });

  it('of another network, without responses, or with another shape, have no claim', async () => {
    const { terms, chain } = claimChain('jito');
    const codeWith = async (...nodes: AskNode[]) => (await prepareSolanaClaim(terms, nodes)).reason?.code;
    const broken =
      (result: unknown): AskNode =>
      async (requests) =>
        requests.map(({ method }) => ({ result: method === 'getGenesisHash' ? chain.genesis : result }));
    expect(await codeWith()).toBe('node_missing');
    expect(await codeWith(nodeOf({ ...chain, genesis: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' }))).toBe(
      'node_wrong_chain',
    );
    expect(await codeWith(() => Promise.reject(new Error('timeout')))).toBe('node_unavailable');
    expect(await codeWith(nodeOf(chain), () => Promise.reject(new Error('timeout')))).toBe('node_unavailable');
    for (const result of [
      null,
      7,
      {},
      { context: { slot: 1 }, value: [] },
      { context: {}, value: Array(8).fill(null) },
    ]) {
      expect(await codeWith(broken(result))).toBe('node_unavailable');
    }
  });
});

describe('a simulation', () => {
  const simulatedWith = async (
    simulate: (chain: FakeChain) => NodeResponse,
    spoil: (chain: Chain) => unknown = () => undefined,
  ) => {
    const to = claimChain('jito');
    spoil(to);
    to.chain.simulate = () => simulate(to.chain);
    return prepareSolanaClaim(to.terms, [nodeOf(to.chain)]);
  };
  const value = (of: object): NodeResponse => ({
    result: { context: { slot: 501 }, value: { accounts: null, ...of } },
  });

  it('that fails leaves no instructions, and an error that contains no markup', async () => {
    const err = { InstructionError: [1, { Custom: 6_013, text: '<b>x</b>' }] };
    const failed = await simulatedWith(() => value({ err }));
    expect(failed).toMatchObject({ reason: { code: 'simulation_failed' }, instructions: [], simulation_gap: null });
    expect(failed.simulation).toMatchObject({ ok: false, transfers: null, error: expect.not.stringMatching(/[<>"]/) });
  });

  it.each([699n, 701n, 0n])('that pays %s instead of 700 leaves no instructions', async (held) => {
    const prepared = await simulatedWith((chain) => simulationOf(chain, held));
    expect(prepared).toMatchObject({
      reason: { code: 'transfer_differs' },
      instructions: [],
      simulation: { ok: false },
    });
  });

  it.each<[string, NodeResponse, string]>([
    ['does not know the method', { error: { code: -32_601, message: 'Method not found' } }, 'not_supported'],
    ['returns no accounts', value({ err: null }), 'not_supported'],
    ['is behind', { error: { code: -32_016, message: 'Minimum context slot has not been reached' } }, 'no_response'],
    ['responds with something else', { result: 7 }, 'no_response'],
  ])('is null with the reason if the node %s', async (_, response, gap) => {
    expect(await simulatedWith(() => response)).toMatchObject({
      status: 'ready',
      simulation: null,
      simulation_gap: gap,
    });
  });

  it('is not made for a wallet with too little for the rents, whose claim is ready all the same', async () => {
    // Rents, a signature, and what an account without data must keep.
    const needed = 1_336_320 + 2_039_280 + 5_000 + 890_880;
    const gapWith = async (lamports: number) =>
      (await simulatedWith((chain) => simulationOf(chain, 700n), ({ chain }) => (chain.accounts.get(WALLET)!.lamports = lamports))).simulation_gap; // prettier-ignore
    expect([await gapWith(needed), await gapWith(needed - 1)]).toEqual([null, 'insufficient_funds']);
  });

  it('asks for no signature check, a recent block hash, and the accounts after it', async () => {
    const { terms, chain, keys } = claimChain('jito');
    const asked: NodeRequest[] = [];
    await prepareSolanaClaim(terms, [nodeOf(chain, asked)]);
    expect(asked.filter(({ method }) => method === 'getMultipleAccounts')).toHaveLength(1);
    expect(asked.at(-1)).toMatchObject({
      method: 'simulateTransaction',
      params: [
        expect.any(String),
        {
          ...{ sigVerify: false, replaceRecentBlockhash: true, encoding: 'base64', minContextSlot: 500 },
          accounts: { addresses: [keys.target, 'SysvarC1ock11111111111111111111111111111111'] },
        },
      ],
    });
  });
});

/** Replaces the distributor by one of another list. */
function replaceDistributor({ chain, keys, terms }: Chain, list: { unlocked: bigint }): void {
  chain.accounts.set(keys.distributor, claimChain(terms.accounts, {}, list).chain.accounts.get(keys.distributor)!);
}

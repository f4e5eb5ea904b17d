import type { NodeRequest } from '../node-requests';
import {
  claimChain,
  type DISTRIBUTOR,
  MINT,
  nodeOf,
  OTHER,
  simulationOf,
  statusOf,
  tokenAccountOf,
  WALLET,
} from './fake-claim-chain';
import { prepareSolanaClaim } from './prepare-solana-claim';

const SYSTEM = '11111111111111111111111111111111';
const PROGRAM_NAMES = ['jito', 'jupiter'] as const;
type Chain = ReturnType<typeof claimChain>;
const programsOf = ({ instructions }: { instructions: readonly { program: string }[] }) =>
  instructions.map(({ program }) => program.slice(0, 4));

describe.each(PROGRAM_NAMES)('a claim of %s', (name) => {
  it('that is new creates the token account first, pays the unlocked part, and states both rents', async () => {
    const { terms, chain } = claimChain(name);
    chain.simulate = () => simulationOf(chain, 700n);
    const prepared = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    const asset = `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:${MINT}`;
    expect(prepared).toMatchObject({
      ...{ status: 'ready', reason: null, calls: [], sender: 'wallet', effect: 'transfer', forgoes: null },
      expects: [{ asset, to: WALLET, amount: '700' }],
      fees: [
        { kind: 'rent', amount: name === 'jito' ? '1336320' : '2004480', margin: '0', read_at_block: 500 },
        { kind: 'rent', amount: '2039280', margin: '0' },
      ],
      ...{ gas: '41000', valid_until: new Date(90_000_000).toISOString(), simulation_gap: null },
      simulation: { block: 501, ok: true, error: null, insufficient_gas: false, transfers: [{ asset, amount: '700' }] },
    });
    expect(programsOf(prepared)).toEqual(['ATok', terms.program.slice(0, 4)]);
    expect(prepared.checks.map(({ code, ok, block }) => [code, ok, block])).toEqual([
      ...[['proof', true, null], ['code', true, 500], ['root', true, 500], ['token', true, 500]], // prettier-ignore
      ...[['not_claimed', true, 500], ['amount', true, 500], ['window', true, 500], ['recipient', true, 500]], // prettier-ignore
      ['funded', true, 500],
    ]);
  });

  it('that is new also withdraws what has unlocked since, of which a later simulation pays more', async () => {
    const { terms, keys, chain } = claimChain(name);
    chain.seconds = 1_100n;
    chain.accounts.set(keys.target, tokenAccountOf(WALLET, 40n));
    chain.simulate = () => simulationOf(chain, 40n + 731n, 1_105n);
    const prepared = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    expect(prepared).toMatchObject({ status: 'ready', expects: [{ amount: '730' }], fees: [{ kind: 'rent' }] });
    expect(prepared.simulation).toMatchObject({ ok: true, transfers: [{ amount: '731' }] });
    expect(prepared.instructions.map(({ data }) => Buffer.from(data, 'base64').length)).toEqual([28 + 32, 8]);
  });

  it.each([
    [1_500n, 0n, '150'],
    [1_500n, 100n, '50'],
    [2_000n, 100n, '200'],
    [80_000n, 299n, '1'],
  ])('that exists withdraws at %s, after %s, what is left: %s', async (seconds, withdrawn, amount) => {
    const { terms, keys, chain } = claimChain(name);
    chain.seconds = seconds;
    chain.accounts.set(keys.status, statusOf(terms, withdrawn)).set(keys.target, tokenAccountOf(WALLET, 0n));
    const prepared = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    expect(prepared).toMatchObject({
      status: 'ready',
      expects: [{ amount }],
      fees: [],
      instructions: [{ program: terms.program }],
    });
  });

  it('whose addresses anyone has sent lamports to pays the missing rent only', async () => {
    const { terms, keys, chain } = claimChain(name);
    for (const address of [keys.status, keys.target]) {
      chain.accounts.set(address, { owner: SYSTEM, data: new Uint8Array(0), lamports: 1_000_000 });
    }
    const { fees, instructions } = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    expect(fees.map(({ amount }) => amount)).toEqual([name === 'jito' ? '336320' : '1004480', '1039280']);
    expect(instructions).toHaveLength(2);
  });

  const FAULTS: readonly (readonly [string, Partial<typeof DISTRIBUTOR>, (chain: Chain) => unknown, string])[] = [
    ['a program that does not exist', {}, ({ chain, terms }) => chain.accounts.delete(terms.program), 'contract_missing'],
    ['a program that cannot be called', {}, ({ chain, terms }) => (chain.accounts.get(terms.program)!.executable = false), 'contract_changed'],
    ['a program of another loader', {}, ({ chain, terms }) => (chain.accounts.get(terms.program)!.owner = SYSTEM), 'contract_changed'],
    ['no distributor', {}, ({ chain, keys }) => chain.accounts.delete(keys.distributor), 'contract_changed'],
    ['a distributor of another program', {}, ({ chain, keys }) => (chain.accounts.get(keys.distributor)!.owner = SYSTEM), 'contract_changed'],
    ['a distributor of another version', { version: 1n }, (to) => placeElsewhere(to), 'contract_changed'],
    ['another root', {}, (to) => replaceDistributor(to, { unlocked: 701n }), 'root_differs'],
    ['a token of Token-2022, which can have a fee', {}, ({ chain }) => (chain.accounts.get(MINT)!.owner = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'), 'style_unsupported'],
    ['a vault of another token', {}, ({ chain, keys }) => chain.accounts.set(keys.vault, tokenAccountOf(keys.distributor, 5_000n, { mint: OTHER })), 'token_differs'],
    ['a claim that is complete', {}, ({ chain, keys, terms }) => chain.accounts.set(keys.status, statusOf(terms, 300n)), 'already_claimed'],
    ['a claim of another wallet', {}, ({ chain, keys, terms }) => (chain.accounts.set(keys.status, statusOf(terms, 0n)).get(keys.status)!.data.fill(1, 8)), 'contract_changed'],
    ['a claim of another amount', {}, ({ chain, keys, terms }) => chain.accounts.set(keys.status, statusOf({ ...terms, locked: 299n }, 0n)), 'amount_differs'],
    ['a clawback', { clawedBack: 1 }, () => undefined, 'claim_expired'],
    ['nothing to withdraw yet', {}, ({ chain, keys, terms }) => chain.accounts.set(keys.status, statusOf(terms, 0n)), 'claim_not_open'],
    ['a token account that belongs to another wallet', {}, ({ chain, keys }) => chain.accounts.set(keys.target, tokenAccountOf(OTHER, 0n)), 'recipient_redirected'],
    ['a token account of another program', {}, ({ chain, keys }) => chain.accounts.set(keys.target, { owner: OTHER, data: new Uint8Array(165) }), 'recipient_redirected'],
    ['a frozen token account', {}, ({ chain, keys }) => chain.accounts.set(keys.target, tokenAccountOf(WALLET, 0n, { isFrozen: true })), 'recipient_frozen'],
    ['an empty vault', {}, ({ chain, keys }) => chain.accounts.set(keys.vault, tokenAccountOf(keys.distributor, 699n)), 'distributor_unfunded'],
    ['a vault that does not exist', {}, ({ chain, keys }) => chain.accounts.delete(keys.vault), 'distributor_unfunded'],
    ['a distributor whose amount is spent', { claimedAmount: 9_301n }, () => undefined, 'distributor_unfunded'],
    ['a distributor whose claims are used up', { claims: 10n }, () => undefined, 'distributor_unfunded'],
  ]; // prettier-ignore
  it.each(FAULTS)('has no instructions with %s', async (_, changed, spoil, code) => {
    const to = claimChain(name, changed);
    spoil(to);
    const prepared = await prepareSolanaClaim(to.terms, [nodeOf(to.chain), nodeOf(to.chain)]);
    expect(prepared).toMatchObject({ reason: { code }, instructions: [], expects: [], fees: [], simulation: null });
    // Each check before the one that fails holds.
    expect(prepared.checks.map(({ ok }) => ok)).toEqual([...prepared.checks.slice(1).map(() => true), false]);
  });

  it('whose parts are all locked waits for their start, instead of paying rent for nothing', async () => {
    const { terms, chain } = claimChain(name, {}, { unlocked: 0n, locked: 300n });
    chain.seconds = 1_000n;
    expect(await prepareSolanaClaim(terms, [nodeOf(chain)])).toMatchObject({ reason: { code: 'claim_not_open' } });
    chain.seconds = 1_010n;
    const prepared = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    expect(prepared).toMatchObject({ status: 'ready', expects: [{ amount: '3' }] });
    expect(prepared.instructions).toHaveLength(3);
  });

  it.each([
    ['a proof of another amount', { amount: 1_001n }, 'proof_invalid'],
    ['a proof with other parts', { locked: 301n }, 'proof_invalid'],
    ['a proof of another wallet', { wallet: OTHER }, 'proof_invalid'],
    ['no proof', { proof: null }, 'proof_missing'],
    [
      'another program with the same accounts',
      { program: 'Eohp5jrnGQgP74oD7ij9EuCSYnQDLLHgsuAmtSTuxABk' },
      'style_unsupported',
    ],
    ['an address that is none', { distributor: 'jito' }, 'style_unsupported'],
  ])('asks no node with %s', async (_, changed, code) => {
    const { terms, chain } = claimChain(name);
    const asked: NodeRequest[] = [];
    const prepared = await prepareSolanaClaim({ ...terms, ...changed }, [nodeOf(chain, asked)]);
    expect([prepared.reason?.code, prepared.instructions, asked]).toEqual([code, [], []]);
  });

  it('of another token than that of the drop has no instructions', async () => {
    const { terms, chain } = claimChain(name);
    const prepared = await prepareSolanaClaim({ ...terms, mint: OTHER }, [nodeOf(chain)]);
    expect(prepared.reason?.code).toBe('token_differs');
  });
});

describe('a distributor of jupiter', () => {
  it.each([
    [{ activationUnit: 0, activationAt: 501n }, 'claim_not_open'],
    [{ activationUnit: 1, activationAt: 501n }, 'claim_not_open'],
    [{ claimType: 1 }, 'project_signature_required'],
    [{ claimType: 2 }, 'project_page_required'],
    [{ claimType: 3 }, 'project_signature_required'],
    [{ bonus: 1n }, 'style_unsupported'],
    [{ closable: 1 }, 'contract_changed'],
  ])('with %j has no instructions', async (changed, code) => {
    const { terms, chain } = claimChain('jupiter', changed);
    const prepared = await prepareSolanaClaim(terms, [nodeOf(chain)]);
    expect([prepared.reason?.code, prepared.instructions]).toEqual([code, []]);
  });

  it.each([[{ activationUnit: 0, activationAt: 500n }], [{ activationUnit: 1, activationAt: 500n }]])(
    'with %j pays, as it is active',
    async (changed) => {
      const { terms, chain } = claimChain('jupiter', changed);
      chain.slot = 500;
      expect(await prepareSolanaClaim(terms, [nodeOf(chain)])).toMatchObject({ status: 'ready' });
    },
  );
});

/** Puts the distributor to the address of version 0. */
function placeElsewhere(to: Chain): void {
  const { terms, keys } = claimChain(to.terms.accounts);
  to.chain.accounts.set(keys.distributor, to.chain.accounts.get(to.keys.distributor)!);
  Object.assign(to, { terms, keys });
}

/** Replaces the distributor by one of another list. */
function replaceDistributor({ chain, keys, terms }: Chain, list: { unlocked: bigint }): void {
  chain.accounts.set(keys.distributor, claimChain(terms.accounts, {}, list).chain.accounts.get(keys.distributor)!);
}

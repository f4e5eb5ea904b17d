import { dropDefinition, fact } from '@droptrack/catalogue/testing';
import { decideEligibility } from './decide-eligibility';
import type { EligibilityFacts } from './facts';
import { exclusions, facts, list, notListed, row } from './testing';

describe('lists that are not all: unknown, with the figures', () => {
  const wave = (wallets: number, over = {}) => ({
    list: list({ name: `wave-${wallets}`, wallets, ...over }),
    entries: [],
  });
  const declared = (wallets: number | null, over = {}) =>
    dropDefinition({ distribution: { tokens: null, wallets: wallets === null ? null : fact(wallets), totalSupply: null }, ...over }); // prettier-ignore
  const reasonOf = (known: Partial<EligibilityFacts>) => {
    const { status, eligible, source, reasons } = decideEligibility(facts(known));
    expect(status === 'ineligible' ? eligible : [status, eligible, source]).toEqual(status === 'ineligible' ? false : ['unknown', null, null]); // prettier-ignore
    return `${reasons[0]!.code}: ${reasons[0]!.message}`;
  };
  const INCOMPLETE =
    'lists_incomplete: The lists that are loaded here contain no allocation of the wallet, but they are not complete.';

  it('one wave of several', () => {
    expect(reasonOf({ definition: declared(695_232), allocations: [wave(2_403)] })).toBe(
      `${INCOMPLETE} The loaded list has only 2403 wallets (catalogue: 695232).`,
    );
    expect(reasonOf({ definition: declared(1_000), allocations: [wave(400), wave(499)] })).toBe(
      `${INCOMPLETE} The 2 loaded lists together have only 899 wallets (catalogue: 1000).`,
    );
    expect(reasonOf({ definition: declared(1_000), allocations: [wave(400), wave(500)] })).toContain(
      'not_in_allocation_list',
    );
  });

  it('also for a wallet that is excluded, or has an amount of 0', () => {
    const known = { definition: declared(1_000), exclusions: exclusions(true) };
    expect(reasonOf({ ...known, allocations: [wave(2)] })).toContain(INCOMPLETE);
    expect(reasonOf({ ...known, allocations: [{ ...wave(2), entries: [{ ...row, amount: '0' }] }] })).toContain(
      INCOMPLETE,
    );
  });

  it('lists with a name and parts, without a figure to compare', () => {
    expect(reasonOf({ allocations: [wave(5)] })).toContain('further ones may be missing');
    expect(reasonOf({ allocations: [{ list: list({ part: true }), entries: [] }] })).toContain(
      'further ones may be missing',
    );
    expect(reasonOf({ allocations: [wave(5), { list: list(), entries: [] }] })).toContain('not_in_allocation_list');
  });

  it('a list of whose files rows with errors were left out, even where the catalogue states its figure', () => {
    const known = (leftOut: number) => ({
      definition: declared(1_000),
      allocations: [wave(999, { name: undefined, left_out: leftOut }), wave(1)],
    });
    expect(reasonOf(known(1))).toBe(`${INCOMPLETE} A row of the files of the lists had errors and was left out.`);
    expect(reasonOf(known(3))).toBe(`${INCOMPLETE} 3 rows of the files of the lists had errors and were left out.`);
    expect(reasonOf(known(0))).toContain('not_in_allocation_list');
  });

  it('a total far below the tokens, and a known number of eligible wallets, but not a forecast', () => {
    const token = { symbol: null, decimals: fact(18), address: null };
    const distribution = { tokens: fact('1389'), wallets: null, totalSupply: null };
    const tokens = (amount: string) => ({ token, distribution: { ...distribution, tokens: fact(amount) } });
    const answer = (over: object) => reasonOf({ definition: declared(null, over), allocations: notListed });
    expect(answer(tokens('1389'))).toContain('The loaded list has only 1250 tokens (catalogue: 1389).');
    expect(answer(tokens('1388.8'))).toContain('not_in_allocation_list');
    const eligible = (range: [number, number]) => ({
      value: { ...dropDefinition().value, eligibleWallets: fact(range) },
    });
    expect(answer(eligible([9_852, 9_852]))).toContain('1 wallet (catalogue: 9852)');
    expect(answer(eligible([9_000, 20_000]))).toContain('not_in_allocation_list');
  });
});

import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { CHECKER_LISTS, DISTRIBUTION_METHODS, type DistributionMethod, type DropChecker } from '@droptrack/contracts';
import * as fc from 'fast-check';
import { decideEligibility } from './decide-eligibility';
import { anyFacts } from './facts-testing';
import { facts, listed, notListed, SOLANA } from './testing';

const CHECKER: DropChecker = { url: 'https://linea.example/airdrop', kind: 'page', list: 'per_wallet' };
const CREDITED = ['registration_then_credit', 'direct_credit', 'genesis', 'mintless', 'exchange_program'];
const PAST = { block: null, date: fact('2026-07-10T00:00:00.000Z') };
const AHEAD = { block: null, date: fact('2026-12-10T00:00:00.000Z') };

/** Drop that is distributed by a method, with a checker. */
const drop = (
  method: DistributionMethod | null,
  checker: DropChecker | null,
  over: Parameters<typeof dropDefinition>[0] = {},
) =>
  dropDefinition({
    links: { site: 'https://linea.example' },
    snapshot: PAST,
    ...over,
    distribution: {
      ...dropDefinition().distribution,
      ...(method !== null && { method: fact(method) }),
      ...(checker !== null && { checker: fact(checker) }),
    },
  });
const decided = (definition: ReturnType<typeof drop>, over: Partial<Parameters<typeof facts>[0]> = {}) => {
  const { status, eligible, reasons, checker } = decideEligibility(facts({ status: 'tge', ...over, definition }));
  expect(eligible).toBeNull();
  return { status, code: reasons[0]!.code, message: reasons[0]!.message, checker };
};

describe('a drop without a list', () => {
  it.each(CREDITED)('says that there is nothing to claim: %s', (method) => {
    const paid = decided(drop(method as DistributionMethod, null));
    expect(paid).toMatchObject({ status: 'unknown', code: 'nothing_to_claim' });
    expect(paid.message).toMatch(/^There is nothing to claim: the tokens of Linea (?:were|are) /);
    const ahead = decided(drop(method as DistributionMethod, null), { status: 'upcoming' });
    expect(ahead).toMatchObject({ status: 'pending', code: 'nothing_to_claim' });
    expect(ahead.message).toMatch(/ will be /);
  });

  it.each(['onchain_allocation', 'balance_derived', 'signed_claim', 'soulbound_nft', 'token_sale'] as const)(
    'names the project as the only one that can answer: %s',
    (method) => {
      expect(decided(drop(method, null))).toMatchObject({ status: 'unknown', code: 'answered_by_project' });
      expect(decided(drop(method, CHECKER)).checker).toEqual(CHECKER);
    },
  );

  // An operator can load a list that is published as a whole.
  it('distinguishes a list that is not loaded from one that only the project has', () => {
    const codes = CHECKER_LISTS.map((list) => decided(drop('merkle', { ...CHECKER, list })).code);
    expect(codes).toEqual(['answered_by_project', 'answered_by_project', 'list_not_loaded', 'list_not_loaded']);
    expect(decided(drop('merkle', null))).toMatchObject({ code: 'list_not_loaded', checker: undefined });
    expect(decided(drop(null, CHECKER)).message).toBe(
      'Only Linea itself can answer, as it publishes no list of all wallets.',
    );
    expect(decided(drop('cumulative_merkle', { ...CHECKER, list: 'full' })).checker?.list).toBe('full');
  });

  it('answers by the method also where no wallet can be checked', () => {
    const near = { chain: fact('near') };
    expect(decided(drop('direct_credit', null, near)).code).toBe('nothing_to_claim');
    expect(decided(drop('signed_claim', CHECKER, near)).code).toBe('answered_by_project');
    expect(decided(drop('merkle', null, near)).code).toBe('source_unavailable');
  });

  it('awaits an announced snapshot first, and is undecided while none is known', () => {
    for (const method of DISTRIBUTION_METHODS) {
      const ahead = decided(drop(method, CHECKER, { snapshot: AHEAD }));
      expect(ahead).toEqual({ status: 'pending', code: 'snapshot_pending', message: ahead.message, checker: CHECKER });
      const open = drop(method, CHECKER, { snapshot: { block: null, date: null } });
      expect(decided(open, { status: 'live' }).code).toBe('snapshot_pending');
    }
  });

  it('keeps the state of a claim as a further reason', () => {
    const events = [eventDefinition({ startsAt: '2026-01-01T00:00:00.000Z', endsAt: '2026-02-01T00:00:00.000Z' })];
    const { reasons } = decideEligibility(facts({ definition: drop('registration_then_credit', null, { events }) }));
    expect(reasons.map(({ code }) => code)).toEqual(['nothing_to_claim', 'claim_expired']);
  });
});

it('decides by lists, whatever the method', () => {
  for (const method of DISTRIBUTION_METHODS) {
    const definition = drop(method, CHECKER);
    const [yes, no] = [listed(), notListed].map((allocations) => decideEligibility(facts({ definition, allocations })));
    expect([yes!.status, no!.status]).toEqual(['eligible', 'ineligible']);
    expect([yes, no]).toEqual([
      expect.not.objectContaining({ checker: CHECKER }),
      expect.not.objectContaining({ checker: CHECKER }),
    ]);
  }
});

// An account at an exchange has no type of wallet.
it('rejects no wallet for its type where accounts are paid', () => {
  expect(decided(drop('exchange_program', null), { wallet: SOLANA }).code).toBe('nothing_to_claim');
  const { reasons } = decideEligibility(facts({ wallet: SOLANA, definition: drop('direct_credit', null) }));
  expect(reasons[0]!.code).toBe('wrong_address_family');
});

it('never makes a wallet eligible or ineligible', () => {
  const anyMethod = fc.option(fc.constantFrom(...DISTRIBUTION_METHODS));
  const anyChecker = fc.option(fc.constantFrom(...CHECKER_LISTS).map((list) => ({ ...CHECKER, list })));
  fc.assert(
    fc.property(anyFacts, anyMethod, anyChecker, (known, method, checker) => {
      const { chain, snapshot, events } = known.definition;
      const definition = drop(method, checker, { chain, snapshot, events });
      const [plain, answered] = [known.definition, definition].map((each) =>
        decideEligibility({ ...known, definition: each }),
      );
      // Accounts have no type of wallet, so that the lists decide.
      fc.pre(method !== 'exchange_program' || plain!.reasons[0]!.code !== 'wrong_address_family');
      const isDecided = answered!.eligible !== null;
      if (isDecided) expect([answered!.status, answered!.reasons]).toEqual([plain!.status, plain!.reasons]);
      expect(isDecided && answered!.checker !== undefined).toBe(false);
    }),
  );
});

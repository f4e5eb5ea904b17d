import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { decideEligibility } from './decide-eligibility';
import type { EligibilityFacts } from './facts';
import { AT, EVM, SOLANA, list, row, reported, exclusion } from './testing';

/** Any facts about a wallet and a drop. */
const anyFacts = fc.record({
  wallet: fc.constantFrom(EVM, SOLANA),
  status: fc.constantFrom('upcoming' as const, 'live' as const, 'tge' as const),
  atMs: fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map(Number),
  definition: fc
    .tuple(fc.constantFrom('linea', 'solana', 'sui'), fc.option(fc.constant(AT)))
    .map(([chain, date]) =>
      dropDefinition({ chain: fact(chain), snapshot: { block: null, date: date === null ? null : fact(date) } }),
    ),
  allocation: fc.option(fc.option(fc.constant(row)).map((found) => ({ list: list(), row: found }))),
  exclusion: fc.option(fc.boolean().map(exclusion)),
  claimState: fc.option(fc.boolean().map(reported)),
});

it('decides only with known facts, and returns an allocation only for eligible wallets', () => {
  fc.assert(
    fc.property(anyFacts, (known) => {
      const answer = decideEligibility(known);
      expect(answer.eligible).toBe({ eligible: true, ineligible: false, pending: null, unknown: null }[answer.status]);
      expect(answer.allocation !== null).toBe(answer.status === 'eligible');
      expect(answer.source === null && answer.eligible === true).toBe(false);
      for (const { message } of answer.reasons) expect(message).not.toContain(known.wallet.address);
    }),
  );
});

describe('properties', () => {
  const [opens, closes] = [Date.parse('2026-09-10T13:00:00.000Z'), Date.parse('2026-12-09T00:00:00.000Z')];
  const decided = (known: EligibilityFacts) => {
    const { status, eligible, allocation, proof, reasons, source } = decideEligibility(known);
    return { status, eligible, allocation, proof, reason: reasons[0], source };
  };

  // The allocation list takes precedence over the exclusion list.
  it('a wallet in both lists is eligible, as without the exclusion list', () => {
    fc.assert(
      fc.property(anyFacts, (known) => {
        const listed = { ...known, wallet: EVM, allocation: { list: list(), row }, exclusion: exclusion(true) };
        expect(decided(listed)).toEqual(decided({ ...listed, exclusion: null }));
        const counts = known.definition.chain.value === 'linea';
        expect(decided(listed).status === 'eligible').toBe(counts);
      }),
    );
  });

  it('neither the claim window nor the chain changes the allocation', () => {
    const windows = fc.array(
      fc.record({
        startsAt: fc.constantFrom(opens - 1e9, opens, closes).map((ms) => new Date(ms).toISOString()),
        endsAt: fc.option(fc.constant(new Date(closes + 1e9).toISOString())),
        status: fc.constantFrom('confirmed' as const, 'tentative' as const, 'cancelled' as const),
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(anyFacts, windows, fc.option(fc.boolean().map(reported)), (known, events, claimState) => {
        const definition = { ...known.definition, events: events.map((event) => eventDefinition(event)) };
        expect(decided({ ...known, definition, claimState })).toEqual(decided(known));
      }),
    );
  });

  it('a failed query of the chain does not change the claim status', () => {
    fc.assert(
      fc.property(anyFacts, (known) => {
        const [asked, failed, done] = [reported(false), null, reported(true)].map((claimState) =>
          decideEligibility({ ...known, claimState }),
        );
        expect(failed).toEqual({ ...asked, claim: { ...asked!.claim, claimed: null } });
        expect(done!.claim.status).toBe('claimed');
        expect([asked!.status, failed!.status]).toEqual([done!.status, done!.status]);
      }),
    );
  });

  it('contains the declared contract, and a proof only with an allocation', () => {
    const contract = 'eip155:59144:0x87bAa1694381aE3eCaE2660d97fe60404080Eb64';
    const claim = { rpc: 'linea', contract, check: 'claimed(address) returns (bool)', source: null };
    const proof = {
      format: 'uniswap' as const,
      root: `0x${'ab'.repeat(32)}`,
      root_published: true,
      index: 5,
      proof: [],
    };
    fc.assert(
      fc.property(anyFacts, fc.boolean(), (known, isStated) => {
        const definition = { ...known.definition, ...(isStated && { claim }) };
        const allocation = known.allocation && { ...known.allocation, row: known.allocation.row && { ...row, proof } };
        const answer = decideEligibility({ ...known, definition, allocation });
        expect(answer.claim.contract).toBe(isStated ? contract : null);
        expect(answer.proof).toBe(answer.status === 'eligible' ? proof : null);
      }),
    );
  });
});

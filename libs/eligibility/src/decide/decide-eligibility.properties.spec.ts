import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { listGapOf } from '../completeness/list-gap';
import { decideEligibility } from './decide-eligibility';
import type { EligibilityFacts } from './facts';
import { anyClaim, anyDistribution, anyFacts, anySizedAllocations, areComplete } from './facts-testing';
import { isInNoList } from './verdict';
import { AT, EVM, exclusions, list, listed, reported, row } from './testing';

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

describe('several lists and entries', () => {
  /** Facts of a wallet whose type the drop accepts, so that its lists decide. */
  const anyListed = fc
    .tuple(anyFacts, anySizedAllocations, anyDistribution)
    .map(([known, allocations, distribution]): EligibilityFacts => {
      const token = { symbol: null, decimals: fact(18), address: null };
      return { ...known, allocations, wallet: EVM, definition: dropDefinition({ token, distribution }) };
    });

  // A wave that was loaded by its name made all other wallets ineligible, and an exclusion list alone all of its own.
  it('make ineligible only if they are complete, whatever their names, exclusions and figures', () => {
    fc.assert(
      fc.property(anyListed, (known) => {
        const { status, eligible, reasons } = decideEligibility(known);
        if (status !== 'ineligible') return;
        expect([eligible, areComplete(known), reasons[0]?.code === 'lists_incomplete']).toEqual([false, true, false]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('decide like their rows in one table: any amount makes eligible, any exclusion excludes, and amounts add up', () => {
    fc.assert(
      fc.property(anyListed, (known) => {
        const rows = known.allocations.flatMap(({ entries }) => entries);
        const { status, reasons, allocation } = decideEligibility(known);
        const sum = rows.reduce((total, { amount }) => total + BigInt(amount), 0n);
        const isExcluded = known.exclusions.some(({ isListed }) => isListed);
        const expected = (): string => {
          if (sum > 0n) return 'in_allocation_list';
          if (known.allocations.length === 0) return reasons[0]!.code;
          if (!areComplete(known)) return 'lists_incomplete';
          if (rows.length > 0) return 'zero_allocation';
          return isExcluded ? 'excluded_sybil' : 'not_in_allocation_list';
        };
        expect(reasons[0]!.code).toBe(expected());
        expect(status === 'eligible').toBe(sum > 0n);
        expect(allocation?.amount ?? null).toBe(sum > 0n ? String(sum) : null);
        expect(reasons.some(({ code }) => code === 'excluded_sybil')).toBe(isExcluded && sum === 0n);
      }),
    );
  });

  it('are returned as entries exactly if there are several, without a proof of the whole', () => {
    fc.assert(
      fc.property(anyListed, (known) => {
        const rows = known.allocations.flatMap(({ list: of, entries }) => entries.map((entry) => ({ of, entry })));
        fc.pre(rows.length === 0 || rows.some(({ entry }) => entry.amount !== '0'));
        const { proof, entries, source } = decideEligibility(known);
        if (rows.length === 1) {
          expect([entries, proof]).toEqual([[], rows[0]!.entry.proof]);
          expect(source?.list).toBe(rows[0]!.of.name ?? null);
          return;
        }
        expect(proof).toBeNull();
        expect(entries.map(({ list: name, amount, source: { version } }) => [name, amount, version])).toEqual(
          rows.map(({ of, entry }) => [of.name ?? null, entry.amount, of.version]),
        );
        expect(entries.map((entry) => entry.proof)).toEqual(rows.map(({ entry }) => entry.proof));
        if (rows.length > 1) expect(source).toEqual(entries[0]!.source);
      }),
    );
  });

  it('have parts that are complete for each reason, or none', () => {
    fc.assert(
      fc.property(anyListed, (known) => {
        const rows = known.allocations.flatMap(({ entries }) => entries);
        fc.pre(rows.length === 0 || rows.some(({ amount }) => amount !== '0'));
        const parts = decideEligibility(known).allocation?.breakdown ?? [];
        if (rows.some(({ breakdown }) => breakdown.length === 0)) {
          expect(parts).toEqual([]);
          return;
        }
        const sums = (of: readonly { reason: string; amount: string }[]) =>
          ['bridge', 'swap'].map((reason) =>
            of.filter((part) => part.reason === reason).reduce((sum, { amount }) => sum + BigInt(amount), 0n),
          );
        expect(sums(parts)).toEqual(sums(rows.flatMap(({ breakdown }) => breakdown)));
        if (rows.length > 1) expect(new Set(parts.map(({ reason }) => reason)).size).toBe(parts.length);
      }),
    );
  });

  // Half a claim is not a claim, and half of an unknown is unknown.
  it('are claimed if each of them is, and not claimed if one of them is known not to be', () => {
    fc.assert(
      fc.property(anyListed, (known) => {
        const rows = known.allocations.flatMap(({ entries }) => entries);
        fc.pre(rows.length === 0 || rows.some(({ amount }) => amount !== '0'));
        const states = rows.map(({ claimState }) => claimState);
        const { claim } = decideEligibility(known);
        const flags = states.map((state) => state?.isClaimed ?? null);
        const expected = flags.includes(false) ? false : flags.length === 0 || flags.includes(null) ? null : true;
        expect(claim.claimed).toBe(expected);
        expect(claim.status === 'claimed').toBe(expected === true);
        const amounts = states.map((state) => state?.claimedAmount ?? null);
        const isKnown = amounts.length > 0 && !amounts.includes(null);
        const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
        expect(claim.claimed_amount).toBe(isKnown ? String(sum) : null);
      }),
    );
  });

  // Amounts in different units have no sum in tokens.
  it('have decimals and a value only if all lists have the same decimals', () => {
    const definition = dropDefinition({ value: { ...dropDefinition().value, priceUsd: fact(1) } });
    const allocations = [18, 6].map((decimals, i) => ({ list: list({ decimals, name: `n-${i}` }), entries: [row] }));
    const known = { wallet: EVM, status: 'live' as const, atMs: Date.parse(AT), definition, exclusions: [] };
    expect(decideEligibility({ ...known, allocations }).allocation).toMatchObject({ decimals: null, value_usd: null });
    expect(decideEligibility({ ...known, allocations: [allocations[0]!] }).allocation).toMatchObject({ decimals: 18 });
  });
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
        const both = { ...known, wallet: EVM, allocations: listed(), exclusions: exclusions(true) };
        expect(decided(both)).toEqual(decided({ ...both, exclusions: [] }));
        const counts = known.definition.chain.value === 'linea';
        expect(decided(both).status === 'eligible').toBe(counts);
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
      fc.property(anyFacts, windows, anyClaim, (known, events, claimState) => {
        const definition = { ...known.definition, events: events.map((event) => eventDefinition(event)) };
        const allocations = known.allocations.map(({ list: of, entries }) => ({
          list: of,
          entries: entries.map((entry) => ({ ...entry, claimState })),
        }));
        const [before, after] = [decided(known), decided({ ...known, definition, allocations })];
        // Without a list, the calendar distinguishes what is undecided from what is not loaded; neither is a yes or a no.
        const isOfCalendar = ['snapshot_pending', 'list_not_published', 'list_not_loaded'];
        if (!isOfCalendar.includes(before.reason!.code)) return expect(after).toEqual(before);
        expect(isOfCalendar).toContain(after.reason!.code);
        expect({ ...after, status: before.status, reason: before.reason }).toEqual(before);
      }),
    );
  });

  it('a failed query of the chain does not change the claim status', () => {
    const anyOfListed = anyFacts.map((known) => ({ ...known, wallet: EVM, definition: dropDefinition() }));
    fc.assert(
      fc.property(anyOfListed, (known) => {
        const [asked, failed, done] = [reported(false), null, reported(true)].map((claimState) =>
          decideEligibility({ ...known, allocations: listed({ claimState }) }),
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
      fc.property(anyFacts, fc.boolean(), fc.boolean(), (known, isStated, isListed) => {
        const definition = { ...known.definition, ...(isStated && { claim }) };
        const allocations = isListed ? listed({ proof }) : [];
        const answer = decideEligibility({ ...known, definition, allocations });
        expect(answer.claim.contract).toBe(isStated ? contract : null);
        expect(answer.proof).toBe(answer.status === 'eligible' ? proof : null);
      }),
    );
  });
});

// The service counts such wallets without a decision.
it('rejects by the lists exactly the wallets that are in none of them', () => {
  fc.assert(
    fc.property(
      anyFacts,
      anySizedAllocations,
      anyDistribution,
      fc.boolean(),
      (some, allocations, distribution, isOnCurve) => {
        const known = { ...some, allocations, definition: { ...some.definition, distribution } };
        const code = decideEligibility({ ...known, isOnCurve }).reasons[0]?.code;
        fc.pre(!['wrong_address_family', 'source_unavailable'].includes(code ?? ''));
        const rejection = isOnCurve ? 'not_in_allocation_list' : 'wallet_not_verifiable';
        const lists = allocations.map(({ list: named }) => named);
        expect(code === rejection).toBe(isInNoList(known) && listGapOf(lists, known.definition) === null);
      },
    ),
  );
});

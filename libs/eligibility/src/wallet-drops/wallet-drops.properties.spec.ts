import type { ClaimStatus, EligibilityResult } from '@droptrack/contracts';
import { dropDefinition } from '@droptrack/catalogue/testing';
import * as fc from 'fast-check';
import { decideEligibility } from '../decide/decide-eligibility';
import { facts, listed, row } from '../decide/testing';
import { compareWalletDrops, isClaimableNow } from './order';
import { summarizeWalletDrops } from './summary';

const CLAIMS: readonly ClaimStatus[] = ['not_open', 'open', 'claimed', 'expired', 'unknown'];
const ENDS = [null, '2026-01-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'];

/** A result with these members; the others are those of a decision. */
function result(
  over: Pick<EligibilityResult, 'drop' | 'status'> & {
    readonly claim: ClaimStatus;
    readonly closesAt?: string | null;
    readonly valueUsd?: number | null;
    readonly claimedAmount?: string | null;
  },
): EligibilityResult {
  const { drop, status, claim, closesAt = null, valueUsd = null, claimedAmount = null } = over;
  const isEligible = status === 'eligible';
  const decided = decideEligibility(facts({ definition: dropDefinition(), allocations: listed() }));
  return {
    ...decided,
    drop,
    status,
    reasons: status === 'ineligible' ? [{ code: 'excluded_sybil', message: 'Excluded.' }] : decided.reasons,
    allocation: isEligible ? { ...decided.allocation!, value_usd: valueUsd } : null,
    claim: { ...decided.claim, status: claim, closes_at: closesAt, claimed_amount: claimedAmount },
    as_of: decided.checked_at,
  };
}

const anyResult = fc
  .record({
    drop: fc.stringMatching(/^[a-c]{1,3}$/),
    status: fc.constantFrom('eligible' as const, 'ineligible' as const, 'pending' as const, 'unknown' as const),
    claim: fc.constantFrom(...CLAIMS),
    closesAt: fc.constantFrom(...ENDS),
    valueUsd: fc.option(fc.nat(500_00).map((cents) => cents / 100)),
  })
  .map(result);
const anyResults = fc.uniqueArray(anyResult, { maxLength: 30, selector: ({ drop }) => drop });

describe('the order of the drops of a wallet', () => {
  const GROUPS = ['open', 'later', 'over', 'pending', 'unknown', 'ineligible'];
  const groupOf = ({ status, claim }: EligibilityResult): number => {
    const over = ['claimed', 'expired'].includes(claim.status) ? 'over' : 'later';
    return GROUPS.indexOf(status !== 'eligible' ? status : claim.status === 'open' ? 'open' : over);
  };

  it('is claimable now, later, over, pending, unknown, excluded; then closing soonest, value, id', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const sorted = [...results].sort(compareWalletDrops);
        for (const [at, next] of sorted.slice(1).entries()) {
          const previous = sorted[at]!;
          // Texts of equal length, which sort as the numbers do.
          const key = (each: EligibilityResult): string =>
            [
              groupOf(each),
              each.claim.closes_at ?? '9999-01-01T00:00:00.000Z',
              String(1e9 - Math.round((each.allocation?.value_usd ?? -1) * 100)).padStart(10, '0'),
              each.drop,
            ].join(' ');
          expect(key(previous) < key(next)).toBe(true);
        }
      }),
    );
  });

  it('does not depend on the order of the input', () => {
    fc.assert(
      fc.property(anyResults, fc.nat(29), (results, by) => {
        const rotated = [...results.slice(by), ...results.slice(0, by)].reverse();
        expect(rotated.sort(compareWalletDrops)).toEqual([...results].sort(compareWalletDrops));
      }),
    );
  });
});

describe('the summary of a wallet', () => {
  it('has counts that add up', () => {
    fc.assert(
      fc.property(anyResults, fc.nat(99), fc.nat(99), (results, ineligible, checkedLists) => {
        const summary = summarizeWalletDrops(results, { ineligible, checkedLists });
        const { eligible, pending, unknown, excluded } = summary;
        expect(eligible + pending + unknown + excluded).toBe(results.length);
        expect(summary).toMatchObject({ ineligible, checked_lists: checkedLists });
        expect(summary.claimable_now + summary.expired).toBeLessThanOrEqual(eligible);
        expect(summary.claimable_without_price).toBeLessThanOrEqual(summary.claimable_now);
      }),
    );
  });

  it('has the exact value of what is claimable, null without any price', () => {
    fc.assert(
      fc.property(anyResults, (results) => {
        const values = results.filter(isClaimableNow).map(({ allocation }) => allocation!.value_usd);
        const cents = values.reduce((sum: number, value) => sum + Math.round((value ?? 0) * 100), 0);
        const { claimable_value_usd: value } = summarizeWalletDrops(results, { ineligible: 0, checkedLists: 0 });
        if (values.length > 0 && values.every((each) => each === null)) expect(value).toBeNull();
        else expect(value).toBe(cents / 100);
      }),
    );
  });

  // A cumulative distributor pays the rest; the part that was claimed is not worth anything any more.
  it('counts only the unclaimed part of a partial claim', () => {
    const whole = BigInt(row.amount);
    const open = { drop: 'a', status: 'eligible', claim: 'open', valueUsd: 100 } as const;
    const valueWith = (claimedAmount: string | null) =>
      summarizeWalletDrops([result({ ...open, claimedAmount })], { ineligible: 0, checkedLists: 1 })
        .claimable_value_usd;
    expect(valueWith(null)).toBe(100);
    expect(valueWith('0')).toBe(100);
    expect(valueWith(String(whole / 4n))).toBe(75);
    expect(valueWith(String(whole * 2n))).toBe(0);
  });

  // One contract that returns only a boolean hides the claimed amount of the whole allocation, but not that of its entries.
  it.each([
    ['all of the first', [true, null], [false, null], 1],
    ['all of the first, and a part of the second', [true, '100'], [false, '1'], 0],
    ['a part of the first', [false, '40'], [null, null], 61],
    ['more than the second', [false, null], [false, '50'], 100],
  ] as const)('subtracts what is claimed of each entry: %s', (_, first, second, valueUsd) => {
    const entry = (amount: string, [claimed, claimedAmount]: readonly [boolean | null, string | null]) => ({
      ...{ list: null, amount, breakdown: [], proof: null, contract: null, claimed, claimed_amount: claimedAmount },
      source: decideEligibility(facts({ definition: dropDefinition(), allocations: listed() })).source!,
    });
    const whole = result({ drop: 'a', status: 'eligible', claim: 'open', valueUsd: 101 });
    const allocation = { ...whole.allocation!, amount: '101' };
    const parts = { ...whole, allocation, entries: [entry('100', first), entry('1', second)] };
    const summary = summarizeWalletDrops([parts], { ineligible: 0, checkedLists: 2 });
    expect(summary.claimable_value_usd).toBe(valueUsd);
  });
});

import type { EventDefinition } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import type { EligibilityReasonCode } from '@droptrack/contracts';
import { decideEligibility } from './decide-eligibility';
import type { ClaimState, EligibilityFacts } from './facts';
import { AT, exclusions, facts, list, listed, notListed, reported, row, SOLANA } from './testing';

const decide = (over: Partial<EligibilityFacts> = {}) => {
  const { status, eligible, reasons, source } = decideEligibility(facts(over));
  return [status, eligible, reasons[0]!.code, source?.kind ?? null];
};

it('returns all members of the contract, in its order', () => {
  const definition = dropDefinition({
    token: { symbol: fact('LINEA'), decimals: fact(18), address: fact('eip155:59144/erc20:0x1789') },
    value: { ...dropDefinition().value, priceUsd: fact(0.025) },
    snapshot: { block: fact(21450000), date: fact('2026-07-10T00:00:00.000Z') },
    links: { site: 'https://linea.example' },
    events: [eventDefinition({ url: 'https://linea.example/claim' })],
  });
  const answer = decideEligibility(facts({ definition, allocations: listed() }));
  const expected = {
    drop: 'linea',
    wallet: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    wallet_type: 'evm',
    status: 'eligible',
    eligible: true,
    allocation: {
      amount: '1250000000000000000000',
      decimals: 18,
      symbol: 'LINEA',
      token: 'eip155:59144/erc20:0x1789',
      value_usd: 31.25,
      breakdown: [{ reason: 'bridge_volume', amount: '1000' }],
      vesting: null,
    },
    claim: {
      status: 'open',
      opens_at: '2026-09-10T13:00:00.000Z',
      closes_at: '2026-12-09T00:00:00.000Z',
      claimed: null,
      claimed_amount: null,
      contract: null,
      url: 'https://linea.example/claim',
    },
    proof: null,
    entries: [],
    reasons: [{ code: 'in_allocation_list', message: 'The wallet is in the published allocation list.' }],
    snapshot: { block: 21450000, date: '2026-07-10T00:00:00.000Z' },
    source: {
      kind: 'allocation_list',
      list: null,
      version: 1,
      url: 'https://linea.example/list.csv',
      sha256: 'ab'.repeat(32),
      published_at: '2026-09-01T00:00:00.000Z',
    },
    checked_at: AT,
  };
  expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
});

describe('a proof whose root no published root confirms', () => {
  const proof = { format: 'uniswap' as const, root: '0x', index: null, proof: [] };
  const codes = (...published: boolean[]) =>
    decideEligibility(
      facts({
        allocations: [
          {
            list: list(),
            entries: published.map((root_published) => ({ ...row, proof: { ...proof, root_published } })),
          },
        ],
      }),
    ).reasons.map(({ code }) => code);

  it('is a reason, whichever entry it belongs to, and never the first', () => {
    expect(codes(false)).toEqual(['in_allocation_list', 'unpublished_root']);
    expect(codes(true, false)).toEqual(['in_allocation_list', 'unpublished_root']);
    expect(codes(true, true)).toEqual(['in_allocation_list']);
  });
});

describe('the first applicable rule decides', () => {
  it('a drop with unsupported wallets: unknown, regardless of lists', () => {
    const definition = dropDefinition({ chain: fact('near') });
    expect(decide({ definition, allocations: listed() })).toEqual(['unknown', null, 'source_unavailable', null]);
    expect(decide({ definition: dropDefinition({ chain: fact('a-new-chain') }) })[2]).toBe('source_unavailable');
  });

  it('a wallet of a family that is not accepted: ineligible', () => {
    expect(decide({ wallet: SOLANA })).toEqual(['ineligible', false, 'wrong_address_family', null]);
    const both = dropDefinition({ wallets: ['evm', 'solana'] });
    expect(decide({ wallet: SOLANA, definition: both, allocations: listed() })[0]).toBe('eligible');
  });

  it('an active list: eligible or ineligible, regardless of the status of the drop', () => {
    const yes = ['eligible', true, 'in_allocation_list', 'allocation_list'];
    const no = ['ineligible', false, 'not_in_allocation_list', 'allocation_list'];
    for (const status of ['upcoming', 'live', 'tge'] as const) {
      expect(decide({ status, allocations: listed() })).toEqual(yes);
      expect(decide({ status, allocations: notListed })).toEqual(no);
    }
  });

  it('an exclusion list: ineligible for a wallet in it and in no other list', () => {
    const excluded = ['ineligible', false, 'excluded_sybil', 'exclusion_list'];
    expect(decide({ allocations: notListed, exclusions: exclusions(true) })).toEqual(excluded);
    expect(decide({ allocations: listed(), exclusions: exclusions(true) })[0]).toBe('eligible');
    expect(decide({ allocations: notListed, exclusions: exclusions(false) })[2]).toBe('not_in_allocation_list');
    expect(decide({ exclusions: exclusions(false) })[2]).toBe('list_not_published');
  });

  // More than half of the wallets of an exclusion list may have an allocation in a list that is not loaded.
  it('an exclusion list without an allocation list: by the calendar, with the exclusion as a further reason', () => {
    const answer = decideEligibility(facts({ exclusions: exclusions(true) }));
    expect([answer.status, answer.eligible, answer.source]).toEqual(['pending', null, null]);
    expect(answer.reasons.map(({ code }) => code)).toEqual(['list_not_published', 'excluded_sybil']);
  });

  it('an amount of 0: ineligible, unless another list or entry has an amount', () => {
    const zero = { ...row, amount: '0' };
    const none = ['ineligible', false, 'zero_allocation', 'allocation_list'];
    expect(decide({ allocations: listed({ amount: '0' }) })).toEqual(none);
    expect(decideEligibility(facts({ allocations: listed({ amount: '0' }) }))).toMatchObject({ allocation: null, entries: [], proof: null }); // prettier-ignore
    expect(decide({ allocations: [{ list: list(), entries: [zero, row] }] })[0]).toBe('eligible');
    const both = decideEligibility(facts({ allocations: listed({ amount: '0' }), exclusions: exclusions(true) }));
    expect(both.reasons.map(({ code }) => code)).toEqual(['zero_allocation', 'excluded_sybil']);
  });

  // A mistyped address decodes to other bytes, which are in no list.
  it('a Solana address off the curve that is in no list: unknown, and never a definite no', () => {
    const definition = dropDefinition({ wallets: ['solana'] });
    const off = { wallet: SOLANA, definition, isOnCurve: false };
    expect(decide({ ...off, allocations: notListed })).toEqual(['unknown', null, 'wallet_not_verifiable', null]);
    expect(decide({ ...off, allocations: notListed, isOnCurve: true })[2]).toBe('not_in_allocation_list');
    expect(decide({ ...off, allocations: listed() })[2]).toBe('in_allocation_list');
    expect(decide({ ...off, allocations: notListed, exclusions: exclusions(true) })[2]).toBe('excluded_sybil');
    expect(decide(off)[2]).toBe('snapshot_pending');
  });

  const dated = (date: string | null, events: EventDefinition[] = []) =>
    dropDefinition({ snapshot: { block: null, date: date === null ? null : fact(date) }, events });

  it('no list, before the payout: by the snapshot', () => {
    const pending = ['pending', null, 'snapshot_pending', null];
    expect(decide({ definition: dated('2026-10-01T00:00:00.001Z') })).toEqual(pending);
    expect(decide({ definition: dated(null) })).toEqual(pending);
    expect(decide({ definition: dated(AT) })).toEqual(['pending', null, 'list_not_published', null]);
  });

  describe('no list, but a payout that has begun: unknown, whatever is known of the snapshot', () => {
    const unknown = (over: Partial<EligibilityFacts>) => {
      const { status, reasons, claim } = decideEligibility(facts(over));
      expect(status).toBe('unknown');
      const [first, ...others] = reasons;
      expect(first).toMatchObject({
        code: 'list_not_loaded',
        message: expect.stringMatching(/; the allocation list is not loaded here\.$/) as string,
      });
      return [first!.message.split(';')[0], claim.status, ...others.map(({ code }) => code)];
    };
    const window = (startsAt: string, endsAt: string | null) =>
      eventDefinition({ startsAt: `${startsAt}T00:00:00.000Z`, endsAt: endsAt && `${endsAt}T00:00:00.000Z` });

    it.each([null, AT, '2026-07-10T00:00:00.000Z'])('with the snapshot %s', (date) => {
      expect(unknown({ definition: dated(date), status: 'tge' })).toEqual(['The token has launched', 'unknown']);
      const ended = { definition: dated(date, [window('2020-12-18', '2021-12-18')]) };
      const closed = ['The drop has ended', 'expired', 'claim_expired'];
      expect(unknown(ended)).toEqual(closed);
      expect(unknown({ ...ended, status: 'tge' })).toEqual(closed);
      const open = { definition: dated(date, [window('2026-09-10', null)]) };
      expect(unknown(open)).toEqual(['Claims are open', 'open']);
      const stale = { definition: dated(date, [window('2021-01-05', null)]) };
      expect(unknown(stale)).toEqual(['Claims opened over a year ago, and no end of them is known', 'unknown']);
    });

    // A token can launch long before one of its drops, such as that of a later season.
    it('but not while a snapshot or a claim is announced', () => {
      const announced = window('2026-12-01', null);
      expect(decide({ definition: dated(null, [announced]), status: 'tge' })[2]).toBe('snapshot_pending');
      expect(decide({ definition: dated(AT, [announced]), status: 'tge' })[2]).toBe('list_not_published');
      const later = dated('2026-10-02T00:00:00.000Z', [window('2020-12-18', '2021-12-18')]);
      expect(decide({ definition: later, status: 'tge' })[2]).toBe('snapshot_pending');
    });
  });

  it('uses the snapshot of the calendar without a declared one', () => {
    const snapshot = (over = {}) => eventDefinition({ type: 'snapshot', startsAt: AT, endsAt: null, ...over });
    const reason = (over = {}) => decide({ definition: dropDefinition({ events: [snapshot(over)] }) })[2];
    expect(reason()).toBe('list_not_published');
    expect(reason({ status: 'tentative' })).toBe('snapshot_pending');
    expect(reason({ startsAt: '2026-10-02T00:00:00.000Z' })).toBe('snapshot_pending');
    expect(reason({ precision: 'month' })).toBe('snapshot_pending');
  });
});

describe('the claim', () => {
  const codes = (
    over: Partial<EligibilityFacts>,
    claimState: ClaimState | null = null,
  ): [string, EligibilityReasonCode[]] => {
    const { claim, reasons } = decideEligibility(facts({ allocations: listed({ claimState }), ...over }));
    return [claim.status, reasons.map(({ code }) => code)];
  };
  const definition = dropDefinition({ events: [eventDefinition()] });
  const opens = Date.parse('2026-09-10T13:00:00.000Z');
  const closes = Date.parse('2026-12-09T00:00:00.000Z');

  it('adds its reason after the deciding one', () => {
    expect(codes({ definition, atMs: opens - 1 })).toEqual(['not_open', ['in_allocation_list', 'claim_not_open']]);
    expect(codes({ definition, atMs: opens })).toEqual(['open', ['in_allocation_list']]);
    expect(codes({ definition, atMs: closes })).toEqual(['expired', ['in_allocation_list', 'claim_expired']]);
    expect(codes({})).toEqual(['unknown', ['in_allocation_list']]);
  });

  // After a partial claim, the wallet can still claim the rest.
  it('is open after a partial claim, with the exact claimed amount', () => {
    const claimOf = (claimState: ClaimState) =>
      decideEligibility(facts({ definition, atMs: opens, allocations: listed({ claimState }) }));
    const part = claimOf({ isClaimed: false, claimedAmount: 2n ** 255n + 1n });
    expect(part.claim).toMatchObject({
      status: 'open',
      claimed: false,
      claimed_amount: '57896044618658097711785492504343953926634992332820282019728792003956564819969',
    });
    expect(part.reasons.map(({ code }) => code)).toEqual(['in_allocation_list']);
    expect(claimOf({ isClaimed: false, claimedAmount: 0n }).claim).toMatchObject({ claimed_amount: '0' });
    const whole = { status: 'claimed', claimed_amount: '7' };
    expect(claimOf({ isClaimed: true, claimedAmount: 7n }).claim).toMatchObject(whole);
    expect(claimOf(reported(true)).claim).toMatchObject({ status: 'claimed', claimed: true, claimed_amount: null });
  });

  it('is claimed according to the chain, even after the window', () => {
    for (const atMs of [opens, closes]) {
      expect(codes({ definition, atMs }, reported(true))).toEqual([
        'claimed',
        ['in_allocation_list', 'already_claimed'],
      ]);
    }
    expect(codes({ definition, atMs: opens }, reported(false))[0]).toBe('open');
  });
});

it('prefers the decimals of the list to the declared ones, and has no value without them', () => {
  const definition = dropDefinition({
    token: { symbol: null, decimals: fact(6), address: null },
    value: { ...dropDefinition().value, priceUsd: fact(1) },
  });
  const allocation = (decimals: number | null, over = {}) =>
    decideEligibility(facts({ definition, allocations: [{ list: list({ decimals }), entries: [row] }], ...over }))
      .allocation;
  expect(allocation(18)).toMatchObject({ decimals: 18, value_usd: 1250 });
  expect(allocation(null)).toMatchObject({ decimals: 6, value_usd: 1250e12 });
  expect(allocation(null, { definition: dropDefinition() })).toMatchObject({ decimals: null, value_usd: null });
});

it('states which part of the amount is locked, where the list names its parts so', () => {
  const breakdown = [
    { reason: 'unlocked', amount: '60' },
    { reason: 'locked', amount: '40' },
  ];
  const { allocation } = decideEligibility(facts({ allocations: listed({ amount: '100', breakdown }) }));
  expect(allocation).toMatchObject({ amount: '100', vesting: { unlocked: '60', locked: '40' } });
});

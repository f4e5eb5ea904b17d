import type { VestingSchedule } from '../amount/vesting-schedule';
import {
  entryLedger,
  type LedgerWindow,
  presentLedger,
  stateByLedger,
  type WalletClaim,
  type WalletLedger,
} from './ledger';

const claim = (amount: bigint, over: Partial<WalletClaim> = {}): WalletClaim => ({
  ...{ amount, index: null, atMs: 1_000, transaction: `0x${'aa'.repeat(32)}` },
  ...over,
});
const ledgerOf = (claims: readonly WalletClaim[], isCurrent = true): WalletLedger => ({
  ...{ block: 100, blockAtMs: 100_000, head: 164, headAtMs: 868_000, isCurrent, vesting: null, claims },
});
const ONCE = { isOnce: true, isTransfer: true, paysLocked: false };
const OPEN: LedgerWindow = { status: 'open', endsAt: null, atMs: 1_000_000 };
const PARTS = { isOnce: false, isTransfer: true, paysLocked: false };
const UNLOCKING = { ...PARTS, paysLocked: true };
const LOCKED = [
  { reason: 'unlocked', amount: '3' },
  { reason: 'locked', amount: '7' },
];
const entry = { amount: 10n, index: null, isOnly: true };

describe('the state of an entry', () => {
  it.each([
    ['is unclaimed in a current ledger without a claim', [], true, ONCE, { isClaimed: false, claimedAmount: 0n }],
    ['is unknown in one that is behind', [], false, ONCE, null],
    [
      'is claimed by one claim of a style that pays once',
      [claim(6n)],
      true,
      ONCE,
      { isClaimed: true, claimedAmount: 6n },
    ],
    [
      'is claimed in one that is behind, as a claim is final',
      [claim(6n)],
      false,
      ONCE,
      { isClaimed: true, claimedAmount: 6n },
    ],
    ['is claimed in part', [claim(6n)], true, PARTS, { isClaimed: false, claimedAmount: 6n }],
    ['is unknown after a part in one that is behind', [claim(6n)], false, PARTS, null],
    ['is claimed by its parts', [claim(6n), claim(4n)], false, PARTS, { isClaimed: true, claimedAmount: 10n }],
    ['is claimed beyond its amount', [claim(16n)], true, PARTS, { isClaimed: true, claimedAmount: 16n }],
  ])('%s', (_, claims, isCurrent, style, state) => {
    expect(stateByLedger(ledgerOf(claims, isCurrent), entry, style)).toEqual(state);
  });

  it('of one of several entries is that of its index', () => {
    const ledger = ledgerOf([claim(6n, { index: 3n })]);
    const stateOf = (index: bigint | null) =>
      stateByLedger(ledger, { ...entry, isOnly: false, index }, ONCE)?.isClaimed;
    expect([stateOf(3n), stateOf(4n), stateOf(null)]).toEqual([true, false, undefined]);
  });

  // The wallet can have another leaf in the tree, which a part of the list does not have.
  it('of the only entry is that of its index, too', () => {
    const ledger = ledgerOf([claim(6n, { index: 3n })]);
    expect(stateByLedger(ledger, { ...entry, index: 4n }, ONCE)).toEqual({ isClaimed: false, claimedAmount: 0n });
    expect(stateByLedger(ledger, { ...entry, index: 3n }, ONCE)?.isClaimed).toBe(true);
  });

  it('of one of several entries without indexes is known while nothing is claimed', () => {
    const several = { ...entry, isOnly: false };
    expect(stateByLedger(ledgerOf([]), several, ONCE)).toEqual({ isClaimed: false, claimedAmount: 0n });
    expect(stateByLedger(ledgerOf([claim(6n)]), several, ONCE)).toBeNull();
  });
});

describe('the ledger of an allocation', () => {
  const row = (
    ledger: WalletLedger,
    style = ONCE,
    amount = 10n,
    breakdown: { reason: string; amount: string }[] = [],
  ) => ({
    ...{ amount: String(amount), breakdown, claimState: stateByLedger(ledger, { ...entry, amount }, style) },
    ledger: entryLedger(ledger, { ...entry, amount }, style),
  });
  const rest = (rows: ReturnType<typeof row>[], status: LedgerWindow['status'], endsAt: string | null) => {
    const presented = presentLedger(
      rows,
      rows.map(() => 'a'),
      { ...OPEN, status, endsAt },
    );
    return [presented?.claimable_now, presented?.forfeited];
  };

  it('states its block, how far it is behind, and the last claim', () => {
    expect(presentLedger([row(ledgerOf([claim(4n), claim(6n, { atMs: 9_000 })]))], ['a'], OPEN)).toEqual({
      ...{ block: 100, block_at: '1970-01-01T00:01:40.000Z', behind_blocks: 64, behind_seconds: 768, current: true },
      ...{ claimed_at: '1970-01-01T00:00:09.000Z', transaction: `0x${'aa'.repeat(32)}` },
      ...{ unlocked: null, locked: null, next_unlock_at: null, claimable_now: '0', forfeited: null },
    });
  });

  it('has neither time nor transaction of a claim that is older than its readings', () => {
    const rows = [row(ledgerOf([claim(4n, { atMs: null, transaction: null })]), PARTS)];
    expect(presentLedger(rows, ['a'], OPEN)).toMatchObject({ claimed_at: null, transaction: null, claimable_now: '6' });
  });

  it('is none for entries of several contracts, and for one that is not followed', () => {
    const followed = row(ledgerOf([]));
    expect(presentLedger([followed, followed], ['a', 'b'], OPEN)).toBeNull();
    expect(presentLedger([followed, { ...followed, ledger: null as never }], ['a', 'a'], OPEN)).toBeNull();
    expect(presentLedger([], [], OPEN)).toBeNull();
  });

  it.each([
    ['all of it while the window is open', [row(ledgerOf([]))], 'open', '10', null],
    ['the rest of several claims', [row(ledgerOf([claim(4n)]), PARTS)], 'open', '6', null],
    ['nothing after the only claim of a wallet, though it paid less', [row(ledgerOf([claim(4n)]))], 'open', '0', null],
    ['nothing before the window', [row(ledgerOf([]))], 'not_open', '0', null],
    ['nothing after it, and the rest is forfeited', [row(ledgerOf([claim(4n)]), PARTS)], 'expired', '0', '6'],
    ['unknown without a window', [row(ledgerOf([]))], 'unknown', null, null],
    ['unknown in a ledger that is behind', [row(ledgerOf([], false))], 'open', null, null],
    ['unknown for a stream', [row(ledgerOf([]), { ...ONCE, isTransfer: false })], 'open', null, null],
    ['the unlocked part', [row(ledgerOf([]), ONCE, 10n, LOCKED)], 'open', '3', null],
    ['unknown where the locked part is paid as it unlocks', [row(ledgerOf([claim(3n)]), UNLOCKING, 10n, LOCKED)], 'open', null, null], // prettier-ignore
    ['the rest there without a locked part', [row(ledgerOf([claim(3n)]), UNLOCKING, 10n, [{ reason: 'unlocked', amount: '10' }])], 'open', '7', null], // prettier-ignore
    ['unknown there for a list without parts', [row(ledgerOf([claim(3n)]), UNLOCKING)], 'open', null, null],
    ['the sum of several entries', [row(ledgerOf([])), row(ledgerOf([]))], 'open', '20', null],
  ] as const)('has claimable: %s', (_, rows, status, claimable, forfeited) => {
    // The block of the ledger is at the end of the window.
    expect(rest([...rows], status, '1970-01-01T00:01:40.000Z')).toEqual([claimable, forfeited]);
  });

  // A claim of the last minutes of the window may be in a block after the ledger.
  it('has nothing forfeited while the ledger ends before the window, and without an end', () => {
    const rows = [row(ledgerOf([]))];
    expect(rest(rows, 'expired', '1970-01-01T00:01:40.001Z')).toEqual(['0', null]);
    expect(rest(rows, 'expired', null)).toEqual(['0', null]);
  });

  const scheduled = (claims: WalletClaim[], over: Partial<VestingSchedule> = {}) => {
    const linear = { from: 0, to: 1_000, every: 1 };
    const vesting = { startsAt: 500, steps: [{ seconds: 0, share: String(2n * 10n ** 17n) }], linear, ...over };
    const ledger = { ...ledgerOf(claims), vesting: { isCancelable: false, ...vesting } };
    const shown = presentLedger([row(ledger, { ...ONCE, isTransfer: false }, 1_000n)], ['a'], OPEN);
    return [shown?.unlocked, shown?.locked, shown?.next_unlock_at, shown?.claimable_now];
  };
  const at = (seconds: number) => new Date(seconds * 1_000).toISOString();
  const claimedAt = (seconds: number, amount = 1_000n) => [claim(amount, { atMs: seconds * 1_000 })];

  // The check is made 1,000 s after the epoch, half-way through the vesting.
  it.each([
    ['what a claim would give', [], {}, ['600', '400', at(1_001), '600']],
    ['the start alone of a vesting that the claim begins', [], { startsAt: null }, ['200', '800', null, '200']],
    ['a stream, without what was withdrawn from it', claimedAt(700), {}, ['600', '400', at(1_001), null]],
    ['a stream since its claim', claimedAt(900), { startsAt: null }, ['280', '720', at(1_001), null]],
    [
      'nothing of a stream that may have been cancelled',
      claimedAt(700),
      { isCancelable: true },
      [null, null, null, null],
    ],
    [
      'all after a claim at the end',
      claimedAt(900),
      { startsAt: 0, linear: { from: 0, to: 800, every: 1 } },
      ['1000', '0', null, '0'],
    ],
    ['what a claim paid for good', claimedAt(700, 360n), { isCancelable: null }, ['360', '0', null, '0']],
  ] as const)('has by a schedule: %s', (_, claims, over, expected) => {
    expect(scheduled([...claims], over)).toEqual(expected);
  });
});

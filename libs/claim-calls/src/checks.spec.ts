import { DISTRIBUTOR_STYLES, type DistributorStyleName } from '@droptrack/distributors';
import type { AllocationProof } from '@droptrack/contracts';
import { checkClaim, type ClaimReading } from './checks';
import type { ClaimTerms } from './claim-terms';
import type { ViewName } from './readings';
import { addressOf, claimTerms, CONTRACT, TOKEN, WALLET } from './terms-testing';

const ROOT = `0x${'11'.repeat(32)}`;
const HASH = `0x${'22'.repeat(32)}`;
const proof = { format: 'uniswap', root: ROOT, root_published: true, index: 3, proof: [] } as AllocationProof;
const NOW = 1_700_000_000n;
const L1_BLOCK = 18_000_000n;

type Views = Partial<Record<ViewName, bigint | string | null>>;

const readingOf = (views: Views, over: Partial<ClaimReading> = {}): ClaimReading => ({
  head: { block: 500n, hash: ROOT, atSeconds: NOW, seenBlock: L1_BLOCK, baseFee: null },
  code: { hash: HASH, isProxy: false },
  views: new Map(Object.entries(views)) as ClaimReading['views'],
  ...over,
});

const termsOf = (name: DistributorStyleName, over: Parameters<typeof claimTerms>[1] = {}): ClaimTerms =>
  claimTerms(DISTRIBUTOR_STYLES[name], { proof, ...over });

const OPEN: Views = { root: ROOT, token: TOKEN, claimed: 0n, funds: 100n };
const check = (name: DistributorStyleName, views: Views, over: Parameters<typeof claimTerms>[1] = {}) =>
  checkClaim(termsOf(name, over), readingOf(views));
const codesOf = ({ checks }: ReturnType<typeof checkClaim>) => checks.map(({ code, ok }) => (ok ? code : `no ${code}`));

describe('checks of a claim', () => {
  it('hold for a contract that pays it', () => {
    expect(check('uniswap', OPEN)).toEqual({
      checks: ['code', 'root', 'token', 'not_claimed', 'funded'].map((code) => ({ code, ok: true, block: 500 })),
      failed: null,
      rest: 100n,
    });
  });

  it('are made in one order, those of each style', () => {
    const lista = check('lista', { ...OPEN, starts_at: 0n, ends_at: 0n });
    expect(codesOf(lista)).toEqual(['code', 'root', 'token', 'not_claimed', 'window', 'funded']);
    const { root, token, claimed, funds } = OPEN as { [name in ViewName]: bigint | string };
    const merkl = check('merkl', { root, claimed, funds, redirected: addressOf(0), redirected_all: addressOf(0) });
    expect(codesOf(merkl)).toEqual(['code', 'root', 'not_claimed', 'recipient', 'funded']);
    const arbitrum = check('arbitrum', { token: TOKEN, amount: 100n, starts_at: 0n, ends_at: 0n, funds: 100n });
    expect(codesOf(arbitrum)).toEqual(['code', 'token', 'not_claimed', 'amount', 'window', 'funded']);
    const walletconnect = check('walletconnect', { root, token, claimed, paused: 0n });
    expect(codesOf(walletconnect)).toEqual(['code', 'root', 'token', 'not_claimed', 'not_paused']);
  });

  it.each<[string, DistributorStyleName, Views, string, string]>([
    ['another root', 'uniswap', { root: HASH }, 'root', 'root_differs'],
    ['no root', 'uniswap', { root: null }, 'root', 'root_differs'],
    ['another token', 'uniswap', { token: addressOf(1) }, 'token', 'token_differs'],
    ['a claim', 'uniswap', { claimed: 1n }, 'not_claimed', 'already_claimed'],
    ['a state that it does not state', 'uniswap', { claimed: null }, 'not_claimed', 'contract_changed'],
    ['less than the amount', 'uniswap', { funds: 99n }, 'funded', 'distributor_unfunded'],
    ['no balance', 'uniswap', { funds: null }, 'funded', 'distributor_unfunded'],
    ['a pause', 'walletconnect', { paused: 1n }, 'not_paused', 'distributor_paused'],
    ['no word on a pause', 'walletconnect', { paused: null }, 'not_paused', 'distributor_paused'],
    ['no allocation', 'linea', { amount: 0n }, 'amount', 'zero_allocation'],
    ['a smaller allocation', 'linea', { amount: 99n }, 'amount', 'amount_differs'],
    ['no word on the allocation', 'linea', { amount: null }, 'amount', 'amount_differs'],
    ['an amount that a claim has cleared', 'arbitrum', { amount: 0n }, 'not_claimed', 'already_claimed'],
    ['no window that it should have', 'degen', { ends_at: null }, 'window', 'contract_changed'],
  ])('end at %s', (_, name, views, code, failed) => {
    const checked = check(name, { ...OPEN, ...views });
    expect(checked.failed).toBe(failed);
    expect(checked.checks.at(-1)).toEqual({ code, ok: false, block: 500 });
    expect(checked.checks.slice(0, -1).every(({ ok }) => ok)).toBe(true);
  });

  it('compare the root without regard to the case of its digits', () => {
    const root = `0x${'AB'.repeat(32)}`;
    expect(check('uniswap', { ...OPEN, root: root.toLowerCase() }, { proof: { ...proof, root } }).failed).toBeNull();
  });

  // The contract of such a style is the token itself.
  it('compare the token of a drop with a contract that is the token', () => {
    const { root, claimed, funds } = OPEN;
    const views = { root, claimed, funds } as Views;
    expect(check('ens', views).failed).toBe('token_differs');
    expect(check('ens', views, { contract: { token: CONTRACT } }).failed).toBeNull();
  });
});

describe('code', () => {
  const checkCode = (code: ClaimReading['code'], codeHash: string | null) =>
    checkClaim(termsOf('uniswap', { contract: { codeHash } }), readingOf(OPEN, { code })).failed;

  it('is the declared one, or one that cannot be replaced', () => {
    const [fixed, proxy] = [false, true].map((isProxy) => ({ hash: HASH, isProxy }));
    expect(checkCode(fixed!, null)).toBeNull();
    expect(checkCode(fixed!, HASH)).toBeNull();
    expect(checkCode(proxy!, HASH)).toBeNull();
    expect(checkCode(proxy!, null)).toBe('contract_changed');
    expect(checkCode(fixed!, ROOT)).toBe('contract_changed');
    expect(checkCode({ hash: null, isProxy: true }, null)).toBe('contract_changed');
    expect(checkCode({ hash: null, isProxy: true }, HASH)).toBe('contract_changed');
    expect(checkCode(null, HASH)).toBe('contract_missing');
  });
});

describe('rest of a claim', () => {
  // Totals over all rounds: a claim pays what was not claimed before.
  it.each([
    [0n, 100n, null],
    [40n, 60n, null],
    [99n, 1n, null],
    [100n, 0n, 'already_claimed'],
    [150n, 0n, 'already_claimed'],
  ])('with %s claimed is %s', (claimed, rest, failed) => {
    expect(check('1inch', { ...OPEN, claimed })).toMatchObject({ rest, failed });
  });

  it('is all that the contract has to hold', () => {
    expect(check('1inch', { ...OPEN, claimed: 40n, funds: 60n }).failed).toBeNull();
    expect(check('1inch', { ...OPEN, claimed: 40n, funds: 59n }).failed).toBe('distributor_unfunded');
  });
});

describe('window', () => {
  const windowOf = (name: DistributorStyleName, starts_at: bigint, ends_at: bigint) =>
    check(name, { ...OPEN, amount: 100n, starts_at, ends_at }).failed;

  it.each<[DistributorStyleName, bigint, bigint, string | null]>([
    ['zksync', NOW + 1n, NOW + 9n, 'claim_not_open'],
    ['zksync', NOW, NOW + 9n, null],
    ['zksync', 0n, NOW + 1n, null],
    ['zksync', 0n, NOW, 'claim_expired'],
    ['zksync', NOW, 0n, null],
    // These pay claims at the end itself.
    ['lista', NOW, NOW, null],
    ['lista', 0n, NOW - 1n, 'claim_expired'],
    ['arbitrum', L1_BLOCK + 1n, L1_BLOCK + 9n, 'claim_not_open'],
    ['arbitrum', L1_BLOCK, L1_BLOCK + 1n, null],
    ['arbitrum', 1n, L1_BLOCK, 'claim_expired'],
    ['arbitrum', 1n, 2n ** 256n - 1n, null],
  ])('of %s from %s to %s: %s', (name, startsAt, endsAt, failed) => {
    expect(windowOf(name, startsAt, endsAt)).toBe(failed);
  });

  it('is that of the calendar for a contract that states none', () => {
    const ms = Number(NOW) * 1_000;
    const failedIn = (opensAtMs: number | null, closesAtMs: number | null) =>
      check('uniswap', OPEN, { contract: { window: { opensAtMs, closesAtMs } } }).failed;
    expect(failedIn(ms + 1_000, null)).toBe('claim_not_open');
    expect(failedIn(ms, ms + 1_000)).toBeNull();
    expect(failedIn(null, ms)).toBe('claim_expired');
  });

  it('of the contract comes before that of the calendar', () => {
    const views = { ...OPEN, starts_at: NOW, ends_at: NOW + 1n };
    const past = { opensAtMs: 0, closesAtMs: 1 };
    expect(check('zksync', views, { contract: { window: past } }).failed).toBeNull();
  });
});

describe('recipient', () => {
  const [none, other] = [addressOf(0), addressOf(9)];
  it.each([
    [none, none, null],
    [WALLET, none, null],
    [WALLET, other, null],
    [none, WALLET, null],
    [none, other, 'recipient_redirected'],
    [other, none, 'recipient_redirected'],
    [other, WALLET, 'recipient_redirected'],
    [null, none, 'recipient_redirected'],
    [none, null, 'recipient_redirected'],
  ])('of the token %s, of all tokens %s: %s', (redirected, redirectedAll, failed) => {
    expect(check('merkl', { ...OPEN, redirected, redirected_all: redirectedAll }).failed).toBe(failed);
  });
});

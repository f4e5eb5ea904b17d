import type { EligibilityResult, WalletDropsSummary } from '@droptrack/contracts';
import { check, eligible, invalidWallet, NOW, problem, RESPONSES, WALLET, without } from './testing';

const SUMMARY: WalletDropsSummary = {
  eligible: 1,
  claimable_now: 1,
  expired: 0,
  pending: 0,
  unknown: 0,
  excluded: 0,
  ineligible: 0,
  checked_lists: 12,
  claimable_value_usd: 31.26,
  claimable_without_price: 0,
};
/** Response of an API to a check against all drops. */
const all = (data: readonly EligibilityResult[], summary: Partial<WalletDropsSummary> = {}) => ({
  'POST /v1/wallets/drops': {
    data: [{ wallet: WALLET, wallet_type: 'evm', summary: { ...SUMMARY, ...summary }, data }],
    as_of: NOW,
  },
});
const fault = (body: object) => ({ 'POST /v1/wallets/drops': { data: [{ problem: body }], as_of: NOW } });

describe('a check without a chosen drop', () => {
  it('is one request, with the wallet in no address', async () => {
    const { requests, html } = await check({}, all([eligible()]));
    expect(requests.filter((request) => request.startsWith('POST'))).toEqual(['POST /v1/wallets/drops']);
    expect(requests.join()).not.toContain(WALLET.slice(2));
    expect(html).not.toMatch(new RegExp(`href="[^"]*${WALLET.slice(2)}`, 'i'));
  });

  it('has a card per list with the wallet in the order of the API, and names the other drops by reason', async () => {
    const { text } = await check(
      {},
      all(
        [
          eligible({ drop: 'base' }),
          eligible(),
          without('pending', 'snapshot_pending', 'later', { drop: 'sample-x-1' }),
          without('unknown', 'list_not_loaded', 'The drop has ended.', { drop: 'old' }),
          without('ineligible', 'excluded_sybil', 'It is excluded.', { drop: 'sybil' }),
        ],
        { eligible: 2, ineligible: 41 },
      ),
    );
    expect(text).toContain('Eligible for 2 drops');
    expect(text).toContain(WALLET);
    expect(text.indexOf('Base Eligible')).toBeLessThan(text.indexOf('Linea Eligible 1,250.5 LINEA'));
    expect(text.indexOf('Linea Eligible')).toBeLessThan(text.indexOf('sybil Not eligible'));
    expect(text).toContain('Not in the list 41 drops');
    expect(text).toContain('date is unknown sample-x-1 Sample');
    expect(text).toContain('ended or paying out, and the list is not loaded here old');
    expect(text).toContain('in 12 lists. As of 12:00:00 UTC');
  });

  it.each<[Partial<WalletDropsSummary>, string]>([
    [{}, '1 drop to claim now worth $31.26.'],
    [
      { claimable_now: 3, claimable_without_price: 1 },
      '3 drops to claim now worth $31.26, and 1 without a known price.',
    ],
    [{ claimable_value_usd: null, claimable_without_price: 1 }, '1 drop to claim now worth – unknown .'],
    [
      { claimable_now: 0, claimable_value_usd: 0, expired: 2 },
      'Nothing to claim now . Claiming has closed for 2 drops.',
    ],
  ])('states what can be claimed now: %j', async (summary, sentence) => {
    expect((await check({}, all([eligible()], summary))).text).toContain(sentence);
  });

  it('shows the message of the API for an unknown reason', async () => {
    const code = 'brand_new' as 'snapshot_pending';
    const { text } = await check({}, all([without('pending', code, 'Something new.', { drop: 'base' })]));
    expect(text).toContain('Something new. Base');
  });

  it('links the claim page of an official domain, and reads only sites that it needs', async () => {
    const unlinked = { ...eligible().claim, url: null };
    const { html, requests } = await check({}, all([eligible(), eligible({ drop: 'base', claim: unlinked })]));
    expect(html).toContain('<a href="https://claim.linea.example/now"');
    const explained = requests.filter((request) => request.endsWith('/explain'));
    expect(explained).toEqual(['GET /v1/drops/linea/explain']);
  });

  // Each site is a request with the key that all visitors share.
  it('reads at most five sites, of what is open', async () => {
    const drops = Array.from({ length: 7 }, (_, n) => eligible({ drop: `drop-${n}` }));
    const later = { ...eligible().claim, status: 'not_open' } as const;
    const results = [eligible({ drop: 'later', claim: later }), ...drops];
    const { requests, text } = await check({}, all(results, { eligible: 8 }));
    const explained = requests.filter((request) => request.endsWith('/explain'));
    expect(explained).toEqual([0, 1, 2, 3, 4].map((n) => `GET /v1/drops/drop-${n}/explain`));
    expect(text).toContain('Eligible for 8 drops');
    expect(text).toContain('is not known to be an official domain of the drop');
  });

  it('explains an invalid wallet', async () => {
    const { detail, errors } = invalidWallet('evm_length', 'An EVM address has exactly 40 hex digits after 0x');
    const { view, text, html } = await check(
      { wallet: '0x12' },
      fault({ status: 422, code: 'invalid_wallet', title: '', detail, errors }),
    );
    expect(view.status).toBe(422);
    expect(text).toContain('An EVM address has exactly 40 hex digits after 0x.');
    expect(html).toMatch(/<input id="wallet"[^>]*aria-invalid="true"/);
  });

  // A result without one of the lists would be a wrong "no".
  it('has no result while a list is being replaced, and asks to send the form again', async () => {
    const { view, text } = await check({}, { 'POST /v1/wallets/drops': problem(503, 'unavailable') });
    expect(view.status).toBe(503);
    expect(text).toContain('Send the form again in a few seconds');
    expect(text).not.toContain('Eligible for');
  });

  it('names the plan that the key of the explorer lacks', async () => {
    const plans = { required_plan: 'pro', current_plan: 'free' } as const;
    const response = problem(403, 'plan_required', plans);
    const { text } = await check({}, { ...RESPONSES, 'POST /v1/wallets/drops': response });
    expect(text).toContain('This explorer cannot check wallets');
  });
});

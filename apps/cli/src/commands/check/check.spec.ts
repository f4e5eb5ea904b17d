import { Droptrack, type EligibilityResult, type Fetch, type WalletDropsSummary } from '@droptrack/sdk';
import { recordedOutput } from '../../testing/recorded-output';
import { type CheckWallet, checkWallet } from './check';

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const claim = { status: 'open', closes_at: '2026-12-09T00:00:00.000Z', contract: null };
const eligible = {
  drop: 'linea',
  status: 'eligible',
  reasons: [{ code: 'in_allocation_list', message: 'The wallet is in the published allocation list.' }],
  allocation: { amount: '1250500000000000000000', decimals: 18, symbol: 'LINEA', value_usd: 31.26 },
  claim,
  entries: [],
  source: { list: null },
} as unknown as EligibilityResult;
const excluded = {
  ...eligible,
  drop: 'zora',
  status: 'ineligible',
  reasons: [{ code: 'excluded_sybil', message: 'It is excluded.' }],
  allocation: null,
  claim: { status: 'unknown', closes_at: null, contract: null },
} as unknown as EligibilityResult;
const ALLOCATION = 'The wallet is in the published allocation list.';
const DOUBT = 'No published root confirms the proof.';
/** Wallet with a row in the unnamed list and two in a named one. */
const waves = {
  ...eligible,
  drop: 'waves',
  allocation: { amount: '8', decimals: 0, symbol: 'WAVE', value_usd: null },
  reasons: [
    { code: 'in_allocation_list', message: ALLOCATION },
    { code: 'unpublished_root', message: DOUBT },
  ],
  entries: [
    { list: null, amount: '5', claimed: true, contract: 'eip155:1:0x01' },
    { list: 'season-2', amount: '2', claimed: false, contract: 'eip155:10:0x02' },
    { list: 'season-2', amount: '1', claimed: null, contract: 'eip155:10:0x02' },
  ],
} as unknown as EligibilityResult;
const WAVES_ROWS = [
  ['DROP', 'RESULT', 'LIST', 'AMOUNT', 'VALUE', 'CLAIM', 'UNTIL'],
  ['waves', 'eligible', '3 entries', '8 WAVE', 'unknown', 'open', '2026-12-09T00:00:00.000Z'],
  ['', '-', '5 WAVE', 'claimed'],
  ['', 'season-2', '2 WAVE', 'not claimed'],
  ['', 'season-2', '1 WAVE', 'unknown'],
];
const rowsOf = (text: string): string[][] => text.split('\n').map((line) => line.split(/ {2,}/));

const summary: WalletDropsSummary = {
  eligible: 1,
  claimable_now: 1,
  expired: 0,
  pending: 2,
  unknown: 3,
  excluded: 1,
  ineligible: 40,
  checked_lists: 44,
  claimable_value_usd: 31.26,
  claimable_without_price: 0,
};
const all = (over: Partial<WalletDropsSummary> = {}, data = [eligible, excluded]) =>
  Response.json({ data: [{ wallet: WALLET, summary: { ...summary, ...over }, data }], as_of: '' });

async function check(response: Response, over: Partial<CheckWallet> = {}) {
  const requests: { url: string; body: unknown }[] = [];
  const fetch: Fetch = (url, init) => {
    const body = init?.body;
    requests.push({ url: String(url), body: body === undefined ? null : JSON.parse(String(body)) });
    return Promise.resolve(response);
  };
  const { output, said } = recordedOutput();
  const client = new Droptrack({ apiKey: 'dtk_test', baseUrl: 'http://api.test', maxRetries: 0, fetch });
  const deps = { client, output, signal: new AbortController().signal };
  const code = await checkWallet({ wallet: WALLET, drop: null, ...over }, deps).catch((error: unknown) => error);
  return { code, said, requests };
}

describe('check', () => {
  it('asks for all drops in one request, with the wallet only in its body', async () => {
    const { code, requests, said } = await check(all());
    expect(code).toBe(0);
    expect(requests).toEqual([
      { url: 'http://api.test/v1/wallets/drops', body: { wallets: [WALLET], include: ['claimed', 'proofs'] } },
    ]);
    const { text, remarks, document } = said;
    expect(rowsOf(text)).toEqual([
      ['DROP', 'RESULT', 'AMOUNT', 'VALUE', 'CLAIM', 'UNTIL'],
      ['linea', 'eligible', '1250.5 LINEA', '$31.26', 'open', '2026-12-09T00:00:00.000Z'],
      ['zora', 'excluded', 'unknown'],
    ]);
    expect(remarks).toBe(
      '1 drop to claim now, worth $31.26.\nEligible for 1, not eligible for 41, pending 2, unknown 3; 44 lists searched.',
    );
    expect(document).toMatchObject({ wallet: WALLET, summary });
  });

  it.each<[Partial<WalletDropsSummary>, string]>([
    [{ claimable_now: 0, claimable_value_usd: 0 }, 'Nothing to claim now.'],
    [
      { claimable_value_usd: null, claimable_without_price: 1 },
      '1 drop to claim now, worth unknown, 1 without a known price.',
    ],
  ])('states what can be claimed: %j', async (over, sentence) => {
    expect((await check(all(over, []))).said.remarks).toContain(sentence);
  });

  it('counts drops whose lists are not loaded apart from those that cannot be determined', async () => {
    const ended = { ...excluded, status: 'unknown', reasons: [{ code: 'list_not_loaded', message: 'Ended.' }] };
    const { remarks } = (await check(all({}, [ended as EligibilityResult]))).said;
    expect(remarks).toContain('\nOf the unknown, 1 pay out or have ended, and their lists are not loaded here.');
  });

  it('prints the entries of a drop that has several, and the doubts about proofs with their drops', async () => {
    const doubtful = { ...waves, drop: 'tides', entries: [] } as EligibilityResult;
    const { text, remarks, document } = (await check(all({}, [waves, doubtful, eligible]))).said;
    expect(rowsOf(text)).toEqual([
      ...WAVES_ROWS,
      ['tides', 'eligible', '8 WAVE', 'unknown', 'open', '2026-12-09T00:00:00.000Z'],
      ['linea', 'eligible', '1250.5 LINEA', '$31.26', 'open', '2026-12-09T00:00:00.000Z'],
    ]);
    expect(remarks).toMatch(new RegExp(`lists searched\\.\nwaves, tides: ${DOUBT}$`));
    expect(document).toMatchObject({ data: [waves, doubtful, eligible] });
  });

  it('prints the entries of one drop, and the contract that each list is claimed from', async () => {
    const { text, remarks } = (await check(Response.json(waves), { drop: 'waves' })).said;
    expect(rowsOf(text)).toEqual(WAVES_ROWS);
    const distributors = ['Distributor of the unnamed list: eip155:1:0x01', 'Distributor of season-2: eip155:10:0x02'];
    expect(remarks.split('\n')).toEqual([ALLOCATION, DOUBT, ...distributors]);
  });

  it('names the list, and its contract, of a wallet with a row in a named list alone', async () => {
    const named = { ...eligible, source: { list: 'season-2' }, claim: { ...claim, contract: 'eip155:10:0x02' } };
    const { text, remarks } = (await check(Response.json(named), { drop: 'linea' })).said;
    expect(rowsOf(text)[1]).toEqual([
      ...['linea', 'eligible', 'season-2', '1250.5 LINEA', '$31.26', 'open', '2026-12-09T00:00:00.000Z'],
    ]);
    expect(remarks).toBe(`${ALLOCATION}\nDistributor: eip155:10:0x02`);
  });

  it('checks one drop', async () => {
    const { requests, said } = await check(Response.json(eligible), { drop: 'linea' });
    expect(requests).toEqual([{ url: 'http://api.test/v1/eligibility', body: { wallet: WALLET, drop: 'linea' } }]);
    expect(said.remarks).toBe('The wallet is in the published allocation list.');
  });

  it.each([
    ['of the wallet', Response.json({ data: [{ problem: { code: 'invalid_wallet', detail: 'Too short' } }] }), null],
    ['of one drop', Response.json({ code: 'invalid_wallet', detail: 'Too short' }, { status: 422 }), 'linea'],
  ])('reports an invalid wallet as a usage error, without the wallet: %s', async (_, response, drop) => {
    const { code } = await check(response, { drop });
    expect(code).toMatchObject({ code: 'invalid_argument', message: 'Too short' });
    expect(JSON.stringify(code)).not.toContain(WALLET.slice(2));
  });

  it.each([
    ['a recovery phrase', `${'abandon '.repeat(11)}about`, 'recovery phrase'],
    ['a private key', 'ab12'.repeat(16), 'private key'],
  ])('sends and repeats nothing of %s, and says what it is', async (_, wallet, name) => {
    const { code, said, requests } = await check(all(), { wallet });
    expect(code).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining(name) as string });
    expect(requests).toEqual([]);
    for (const word of wallet.split(' ')) expect(JSON.stringify([code, said])).not.toContain(word);
  });

  it('sends no digits of a key in a check of all drops, and says that an address of this form needs a drop', async () => {
    const wallet = `0x${'ab12'.repeat(16)}`;
    const { code, said, requests } = await check(Response.json({}), { wallet, drop: null });
    expect(code).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/private key.*name the drop with --drop$/s) as string,
    });
    expect(requests).toEqual([]);
    expect(JSON.stringify([code, said])).not.toContain(wallet.slice(2));
  });

  it.each([`0x${'ab12'.repeat(16)}`, `0x01${'ab'.repeat(31)}`])(
    'asks which wallets a drop accepts before it sends the digits of a key: %s',
    async (wallet) => {
      const { code, said, requests } = await check(Response.json({ wallets: ['evm'] }), { wallet, drop: 'linea' });
      expect(code).toMatchObject({
        code: 'invalid_argument',
        message: expect.stringContaining('private key') as string,
      });
      expect(requests).toEqual([{ url: 'http://api.test/v1/drops/linea/explain', body: null }]);
      expect(JSON.stringify([code, said])).not.toContain(wallet.slice(2));
    },
  );

  it('reports a rejection of the API with its code', async () => {
    const problem = { code: 'plan_required', detail: 'This operation requires the plan pro or higher' };
    const { code } = await check(Response.json(problem, { status: 403 }));
    expect(code).toMatchObject({ code: 'plan_required', message: problem.detail, details: { status: 403 } });
  });
});

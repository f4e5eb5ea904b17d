import type { DropDefinition } from '@droptrack/catalogue';
import { fact } from '@droptrack/catalogue/testing';
import type { EligibilityResult } from '@droptrack/contracts';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const SOLANA = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const [UNLISTED, SYBIL, BOTH] = [evmWallet('1'), evmWallet('2'), evmWallet('3')];
const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
const snapshotIn = (days: number) => ({ snapshot: { block: null, date: fact(inDays(days)) } });
const claimIn = (opens: number, closes: number) => ({
  events: [eventDefinition('claim', inDays(opens), { type: 'claim', endsAt: inDays(closes), precision: 'minute' })],
});
const TOKEN = {
  symbol: fact('LINEA'),
  decimals: fact(18),
  address: fact('eip155:59144/erc20:0x1789e0043623282d5dcc7f213d703c6d8bafbb04'),
};

const listed = (id: string, over: Partial<DropDefinition> = {}) => {
  const plain = dropDefinition(id, { token: TOKEN, ...snapshotIn(-9), ...over });
  return { ...plain, value: { ...plain.value, priceUsd: fact(0.025) } };
};

const CATALOGUE = [
  listed('listed'),
  listed('open', claimIn(-1, 1)),
  listed('not-open', claimIn(1, 2)),
  listed('expired', claimIn(-2, -1)),
  listed('excluding', snapshotIn(9)),
  dropDefinition('on-solana', { chain: fact('solana') }),
  dropDefinition('elsewhere', { chain: fact('near') }),
  dropDefinition('declares-both', { chain: fact('celestia'), wallets: ['evm', 'solana'] }),
  dropDefinition('undated'),
  dropDefinition('snapshot-ahead', snapshotIn(9)),
  dropDefinition('snapshot-taken', snapshotIn(-9)),
  dropDefinition('launched', { ...claimIn(-2, -1), status: fact('tge') }),
  dropDefinition('list-later', snapshotIn(-9)),
];

describe('POST /v1/eligibility', () => {
  let api: TestApi;
  let list: Awaited<ReturnType<typeof publishList>>;
  beforeAll(async () => {
    api = await startApi([...CATALOGUE, dropDefinition('gone')]);
    await api.apply(CATALOGUE);
    list = await publishList(api.db, 'listed', { [VITALIK]: 1250n * 10n ** 18n, [BOTH]: 0n });
    await publishList(api.db, 'listed', { [SYBIL]: 0n, [BOTH]: 0n }, 'exclusion');
    for (const id of ['open', 'not-open', 'expired']) await publishList(api.db, id, { [VITALIK]: 1n });
    await publishList(api.db, 'excluding', { [SYBIL]: 0n }, 'exclusion');
    await publishList(api.db, 'on-solana', { [SOLANA]: 2n ** 256n - 1n });
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const check = (drop: string, wallet: string): PromiseLike<EligibilityResult> =>
    api.sdk.eligibility.check({ wallet, drop });
  const ask = (body: unknown, headers: Record<string, string> = {}) =>
    api.post('/v1/eligibility', JSON.stringify(body), headers);
  const codeOf = (response: { json: <T>() => T }) => response.json<{ code: string }>().code;

  describe('200', () => {
    it('returns all properties for an eligible wallet', async () => {
      const breakdown = [{ reason: 'bridge_volume', amount: '1000000000000000000000' }];
      await api.db.query('UPDATE list_rows SET breakdown = $1 WHERE list_id = $2 AND amount > 0', [
        JSON.stringify(breakdown),
        list.listId,
      ]);
      const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
      expect(await check('listed', VITALIK)).toEqual({
        drop: 'listed',
        wallet: VITALIK,
        wallet_type: 'evm',
        ...{ status: 'eligible', eligible: true },
        allocation: {
          amount: '1250000000000000000000',
          decimals: 18,
          symbol: 'LINEA',
          token: TOKEN.address.value,
          value_usd: 31.25,
          breakdown,
          vesting: null,
        },
        claim: {
          status: 'unknown',
          opens_at: null,
          closes_at: null,
          claimed: null,
          claimed_amount: null,
          contract: null,
          url: null,
        },
        ...{ proof: null, entries: [] },
        reasons: [{ code: 'in_allocation_list', message: 'The wallet is in the published allocation list.' }],
        snapshot: { block: null, date: instant },
        source: {
          kind: 'allocation_list',
          list: null,
          version: 1,
          url: 'https://listed.example/list.csv',
          sha256: list.sha256,
          published_at: instant,
        },
        ...{ checked_at: instant, as_of: instant },
      });
    });

    it.each<[string, string, string, boolean | null, string[]]>([
      ['elsewhere', VITALIK, 'unknown', null, ['source_unavailable']],
      ['listed', SOLANA, 'ineligible', false, ['wrong_address_family']],
      ['on-solana', VITALIK, 'ineligible', false, ['wrong_address_family']],
      ['on-solana', SOLANA, 'eligible', true, ['in_allocation_list']],
      ['listed', UNLISTED, 'ineligible', false, ['not_in_allocation_list']],
      ['listed', SYBIL, 'ineligible', false, ['excluded_sybil']],
      ['listed', BOTH, 'ineligible', false, ['zero_allocation', 'excluded_sybil']],
      ['excluding', SYBIL, 'pending', null, ['snapshot_pending', 'excluded_sybil']],
      ['excluding', UNLISTED, 'pending', null, ['snapshot_pending']],
      ['undated', VITALIK, 'pending', null, ['snapshot_pending']],
      ['snapshot-ahead', VITALIK, 'pending', null, ['snapshot_pending']],
      ['declares-both', SOLANA, 'pending', null, ['snapshot_pending']],
      ['snapshot-taken', VITALIK, 'pending', null, ['list_not_published']],
      ['launched', VITALIK, 'unknown', null, ['list_not_loaded', 'claim_expired']],
      ['open', VITALIK, 'eligible', true, ['in_allocation_list']],
      ['not-open', VITALIK, 'eligible', true, ['in_allocation_list', 'claim_not_open']],
      ['expired', VITALIK, 'eligible', true, ['in_allocation_list', 'claim_expired']],
      ['expired', UNLISTED, 'ineligible', false, ['not_in_allocation_list', 'claim_expired']],
    ])('returns, for the drop %s and the wallet %s, the status %s', async (drop, wallet, status, eligible, codes) => {
      const result = await check(drop, wallet);
      expect(result).toMatchObject({ drop, wallet, status, eligible });
      expect(result.reasons.map(({ code }) => code)).toEqual(codes);
      expect(result.allocation === null).toBe(status !== 'eligible');
      expect(result.source === null).toBe(
        !/list$|sybil$|^zero/.test(codes[0] ?? '') || codes[0] === 'list_not_published',
      );
    });

    it.each([
      ['open', 'open'],
      ['not-open', 'not_open'],
      ['expired', 'expired'],
      ['listed', 'unknown'],
    ])('returns, for the drop %s, the claim status %s', async (drop, status) => {
      expect((await check(drop, VITALIK)).claim).toMatchObject({ status, claimed: null });
    });

    it('returns exact amounts, up to the maximum of a token', async () => {
      const { allocation } = await check('on-solana', SOLANA);
      expect(allocation?.amount).toBe((2n ** 256n - 1n).toString());
    });

    it('accepts every spelling of a wallet, and returns the checksummed one', async () => {
      const digits = VITALIK.slice(2);
      for (const wallet of [`0x${digits.toLowerCase()}`, `0x${digits.toUpperCase()}`, VITALIK]) {
        expect(await check('listed', wallet)).toMatchObject({ wallet: VITALIK, eligible: true });
      }
    });

    it('must not be stored by caches, and has no entity tag', async () => {
      const response = await ask({ wallet: VITALIK, drop: 'listed' }, { 'if-none-match': '*' });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-data-as-of': expect.any(String) as string,
      });
      expect(response.headers['x-data-as-of']).toBe(response.json<EligibilityResult>().as_of);
      expect(response.headers).not.toHaveProperty('etag');
    });

    // A list becomes active with its revision, without a restart of the service.
    it('uses a list as soon as it is active', async () => {
      expect((await check('list-later', VITALIK)).status).toBe('pending');
      await publishList(api.db, 'list-later', { [VITALIK]: 5n });
      await api.caughtUp();
      expect(await check('list-later', VITALIK)).toMatchObject({ status: 'eligible', allocation: { amount: '5' } });
      await publishList(api.db, 'list-later', { [UNLISTED]: 5n });
      await api.caughtUp();
      expect((await check('list-later', VITALIK)).status).toBe('ineligible');
    });
  });

  describe('400', () => {
    it.each(['', '{"wallet":', 'wallet=0x', '[', '['.repeat(5_000)])('rejects malformed JSON: %.20s', async (body) => {
      const response = await api.post('/v1/eligibility', body);
      expect([response.statusCode, codeOf(response)]).toEqual([400, 'malformed_json']);
    });

    it('rejects query parameters', async () => {
      const response = await api.post(`/v1/eligibility?wallet=${VITALIK}`, '{}');
      expect(codeOf(response)).toBe('unknown_parameter');
      expect(response.body).not.toContain(VITALIK);
    });
  });

  it('returns 401 without a key before it reads the body', async () => {
    const response = await api.inject({ method: 'POST', url: '/v1/eligibility', payload: '{' });
    expect([response.statusCode, codeOf(response)]).toEqual([401, 'missing_api_key']);
  });

  it('returns 403 to the plan free before it reads the body', async () => {
    const response = await api.post('/v1/eligibility', '{', { authorization: `Bearer ${api.keys.free}` });
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'plan_required', required_plan: 'pro', current_plan: 'free' });
  });

  it('returns 404 for an unknown drop, 410 for an archived one', async () => {
    for (const drop of ['nope', '', '../x', 'Listed', 'a'.repeat(5_000)]) {
      expect(codeOf(await ask({ wallet: VITALIK, drop }))).toBe('drop_not_found');
    }
    const gone = await ask({ wallet: VITALIK, drop: 'gone' });
    expect([gone.statusCode, codeOf(gone)]).toEqual([410, 'drop_archived']);
  });

  it('returns 405 for GET', async () => {
    const response = await api.get('/v1/eligibility');
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'OPTIONS, POST']);
  });

  it('returns 413 for a large body, and 415 for another media type', async () => {
    expect((await api.post('/v1/eligibility', 'a'.repeat(1_000_000))).statusCode).toBe(413);
    expect((await ask({}, { 'content-type': 'text/plain' })).statusCode).toBe(415);
  });

  describe('422', () => {
    it.each([
      [{}, ['#/wallet', '#/drop']],
      [{ wallet: 7, drop: 'listed' }, ['#/wallet']],
      [{ wallet: null, drop: 'listed' }, ['#/wallet']],
      [{ wallet: [VITALIK], drop: 'listed' }, ['#/wallet']],
      [{ wallet: VITALIK, drop: { id: 'listed' } }, ['#/drop']],
      [{ wallet: VITALIK, drop: 'listed', chain: 'linea' }, ['#/chain']],
      [[VITALIK, 'listed'], ['#']],
    ])('rejects %j with validation_failed', async (body, pointers) => {
      const response = await ask(body);
      expect([response.statusCode, codeOf(response)]).toEqual([422, 'validation_failed']);
      expect(response.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)).toEqual(pointers);
      expect(response.body).not.toContain(VITALIK);
    });

    it.each([
      ['evm_checksum', VITALIK.replace('dA', 'da')],
      ['evm_length', VITALIK.slice(0, -1)],
      ['evm_prefix', VITALIK.replace('0x', '0X')],
      ['not_ascii', VITALIK.replace('a', 'а')],
      ['whitespace', ` ${VITALIK}`],
      ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
      ['solana_length', SOLANA.slice(0, 30)],
      ['name', 'vitalik.eth'],
      ['empty', ''],
      ['too_long', '1'.repeat(16_000)],
    ])('rejects the wallet with invalid_wallet and the reason %s', async (code, wallet) => {
      // Also for an unknown drop: the body is validated before the drop is looked up.
      const response = await ask({ wallet, drop: 'nope' });
      expect([response.statusCode, codeOf(response)]).toEqual([422, 'invalid_wallet']);
      const { errors } = response.json<{ errors: object[] }>();
      expect(errors).toEqual([{ pointer: '#/wallet', code, detail: expect.any(String) as string }]);
      if (wallet !== '') expect(response.body).not.toContain(wallet);
    });
  });

  // The body is validated before the drop is looked up; for an unknown drop, the message contains all wallet types.
  it.each([
    ['listed', 'evm_form', /^It is not an EVM address; this drop accepts only EVM addresses/],
    ['on-solana', 'solana_length', /^A Solana address is base58 of exactly 32 bytes/],
    ['declares-both', 'solana_length', /accepts only EVM addresses .* and Solana addresses/],
    ['elsewhere', 'solana_length', /this service cannot check the wallet type of this drop$/],
    ['gone', 'solana_length', /^It is neither an EVM address .* nor a Cosmos address/],
    ['nope', 'solana_length', /^It is neither an EVM address .* nor a Cosmos address/],
  ])('returns 422 for the wallet abc1 and the drop %s with the reason %s', async (drop, code, detail) => {
    const response = await ask({ wallet: 'abc1', drop });
    const found = response.json<{ code: string; detail: string; errors: { code: string; detail: string }[] }>();
    expect([response.statusCode, found.code]).toEqual([422, 'invalid_wallet']);
    expect(found.detail).toMatch(detail);
    expect(found.errors).toEqual([{ pointer: '#/wallet', code, detail: found.detail }]);
  });

  describe('500 and 503', () => {
    it('writes no wallet to logs or metrics, for any response', async () => {
      const LAST_CHECK = '4bf92f3577b34da6a3ce929d0e0e4736';
      await api.breakOnce(() => ask({ wallet: VITALIK, drop: 'listed' }), new Error('broken'));
      await ask({ wallet: VITALIK, drop: 'listed' }, { 'x-request-id': LAST_CHECK });
      expect(api.logs.some((line) => line.includes(LAST_CHECK))).toBe(true);
      const kept = `${api.logs.join('')}${await api.metrics()}`;
      expect(kept).toContain('/v1/eligibility');
      for (const wallet of [VITALIK, SOLANA, UNLISTED, SYBIL]) {
        expect(kept.toLowerCase()).not.toContain(wallet.toLowerCase().replace('0x', ''));
      }
    });

    it('returns 503 with Retry-After while the database is unavailable', async () => {
      await api.loseDatabase();
      const response = await ask({ wallet: VITALIK, drop: 'listed' });
      expect([response.statusCode, codeOf(response)]).toEqual([503, 'unavailable']);
      expect(response.headers['retry-after']).toBe('2');
      expect(codeOf(await ask({ wallet: 'x', drop: 'listed' }))).toBe('invalid_wallet');
    });
  });
});

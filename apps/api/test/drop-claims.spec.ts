import { fact } from '@droptrack/catalogue/testing';
import type { LedgerPage } from '@droptrack/distributors';
import { LEDGER_CONTRACT as CONTRACT, ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import {
  addLedgerPage,
  ClaimFiguresRepository,
  ClaimLedgerRepository,
  recordObservations,
  runRecompute,
} from '@droptrack/persistence';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';

const HOUR_MS = 3_600_000;
const OTHER = 'eip155:1:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const TOKEN = 'eip155:1/erc20:0x1789e0043623282D5DCc7F213d703C6D8BAfBB04';
const OPENED_MS = Date.parse('2026-08-01T10:00:00Z');
const claimBy = (contract: string) => ({ rpc: 'ethereum', contract, distributorStyle: 'uniswap', source: null });

let api: TestApi;
beforeAll(async () => {
  const events = [eventDefinition('claim', new Date(OPENED_MS).toISOString())];
  const listClaims = { 'season-2': claimBy(OTHER) };
  api = await startApi([
    dropDefinition('linea', { claim: claimBy(CONTRACT), events }),
    dropDefinition('rounds', { claim: claimBy(CONTRACT.replace('eip155:1:', 'eip155:10:')), listClaims }),
    dropDefinition('unfollowed'),
    dropDefinition('priced', {
      claim: claimBy(CONTRACT),
      token: { symbol: null, decimals: fact(2), address: fact(TOKEN) },
    }),
  ]);
});
afterAll(() => api.stop());

/** Claims of wallets by the hours after the opening, one of each wallet number. */
async function follow(
  dropId: string,
  list: string,
  contract: string,
  claims: readonly (readonly [hour: number, wallet: number, amount: bigint])[],
) {
  const page = ledgerPage(1_000, Date.now() - 800_000, {
    ...{ dropId, list, contract, headAtMs: Date.now() },
    claims: claims.map(([hour, wallet, amount], n) =>
      ledgerClaim(n + 1, wallet, OPENED_MS + hour * HOUR_MS + 60_000, { amount }),
    ),
  });
  expect(await add(page)).toBe(true);
}

const add = (page: LedgerPage) => api.db.transaction((sql) => addLedgerPage(sql, page, Date.now()));

describe('GET /v1/drops/{id}/claims', () => {
  it('has no figures for a drop whose distributors are not followed', async () => {
    expect(await api.sdk.drops.claims('unfollowed')).toMatchObject({
      ...{ drop: 'unfollowed', interval: '1d', distributors: [], claims: 0, largest: [], data: [], has_more: false },
      ...{ first_claim_at: null, median_hours_to_claim: null, wallets: { claimed: 0, listed: null, share: null } },
    });
  });

  it('sums what the claims paid, and counts a wallet in the bucket of its first claim', async () => {
    await follow('linea', '', CONTRACT, [
      [2, 7, 10n],
      [2, 8, 2n ** 200n],
      [5, 7, 1n],
      [30, 9, 5n],
    ]);
    const hourly = await api.sdk.drops.claims('linea', { interval: '1h' });
    expect(hourly).toMatchObject({
      ...{ claims: 4, wallets: { claimed: 3 }, tokens: { claimed: String(2n ** 200n + 16n), left_at_end: null } },
      ...{ first_claim_at: '2026-08-01T12:00:00.000Z', last_claim_at: '2026-08-02T16:00:00.000Z' },
      ...{ median_hours_to_claim: 2, has_more: false, next_cursor: null },
      distributors: [{ list: null, contract: CONTRACT, first_block: 1, block: 1_000, behind_blocks: 64 }],
      largest: [
        { amount: String(2n ** 200n), at: '2026-08-01T12:01:00.000Z' },
        { amount: '10' },
        { amount: '5' },
        { amount: '1' },
      ],
      data: [
        { t: '2026-08-01T12:00:00.000Z', claims: 2, wallets: 2, amount: String(2n ** 200n + 10n) },
        { t: '2026-08-01T15:00:00.000Z', claims: 1, wallets: 0, amount: '1' },
        { t: '2026-08-02T16:00:00.000Z', claims: 1, wallets: 1, amount: '5' },
      ],
    });
    const { data } = await api.sdk.drops.claims('linea');
    expect(data.map(({ t, claims }) => `${t.slice(0, 10)} ${claims}`)).toEqual(['2026-08-01 3', '2026-08-02 1']);
  });

  it('pages through the buckets, and rejects the cursor of another interval', async () => {
    const first = await api.sdk.drops.claims('linea', { interval: '1h', limit: 2 });
    expect([first.data.length, first.has_more]).toEqual([2, true]);
    const cursor = first.next_cursor!;
    const second = await api.sdk.drops.claims('linea', { interval: '1h', limit: 2, cursor });
    expect(second).toMatchObject({ data: [{ t: '2026-08-02T16:00:00.000Z' }], has_more: false, claims: 4 });
    await expect(api.sdk.drops.claims('linea', { interval: '1d', cursor })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
  });

  // The claim comes after the price was recorded: it is of the same hour, or of one that knows the price.
  it('states the worth of the claims of a bucket at the price of their hour, of the token of the drop', async () => {
    const price = { dropId: 'priced', kind: 'price_usd', value: 0.5, token: TOKEN, url: null } as const;
    await recordObservations(api.db, [{ ...price, observedAtMs: Date.now() }], Date.now());
    while ((await runRecompute(api.db, { nowMs: Date.now() })).drops > 0);
    await follow('priced', '', CONTRACT, [
      [(Date.now() - OPENED_MS) / HOUR_MS, 7, 300n],
      [0, 8, 100n],
    ]);
    const { data } = await api.sdk.drops.claims('priced', { interval: '1h' });
    expect(data.map(({ value_usd, price_usd }) => [value_usd, price_usd])).toEqual([
      [null, null],
      [1.5, 0.5],
    ]);
  });

  it('adds the rounds of a drop, of those that are followed', async () => {
    await follow('rounds', 'season-2', OTHER, [[1, 7, 3n]]);
    const { distributors, tokens } = await api.sdk.drops.claims('rounds');
    expect(distributors).toMatchObject([{ list: 'season-2', contract: OTHER }]);
    expect(tokens.claimed).toBe('3');
  });

  /** Adds a claim to the ledger of `linea`. */
  async function grow(): Promise<number> {
    const stored = (await new ClaimLedgerRepository(api.db).positions('linea')).get('')!;
    const block = stored.block + 10;
    const page = ledgerPage(block, Date.now(), {
      stored,
      isRestart: false,
      claims: [ledgerClaim(block, 1, Date.now())],
    });
    expect(await add(page)).toBe(true);
    return block;
  }

  it('shows a ledger that has grown', async () => {
    const before = (await api.sdk.drops.claims('linea')).claims;
    await grow();
    expect((await api.sdk.drops.claims('linea')).claims).toBe(before + 1);
  });

  // A worker adds claims while the response is made.
  it('states the block up to which it has the claims', async () => {
    const before = (await api.sdk.drops.claims('linea')).claims;
    await grow();
    const { claims } = ClaimFiguresRepository.prototype;
    let block = 0;
    jest.spyOn(ClaimFiguresRepository.prototype, 'claims').mockImplementationOnce(async function (
      this: never,
      ...args
    ) {
      block = await grow();
      return claims.apply(this, args);
    });
    const shown = await api.sdk.drops.claims('linea');
    expect([shown.claims, shown.distributors[0]?.block]).toEqual([before + 2, block]);
  });

  it('does not know an unknown drop', async () => {
    await expect(api.sdk.drops.claims('nope')).rejects.toMatchObject({ code: 'drop_not_found' });
  });
});

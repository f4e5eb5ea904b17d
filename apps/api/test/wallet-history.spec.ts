import { fact } from '@droptrack/catalogue/testing';
import type { LedgerPage } from '@droptrack/distributors';
import { ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { parseWallet } from '@droptrack/eligibility';
import { cursorScope, encodeCursor } from '@droptrack/pagination';
import { addLedgerPage, recordObservations, runRecompute } from '@droptrack/persistence';
import type { Droptrack } from '@droptrack/sdk';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet } from './lists';

const HOUR_MS = 3_600_000;
const [WALLET, OTHER] = [evmWallet('1'), evmWallet('2')];
const TOKEN = 'eip155:1/erc20:0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984';
const address = (digit: string) => `eip155:1:0x${digit.repeat(40)}`;
const hash = (digit: string) => `0x${digit.repeat(64)}`;

let api: TestApi;
let client: Droptrack;
let nowMs: number;
beforeAll(async () => {
  const token = { symbol: fact('UNI'), decimals: fact(2), address: fact(TOKEN) };
  api = await startApi([dropDefinition('priced', { token }), dropDefinition('unpriced'), dropDefinition('gone')]);
  nowMs = Date.now();
  const price = { dropId: 'priced', kind: 'price_usd', value: 2.5, token: TOKEN, url: null } as const;
  await recordObservations(api.db, [{ ...price, observedAtMs: nowMs - HOUR_MS }], nowMs - HOUR_MS);
  while ((await runRecompute(api.db, { nowMs: Date.now() })).drops > 0);
  await api.caughtUp();
  await api.apply([dropDefinition('priced', { token }), dropDefinition('unpriced')]);
  await api.caughtUp();
  const add = (page: LedgerPage) => api.db.transaction((sql) => addLedgerPage(sql, page, nowMs));
  const later = Date.now() + 1_000;
  await add(pageOf('priced', '1', [[WALLET, 1_000n, later], [OTHER, 7n, later], [WALLET, 5n, later - 48 * HOUR_MS]])); // prettier-ignore
  await add(pageOf('unpriced', '2', [[WALLET, 3n, nowMs - HOUR_MS]], 900_000));
  await add(pageOf('gone', '3', [[WALLET, 3n, nowMs - HOUR_MS]]));
  client = api.sdkOf((await api.issueKey('pro')).secret);
});
afterAll(() => api.stop());

const pageOf = (
  dropId: string,
  digit: string,
  claims: readonly (readonly [wallet: string, amount: bigint, atMs: number])[],
  head = 1_064,
): LedgerPage =>
  ledgerPage(1_000, nowMs, {
    ...{ dropId, list: dropId === 'unpriced' ? 'season-2' : '', contract: address(digit), terms: 'linea', head },
    claims: claims.map(([wallet, amount, atMs], n) =>
      ledgerClaim(900 + n, 1, atMs, {
        ...{ logIndex: n, wallet: parseWallet(wallet).bytes, amount },
        ...{ recipient: parseWallet(OTHER).bytes, transaction: hash(String(n)) },
      }),
    ),
  });
const history = (over: object = {}) => client.wallets.history({ wallet: WALLET, ...over });

describe('POST /v1/wallets/history', () => {
  it('lists the claims of a wallet in all drops, the latest first, with the price of that hour', async () => {
    const { data, ...rest } = await history();
    expect(data.map(({ drop, amount, value_usd }) => [drop, amount, value_usd])).toEqual([
      ['priced', '1000', 25],
      ['unpriced', '3', null],
      // The price was observed after it.
      ['priced', '5', null],
    ]);
    expect(data[0]).toMatchObject({
      ...{
        list: null,
        contract: address('1'),
        block: 900,
        transaction: hash('0'),
        decimals: 2,
        symbol: 'UNI',
        token: TOKEN,
      },
      ...{ recipient: parseWallet(OTHER).address, price_at: new Date(nowMs - HOUR_MS).toISOString() },
    });
    expect(data[1]).toMatchObject({ list: 'season-2', price_at: null });
    expect(rest).toMatchObject({
      wallet: parseWallet(WALLET).address,
      has_more: false,
      // That of the archived drop is no longer followed.
      distributors: 2,
      behind: [address('2')],
    });
  });

  it('pages through the claims', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await history({ limit: 1, ...(cursor !== null && { cursor }) });
      seen.push(...page.data.map(({ drop, amount }) => `${drop} ${amount}`));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(['priced 1000', 'unpriced 3', 'priced 5']);
  });

  it('is empty for a wallet without a claim, and for one of another family', async () => {
    const wallets = [evmWallet('9'), 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'];
    for (const wallet of wallets)
      expect(await client.wallets.history({ wallet })).toMatchObject({ data: [], has_more: false });
  });

  it.each([
    ['an invalid wallet', { wallet: '0x12' }, { code: 'invalid_wallet' }],
    ['a page of 0', { limit: 0 }, { code: 'validation_failed' }],
    [
      'a forged cursor',
      { cursor: encodeCursor({ key: 1e300, id: '1-1-1' }, cursorScope('wallet-history', {})) },
      { code: 'invalid_cursor' },
    ],
    ['a cursor of another list', { cursor: 'eyJ' }, { code: 'invalid_cursor', errors: [{ pointer: '#/cursor' }] }],
  ])('rejects %s', async (_, over, error) => {
    await expect(history(over)).rejects.toMatchObject(error);
  });

  it('requires the plan pro', async () => {
    const free = api.sdkOf((await api.issueKey('free')).secret);
    await expect(free.wallets.history({ wallet: WALLET })).rejects.toMatchObject({ code: 'plan_required' });
  });
});

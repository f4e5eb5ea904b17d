import { fact } from '@droptrack/catalogue/testing';
import { followedDistributors, type LedgerPage, ledgerTerms } from '@droptrack/distributors';
import { parseWallet } from '@droptrack/eligibility';
import { addLedgerPage } from '@droptrack/persistence';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';

const PROGRAM = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:mERKcfxMC5SqJn4Ld4BUris3WKZZ1ojjWJ3A3J5CKxv';
const CLAIMED = '9jDBxhUrFx1AFeQzWr8oVEsyMEM2AC3KE4chQr18tV1Y';
const CLAIMING = '8VBafTNv1F8k5Bg7DTVwhitw3MGAMTmekHsgLuMJxLC8';
const WAITING = '3gF2KMe9KiC6FNVBmfg9i267aMPvK37FewCip4eGBFcT';
const HOUR_MS = 3_600_000;
const DROP = dropDefinition('jito', {
  chain: fact('solana'),
  claim: {
    ...{ rpc: 'solana', contract: PROGRAM, check: 'jito', source: null },
    distributor: 'HS8EQ8QkQSBJggY8r255AKdWbtYRtyNMoRt4LjNkkWm1',
  },
  events: [eventDefinition('claim', new Date(Date.now() - 48 * HOUR_MS).toISOString())],
});

/** Page of the totals that wallets have claimed so far, as the follower reads it. */
const pageOf = (
  slot: number,
  totals: readonly (readonly [wallet: string, amount: bigint])[],
  stored: LedgerPage | null,
): LedgerPage => {
  const atMs = Date.now() - 60_000;
  return {
    ...{ dropId: 'jito', list: '', contract: PROGRAM, terms: ledgerTerms(followedDistributors(DROP)[0]!) },
    ...{ firstBlock: 0, block: slot, blockHash: `0x${String(slot).padStart(64, '0')}`, blockAtMs: atMs, head: slot },
    ...{ headAtMs: atMs, stored, isRestart: stored === null, areTotals: true },
    claims: totals.map(([wallet, amount], logIndex) => ({
      ...{ block: slot, logIndex, wallet: parseWallet(wallet).bytes, amount, index: null, recipient: null },
      ...{ transaction: null, atMs: stored === null ? null : atMs },
    })),
  };
};

// The API has no node of Solana: whatever it says of claims is from the ledger.
describe('claims on Solana by the ledger of their distributor', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([DROP]);
    await publishList(api.db, 'jito', { [CLAIMED]: 5n, [CLAIMING]: 10n, [WAITING]: 7n });
    const first = pageOf(1_000, [[CLAIMED, 5n], [CLAIMING, 4n]], null); // prettier-ignore
    const next = pageOf(1_500, [[CLAIMED, 5n], [CLAIMING, 9n]], first); // prettier-ignore
    for (const page of [first, next]) await api.db.transaction((sql) => addLedgerPage(sql, page, Date.now()));
    await api.caughtUp();
  });
  afterAll(() => api.stop());
  const check = async (wallet: string) => (await api.sdk.eligibility.check({ drop: 'jito', wallet })).claim;

  it('are known without a node, as of a slot', async () => {
    expect(await check(CLAIMED)).toMatchObject({
      ...{ status: 'claimed', claimed: true, claimed_amount: '5' },
      ledger: { block: 1_500, behind_blocks: 0, current: true, claimed_at: null, transaction: null },
    });
    expect(await check(CLAIMING)).toMatchObject({
      ...{ status: 'open', claimed: false, claimed_amount: '9' },
      ledger: { claimed_at: expect.any(String), transaction: null, claimable_now: null },
    });
    expect(await check(WAITING)).toMatchObject({
      ...{ status: 'open', claimed: false, claimed_amount: '0' },
      ledger: { claimed_at: null, claimable_now: null },
    });
  });

  it('are in the figures of the drop, whose curve has only those with a time', async () => {
    expect(await api.sdk.drops.claims('jito')).toMatchObject({
      ...{ claims: 3, wallets: { claimed: 2, listed: 3 }, tokens: { claimed: '14', listed: '22' } },
      ...{ first_claim_at: null, last_claim_at: null, median_hours_to_claim: null },
      distributors: [{ contract: PROGRAM, first_block: 0, block: 1_500, behind_blocks: 0 }],
      largest: [
        { amount: '5', at: null },
        { amount: '5', at: expect.any(String) },
        { amount: '4', at: null },
      ],
      data: [{ claims: 1, wallets: 0, amount: '5' }],
    });
  });

  it('are in the history of a wallet, those without a time last, page by page', async () => {
    const client = api.sdkOf((await api.issueKey('pro')).secret);
    const first = await client.wallets.history({ wallet: CLAIMING, limit: 1 });
    const rest = await client.wallets.history({ wallet: CLAIMING, limit: 1, cursor: first.next_cursor! });
    expect([first.data[0], rest.data[0]]).toMatchObject([
      { amount: '5', at: expect.any(String), block: 1_500, transaction: null, recipient: null },
      { amount: '4', at: null, block: 1_000, transaction: null, value_usd: null },
    ]);
    expect([first.behind, rest.has_more]).toEqual([[], false]);
    const { data } = await client.wallets.history({ wallet: CLAIMED, limit: 1 });
    expect(data).toMatchObject([{ amount: '5', at: null }]);
  });
});

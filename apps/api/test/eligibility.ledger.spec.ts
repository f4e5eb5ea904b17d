import { type ClaimFixture, fakeClaimNode } from '@droptrack/claims/testing';
import type { LedgerPage } from '@droptrack/distributors';
import { ledgerClaim, ledgerPage } from '@droptrack/distributors/testing';
import { parseWallet } from '@droptrack/eligibility';
import { addLedgerPage } from '@droptrack/persistence';
import { type FakeServer, startFakeServer } from '@droptrack/sources/testing';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';

const MINUTE_MS = 60_000;
const address = (digit: string) => `eip155:59144:0x${digit.repeat(40)}`;
const [CLAIMED, WAITING] = [evmWallet('1'), evmWallet('2')];
const hash = (digit: string) => `0x${digit.repeat(64)}`;
const claim = (contract: string, over = {}) => ({
  ...{ rpc: 'linea', contract, check: 'hasClaimed(address) returns (bool)', distributorStyle: 'linea', source: null },
  ...over,
});
const events = [eventDefinition('claim', '2026-01-01T00:00:00.000Z', { endsAt: '2026-02-01T00:00:00.000Z' })];
const DROPS = [
  dropDefinition('current', { claim: claim(address('1')), events }),
  dropDefinition('open', {
    claim: claim(address('7')),
    events: [eventDefinition('claim', '2026-01-01T00:00:00.000Z', { endsAt: '2100-01-01T00:00:00.000Z' })],
  }),
  dropDefinition('behind', { claim: claim(address('2')) }),
  dropDefinition('stopped', { claim: claim(address('3')) }),
  dropDefinition('unfollowed', { claim: claim(address('4')) }),
  dropDefinition('uncalled', {
    claim: { rpc: 'linea', contract: address('5'), distributorStyle: 'arbitrum', source: null },
  }),
  dropDefinition('streamed', {
    claim: { rpc: 'linea', contract: address('6'), distributorStyle: 'sablier-linear', source: null },
    events: [eventDefinition('claim', '2026-01-01T00:00:00.000Z', { endsAt: '2100-01-01T00:00:00.000Z' })],
  }),
];
/** Two fifths at the start, and the rest at once in 2030. */
const VESTING = {
  startsAt: Date.parse('2026-01-01T00:00:00Z') / 1_000,
  steps: [
    { seconds: 0, share: String(4n * 10n ** 17n) },
    {
      seconds: (Date.parse('2030-01-01T00:00:00Z') - Date.parse('2026-01-01T00:00:00Z')) / 1_000,
      share: String(6n * 10n ** 17n),
    },
  ],
  linear: null,
  isCancelable: false,
};

describe('claim states by the ledger of a distributor', () => {
  let api: TestApi;
  let node: FakeServer;
  const fixture: ClaimFixture = { chainId: 59_144, claimed: new Set([WAITING.slice(2)]) };
  const pageOf = (dropId: string, digit: string, over: Partial<LedgerPage> = {}): LedgerPage => {
    const claimed = { wallet: parseWallet(CLAIMED).bytes, transaction: hash('b') };
    return ledgerPage(1_000, Date.now() - 2 * MINUTE_MS, {
      ...{ dropId, contract: address(digit), terms: 'linea', headAtMs: Date.now() },
      claims: [ledgerClaim(900, 1, Date.parse('2026-01-05T10:00:00Z'), claimed)],
      ...over,
    });
  };
  beforeAll(async () => {
    node = await startFakeServer(fakeClaimNode(fixture));
    api = await startApi(DROPS, { rpcUrls: new Map([['linea', [node.url]]]) });
    for (const { id } of DROPS) await publishList(api.db, id, { [CLAIMED]: 5n, [WAITING]: 7n });
    const add = (page: LedgerPage, readAtMs = Date.now()) =>
      api.db.transaction((sql) => addLedgerPage(sql, page, readAtMs));
    await add(pageOf('current', '1'));
    await add(pageOf('open', '7'));
    await add(pageOf('behind', '2', { head: 900_000 }));
    await add(pageOf('stopped', '3'), Date.now() - 20 * MINUTE_MS);
    await add(pageOf('uncalled', '5', { terms: 'arbitrum' }));
    await add(pageOf('streamed', '6', { terms: 'sablier-linear', vesting: VESTING }));
    await api.caughtUp();
  });
  afterAll(async () => {
    await api.stop();
    await node.close();
  });
  const check = async (drop: string, wallet: string) => (await api.sdk.eligibility.check({ drop, wallet })).claim;

  it('needs no node, and states the claim with its block', async () => {
    expect(await check('current', CLAIMED)).toMatchObject({
      ...{ status: 'claimed', claimed: true, claimed_amount: '5' },
      ledger: {
        ...{ block: 1_000, behind_blocks: 64, current: true, claimable_now: '0', forfeited: '0' },
        ...{ claimed_at: '2026-01-05T10:00:00.000Z', transaction: hash('b') },
      },
    });
    expect(await check('current', WAITING)).toMatchObject({
      ...{ status: 'expired', claimed: false, claimed_amount: '0' },
      ledger: { current: true, claimed_at: null, transaction: null, claimable_now: '0', forfeited: '7' },
    });
    expect(node.requests).toEqual([]);
  });

  // A ledger ends 64 blocks before the latest: a wallet must not see an offer that it has just taken.
  it('is that of the node where a claim is newer than the ledger', async () => {
    expect(await check('open', CLAIMED)).toMatchObject({ claimed: true, claimed_amount: '5' });
    expect(node.requests).toEqual([]);
    const claim = await check('open', WAITING);
    expect(claim).toMatchObject({ status: 'claimed', claimed: true, ledger: { current: true, claimable_now: '0' } });
    expect(claim.ledger?.claimed_at).toBeNull();
  });

  it('is known for a style without a call', async () => {
    const requests = node.requests.length;
    expect(await check('uncalled', CLAIMED)).toMatchObject({ claimed: true, claimed_amount: '5' });
    expect(await check('uncalled', WAITING)).toMatchObject({ claimed: false, claimed_amount: '0' });
    expect(node.requests).toHaveLength(requests);
  });

  it('has what the schedule of the distributor unlocks', async () => {
    const later = { unlocked: '2', next_unlock_at: '2030-01-01T00:00:00.000Z' };
    expect((await check('streamed', WAITING)).ledger).toMatchObject({ ...later, locked: '5', claimable_now: '2' });
    expect((await check('streamed', CLAIMED)).ledger).toMatchObject({ ...later, locked: '3', claimable_now: null });
  });

  // What a ledger does not have yet may be claimed.
  it.each(['behind', 'stopped'])('that is %s does not say that a wallet has not claimed', async (drop) => {
    const requests = node.requests.length;
    expect(await check(drop, CLAIMED)).toMatchObject({ claimed: true, ledger: { current: false } });
    expect(node.requests).toHaveLength(requests);
    expect(await check(drop, WAITING)).toMatchObject({
      ...{ claimed: true, claimed_amount: null },
      ledger: { current: false, claimable_now: null },
    });
    expect(node.requests.length).toBeGreaterThan(requests);
  });

  it('is absent without a ledger, whose state a node reports', async () => {
    const { ledger, claimed } = await check('unfollowed', WAITING);
    expect([ledger, claimed]).toEqual([undefined, true]);
  });

  it('is in the drops of a wallet, without a call', async () => {
    const { secret } = await api.issueKey('scale');
    const requests = node.requests.length;
    const { data } = await api.sdkOf(secret).wallets.drops({ wallets: [CLAIMED], include: ['claimed'] });
    const drops = (data[0] as { data: { drop: string; claim: { claimed: boolean; ledger?: object } }[] }).data;
    const found = Object.fromEntries(
      drops.map(({ drop, claim: { claimed, ledger } }) => [drop, [claimed, ledger !== undefined]]),
    );
    expect(found).toMatchObject({
      current: [true, true],
      uncalled: [true, true],
      behind: [true, true],
      unfollowed: [false, false],
    });
    expect(node.requests.length).toBe(requests + 1);
  });
});

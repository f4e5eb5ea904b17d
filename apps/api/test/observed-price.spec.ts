import { fact } from '@droptrack/catalogue/testing';
import { recordObservations, runRecompute } from '@droptrack/persistence';
import { dropDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { evmWallet, publishList } from './lists';
import { until } from './until';

const TOKEN = 'eip155:1/erc20:0x6B175474E89094C44Da98b954EedeAC495271d0F';
const URL = 'https://coins.llama.fi/prices/current/ethereum:0x6b175474e89094c44da98b954eedeac495271d0f';
const HOUR_MS = 3_600_000;
const token = { symbol: fact('DAI'), decimals: fact(0), address: fact(TOKEN) };
const WALLETS = { [evmWallet('1')]: 30n, [evmWallet('2')]: 50n, [evmWallet('3')]: 90n };

describe('an observed price', () => {
  let api: TestApi;
  beforeAll(async () => {
    const declared = { ...dropDefinition('any').value, priceUsd: fact(3) };
    api = await startApi([
      dropDefinition('traded', { token }),
      dropDefinition('declared', { token, value: declared }),
      dropDefinition('stale', { token }),
    ]);
    for (const id of ['traded', 'declared', 'stale']) await publishList(api.db, id, WALLETS);
  });
  afterAll(() => api.stop());

  const valueOf = async (drop: string) =>
    (await api.sdk.eligibility.check({ wallet: evmWallet('2'), drop })).allocation?.value_usd;
  const recompute = async () => {
    while ((await runRecompute(api.db, { nowMs: Date.now() })).drops > 0);
    await api.caughtUp();
  };
  const observe = async (dropId: string, value: number, observedAtMs: number) => {
    await recordObservations(
      api.db,
      [{ dropId, kind: 'price_usd', value, token: TOKEN, url: URL, observedAtMs }],
      Date.now(),
    );
    await recompute();
  };

  it('gives a check its value and a drop its expected value, both explained by the same fact', async () => {
    await recompute();
    expect(await valueOf('traded')).toBeNull();
    const observedAtMs = Date.now() - HOUR_MS;
    await observe('traded', 2, observedAtMs);
    await until(async () => (await valueOf('traded')) === 100);
    const { ev_usd, facts } = await api.sdk.drops.explain('traded');
    const { ev_usd: published } = await api.sdk.drops.get('traded');
    expect(published.p50).toBe(100);
    expect([ev_usd.p10, ev_usd.p50, ev_usd.p90]).toEqual([published.p10, published.p50, published.p90]);
    expect(ev_usd).toMatchObject({
      basis: 'forecast', // No claim of it has begun.
      inputs: { tokens_usd: { p10: 340, p90: 340, basis: 'list', from: ['value.price_usd'] } },
    });
    expect(facts).toContainEqual({
      path: 'value.price_usd',
      value: 2,
      source: { kind: 'dataset', url: URL, observed_at: new Date(observedAtMs).toISOString() },
    });
  });

  it('never replaces a declared one', async () => {
    await observe('declared', 2, Date.now());
    expect(await valueOf('declared')).toBe(150);
  });

  it('counts for nothing after 24 hours', async () => {
    await observe('stale', 2, Date.now() - 24 * HOUR_MS - 1_000);
    expect(await valueOf('stale')).toBeNull();
    expect((await api.sdk.drops.explain('stale')).facts.map(({ path }) => path)).not.toContain('value.price_usd');
  });

  // A process that starts reads the state of the log, not its changes.
  it('is known to a process that starts after it was recorded', async () => {
    const before = await api.sdk.drops.explain('traded');
    const again = await api.startAgain();
    const check = await again.sdk.eligibility.check({ wallet: evmWallet('2'), drop: 'traded' });
    expect(check.allocation?.value_usd).toBe(100);
    expect((await again.sdk.drops.explain('traded')).facts).toEqual(before.facts);
    await again.stop();
  });
});

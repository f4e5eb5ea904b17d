import { factSource } from '@droptrack/catalogue';
import { dropDefinition, eventDefinition, fact } from '@droptrack/catalogue/testing';
import { both } from './testing';

const { value, distribution } = dropDefinition();
const OF_LAUNCH = { kind: 'dataset' as const, url: 'https://prices.example', at: '2026-03-17' };
const launch = eventDefinition({ key: 'tge', type: 'tge', startsAt: '2026-03-10T00:00:00.000Z', endsAt: null });
/** 100 tokens at 2 USD for 5 wallets, with further facts. */
const paid = (over: Partial<typeof value>, claimed: { claimed?: ReturnType<typeof fact<string>> } = {}) =>
  both(
    dropDefinition({
      value: { ...value, priceUsd: { value: 2, source: OF_LAUNCH }, ...over },
      distribution: { tokens: fact('100'), wallets: fact(5), totalSupply: fact('1000'), ...claimed },
      events: [launch],
    }),
  ).explained;

describe('the explanation of known amounts per wallet', () => {
  it('names known quantiles as the distribution, with their source, and lists them as facts', () => {
    const tokensPerWallet = { value: { p10: '5', p50: '10', p90: '40' }, source: OF_LAUNCH };
    const { ev_usd: ev, facts } = paid({ tokensPerWallet });
    const paths = ['p10', 'p50', 'p90'].map((name) => `value.tokens_per_wallet.${name}`);
    expect(ev).toMatchObject({ basis: 'realised', p10: 10, p50: 20, p90: 80, lognormal: null });
    expect(ev.inputs.allocation).toEqual({
      value: 'stated',
      basis: 'stated',
      source: factSource(OF_LAUNCH),
      from: paths,
    });
    const listed = facts.filter(({ path }) => paths.includes(path));
    expect(listed).toEqual(['5', '10', '40'].map((amount, at) => ({ path: paths[at], value: amount, source: factSource(OF_LAUNCH) }))); // prettier-ignore
  });

  it('names the amounts that bound an estimate, beside its distribution', () => {
    const { ev_usd: ev } = paid({ tokensPerWallet: fact({ min: '8' }) });
    expect(ev).toMatchObject({ basis: 'estimated', p10: 16 });
    const from = ['value.tokens_per_wallet.min'];
    expect(ev.inputs.allocation).toEqual({ value: 'empirical', basis: 'default', source: null, from });
  });

  it('derives share and probability from the tokens that reached wallets', () => {
    const { ev_usd: ev, facts } = paid({}, { claimed: fact('50') });
    expect(ev.inputs).toMatchObject({
      supply_share: { p10: 0.05, basis: 'derived', from: ['distribution.claimed', 'distribution.total_supply'] },
      probability: { value: 1, basis: 'derived', from: ['distribution.claimed'] },
    });
    expect(facts).toContainEqual({ path: 'distribution.claimed', value: '50', source: null });
    expect(distribution).not.toHaveProperty('claimed');
    // The mean payout is half of that of the offered tokens.
    expect(ev.p50! / paid({}).ev_usd.p50!).toBeCloseTo(0.5, 3);
  });
});

import type { EventDefinition } from '../definition';
import { dropDefinition, eventDefinition, fact } from '../testing';
import type { PublishedList } from './figures';
import { eventInstantsOf } from './event-instants';
import { deriveRowFacts } from './row-facts';

const AT_MS = Date.parse('2026-08-22T10:00:00.000Z');
const LIST: PublishedList = { wallets: 3, total: '1500000000000000000', decimals: 18, spread: null };
const facts = (over: Parameters<typeof dropDefinition>[0] = {}, list: PublishedList | null = null, atMs = AT_MS) =>
  deriveRowFacts(dropDefinition(over), list, atMs);
const tge = (over: Partial<EventDefinition>) => eventDefinition({ key: 'tge', type: 'tge', endsAt: null, ...over });
const claim = eventDefinition({ startsAt: '2026-09-10T13:00:00.000Z', endsAt: '2026-12-09T00:00:00.000Z' });

describe('deriveRowFacts', () => {
  it('returns the token of the definition, and the number of an EVM chain', () => {
    const address = 'eip155:42161/erc20:0x912CE59144191C1204E64559FE8253a0e49E6548';
    const token = { symbol: fact('ARB'), decimals: fact(18), address: fact(address) };
    expect(facts({ chain: fact('arbitrum'), token })).toMatchObject({ chain_id: 42161, symbol: 'ARB', token: address });
    expect(facts({ chain: fact('solana') }).chain_id).toBeNull();
    expect(facts({ chain: fact('atlantis') }).chain_id).toBeNull();
  });

  it('prefers the declared amounts to those of a list, which can be one of several', () => {
    const distribution = { tokens: fact('149999999.975656'), wallets: fact(252_803), totalSupply: null };
    expect(facts({ distribution }, LIST)).toMatchObject({ tokens: '149999999.975656', wallets: 252_803 });
    expect(facts({}, LIST)).toMatchObject({ tokens: '1.5', wallets: 3 });
    expect(facts({}, { ...LIST, total: '7' }).tokens).toBe('0.000000000000000007');
    expect(facts({}, { ...LIST, total: '20', decimals: 0 }).tokens).toBe('20');
    expect(facts({}, { ...LIST, decimals: null })).toMatchObject({ tokens: null, wallets: 3 });
    expect(facts()).toMatchObject({ tokens: null, wallets: null });
  });

  it('states no amounts of a part of the published list, which are not those of the drop', () => {
    expect(facts({}, { ...LIST, part: true })).toMatchObject({ tokens: null, wallets: null });
  });

  it('states the launch only once it is confirmed to the day', () => {
    const day = { startsAt: '2026-10-01T00:00:00.000Z', precision: 'day' as const };
    expect(facts({ events: [claim, tge(day)] }).launch_at).toBe(day.startsAt);
    expect(facts({ events: [claim] }).launch_at).toBe(claim.startsAt);
    expect(facts({ events: [tge({ ...day, precision: 'quarter' })] }).launch_at).toBeNull();
    expect(facts({ events: [tge({ ...day, status: 'tentative' })] }).launch_at).toBeNull();
    expect(facts({ events: [tge({ ...day, status: 'cancelled' })] }).launch_at).toBeNull();
    expect(facts().launch_at).toBeNull();
  });

  it.each([
    ['2026-09-10T12:59:59.999Z', 'not_open'],
    ['2026-09-10T13:00:00.000Z', 'open'],
    ['2026-12-08T23:59:59.999Z', 'open'],
    ['2026-12-09T00:00:00.000Z', 'expired'],
  ])('states the window of the claim at %s: %s', (instant, state) => {
    expect(facts({ events: [claim] }, null, Date.parse(instant)).claim).toEqual({
      opens_at: claim.startsAt,
      closes_at: claim.endsAt,
      state,
    });
  });

  // A recompute run appends what has changed at these instants, and nothing between them.
  it('changes its claim only at the instants of the calendar', () => {
    const endless = eventDefinition({ key: 'claim-2', endsAt: null, startsAt: '2026-10-01T00:00:00.000Z' });
    const coarse = eventDefinition({ key: 'claim-3', endsAt: null, precision: 'month' });
    const tentative = eventDefinition({ key: 'claim-4', status: 'tentative', startsAt: '2026-11-01T00:00:00.000Z' });
    for (const events of [[claim], [endless], [coarse], [tentative], [claim, endless, coarse, tentative]]) {
      const instants = eventInstantsOf(dropDefinition({ events }));
      const at = (atMs: number) => facts({ events }, null, atMs).claim;
      [0, ...instants].forEach((fromMs, index) => {
        const untilMs = instants[index] ?? fromMs + 1e12;
        const [begin, middle, end] = [at(fromMs), at(Math.floor((fromMs + untilMs) / 2)), at(untilMs - 1)];
        expect([middle, end]).toEqual([begin, begin]);
      });
    }
  });
});

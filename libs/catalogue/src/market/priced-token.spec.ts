import { dropDefinition, eventDefinition, fact } from '../testing';
import { isPriceNeeded, pricedToken } from './priced-token';

const AT_MS = Date.UTC(2026, 10, 1);

const claim = (startsAt: string, endsAt: string | null) =>
  eventDefinition({ key: 'claim', type: 'claim', startsAt, endsAt });
const isNeeded = (events: readonly ReturnType<typeof claim>[], hasList = false) =>
  isPriceNeeded(dropDefinition({ events: [...events] }), hasList, AT_MS);

describe('isPriceNeeded', () => {
  it('is true up to 30 days after the claim window', () => {
    expect(isNeeded([claim('2026-09-01T00:00:00.000Z', '2026-10-03T00:00:00.000Z')])).toBe(true);
    expect(isNeeded([claim('2026-09-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')])).toBe(false);
  });

  // Otherwise drops of 2021 would get an expected value from the price of today.
  it('counts a window without an end as a year', () => {
    expect(isNeeded([claim('2026-01-01T00:00:00.000Z', null)])).toBe(true);
    expect(isNeeded([claim('2021-05-17T00:00:00.000Z', null)])).toBe(false);
  });

  it('ends with the first event of a drop without a window', () => {
    const launch = (startsAt: string) => eventDefinition({ key: 'tge', type: 'tge', startsAt, endsAt: null });
    expect(isNeeded([])).toBe(true);
    expect(isNeeded([launch('2027-01-01T00:00:00.000Z')])).toBe(true);
    expect(isNeeded([launch('2024-01-01T00:00:00.000Z')])).toBe(false);
  });

  // Claims are valued at the prices of their hours, also after an editor has stated the price of the launch.
  it('is true for a declared price until the claims from a distributor are over, whether or not a list is active', () => {
    const declared = (endsAt: string, contract = 'eip155:1:0x1') =>
      dropDefinition({
        token: { symbol: null, decimals: null, address: fact('eip155:1/slip44:60') },
        value: { ...dropDefinition().value, priceUsd: fact(1) },
        claim: contract === '' ? null : { rpc: 'ethereum', contract, source: null },
        events: [claim('2026-09-01T00:00:00.000Z', endsAt)],
      });
    const [open, over] = [declared('2026-12-01T00:00:00.000Z'), declared('2026-09-02T00:00:00.000Z')];
    expect([pricedToken(open), isPriceNeeded(open, true, AT_MS)]).toEqual(['eip155:1/slip44:60', true]);
    expect(isPriceNeeded(over, true, AT_MS)).toBe(false);
    expect(pricedToken(declared('2026-12-01T00:00:00.000Z', ''))).toBeNull();
  });

  it('is true while a list is active', () => {
    expect(isNeeded([claim('2021-05-17T00:00:00.000Z', null)], true)).toBe(true);
  });
});

import fc from 'fast-check';
import { NO_FACTS, type Sighting } from './sighting';
import { sightingSpam, spamScore } from './spam';
import { campaignSighting, candidateOf, listView, sightingOf, storedSighting } from './testing';

const score = (...of: Parameters<typeof candidateOf>) => spamScore(candidateOf(...of)).score;
const stored = (sighting: Sighting) => [storedSighting(sighting)];
const protocol = (tvlUsd: number | null) => sightingOf({ kind: 'protocol', facts: { ...NO_FACTS, tvlUsd } });

describe('the spam score', () => {
  it('is 0 for a funded campaign with recipients, holders and a verified list', () =>
    expect(spamScore(candidateOf(stored(campaignSighting()), { list: listView() }))).toEqual({
      score: 0,
      reasons: ['its list is verified'],
    }));

  it.each([
    ['fewer recipients', campaignSighting({ recipients: 49 })],
    ['unknown recipients', campaignSighting({ recipients: null })],
    ['fewer holders', campaignSighting({ tokenHolders: 99 })],
    ['unknown holders', campaignSighting({ tokenHolders: null })],
    ['no amount', campaignSighting({ totalAmount: '0' })],
    ['an unknown amount', campaignSighting({ totalAmount: null })],
    ['no list', campaignSighting({ ipfsCid: null })],
    ['a name with a site', campaignSighting({}, { name: 'Visit ethdrop.xyz' })],
    ['a name with an invitation', campaignSighting({}, { name: 'Claim now at t.me/drop' })],
  ])('rises with %s', (_, sighting) =>
    expect(sightingSpam(sighting)).toBeGreaterThan(sightingSpam(campaignSighting())),
  );

  it('rises with each step down in recipients, holders, value locked and volume', () => {
    const falling = (scores: number[]) => expect(scores).toEqual([...new Set(scores)].sort((a, b) => a - b));
    falling([50, 49, 9].map((recipients) => sightingSpam(campaignSighting({ recipients }))));
    falling([100, 99, 19].map((tokenHolders) => sightingSpam(campaignSighting({ tokenHolders }))));
    falling([1e8, 1e6, 1].map((tvlUsd) => sightingSpam(protocol(tvlUsd))));
    const market = (volumeUsd: number) =>
      sightingOf({ kind: 'market', market: { fdvUsd: [], airdrop: null, launch: null, volumeUsd } });
    falling([10_000, 9_999, 999].map((volumeUsd) => sightingSpam(market(volumeUsd))));
  });

  it('rises with a list of another root, and with missing funds', () => {
    const of = (over: Parameters<typeof listView>[0]) =>
      score(stored(campaignSighting({ recipients: 9 })), { list: listView(over) });
    const scores = [of({}), of({ state: 'unavailable' }), of({ balance: '1' }), of({ balance: '0' })];
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(of({ state: 'rejected' })).toBeGreaterThan(of({ state: 'unavailable' }));
  });

  it('falls if a second source reports the drop', () => {
    const few = storedSighting(campaignSighting({ recipients: 5 }));
    expect(score([few, storedSighting(sightingOf(), 'merkl')])).toBeLessThan(score([few]));
  });

  it('stays within 0 and 1', () =>
    fc.assert(
      fc.property(
        fc.option(fc.nat(), { nil: null }),
        fc.option(fc.nat(200), { nil: null }),
        fc.constantFrom('pending' as const, 'verified' as const, 'rejected' as const),
        fc.constantFrom('0', '1', null),
        (recipients, tokenHolders, state, balance) => {
          const sighting = campaignSighting({ recipients, tokenHolders, ipfsCid: null }, { name: 'free.xyz' });
          const value = score(stored(sighting), { list: listView({ state, balance }) });
          expect(value >= 0 && value <= 1).toBe(true);
        },
      ),
    ));
});

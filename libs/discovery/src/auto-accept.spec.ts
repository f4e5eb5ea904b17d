import { autoAcceptViolations, campaignStateViolations } from './auto-accept';
import { campaignSighting, candidateOf, knownDrop, listView, NO_IDENTITY, sightingOf, storedSighting } from './testing';

const campaign = storedSighting(campaignSighting());
const { token, contract } = campaignSighting().identity;
const NOW_MS = Date.parse('2026-11-23T00:00:00.000Z');
const view = candidateOf([campaign], { list: listView() });
const violations = (over: Partial<typeof view> = {}, known = [knownDrop({ token: 'eip155:1/erc20:0x' })]) =>
  autoAcceptViolations({ ...view, ...over }, known, NOW_MS);
const curated = sightingOf({ identity: { ...NO_IDENTITY, token } });
const endingAt = (endsAt: string) =>
  storedSighting({ ...campaign.sighting, facts: { ...campaign.sighting.facts, endsAt } });
const withList = (over: Parameters<typeof listView>[0]) => violations({ list: listView(over) });

describe('autoAcceptViolations', () => {
  it('accepts a campaign with a verified list of 50 wallets', () => {
    expect(violations()).toEqual([]);
    expect(withList({ wallets: 50 })).toEqual([]);
    expect(violations({ sightings: [storedSighting(campaignSighting({ claimType: 'default' }))] })).toEqual([]);
  });

  it.each([
    ['a candidate without a campaign', violations({ sightings: [storedSighting(sightingOf())] }), 'is not a campaign'],
    ['a watched candidate', violations({ state: 'watched' }), 'is watched'],
    ['a decided candidate', violations({ state: 'rejected' }), 'is rejected'],
    [
      'a campaign that is gone',
      violations({ sightings: [{ ...campaign, goneAt: '2026-11-21T00:00:00.000Z' }] }),
      'no longer on the chain',
    ],
    ['a campaign without a list', violations({ list: null }), 'has no list'],
    ['a list that is not checked', withList({ state: 'pending' }), 'its list is pending'],
    [
      'a list of another root',
      withList({ state: 'rejected', reason: 'root differs' }),
      'its list is rejected: root differs',
    ],
    [
      'claims that need a signature',
      violations({ sightings: [storedSighting(campaignSighting({ claimType: 'attest' }))] }),
      'its claims are of the type attest',
    ],
    [
      'claims that do not pay the holder',
      violations({ sightings: [storedSighting(campaignSighting({ claimType: 'execute' }))] }),
      'its claims are of the type execute',
    ],
    [
      'claims of an unknown type',
      violations({ sightings: [storedSighting(campaignSighting({ claimType: 'other' }))] }),
      'its claims are of the type other',
    ],
    ['49 recipients', withList({ wallets: 49 }), 'has 49 of 50 recipients'],
    [
      'a campaign that has ended',
      violations({ sightings: [endingAt('2026-11-23T00:00:00.000Z')] }),
      'ended at 2026-11-23',
    ],
    [
      'a sighting of a curated source that shares only the token',
      violations({ sightings: [storedSighting(curated, 'defillama'), campaign] }),
      'its sighting of defillama does not name its contract',
    ],
    ['the token of a known drop', violations({}, [knownDrop({ token })]), 'has the same token as the drop uniswap'],
    [
      'the token of a known drop in another case',
      violations({}, [knownDrop({ token: token!.toLowerCase() })]),
      'has the same token as the drop uniswap',
    ],
    [
      'a further season of a known drop in its token',
      violations({ sightings: [storedSighting(campaignSighting({}, { name: 'Uniswap Season 2' }))] }, [
        knownDrop({ token }),
      ]),
      'has the same token as the drop uniswap',
    ],
    [
      'an imitation',
      violations({}, [knownDrop({ name: 'Example', token: 'eip155:1/erc20:0x' })]),
      'looks like Example (uniswap), but',
    ],
    ['the name of a drop without a token', violations({}, [knownDrop({ name: 'Example' })]), 'whose token is unknown'],
    ['the contract of a drop', violations({}, [knownDrop({ contract })]), 'its contract belongs to the drop uniswap'],
    [
      'a token without a symbol',
      violations({
        sightings: [storedSighting({ ...campaign.sighting, facts: { ...campaign.sighting.facts, symbol: null } })],
      }),
      'the symbol of its token is unknown',
    ],
  ])('leaves %s to a person', (_, found, reason) => {
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(reason);
  });

  it('accepts a campaign that another source names by its contract, and one that ends later', () => {
    const named = { ...curated, identity: { ...curated.identity, contract } };
    expect(violations({ sightings: [campaign, storedSighting(named, 'rotki-index')] })).toEqual([]);
    expect(violations({ sightings: [endingAt('2026-11-23T00:00:00.001Z')] })).toEqual([]);
  });
});

describe('campaignStateViolations', () => {
  const of = (list: Parameters<typeof listView>[0], confirmations = 12, balance = 1_000n) =>
    campaignStateViolations({ list: listView(list) }, { confirmations, balance });

  it('accepts 12 confirmations and funds for everything unclaimed', () => {
    expect(of({ total: '2000', unclaimed: '1000' })).toEqual([]);
    expect(of({ total: '1000', unclaimed: null })).toEqual([]);
  });

  it('ignores the balance at the check of the list, which may be outdated in both directions', () => {
    expect(of({ unclaimed: '1000', balance: '0' })).toEqual([]);
    expect(of({ unclaimed: '1000', balance: '1000' }, 12, 0n)).toEqual([
      'its contract holds 0 of 1000 unclaimed base units',
    ]);
  });

  it.each([
    ['11 confirmations', of({ unclaimed: '1' }, 11), 'has 11 of 12 confirmations'],
    ['too little funds', of({ unclaimed: '1001' }), 'holds 1000 of 1001 unclaimed base units'],
    ['too little for the list', of({ total: '1001', unclaimed: null }), 'holds 1000 of 1001 unclaimed base units'],
    ['an unknown sum', of({ total: null, unclaimed: null }), 'the sum of its list is unknown'],
    ['an unknown state', campaignStateViolations({ list: listView() }, null), 'are unknown'],
  ])('leaves %s to a person', (_, found, reason) => expect(found).toEqual([expect.stringContaining(reason)]));

  it('compares amounts above the exact range of numbers', () =>
    expect(of({ unclaimed: '9007199254740993' }, 12, 9007199254740992n)).toHaveLength(1));
});

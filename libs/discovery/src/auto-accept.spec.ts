import { autoAcceptViolations } from './auto-accept';
import { campaignSighting, candidateOf, knownDrop, listView, sightingOf, storedSighting } from './testing';

const campaign = storedSighting(campaignSighting());
const { token, contract } = campaignSighting().identity;
const view = candidateOf([campaign], { list: listView() });
const violations = (
  over: Partial<typeof view> = {},
  known = [knownDrop({ token: 'eip155:1/erc20:0x' })],
  blocks: number | null = 12,
) => autoAcceptViolations({ ...view, ...over }, known, blocks);
const withList = (over: Parameters<typeof listView>[0]) => violations({ list: listView(over) });

describe('autoAcceptViolations', () => {
  it('accepts a funded campaign with a verified list of 50 wallets, after 12 blocks', () => {
    expect(violations()).toEqual([]);
    expect(withList({ wallets: 50, unclaimed: '1', balance: '1' })).toEqual([]);
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
    ['49 recipients', withList({ wallets: 49 }), 'has 49 of 50 recipients'],
    [
      'too little funds',
      withList({ balance: '999999999999999999999' }),
      'of 1000000000000000000000 unclaimed base units',
    ],
    ['unknown funds', withList({ balance: null }), 'funds of its contract are unknown'],
    ['11 confirmations', violations({}, [], 11), 'has 11 of 12 confirmations'],
    ['unknown confirmations', violations({}, [], null), 'has unknown of 12 confirmations'],
    [
      'an imitation',
      violations({}, [knownDrop({ name: 'Example', token: 'eip155:1/erc20:0x' })]),
      'looks like Example (uniswap), but',
    ],
    ['the name of a drop without a token', violations({}, [knownDrop({ name: 'Example' })]), 'whose token is unknown'],
    [
      'the contract of a drop',
      violations({}, [knownDrop({ contract, token })]),
      'its contract belongs to the drop uniswap',
    ],
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

  it('compares amounts above the exact range of numbers', () =>
    expect(withList({ balance: '9007199254740992', unclaimed: '9007199254740993' })).toHaveLength(1));
});

import { suggestionsOf } from './suggestions';
import {
  ADDRESSES,
  campaignSighting,
  candidateOf,
  knownDrop,
  NO_IDENTITY,
  sightingOf,
  storedSighting,
} from './testing';

const view = candidateOf([storedSighting(campaignSighting({}, { name: 'Zoë Finance' }))]);
const { token, contract } = campaignSighting().identity;
const named = (name: string, over = {}) => candidateOf([storedSighting(sightingOf({ name }))], { id: 2, ...over });

describe('suggestionsOf', () => {
  it.each([
    ['equal names', named('zoe-finance'), 'same name'],
    [
      'another contract of its token',
      candidateOf([storedSighting(campaignSighting({ contract: ADDRESSES[2] }))], { id: 2 }),
      `same token ${token}`,
    ],
    [
      'a rejected candidate with its contract',
      candidateOf([storedSighting(campaignSighting())], { id: 2, state: 'rejected' }),
      `same contract ${contract}`,
    ],
  ])('suggests a candidate with %s', (_, other, reason) =>
    expect(suggestionsOf(view, [other], [])).toEqual([{ candidateId: 2, dropId: null, reason }]),
  );

  it.each([
    ['its token', { token }, `same token ${token}`],
    ['its contract', { contract }, `same contract ${contract}`],
    ['its name', { name: 'Zoe Finance' }, 'same name'],
  ])('suggests a drop with %s', (_, drop, reason) =>
    expect(suggestionsOf(view, [], [knownDrop({ id: 'zoe', ...drop })])).toEqual([
      { candidateId: null, dropId: 'zoe', reason },
    ]),
  );

  it.each([
    ['slug', { defillama: 'zoe' }, 'same DefiLlama slug zoe'],
    ['market', { market: 'zoe-airdrop' }, 'same market zoe-airdrop'],
  ])('suggests a drop with the same %s', (_, identity, reason) => {
    const one = candidateOf([storedSighting(sightingOf({ identity: { ...NO_IDENTITY, ...identity } }))]);
    expect(suggestionsOf(one, [], [knownDrop(identity)])).toMatchObject([{ reason }]);
  });

  it('suggests nothing else: itself, its drop, merged candidates, names without letters, names that only look alike', () => {
    const others = [view, named('Zoë Finance', { state: 'merged' }), named('Z0ë Finance'), named('Zoë')];
    expect(suggestionsOf({ ...view, dropId: 'zoe' }, others, [knownDrop({ id: 'zoe', token })])).toEqual([]);
    expect(suggestionsOf(named('!!!', { id: 1 }), [named('???')], [])).toEqual([]);
  });
});

import { impersonationOf, likenessesOf } from './impersonation';
import { NO_FACTS, type Sighting } from './sighting';
import {
  ADDRESSES,
  campaignSighting,
  candidateOf,
  knownDrop,
  NO_IDENTITY,
  sightingOf,
  storedSighting,
} from './testing';

const token = (i: 0 | 1 | 2 | 3) => `eip155:1/erc20:${ADDRESSES[i]}`;
const uniswap = knownDrop({ symbol: 'UNI', token: token(1) });
const known = [
  uniswap,
  knownDrop({ id: 'optimism-1', name: 'Optimism Airdrop #1', symbol: 'OP', token: token(2) }),
  knownDrop({ id: 'optimism-2', name: 'Optimism Airdrop #2', symbol: 'OP', token: token(2) }),
  knownDrop({ id: 'safe', name: 'Safe user allocation', symbol: 'SAFE', token: token(3) }),
  knownDrop({ id: 'jupiter-1', name: 'Jupiter (Jupuary 2024)', symbol: 'JUP', token: 'solana:5eykt/token:JUP' }),
  knownDrop({ id: 'monad', name: 'Monad', symbol: 'MON' }),
];
const of = (name: string, symbol: string | null, asset: string | null = token(0)) =>
  candidateOf([
    storedSighting(sightingOf({ name, facts: { ...NO_FACTS, symbol }, identity: { ...NO_IDENTITY, token: asset } })),
  ]);

describe('impersonationOf', () => {
  it.each([
    ['Uniswap', null, 'uniswap'],
    ['UNISWAP', null, 'uniswap'],
    ['Uniswаp', null, 'uniswap'], // Cyrillic а.
    ['Ｕniswap', null, 'uniswap'], // Fullwidth U.
    ['Un1swap', null, 'uniswap'],
    ['Unlswap', null, 'uniswap'],
    ['Üniswap', null, 'uniswap'],
    ['Uni-Swap', null, 'uniswap'],
    ['UniswapAirdrop', null, 'uniswap'],
    ['Official Uniswap Season 2', null, 'uniswap'],
    ['Rewards', 'UNI', 'uniswap'],
    ['Rewards', 'UΝI', 'uniswap'], // Greek Ν.
    ['Rewards', 'UNl', 'uniswap'],
    ['UNI airdrop', null, 'uniswap'],
    ['Rewards', 'Uniswap', 'uniswap'],
    ['0ptimism', null, 'optimism-1'],
    ['Optimism Airdrop #6', null, 'optimism-1'],
    ['Safe', null, 'safe'],
    ['Jupiter rewards', null, 'jupiter-1'],
  ])('recognises %j with the symbol %j as an imitation of %s', (name, symbol, dropId) =>
    expect(impersonationOf(of(name, symbol), known)).toMatchObject({
      dropId,
      reason: expect.stringContaining(token(0)),
    }),
  );

  it.each([
    ['another name', of('Thistledown', 'THS')],
    ['the token of the drop', of('Uniswap', 'UNI', token(1))],
    ['the token in another case', of('Uniswap', 'UNI', token(1).toLowerCase())],
    ['the token that drops of one project share', of('Optimism Airdrop #6', 'OP', token(2))],
    ['no token', of('Uniswap', 'UNI', null)],
    ['a drop without a known token', of('Monad', 'MON')],
    ['a short name within another', of('Safest haven', 'HVN')],
    ['a generic name', of('Airdrop season 1', 'AIR')],
  ])('recognises none for %s', (_, view) => expect(impersonationOf(view, known)).toBeNull());

  // The token of a drop that a stranger got accepted must not vouch for the name of another one.
  it('does not accept the token of a drop for the name of another', () => {
    const stranger = knownDrop({ id: 'stranger', name: 'Thistledown', symbol: 'THS', token: token(0) });
    expect(impersonationOf(of('Uniswap', 'THS'), [stranger, ...known])).toMatchObject({ dropId: 'uniswap' });
  });

  it('accepts the token of a drop only for names that this drop has itself', () => {
    const zorbex = knownDrop({ id: 'zorbex', name: 'Zorbex', symbol: 'ZBX', token: token(0) });
    const found = impersonationOf(of('Uniswap Zorbex airdrop', 'ZBX'), [zorbex, ...known]);
    expect(found).toMatchObject({ dropId: 'uniswap' });
    expect(impersonationOf(of('Zorbex Season 2', 'ZBX'), [zorbex, ...known])).toBeNull();
    const second = knownDrop({ id: 'uniswap-2', name: 'Uniswap v5', symbol: 'UNI5', token: token(0) });
    expect(impersonationOf(of('Uniswap rewards', 'UNI5'), [second, ...known])).toBeNull();
  });

  it('checks every sighting', () => {
    const sightings: Sighting[] = [sightingOf({ name: 'Uniswap' }), campaignSighting({}, { name: 'Uniswаp v2' })];
    const [drop] = [knownDrop({ token: token(2) })];
    expect(impersonationOf(candidateOf(sightings.map((one) => storedSighting(one))), [drop!])).not.toBeNull();
  });
});

describe('likenessesOf', () => {
  it.each([
    ['a drop whose token is unknown', of('Monad Season 1', 'X'), 'looks like Monad (monad), whose token is unknown'],
    ['the same name and token', of('Uniswap Season 2', 'UNI', token(1)), 'has the same token as the drop uniswap'],
    ['another name with the same token', of('Thistledown', 'THS', token(1)), 'has the same token as the drop uniswap'],
    ['a similar name', of('Uniswap', 'THS'), `looks like Uniswap (uniswap), but its token is ${token(0)}`],
    ['a similar name without a token', of('Uniswap', null, null), 'looks like Uniswap (uniswap)'],
  ])('finds %s', (_, view, reason) => expect(likenessesOf(view, known)).toEqual([reason]));

  it('finds none for another name with another token', () =>
    expect(likenessesOf(of('Thistledown', 'THS'), known)).toEqual([]));
});

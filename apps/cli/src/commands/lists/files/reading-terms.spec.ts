import { parseColumns, parseHex } from './reading-terms';

it('uses the default names without the option', () => {
  expect(parseColumns(null)).toEqual({ wallet: null, amount: null, index: null, breakdown: [] });
});

it('parses names and positions, and any number of reasons', () => {
  expect(parseColumns('wallet=who, amount = Total points,index=#3,breakdown=Bridge,breakdown=bridge')).toEqual({
    wallet: 'who',
    amount: 'Total points',
    index: '#3',
    breakdown: ['Bridge', 'bridge'],
  });
});

it.each([
  '',
  'wallet',
  'wallet=',
  '=address',
  'walet=address',
  'wallet=a,wallet=b',
  'breakdown=a,breakdown=a',
  'breakdown=',
  'wallet=a,',
])('rejects --columns %j', (text) => expect(() => parseColumns(text)).toThrow('--columns must be of the form'));

it('parses --hex', () => {
  expect(parseHex('wallets')).toEqual({ wallets: true, amounts: null });
  expect(parseHex('amounts,wallets')).toEqual({ wallets: true, amounts: 'prefixed' });
  expect(parseHex('wallets,bare-amounts')).toEqual({ wallets: true, amounts: 'bare' });
});

it.each(['', 'wallet', 'wallets,', 'wallets,wallets', 'amounts wallets'])('rejects --hex %j', (text) =>
  expect(() => parseHex(text)).toThrow('--hex must be wallets, amounts or bare-amounts'),
);

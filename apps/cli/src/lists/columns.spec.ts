import { parseColumns } from './columns';

it('goes by the usual names where none is given', () => {
  expect(parseColumns(null)).toEqual({ wallet: null, amount: null, index: null, breakdown: [] });
});

it('takes names and places, reasons as often as there are any', () => {
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
])('refuses --columns %j', (text) => expect(() => parseColumns(text)).toThrow('--columns must be of the form'));

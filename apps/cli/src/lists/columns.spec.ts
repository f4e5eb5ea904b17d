import { findColumns, parseColumns } from './columns';

const usual = parseColumns(null);
const find = (header: string[], text: string | null = null, needsAmount = true) =>
  findColumns(header, 1, parseColumns(text), needsAmount);

it('knows the usual names, in any case and order', () => {
  expect(find(['address', 'amount'])).toEqual({ wallet: 0, amount: 1 });
  expect(find(['Amount', 'week', 'WALLET'])).toEqual({ wallet: 2, amount: 0 });
  expect(usual).toEqual({ wallet: null, amount: null });
});

it('takes the names that are given in place of the usual ones', () => {
  expect(find(['who', 'address', 'total', 'amount'], 'wallet=who, amount = total')).toEqual({ wallet: 0, amount: 2 });
  expect(find(['umee_address', 'amount'], 'wallet=umee_address')).toEqual({ wallet: 0, amount: 1 });
});

it('needs no amounts of a list of wallets', () => {
  expect(find(['address'], null, false)).toEqual({ wallet: 0, amount: null });
});

it.each([
  [['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '1'], 'has no column "wallet" or "address"'],
  [['address', 'total'], 'has no column "amount"'],
  [['address', 'amount', 'Amount'], 'has more than one column "amount"'],
  [['wallet', 'address', 'amount'], 'has more than one column "wallet" or "address"'],
])('refuses the header %j: it %s', (header, message) => {
  expect(() => find(header)).toThrow(message);
  expect(() => find(header)).not.toThrow(/0xd8/);
});

it.each(['', 'wallet', 'wallet=', '=address', 'walet=address', 'wallet=a,wallet=b', 'wallet=a,'])(
  'refuses --columns %j',
  (text) => expect(() => parseColumns(text)).toThrow('--columns must be like'),
);

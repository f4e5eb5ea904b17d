import { type ColumnNames, type ColumnPlaces, findColumns, isWithoutHeader, USUAL_COLUMNS } from './columns';
import { UnreadableListError } from './errors';

const names = (over: Partial<ColumnNames> = {}): ColumnNames => ({ ...USUAL_COLUMNS, ...over });
const findAll = (found: string[], over: Partial<ColumnNames> = {}, needsAmount = true) =>
  findColumns(found, 1, names(over), 'table', needsAmount);
/** Places of the columns, without what is only reported. */
const find = (...given: Parameters<typeof findAll>) => placesOf(findAll(...given));
const placesOf = (all: ColumnPlaces) =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'wallets' && name !== 'unread'));
const none = { index: null, breakdown: [] };

it('finds the default names in any case and order', () => {
  expect(find(['address', 'amount'])).toEqual({ wallet: 0, amount: 1, ...none });
  expect(find(['Amount', 'week', 'WALLET'])).toEqual({ wallet: 2, amount: 0, ...none });
  expect(placesOf(findColumns(['address', 'earnings'], 1, names(), 'objects', true))).toEqual({
    wallet: 0,
    amount: 1,
    ...none,
  });
});

it('finds given names instead of the default ones', () => {
  const given = { wallet: 'who', amount: 'total' };
  expect(find(['who', 'address', 'Total', 'amount'], given)).toEqual({ wallet: 0, amount: 2, ...none });
  expect(find(['umee_address', 'amount'], { wallet: 'umee_address' })).toEqual({ wallet: 0, amount: 1, ...none });
});

it('keeps the spelling of reasons', () => {
  expect(find(['address', 'amount', 'Bridge', 'x'], { breakdown: ['bridge', '#4'] })).toMatchObject({
    breakdown: [
      ['Bridge', 2],
      ['#4', 3],
    ],
  });
});

it('reports amounts that are not read, and reads all parts that are named as such', () => {
  expect(findAll(['address', 'amount', 'amount_usd']).unread).toEqual(['amount_usd']);
  expect(findAll(['address', 'amount', 'locked'], { amount: 'amount' }).unread).toEqual(['locked']);
  const parts = [['amount_unlocked', 1], ['amount_locked', 2]]; // prettier-ignore
  const both = ['address', 'amount_unlocked', 'amount_locked'];
  expect(findAll(both)).toMatchObject({ amount: null, breakdown: parts, unread: [] });
  expect(() => findAll(['address', 'amount', 'locked'])).toThrow('has amounts in the columns "amount" and "locked"');
});

it('does not require amounts of a list of wallets', () => {
  expect(find(['address'], { amount: 'x', breakdown: ['y'] }, false)).toEqual({ wallet: 0, amount: null, ...none });
});

it('finds the claim index of rows without amounts', () => {
  expect(find(['address', 'nr'], { index: 'nr' }, false)).toEqual({ wallet: 0, amount: null, index: 1, breakdown: [] });
});

it.each<[string[], Partial<ColumnNames>, string]>([
  [
    ['0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '1'],
    {},
    'has no column "wallet" or "address"; the first line must be',
  ],
  [['address', 'total'], {}, 'has no column "amount"'],
  [['address', 'amount', 'Amount'], {}, 'has more than one column "amount"'],
  [['wallet', 'address', 'amount'], {}, 'has more than one column "wallet" or "address"'],
  [['address', 'amount'], { index: 'Nr' }, 'has no column "Nr"'],
  [['address', 'amount'], { breakdown: ['bridge'] }, 'has no column "bridge"'],
  [['address', 'amount'], { amount: '#3' }, 'has no column #3'],
])('rejects the header %j with %j: it %s', (header, over, message) => {
  expect(() => find(header, over)).toThrow(UnreadableListError);
  expect(() => find(header, over)).toThrow(message);
  expect(() => find(header, over)).not.toThrow(/0xd8/);
});

// A header that is read as a row is an error; a row that is read as a header would be a lost wallet.
it.each<[Partial<ColumnNames>, boolean, boolean]>([
  [{}, true, false],
  [{ wallet: '#1' }, true, false],
  [{ wallet: '#1', amount: '#2' }, true, true],
  [{ wallet: '#1', amount: 'amount' }, true, false],
  [{ wallet: '#1', amount: '#2', index: 'nr' }, true, false],
  [{ wallet: '#1', amount: '#2', breakdown: ['bridge'] }, true, false],
  [{ wallet: '#1', breakdown: ['#2', '#3'] }, true, true],
  [{ wallet: '#1' }, false, true],
  [{ wallet: '#1', index: 'nr' }, false, false],
  [{ wallet: 'a' }, false, false],
])('detects from %j (amounts: %s) a table without a header: %s', (over, needsAmount, isWithout) => {
  expect(isWithoutHeader(names(over), needsAmount)).toBe(isWithout);
});

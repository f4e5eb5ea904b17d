import fc from 'fast-check';
import { compareRows, type Order } from './order';
import { findById, turned, withChanges } from './sorted';

interface Row {
  readonly id: string;
  readonly key: number | null;
}

const anyRows = (ids: fc.Arbitrary<string>): fc.Arbitrary<Row[]> =>
  fc.uniqueArray(fc.record({ id: ids, key: fc.option(fc.integer({ min: -2, max: 2 })) }), {
    selector: (row) => row.id,
  });
const anyOrder: fc.Arbitrary<Order<Row>> = fc.boolean().map((descending) => ({ key: (row) => row.key, descending }));
const sorted = (rows: readonly Row[], order: Order<Row>): Row[] => rows.toSorted((a, b) => compareRows(order, a, b));
const shortId = fc.string({ minLength: 1, maxLength: 2 });

describe('withChanges', () => {
  it('equals a full sort, and does not modify its input', () => {
    const anyCase = fc.record({ before: anyRows(shortId), added: anyRows(shortId), order: anyOrder });
    fc.assert(
      fc.property(anyCase, fc.func(fc.boolean()), ({ before, added, order }, goes) => {
        const rows = Object.freeze(sorted(before, order));
        const isAddedAgain = (row: Row): boolean => added.some(({ id }) => id === row.id);
        const removed = before.filter((row) => isAddedAgain(row) || goes(row.id));
        const kept = before.filter((row) => !removed.includes(row));

        expect(withChanges(rows, removed, added, order)).toEqual(sorted([...kept, ...added], order));
      }),
    );
  });

  it('returns the same array without changes', () => {
    const rows: Row[] = [{ id: 'a', key: 1 }];
    expect(withChanges(rows, [], [], { key: (row) => row.key, descending: false })).toBe(rows);
  });
});

describe('turned', () => {
  it('equals a sort in the opposite direction', () => {
    fc.assert(
      fc.property(anyRows(shortId), anyOrder, (rows, order) => {
        const opposite = { ...order, descending: !order.descending };
        expect(turned(sorted(rows, order), order)).toEqual(sorted(rows, opposite));
      }),
    );
  });
});

describe('findById', () => {
  const rows = ['B', 'a', 'a-2', 'é'].map((id) => ({ id }));

  it.each(['B', 'a', 'a-2', 'é'])('finds %s among ids sorted by code unit', (id) => {
    expect(findById(rows, id)).toEqual({ id });
  });

  it.each(['', 'A', 'a-', 'z', 'ê'])('finds nothing under %p', (id) => {
    expect(findById(rows, id)).toBeNull();
  });
});

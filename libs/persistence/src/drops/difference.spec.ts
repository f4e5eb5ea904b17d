import { differencesOf } from './difference';

describe('the difference of two definitions', () => {
  it.each([
    ['a member', { a: 1, b: { c: 2 } }, { a: 1, b: { c: 3 } }, [{ path: 'b.c', from: 2, to: 3 }]],
    ['a new member', { a: {} }, { a: { b: 1 } }, [{ path: 'a.b', from: undefined, to: 1 }]],
    ['a member that is gone', { a: null }, {}, [{ path: 'a', from: null, to: undefined }]],
    ['a list of values, whole', { a: ['x'] }, { a: ['x', 'y'] }, [{ path: 'a', from: ['x'], to: ['x', 'y'] }]],
    [
      'a thing of a list, by its key',
      [
        { key: 'x', n: 1 },
        { key: 'y', n: 1 },
      ],
      [
        { key: 'y', n: 2 },
        { key: 'x', n: 1 },
      ],
      [{ path: 'y.n', from: 1, to: 2 }],
    ],
    ['a list that becomes an object', { a: [] }, { a: {} }, [{ path: 'a', from: [], to: {} }]],
    // Every object inherits these members.
    [
      'a member with the name of an inherited one',
      {},
      { constructor: 1 },
      [{ path: 'constructor', from: undefined, to: 1 }],
    ],
    ['__proto__', {}, JSON.parse('{"__proto__":1}'), [{ path: '__proto__', from: undefined, to: 1 }]],
  ])('reports %s', (_, from, to, differences) => {
    expect(differencesOf(from, to)).toEqual(differences);
  });

  // The database does not keep the order of members.
  it('is empty when only the order of members differs', () => {
    expect(differencesOf({ a: [{ x: 1, y: 2 }], b: 1 }, { b: 1, a: [{ y: 2, x: 1 }] })).toEqual([]);
  });
});

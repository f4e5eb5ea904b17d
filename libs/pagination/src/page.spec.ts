import { toPage } from './index';

describe('toPage', () => {
  const asOf = new Date('2026-08-22T10:00:00.000Z');

  it('sets has_more exactly if there is a cursor', () => {
    expect(toPage(['a'], 'c1', asOf)).toEqual({
      data: ['a'],
      has_more: true,
      next_cursor: 'c1',
      as_of: '2026-08-22T10:00:00.000Z',
    });
    expect(toPage([], null, asOf)).toMatchObject({ has_more: false, next_cursor: null });
  });
});

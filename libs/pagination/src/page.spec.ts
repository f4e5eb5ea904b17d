import { toPage, walkPages } from './index';

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

class RepeatedCursorError extends Error {}
const repeated = () => new RepeatedCursorError('the list returned the same cursor twice');

/** List with pages by cursor, and the requested cursors. */
function list(pages: Record<string, { data: string[]; next_cursor: string | null }>) {
  const asked: (string | undefined)[] = [];
  const fetchPage = async (cursor: string | undefined) => {
    asked.push(cursor);
    return pages[cursor ?? 'first']!;
  };
  return { fetchPage, asked };
}
const THREE = {
  first: { data: ['a', 'b'], next_cursor: 'c1' },
  c1: { data: [], next_cursor: 'c2' },
  c2: { data: ['c'], next_cursor: null },
};

describe('walkPages', () => {
  it('stops when there is no next cursor', async () => {
    const { fetchPage, asked } = list(THREE);
    const sizes: number[] = [];
    for await (const page of walkPages(fetchPage, undefined, repeated)) sizes.push(page.data.length);
    expect(sizes).toEqual([2, 0, 1]);
    expect(asked).toEqual([undefined, 'c1', 'c2']);
  });

  it('starts from a cursor', async () => {
    const { fetchPage, asked } = list(THREE);
    for await (const page of walkPages(fetchPage, 'c2', repeated)) expect(page.data).toEqual(['c']);
    expect(asked).toEqual(['c2']);
  });

  it('fetches pages on demand only', async () => {
    const { fetchPage, asked } = list(THREE);
    const walk = walkPages(fetchPage, undefined, repeated);
    expect(asked).toEqual([]);
    await walk.next();
    await walk.return();
    expect(asked).toEqual([undefined]);
  });

  // A broken server must not keep a client in a loop or send it rows twice.
  it.each([
    ['at once', { first: { data: ['a'], next_cursor: 'c1' }, c1: { data: ['b'], next_cursor: 'c1' } }, 2],
    [
      'after a while',
      {
        first: { data: ['a'], next_cursor: 'c1' },
        c1: { data: ['b'], next_cursor: 'c2' },
        c2: { data: ['c'], next_cursor: 'c1' },
      },
      3,
    ],
  ])('throws when a cursor repeats %s', async (_, pages, fetches) => {
    const { fetchPage, asked } = list(pages);
    const walk = walkPages(fetchPage, undefined, repeated);
    for (let page = 0; page < fetches; page += 1) expect((await walk.next()).done).toBe(false);
    await expect(walk.next()).rejects.toThrow(RepeatedCursorError);
    expect(asked).toHaveLength(fetches);
  });
});

import { failureOf, page, problem, scripted, type Turn } from '../test/scripted';
import { type DroptrackError, InvalidAnswerError, UsageError } from './index';

/** Loaded without its types: the SDK is compiled without the types of Node. */
const node = jest.requireActual<{ on(event: string, heard: () => void): void; off(event: string, heard: () => void): void }>('node:process'); // prettier-ignore

const twoPages = () => [page(['a', 'b'], 'c1'), page(['c'], null)];

describe('a list', () => {
  it('returns a page unchanged', async () => {
    const { client } = scripted([page(['a'], 'c1')]);
    const first = await client.drops.list();
    const wire = { data: [{ id: 'a' }], has_more: true, next_cursor: 'c1', as_of: '2026-08-22T10:00:00.000Z' };
    expect(first).toEqual(wire);
    expect(JSON.parse(JSON.stringify(first))).toEqual(wire);
  });

  it('iterates over all pages with the query and the options of the call', async () => {
    const { client, urls, requests } = scripted(twoPages());
    const ids: string[] = [];
    for await (const { id } of client.drops.list({ status: 'live' }, { headers: { 'x-a': '1' } })) ids.push(id);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(urls).toEqual([
      'http://drops.test/v1/drops?status=live',
      'http://drops.test/v1/drops?status=live&cursor=c1',
    ]);
    expect(requests.map(({ headers }) => new Headers(headers).get('x-a'))).toEqual(['1', '1']);
  });

  it('can be read page by page', async () => {
    const { client } = scripted(twoPages());
    const first = await client.calendar.list();
    const last = await first.nextPage();
    expect(last?.data).toEqual([{ id: 'c' }]);
    expect(last?.nextPage()).toBeNull();
  });

  it('resumes from a cursor', async () => {
    const { client, urls } = scripted([page(['c'], null)]);
    expect(await client.drops.list({ cursor: 'c1' }).toArray({ limit: 9 })).toEqual([{ id: 'c' }]);
    expect(urls).toEqual(['http://drops.test/v1/drops?cursor=c1']);
  });

  // Every page counts against the rate limit.
  it('requests only the pages that the items need', async () => {
    const { client, urls } = scripted(twoPages());
    expect(await client.drops.list().toArray({ limit: 2 })).toHaveLength(2);
    expect(urls).toHaveLength(1);
  });

  it('reuses the first page when it is awaited and then iterated', async () => {
    const { client, urls } = scripted(twoPages());
    const list = client.drops.list();
    await list;
    expect(await list.toArray({ limit: 9 })).toHaveLength(3);
    expect(urls).toHaveLength(2);
  });

  it.each([0, -1, 1.5, NaN, Infinity, undefined])('does not collect %p items', async (limit) => {
    const call = (turns: Turn[]) => scripted(turns, { maxRetries: 0 }).client.drops.list();
    expect(await failureOf(call(twoPages()).toArray({ limit: limit as number }))).toBeInstanceOf(UsageError);
    // The first page has been requested already. Jest fails a test with an unhandled rejection.
    expect(await failureOf(call([new TypeError('lost')]).toArray(undefined as never))).toBeInstanceOf(UsageError);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  // Such as the second of two lists in consecutive loops. Node ends a program on an unhandled rejection.
  it('that fails before it is awaited causes no unhandled rejection, and rejects when it is awaited', async () => {
    const unhandled = jest.fn();
    node.on('unhandledRejection', unhandled);
    try {
      const list = scripted([new TypeError('lost')], { maxRetries: 0 }).client.drops.list();
      const response = list.withResponse();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unhandled).not.toHaveBeenCalled();
      for (const late of [list.toArray({ limit: 1 }), list, response]) {
        expect(await failureOf(late)).toMatchObject({ code: 'connection_failed' });
      }
    } finally {
      node.off('unhandledRejection', unhandled);
    }
  });

  describe('that fails on a later page', () => {
    const rejected = () => problem(400, { code: 'invalid_cursor', request_id: 'req_2' });

    it('reports the position after the items of the previous pages', async () => {
      const { client } = scripted([page(['a', 'b'], 'c1'), page(['c'], 'c2'), rejected()]);
      const ids: string[] = [];
      const walk = (async () => {
        for await (const { id } of client.drops.list()) ids.push(id);
      })();
      const error = await failureOf(walk);
      expect(error).toMatchObject({ code: 'invalid_cursor', requestId: 'req_2', position: { cursor: 'c2', items: 3 } });
      expect(ids).toEqual(['a', 'b', 'c']);
    });

    it('keeps the collected items, and does not log them', async () => {
      const { client } = scripted([page(['a', 'b'], 'c1'), rejected()]);
      const error = (await failureOf(client.drops.list().toArray({ limit: 9 }))) as DroptrackError;
      expect(error.position?.collected).toEqual([{ id: 'a' }, { id: 'b' }]);
      expect(JSON.stringify(error.position)).toBe('{"cursor":"c1","items":2}');
    });

    it('can be resumed at the position', async () => {
      const limited = problem(429, { code: 'rate_limited' });
      const { client, urls } = scripted([page(['a'], 'c1'), limited, page(['b'], null)], { maxRetries: 0 });
      const query = { status: 'live' } as const;
      const error = (await failureOf(client.drops.list(query).toArray({ limit: 9 }))) as DroptrackError;
      const { cursor = null, collected = [] } = error.position ?? {};
      const rest = await client.drops.list({ ...query, ...(cursor !== null && { cursor }) }).toArray({ limit: 9 });
      expect([...collected, ...rest]).toEqual([{ id: 'a' }, { id: 'b' }]);
      expect(urls.at(-1)).toBe('http://drops.test/v1/drops?status=live&cursor=c1');
    });

    it('reports the position for the first page too, but not for an awaited page', async () => {
      const { client } = scripted([rejected(), rejected()]);
      const walked = await failureOf(client.drops.list({ cursor: 'c9' }).toArray({ limit: 9 }));
      expect(walked).toMatchObject({ position: { cursor: 'c9', items: 0 } });
      expect(await failureOf(client.drops.list({ cursor: 'c9' }))).toMatchObject({ position: null });
    });
  });

  it('ends with an error when the API repeats a cursor', async () => {
    const { client } = scripted([page(['a'], 'c1'), page(['b'], 'c1'), page(['b'], 'c1')]);
    expect(await failureOf(client.drops.list().toArray({ limit: 99 }))).toBeInstanceOf(InvalidAnswerError);
    const own = scripted([page(['b'], 'c1')]).client.drops.list({ cursor: 'c1' });
    expect(await failureOf(own.toArray({ limit: 99 }))).toBeInstanceOf(InvalidAnswerError);
  });

  it.each([
    ['no list', '{"id":"linea"}'],
    ['null', 'null'],
    ['a page of HTML', '<html>Please log in</html>'],
    ['nothing', ''],
  ])('is not %s', async (_, body) => {
    const error = await failureOf(scripted([new Response(body)]).client.drops.list());
    expect(error).toMatchObject({ name: 'InvalidAnswerError', code: 'invalid_answer' });
  });
});

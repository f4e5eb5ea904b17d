import { failureOf, page, problem, scripted, type Turn } from '../test/scripted';
import { type DroptrackError, InvalidAnswerError, UsageError } from './index';

/** Node's own, as its types must not be seen here: the SDK is written for any platform. */
const node = jest.requireActual<{ on(event: string, heard: () => void): void; off(event: string, heard: () => void): void }>('node:process'); // prettier-ignore

const twoPages = () => [page(['a', 'b'], 'c1'), page(['c'], null)];

describe('a list', () => {
  it('gives a page as it came on the wire', async () => {
    const { client } = scripted([page(['a'], 'c1')]);
    const first = await client.drops.list();
    const wire = { data: [{ id: 'a' }], has_more: true, next_cursor: 'c1', as_of: '2026-08-22T10:00:00.000Z' };
    expect(first).toEqual(wire);
    expect(JSON.parse(JSON.stringify(first))).toEqual(wire);
  });

  it('walks all pages, carrying the query and the options of the call along', async () => {
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

  it('can be walked page by page', async () => {
    const { client } = scripted(twoPages());
    const first = await client.calendar.list();
    const last = await first.nextPage();
    expect(last?.data).toEqual([{ id: 'c' }]);
    expect(last?.nextPage()).toBeNull();
  });

  it('goes on from a cursor', async () => {
    const { client, urls } = scripted([page(['c'], null)]);
    expect(await client.drops.list({ cursor: 'c1' }).toArray({ limit: 9 })).toEqual([{ id: 'c' }]);
    expect(urls).toEqual(['http://drops.test/v1/drops?cursor=c1']);
  });

  // Every page is a request of the plan.
  it('fetches no page that is not needed for the items asked for', async () => {
    const { client, urls } = scripted(twoPages());
    expect(await client.drops.list().toArray({ limit: 2 })).toHaveLength(2);
    expect(urls).toHaveLength(1);
  });

  it('uses the page it has when it is awaited and walked', async () => {
    const { client, urls } = scripted(twoPages());
    const list = client.drops.list();
    await list;
    expect(await list.toArray({ limit: 9 })).toHaveLength(3);
    expect(urls).toHaveLength(2);
  });

  it.each([0, -1, 1.5, NaN, Infinity, undefined])('does not collect %p items', async (limit) => {
    const call = (turns: Turn[]) => scripted(turns, { maxRetries: 0 }).client.drops.list();
    expect(await failureOf(call(twoPages()).toArray({ limit: limit as number }))).toBeInstanceOf(UsageError);
    // The page that was asked for meanwhile is nobody's: Jest fails the test that leaves a rejection.
    expect(await failureOf(call([new TypeError('lost')]).toArray(undefined as never))).toBeInstanceOf(UsageError);
    await new Promise((resolve) => setTimeout(resolve, 5));
  });

  // As when two are made together and looped over one after the other. Node ends a program for a rejection of nobody.
  it('that fails before anybody listens ends no program, and tells whoever listens later', async () => {
    const unhandled = jest.fn();
    node.on('unhandledRejection', unhandled);
    try {
      const list = scripted([new TypeError('lost')], { maxRetries: 0 }).client.drops.list();
      const answer = list.withResponse();
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(unhandled).not.toHaveBeenCalled();
      for (const late of [list.toArray({ limit: 1 }), list, answer]) {
        expect(await failureOf(late)).toMatchObject({ code: 'connection_failed' });
      }
    } finally {
      node.off('unhandledRejection', unhandled);
    }
  });

  describe('that fails in its middle', () => {
    const refused = () => problem(400, { code: 'invalid_cursor', request_id: 'req_2' });

    it('says where, after the items before', async () => {
      const { client } = scripted([page(['a', 'b'], 'c1'), page(['c'], 'c2'), refused()]);
      const ids: string[] = [];
      const walk = (async () => {
        for await (const { id } of client.drops.list()) ids.push(id);
      })();
      const error = await failureOf(walk);
      expect(error).toMatchObject({ code: 'invalid_cursor', requestId: 'req_2', position: { cursor: 'c2', items: 3 } });
      expect(ids).toEqual(['a', 'b', 'c']);
    });

    it('loses no item that was collected, and prints none', async () => {
      const { client } = scripted([page(['a', 'b'], 'c1'), refused()]);
      const error = (await failureOf(client.drops.list().toArray({ limit: 9 }))) as DroptrackError;
      expect(error.position?.collected).toEqual([{ id: 'a' }, { id: 'b' }]);
      expect(JSON.stringify(error.position)).toBe('{"cursor":"c1","items":2}');
    });

    it('can be gone on with where it failed', async () => {
      const limited = problem(429, { code: 'rate_limited' });
      const { client, urls } = scripted([page(['a'], 'c1'), limited, page(['b'], null)], { maxRetries: 0 });
      const query = { status: 'live' } as const;
      const error = (await failureOf(client.drops.list(query).toArray({ limit: 9 }))) as DroptrackError;
      const { cursor = null, collected = [] } = error.position ?? {};
      const rest = await client.drops.list({ ...query, ...(cursor !== null && { cursor }) }).toArray({ limit: 9 });
      expect([...collected, ...rest]).toEqual([{ id: 'a' }, { id: 'b' }]);
      expect(urls.at(-1)).toBe('http://drops.test/v1/drops?status=live&cursor=c1');
    });

    it('says so of its first page too, and of no page that is awaited', async () => {
      const { client } = scripted([refused(), refused()]);
      const walked = await failureOf(client.drops.list({ cursor: 'c9' }).toArray({ limit: 9 }));
      expect(walked).toMatchObject({ position: { cursor: 'c9', items: 0 } });
      expect(await failureOf(client.drops.list({ cursor: 'c9' }))).toMatchObject({ position: null });
    });
  });

  it('ends with an error, not never, when the API leads it in a circle', async () => {
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

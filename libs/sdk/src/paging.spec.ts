import { failureOf, page, problem, scripted } from '../test/scripted';
import { InvalidAnswerError, UsageError } from './index';

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

  it.each([0, -1, 1.5, NaN, Infinity])('does not collect %p items', async (limit) => {
    expect(await failureOf(scripted(twoPages()).client.drops.list().toArray({ limit }))).toBeInstanceOf(UsageError);
  });

  it('fails in its middle when a later page fails, after the items before', async () => {
    const { client } = scripted([page(['a'], 'c1'), problem(400, { code: 'invalid_cursor' })]);
    const ids: string[] = [];
    const walk = (async () => {
      for await (const { id } of client.drops.list()) ids.push(id);
    })();
    expect(await failureOf(walk)).toMatchObject({ code: 'invalid_cursor' });
    expect(ids).toEqual(['a']);
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

import { backUp } from './backups';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { publishList } from './lists';
import { amountsOf, evm, pathOf } from './ranges';
import { StreamClient } from './stream-client';
import { changeDrops, heads, storedEvents } from './stream-log';
import { until } from './until';

const RANGE = pathOf('linea', 'abc');
const LIST = '/v1/drops?limit=1';

/** Tags, cursors and numbers that clients keep of responses. */
const seen = async (api: TestApi) => {
  const [list, range] = [await api.get(LIST), await api.get(RANGE)];
  return {
    list: {
      etag: String(list.headers['etag']),
      cursor: list.json<{ next_cursor: string }>().next_cursor,
    },
    sequence: Number(list.headers['x-data-sequence']),
    range: String(range.headers['etag']),
  };
};

// A database that was restored has lost its last revisions, and gives numbers to others (docs/decisions/0053).
describe('after a restore, clients of the lost future', () => {
  let lost: Awaited<ReturnType<typeof seen>> & { readonly key: string; readonly eventIds: string[] };
  let api: TestApi;
  let url: string;
  beforeAll(async () => {
    const before = await startApi([dropDefinition('linea'), dropDefinition('zora')]);
    await publishList(before.db, 'linea', amountsOf(evm, 30));
    await publishAllEvents(before.db);
    const backup = await backUp(before.databaseUrl);
    // The future that is lost: another list, other scores, another key.
    await publishList(before.db, 'linea', amountsOf(evm, 60));
    await changeDrops(before.db, [['linea', { hype_score: 90 }]]);
    await publishAllEvents(before.db);
    await before.caughtUp();
    const events = await storedEvents(before.db);
    lost = {
      ...(await seen(before)),
      key: (await before.issueKey('pro')).secret,
      eventIds: events.map(({ body }) => (JSON.parse(body) as { id: string }).id),
    };
    await before.stop();

    api = await startApi([], { backup });
    // The log and the lists have grown past the numbers that were lost, with other content.
    await publishList(api.db, 'linea', amountsOf(evm, 90));
    for (const hype of [10, 20, 30, 40]) await changeDrops(api.db, [['linea', { hype_score: hype }]]);
    await publishAllEvents(api.db);
    await api.caughtUp();
    url = `${await api.listen()}/v1/stream`;
  });
  afterAll(() => api.stop());

  it('never receive 304 for other content', async () => {
    const range = await api.get(RANGE, { 'if-none-match': lost.range });
    expect(range.statusCode).toBe(200);
    const list = await api.get(LIST, { 'if-none-match': lost.list.etag });
    expect(list.statusCode).toBe(200);
  });

  it.each([
    ['the last id of a stream', () => ({ query: '', headers: { 'last-event-id': String(lost.sequence) } })],
    ['the sequence of a list', () => ({ query: `?after=${lost.sequence}`, headers: {} })],
  ])('are reset if they resume a stream after %s', async (_, of) => {
    const { query, headers } = of();
    const stream = await StreamClient.open(`${url}${query}`, api.keys.pro, headers);
    await stream.closed;
    expect(stream.named('reset')).toHaveLength(1);
    expect(stream.bodies).toEqual([]);
  });

  it('resume a stream from the new history without a gap', async () => {
    const { published } = await heads(api.db);
    const stream = await StreamClient.open(`${url}?after=${published - 2}`, api.keys.pro);
    await until(async () => stream.named('position').length > 0);
    stream.close();
    expect(stream.named().map(({ id }) => Number(id))).toEqual(expect.arrayContaining([published]));
    expect(stream.named('reset')).toEqual([]);
  });

  it('continue a list with its cursor', async () => {
    const next = await api.get(`${LIST}&cursor=${String(lost.list.cursor)}`);
    expect(next.statusCode).toBe(200);
  });

  it('receive 401 for a key that was issued after the backup', async () => {
    const response = await api.inject({ method: 'GET', url: LIST, headers: { authorization: `Bearer ${lost.key}` } });
    expect(response.statusCode).toBe(401);
  });

  it('receive no event of the new history under an id that they have had', async () => {
    const { published } = await heads(api.db);
    const events = (await storedEvents(api.db)).map(({ body }) => JSON.parse(body) as { id: string; sequence: number });
    const fresh = events.filter(({ sequence }) => sequence > published - 100);
    expect(fresh.length).toBeGreaterThan(0);
    expect(fresh.filter(({ id }) => lost.eventIds.includes(id))).toEqual([]);
  });

  it('on the plan free, whose view is at the backup for a minute, are served', async () => {
    const stream = await StreamClient.open(url, api.keys.free);
    await until(async () => stream.named('position').length > 0);
    stream.close();
    expect(stream.status).toBe(200);
  });
});

import { PLAN_TERMS, type StreamPosition } from '@droptrack/contracts';
import { fact } from '@droptrack/catalogue/testing';
import { conformsToOpenApi } from './conforms';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { StreamClient } from './stream-client';
import { changeDrops, heads, type StoredEvent, storedEvents } from './stream-log';
import { until } from './until';

const DROPS = ['linea', 'zora', 'base'].map((id, index) =>
  dropDefinition(id, { chain: fact(index === 2 ? 'base' : 'ethereum') }),
);

describe('GET /v1/stream', () => {
  let api: TestApi;
  let url: string;
  let key: string;
  beforeAll(async () => {
    api = await startApi([]);
    url = `${await api.listen()}/v1/stream`;
    key = (await api.issueKey('scale')).secret;
    await api.apply(DROPS);
    await changeDrops(api.db, [['linea', { hype_score: 20 }]]);
    await changeDrops(api.db, [['linea', { hype_score: 90 }]]); // Crosses three thresholds: four events.
    await changeDrops(api.db, [
      ['zora', { status: 'live' }],
      ['base', { hype_score: 60 }],
      ['linea', { hype_score: 30 }],
    ]);
    await api.caughtUp();
    await publishAllEvents(api.db);
  });
  afterAll(() => api.stop());

  const open = (query = '', headers: Record<string, string> = {}) =>
    StreamClient.open(`${url}${query}`, key, { ...headers });
  const bodies = (events: readonly StoredEvent[]) => events.map(({ body }) => body);
  /** Sends what a stream with this query would send now, and closes it. */
  const replay = async (query: string, headers: Record<string, string> = {}) => {
    const stream = await open(query, headers);
    await until(() => Promise.resolve(stream.named('position').length > 0), 5);
    stream.close();
    return stream;
  };

  describe('200', () => {
    it('sends what is published from now on, after a position, without a content coding', async () => {
      const before = await heads(api.db);
      const stream = await open('', { 'accept-encoding': 'gzip, br' });
      expect(stream.status).toBe(200);
      expect(stream.headers).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        ratelimit: expect.stringMatching(/^"scale";r=/) as string,
      });
      expect(stream.headers).not.toHaveProperty('content-encoding');
      conformsToOpenApi({ method: 'HEAD', path: '/v1/stream', status: 200, headers: stream.headers, body: '' });
      await changeDrops(api.db, [['zora', { hype_score: 75 }]]);
      await publishAllEvents(api.db);
      await stream.reached((await heads(api.db)).published);
      expect(stream.text).toMatch(/^retry: [1-5][0-9]{3}\n\n/);
      const [first] = stream.blocks;
      const position = JSON.parse(first!.data!) as StreamPosition;
      expect([first!.event, first!.id, position.sequence]).toEqual(['position', String(before.log), before.log]);
      expect(Math.abs(Date.parse(position.as_of) - Date.now())).toBeLessThan(30_000);
      expect(stream.bodies).toEqual(bodies((await storedEvents(api.db)).filter(({ seq }) => seq > before.log)));
      stream.close();
    });

    const FILTERS: readonly (readonly [string, (event: StoredEvent) => boolean])[] = [
      ['', () => true],
      ['type=drop.*', ({ type }) => type.startsWith('drop.')],
      ['type=hype.threshold_crossed', ({ type }) => type === 'hype.threshold_crossed'],
      ['type=hype.*&type=drop.created', ({ type }) => type.startsWith('hype.') || type === 'drop.created'],
      ['drop=linea,base', ({ drop }) => drop !== 'zora'],
      ['chain=base', ({ chain }) => chain === 'base'],
      ['drop=linea&chain=base', () => false],
      ['type=*&drop=zora', ({ drop }) => drop === 'zora'],
    ];

    it.each(FILTERS)(
      'replays the events that pass "%s", in order, and then sends the position',
      async (query, passes) => {
        const stream = await replay(`?after=0&${query}`);
        expect(stream.bodies).toEqual(bodies((await storedEvents(api.db)).filter(passes)));
        expect(stream.lastId).toBe(String((await heads(api.db)).log));
        expect(stream.blocks.at(-1)?.event).toBe('position');
      },
    );

    it('gives only the last event of a sequence an id', async () => {
      const { blocks } = await replay('?after=0&drop=linea');
      const events = blocks.map(({ id, data }) => [id, (JSON.parse(data!) as StreamPosition).sequence] as const);
      const last = events.map(([, seq], index) => (events[index + 1]?.[1] === seq ? undefined : String(seq)));
      expect(events.map(([id]) => id)).toEqual(last);
      expect(last).toContain(undefined);
    });

    // Whatever was received, with its last id, and what is sent after that id: no event is lost.
    it.each(FILTERS)('resumes "%s" without a loss, wherever the stream is cut', async (query, passes) => {
      const whole = (await replay(`?after=0&${query}`)).text;
      const expected = (await storedEvents(api.db)).filter(passes).map(({ id }) => id);
      const blocks = whole.split(/(?<=\n\n)/);
      for (let cut = 0; cut <= blocks.length; cut += 1) {
        const received = blocks.slice(0, cut).join('');
        const lastId = [...received.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? '0';
        const rest = await replay(`?after=3&${query}`, { 'last-event-id': lastId });
        const ids = [...(received + rest.text).matchAll(/"id":"(evt_[^"]+)"/g)].map(([, id]) => id);
        expect([...new Set(ids)]).toEqual(expected);
      }
    });

    it('continues with live events after a replay, without a gap, while events are published', async () => {
      const { log } = await heads(api.db);
      const streams: StreamClient[] = [];
      for (let round = 0; round < 20; round += 1) {
        await changeDrops(api.db, [['base', { hype_score: 40 + round }]]);
        const [stream] = await Promise.all([open(`?after=${log}`), publishAllEvents(api.db)]);
        streams.push(stream);
      }
      const end = (await heads(api.db)).log;
      await Promise.all(streams.map((stream) => stream.reached(end)));
      const expected = bodies((await storedEvents(api.db)).filter(({ seq }) => seq > log));
      for (const stream of streams) {
        expect(stream.bodies).toEqual(expected);
        stream.close();
      }
    });

    it('starts when a sequence is reached that is in the log but not published yet', async () => {
      await changeDrops(api.db, [['linea', { hype_score: 31 }]]);
      await api.caughtUp();
      const { log, published } = await heads(api.db);
      expect(log).toBeGreaterThan(published);
      const stream = await open(`?after=${log}`);
      await until(() => Promise.resolve(stream.blocks.length > 0), 5);
      expect(stream.blocks).toMatchObject([{ event: 'position', id: String(log) }]);
      await publishAllEvents(api.db);
      await changeDrops(api.db, [['linea', { hype_score: 32 }]]);
      await publishAllEvents(api.db);
      await stream.reached((await heads(api.db)).log);
      expect(stream.bodies).toEqual(bodies((await storedEvents(api.db)).filter(({ seq }) => seq > log)));
      stream.close();
    });

    it('prefers Last-Event-ID to after, and accepts an empty one', async () => {
      const { log } = await heads(api.db);
      expect((await replay('?after=0', { 'last-event-id': String(log) })).bodies).toEqual([]);
      expect((await replay(`?after=${log}`, { 'last-event-id': '0' })).bodies).not.toEqual([]);
      expect((await replay(`?after=${log}`, { 'last-event-id': '' })).bodies).toEqual([]);
    });

    it('continues from the X-Data-Sequence of lists and drops, also of 304 and of cached responses', async () => {
      const sequence = String((await heads(api.db)).log);
      for (const path of ['/v1/drops', '/v1/drops/linea', '/v1/calendar']) {
        const responses = [await api.get(path), await api.get(path), await api.get(path)];
        const etag = String(responses[0]!.headers['etag']);
        responses.push(await api.get(path, { 'if-none-match': etag }));
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 304]);
        expect(responses.map(({ headers }) => String(headers['x-data-sequence']))).toEqual(Array(4).fill(sequence));
      }
      expect((await api.get('/v1/drops/linea/hype')).headers).not.toHaveProperty('x-data-sequence');
    });

    it('answers HEAD with the headers of the stream', async () => {
      const { statusCode, headers } = await api.head('/v1/stream');
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    });
  });

  describe('429', () => {
    it('too_many_streams beyond the limit of the plan, until one of them is closed', async () => {
      const first = await StreamClient.open(url, api.keys.free);
      const second = await StreamClient.open(url, api.keys.free);
      expect([first.status, second.status, second.headers['retry-after']]).toEqual([200, 429, '10']);
      await second.ended();
      expect(JSON.parse(second.text)).toMatchObject({ code: 'too_many_streams', status: 429 });
      first.close();
      await until(async () => {
        const next = await StreamClient.open(url, api.keys.free);
        next.close();
        return next.status === 200;
      });
      expect((await api.sdkOf(api.keys.free).me()).streams).toEqual({ limit: 1 });
    });

    // Each rotation leaves one more valid key during its grace period.
    it('too_many_streams beyond twice the limit of the plan for all keys of an account', async () => {
      const first = await api.issueKey('free');
      const second = await api.rotateKey(first.key.id);
      const third = await api.rotateKey(second.key.id);
      const secrets = [first, second, third].map(({ secret }) => secret);
      const streams: StreamClient[] = [];
      for (const secret of secrets) streams.push(await StreamClient.open(url, secret));
      expect(streams.map(({ status }) => status)).toEqual([200, 200, 429]);
      expect(streams[2]!.headers['retry-after']).toBe('10');
      await streams[2]!.ended();
      expect(JSON.parse(streams[2]!.text)).toMatchObject({
        code: 'too_many_streams',
        detail: 'All keys of an account together can have 2 streams at a time',
      });
      streams[0]!.close();
      await until(async () => {
        const next = await StreamClient.open(url, secrets[2]!);
        next.close();
        return next.status === 200;
      });
      streams[1]!.close();
    });
  });

  describe('400', () => {
    it.each([
      ['?after=-1', {}, 'after'],
      ['?after=1e3', {}, 'after'],
      ['?after=9999999999999999', {}, 'after'],
      ['?type=webhook.ping', {}, 'type'],
      ['?type=drop', {}, 'type'],
      ['?drop=No Slug', {}, 'drop'],
      [`?chain=${Array(101).fill('base').join()}`, {}, 'chain'],
      ['', { 'last-event-id': 'x' }, 'Last-Event-ID'],
      ['', { 'last-event-id': '-1' }, 'Last-Event-ID'],
      ['', { 'last-event-id': '1'.repeat(40) }, 'Last-Event-ID'],
    ])('invalid_parameter: %s %j', async (query, headers, parameter) => {
      const response = await api.get(`/v1/stream${query}`, headers);
      expect(response.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ parameter }] });
    });
  });
});

// What responds in front of the framework must take nothing from the requests that it leaves to it.
describe('a stream after other requests of its key', () => {
  it('receives events, and costs one token of the bucket that all of them share', async () => {
    const api = await startApi(DROPS, { stopClock: true });
    const base = await api.listen();
    const open = (path: string) => StreamClient.open(`${base}${path}`, api.keys.pro);
    const { requestsPerMinute } = PLAN_TERMS.pro;
    let taken = 0;
    const ratelimit = () => expect.stringMatching(`^"pro";r=${requestsPerMinute - (taken += 1)};`) as string;
    // Twice each: the front knows a route, and has a response in its cache, from the second request on.
    for (const path of ['/v1/drops', '/v1/drops', '/v1/drops', '/v1/me', '/v1/me']) {
      const { status, headers, closed } = await open(path);
      await closed;
      expect([path, status, headers['ratelimit']]).toEqual([path, 200, ratelimit()]);
    }
    const streams = [await open('/v1/stream'), await open('/v1/stream?after=0')];
    for (const { status, headers } of streams) expect([status, headers['ratelimit']]).toEqual([200, ratelimit()]);
    await changeDrops(api.db, [['zora', { hype_score: 75 }]]);
    await publishAllEvents(api.db);
    for (const stream of streams) {
      await stream.reached((await heads(api.db)).published);
      stream.close();
    }
    expect(streams[1]!.bodies).toEqual((await storedEvents(api.db)).map(({ body }) => body));
    expect((await open('/v1/me')).headers['ratelimit']).toEqual(ratelimit());
    await api.stop();
  });
});

import type { StreamPosition } from '@droptrack/contracts';
import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { StreamClient } from './stream-client';
import { appendQuietly, heads, publishLarge, storedEvents } from './stream-log';
import { timedApi } from './timed-api';
import { until } from './until';

describe('a stream', () => {
  let api: TestApi;
  let url: string;
  let key: string;
  beforeAll(async () => {
    api = await startApi([]);
    url = `${await api.listen()}/v1/stream`;
    key = (await api.issueKey('scale')).secret;
    await api.apply([dropDefinition('linea'), dropDefinition('zora')]);
    await publishAllEvents(api.db);
  });
  afterAll(() => api.stop());

  const open = (query = '', headers: Record<string, string> = {}) => StreamClient.open(`${url}${query}`, key, headers);
  const replay = async (query: string) => {
    const stream = await open(query);
    await stream.reached((await heads(api.db)).published);
    stream.close();
    return stream;
  };

  describe('the end', () => {
    const metric = async (line: string) => (await api.metrics()).split('\n').includes(line);
    const secondsOfStreams = async () =>
      Number(/^\w+_seconds_sum\{route="\/v1\/stream"\} (\S+)$/m.exec(await api.metrics())![1]);
    const allClosed = () => until(() => metric('droptrack_streams 0'), 5);

    it('comes when the key is revoked, expires, or gets another plan, and not to the streams of other keys', async () => {
      const [revoked, expired, moved] = [
        await api.issueKey('pro'),
        await api.issueKey('pro'),
        await api.issueKey('pro'),
      ];
      const streams = await Promise.all([revoked, expired, moved].map(({ secret }) => StreamClient.open(url, secret)));
      const other = await open();
      expect([...streams, other].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      await api.revokeKey(revoked.key.id);
      await api.db.query(`UPDATE api_keys SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
        expired.key.id,
      ]);
      await api.db.query(`UPDATE api_keys SET plan = 'scale' WHERE id = $1`, [moved.key.id]);
      await Promise.all(streams.map((stream) => stream.ended()));
      await until(() => metric('droptrack_streams_closed_total{reason="key"} 3'), 5);
      expect(other.isEnded).toBe(false);
      other.close();
      const reopened = await Promise.all([revoked, expired, moved].map(({ secret }) => StreamClient.open(url, secret)));
      expect(reopened.map(({ status }) => status)).toEqual([401, 401, 200]);
      reopened.forEach((stream) => stream.close());
    });

    it('comes when another request follows on the connection, whose response would never be sent', async () => {
      const stream = await open('', { connection: 'keep-alive' });
      stream.write('GET /v1/drops HTTP/1.1\r\nHost: a\r\n\r\n');
      await stream.ended();
    });

    it('leaves one line in the log, at the end, and no slot and no connection behind', async () => {
      await allClosed();
      const lines = () => api.logs.filter((line) => line.includes('"route":"/v1/stream"'));
      const [before, connections] = [lines().length, api.connectionsMax()];
      const streams = await Promise.all(Array.from({ length: 60 }, () => open('?after=0')));
      expect([lines().length - before, api.connectionsMax() - connections]).toEqual([0, 60]);
      expect(await metric('droptrack_streams 60')).toBe(true);
      streams.forEach((stream) => stream.close());
      await allClosed();
      expect([lines().length - before, api.connectionsMax() - connections]).toEqual([60, 0]);
      expect(lines().at(-1)).toMatch(/"method":"GET","route":"\/v1\/stream","status":200,"durationMs":/);
      const lengths = lines().map((line) => (JSON.parse(line) as { durationMs: number }).durationMs);
      // How long a client stays is no latency of the service.
      expect(await secondsOfStreams()).toBeLessThan(lengths.reduce((sum, ms) => sum + ms, 0) / 1_000);
    });

    it('leaves nothing behind of clients that reconnect in a loop, also of those that do not wait for the response', async () => {
      const client = async (n: number) => {
        for (let round = 0; round < 10; round += 1) {
          const opening = open(`?after=${round}`);
          if ((n + round) % 3 > 0) (await opening.catch(() => null))?.close();
          else await StreamClient.abandon(url, key);
          (await opening.catch(() => null))?.close();
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, n) => client(n)));
      await allClosed();
      const streams = await Promise.all(Array.from({ length: 100 }, () => open()));
      expect(streams.map(({ status }) => status)).toEqual(Array(100).fill(200));
      streams.forEach((stream) => stream.close());
      await allClosed();
    });

    it('closes a client that leaves 256 KiB unread, which then resumes without a loss', async () => {
      await allClosed();
      const stream = await open();
      await until(() => Promise.resolve(stream.blocks.length > 0), 5);
      const { log } = await heads(api.db);
      stream.pause();
      let last = log;
      await until(async () => {
        last = await publishLarge(api.db, 512);
        return metric('droptrack_streams_closed_total{reason="slow"} 1');
      });
      stream.resume();
      await stream.ended();
      const rest = await open('', { 'last-event-id': stream.lastId! });
      await rest.reached(last);
      rest.close();
      const ids = [stream, rest].flatMap(({ bodies }) => bodies.map((body) => /evt_[\w-]+/.exec(body)![0]));
      expect(ids).toEqual((await storedEvents(api.db)).filter(({ seq }) => seq > log).map(({ id }) => id));
    });
  });

  describe('a reset', () => {
    const reset = async (query: string) => {
      const stream = await open(query);
      await stream.ended();
      expect(stream.blocks).toHaveLength(1);
      const [{ id, event, data } = { id: '', event: '', data: '' }] = stream.blocks;
      const { log } = await heads(api.db);
      expect([id, event]).toEqual([String(log), 'reset']);
      expect(JSON.parse(data!)).toEqual({
        type: 'reset',
        reason: expect.any(String) as string,
        sequence: log,
        as_of: expect.any(String) as string,
      });
      return (JSON.parse(data!) as { reason: string }).reason;
    };

    it('ends a stream from a sequence that the log does not have', async () => {
      expect(await reset(`?after=${(await heads(api.db)).log + 1}`)).toBe('ahead_of_log');
    });

    it('ends a stream whose events may be deleted, or are too many to be replayed', async () => {
      const { log } = await heads(api.db);
      await api.db.transaction(async (sql) => {
        await sql.query('SET LOCAL session_replication_role = replica'); // Revisions are never rewritten otherwise.
        await sql.query(`UPDATE revisions SET recorded_at = recorded_at - interval '30 days' WHERE seq <= 2`);
      });
      expect(await reset('?after=1')).toBe('too_old');
      expect((await replay('?after=2')).named()).not.toEqual([]);
      await appendQuietly(api.db, 10_000);
      await api.caughtUp();
      await publishAllEvents(api.db);
      // Otherwise a client whose events do not pass would take the connection for lost, and never get on.
      const positions = (await replay(`?after=${log}`)).named('position');
      expect(positions.map(({ id }) => Number(id))).toEqual(Array.from({ length: 40 }, (_, n) => log + 250 * (n + 1)));
      const instants = positions.map(({ data }) => (JSON.parse(data!) as StreamPosition).as_of);
      expect(instants).toEqual([...instants].sort());
      expect(await reset(`?after=${log - 1}`)).toBe('replay_too_long');
    });
  });
});

describe('GET /v1/stream of a full instance', () => {
  it('returns 503 with Retry-After, and ends its streams when it stops', async () => {
    const api = await startApi([], { streamsMax: 1 });
    const url = `${await api.listen()}/v1/stream`;
    const streams = [await StreamClient.open(url, api.keys.pro), await StreamClient.open(url, api.keys.free)];
    expect(streams.map(({ status }) => status)).toEqual([200, 503]);
    expect(streams[1]!.headers['retry-after']).toBe('10');
    await api.stop();
    await streams[0]!.ended();
  });
});

describe('positions', () => {
  it('are sent every 15 seconds, with the instant up to which the stream is complete', async () => {
    const api = await startApi([], { stopClock: true });
    const stream = await StreamClient.open(`${await api.listen()}/v1/stream`, api.keys.pro);
    for (let count = 1; count <= 3; count += 1) {
      await until(() => Promise.resolve(stream.blocks.length === count), 5);
      api.passTime(15_000);
    }
    const positions = stream.named('position').map(({ data }) => JSON.parse(data!) as StreamPosition);
    const instants = positions.map(({ as_of }) => Date.parse(as_of));
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
    expect(instants.at(-1)).toBeGreaterThan(instants[0]!);
    stream.close();
    await api.stop();
  });
});

describe('the stream of the plan free', () => {
  it('sends an event 60 s after its change, and that of other plans at once', async () => {
    const api = await timedApi([dropDefinition('linea')]);
    const base = await api.listen();
    await api.at(Date.now());
    const open = (plan: string, query = '') =>
      StreamClient.open(`${base}/v1/stream${query}`, '', { authorization: plan });
    const changedMs = await api.apply([dropDefinition('linea'), dropDefinition('zora')]);
    await publishAllEvents(api.db);
    const { log } = await heads(api.db);
    const created = (await storedEvents(api.db)).at(-1)!.body;

    await api.at(changedMs + 59_999);
    const { headers } = await api.get('free', '/v1/drops');
    const [free, pro] = [
      await open('free', `?after=${String(headers['x-data-sequence'])}`),
      await open('pro', '?after=0'),
    ];
    await pro.reached(log);
    expect(pro.bodies.at(-1)).toBe(created);
    expect([free.named(), Number(free.lastId) < log]).toEqual([[], true]);
    await api.at(changedMs + 60_000);
    await free.reached(log);
    expect(free.bodies).toEqual([created]);
    [free, pro].forEach((stream) => stream.close());
    await api.stop();
  });

  // Otherwise a client could find the live end of the log by trying sequences.
  it('responds equally to a sequence of the live log and to one after it, until the delay has passed', async () => {
    const api = await timedApi([dropDefinition('linea')]);
    const base = await api.listen();
    const changedMs = await api.apply([dropDefinition('linea'), dropDefinition('zora')]);
    await publishAllEvents(api.db);
    const { log } = await heads(api.db);
    await api.at(changedMs + 1_000);
    const open = (plan: string, after: number) =>
      StreamClient.open(`${base}/v1/stream?after=${after}`, '', { authorization: plan });
    const live = await open('pro', log + 1);
    await live.ended();
    expect(live.blocks).toMatchObject([{ event: 'reset' }]);

    // The plan has one stream at a time.
    const openFree = async (after: number): Promise<StreamClient> => {
      let stream = await open('free', after);
      while (stream.status === 429) stream = await open('free', after);
      await until(() => Promise.resolve(stream.blocks.length > 0), 30);
      return stream;
    };
    const seen = ({ status, isEnded, blocks }: StreamClient, after: number) => ({
      status,
      isEnded,
      blocks: blocks.map(({ event, id, data }) => [
        event,
        Number(id) - after,
        (JSON.parse(data!) as StreamPosition).as_of,
      ]),
    });
    const inLog = await openFree(log);
    const ofLog = seen(inLog, log);
    inLog.close();
    const ahead = await openFree(log + 1);
    expect(seen(ahead, log + 1)).toEqual(ofLog);
    expect(ofLog.blocks).toEqual([['position', 0, new Date(changedMs - 59_000).toISOString()]]);

    await api.at(Date.now() + 62_000);
    await ahead.ended();
    expect(JSON.parse(ahead.blocks.at(-1)!.data!)).toMatchObject({
      type: 'reset',
      reason: 'ahead_of_log',
      sequence: log,
    });
    await api.stop();
  });
});

import { dropDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { StreamClient } from './stream-client';

describe('GET /v1/stream', () => {
  let api: TestApi;
  let base: string;
  beforeAll(async () => {
    api = await startApi([]);
    base = await api.listen();
  });
  afterAll(() => api.stop());

  it('sends events as they are published, byte for byte those of webhooks', async () => {
    const stream = await StreamClient.open(`${base}/v1/stream`, api.keys.pro);
    expect(stream.status).toBe(200);
    await api.apply([dropDefinition('linea'), dropDefinition('zora')]);
    await publishAllEvents(api.db);
    const [head] = await api.db.query<{ seq: number }>('SELECT seq::float8 AS seq FROM event_head');
    await stream.reached(head!.seq);
    const rows = await api.db.query<{ body: string }>('SELECT body FROM events ORDER BY seq, place');
    expect(stream.bodies).toEqual(rows.map(({ body }) => body));
    stream.close();
  });
});

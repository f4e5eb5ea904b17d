import type { Me, Problem, ServiceStatus } from '@droptrack/contracts';
import { dropDefinition, eventDefinition, ratedDrop } from './definitions';
import { startApi } from './harness';
import { type TimedApi, timedApi } from './timed-api';

const DELAYED = { 'x-data-view': 'delayed' };
const OLD = ratedDrop('old', 3, 0.5);
const TGE = eventDefinition('tge', new Date(Date.now() + 5 * 86_400_000).toISOString());

describe('X-Data-View: delayed', () => {
  let api: TimedApi;
  let changedMs: number;
  beforeAll(async () => {
    api = await timedApi([OLD]);
    changedMs = await api.apply([{ ...OLD, name: 'Renamed', events: [TGE] }, dropDefinition('fresh')]);
    await api.at(changedMs + 59_999);
  });
  afterAll(() => api.stop());

  it.each([
    '/v1/drops',
    '/v1/drops/old',
    '/v1/drops/fresh',
    '/v1/drops/old/explain',
    '/v1/drops/old/hype',
    '/v1/calendar',
  ])('lets any plan read what the plan free reads: %s', async (url) => {
    const [free, live, delayed] = await Promise.all([
      api.get<object>('free', url),
      api.get<object>('scale', url),
      api.get<object>('scale', url, DELAYED),
    ]);
    expect([delayed.status, delayed.body]).toEqual([free.status, withIdOf(delayed.body, free.body)]);
    expect(delayed.headers['x-data-as-of']).toBe(free.headers['x-data-as-of']);
    expect([live.status, live.body]).not.toEqual([free.status, free.body]);
  });

  it('changes the delay that is stated, and no term of the key', async () => {
    const [live, delayed] = [await api.get<Me>('scale', '/v1/me'), await api.get<Me>('scale', '/v1/me', DELAYED)];
    expect([live.body.data_delay_seconds, delayed.body.data_delay_seconds]).toEqual([0, 60]);
    expect({ ...delayed.body, data_delay_seconds: 0 }).toEqual({
      ...live.body,
      rate_limit: expect.anything() as unknown,
    });
    const status = await api.get<ServiceStatus>('scale', '/v1/status', DELAYED);
    expect(status.body.data.delay_seconds).toBe(60);
  });

  it('ends the past states of a drop where the delayed view ends', async () => {
    const asOf = (ageMs: number) => `/v1/drops/old?as_of=${new Date(changedMs + 59_999 - ageMs).toISOString()}`;
    expect((await api.get('scale', asOf(59_000))).status).toBe(200);
    const { status, body } = await api.get<Problem>('scale', asOf(59_000), DELAYED);
    expect([status, body.code]).toEqual([400, 'as_of_out_of_range']);
    expect((await api.get('scale', asOf(60_000), DELAYED)).status).toBe(200);
  });

  it('is the only view that can be asked for', async () => {
    const { status, body } = await api.get<Problem>('scale', '/v1/drops', { 'x-data-view': 'live' });
    expect([status, body.code, body.detail]).toEqual([400, 'invalid_parameter', 'X-Data-View must be `delayed`']);
  });
});

// Both views have the same targets, and live responses are cached from the second request on.
it('X-Data-View is served apart from the cached responses to the same target', async () => {
  const api = await startApi([dropDefinition('linea')]);
  try {
    await api.apply([dropDefinition('linea'), dropDefinition('fresh')]);
    const url = `${await api.listen()}/v1/drops/fresh`;
    const status = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(url, { headers: { authorization: `Bearer ${api.keys.pro}`, ...headers } })).status;
    const statuses: number[] = [];
    // The delayed view does not have the drop for a minute.
    for (let times = 0; times < 4; times += 1) statuses.push(await status({}), await status(DELAYED));
    expect(statuses).toEqual(Array(4).fill([200, 404]).flat());
  } finally {
    await api.stop();
  }
});

/** The same body with the request id of another one, where it has one. */
const withIdOf = (one: object, other: object): object =>
  'request_id' in one ? { ...other, request_id: one.request_id } : other;

import type { WebhookEvent } from '@droptrack/contracts';
import { publishEvents } from '@droptrack/persistence';
import { isKnownEvent } from '@droptrack/sdk';
import { dropDefinition, eventDefinition } from './definitions';
import { startApi, type TestApi } from './harness';
import { publishAllEvents } from './fake-worker';
import { URL, webhookTerms } from './webhook-terms';

const SOON = new Date(Date.now() + 9 * 86_400_000).toISOString();
const LINEA = dropDefinition('linea', { events: [eventDefinition('claim', SOON)] });

describe('GET /v1/events', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi([], { webhooks: webhookTerms() });
    await api.apply([LINEA, dropDefinition('zora'), dropDefinition('base')]);
    await api.apply([LINEA, dropDefinition('zora')]);
    await publishAllEvents(api.db);
  });
  afterAll(() => api.stop());

  const list = (query: Parameters<TestApi['sdk']['events']['list']>[0] = {}): Promise<WebhookEvent[]> =>
    api.sdk.events.list(query).toArray({ limit: 1_000 });
  const typesOf = (events: readonly WebhookEvent[]) => events.map(({ type }) => type).sort();

  describe('200', () => {
    it('returns the events with the bytes of their deliveries, newest first', async () => {
      const response = await api.get('/v1/events?limit=100');
      const stored = await api.db.query<{ body: string }>('SELECT body FROM events ORDER BY place DESC');
      expect(response.body).toContain(`{"data":[${stored.map(({ body }) => body).join()}],"has_more":false`);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(response.headers).not.toHaveProperty('etag');
      const events = await list();
      expect(typesOf(events)).toEqual([
        'calendar.event_created',
        'drop.archived',
        'drop.created',
        'drop.created',
        'drop.created',
      ]);
      expect(events.every(isKnownEvent)).toBe(true);
      const sequences = events.map(({ sequence }) => Number(sequence));
      expect(sequences).toEqual([...sequences].sort((a, b) => b - a));
    });

    it('returns all pages, and filters by types and groups', async () => {
      expect(await list({ limit: 1 })).toEqual(await list());
      expect(typesOf(await list({ type: 'drop.archived' }))).toEqual(['drop.archived']);
      expect(typesOf(await list({ type: ['calendar.*', 'drop.archived'] }))).toEqual([
        'calendar.event_created',
        'drop.archived',
      ]);
      expect(await list({ type: ['*'] })).toEqual(await list());
      expect(await list({ type: 'hype.*' })).toEqual([]);
      const { headers } = await api.get('/v1/events?type=drop.created%2Ccalendar.*&limit=1');
      expect(headers['link']).toMatch('<http://api.test/v1/events?type=drop.created%2Ccalendar.*&limit=1&cursor=');
    });

    it('returns the events of an endpoint to its account only', async () => {
      const { id } = await api.sdk.webhooks.create({ url: URL, events: ['*'] });
      await api.sdk.webhooks.test(id);
      expect(await list({ type: 'webhook.*' })).toMatchObject([{ type: 'webhook.ping', data: { object: { id } } }]);
      const { secret } = await api.issueKey('scale');
      expect(typesOf(await api.sdkOf(secret).events.list().toArray({ limit: 100 }))).not.toContain('webhook.ping');
    });

    // A client that polls must know the instant before which no event can be added: a stopped worker publishes nothing.
    it('returns the instant up to which events are published as as_of', async () => {
      const before = Date.now();
      await api.apply([LINEA]);
      const [row] = await api.db.query<{ ms: number }>(
        `SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM revisions
         WHERE seq = (SELECT seq + 1 FROM event_head)`,
      );
      const behind = await api.sdk.events.list({ type: 'drop.*' });
      expect(Date.parse(behind.as_of)).toBe(row!.ms - 1);
      await publishAllEvents(api.db);
      const published = await api.sdk.events.list({ type: 'drop.*' });
      expect(Date.parse(published.as_of)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(published.as_of)).toBeGreaterThanOrEqual(Date.parse(published.data[0]!.timestamp));
    });

    // The events of a transaction are published in several batches, and its revisions share milliseconds.
    it('returns no event of a millisecond whose events are not all published', async () => {
      await api.apply([LINEA, ...['x', 'y', 'z'].map((id) => dropDefinition(id))]);
      for (let isMore = true; isMore;) {
        ({ isMore } = await publishEvents(api.db, { nowMs: Date.now(), limit: 1 }));
        const [next] = await api.db.query<{ ms: number }>(
          `SELECT floor(extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM revisions
           WHERE seq = (SELECT seq + 1 FROM event_head)`,
        );
        const page = await api.sdk.events.list({ type: 'drop.*' });
        if (next !== undefined) expect(Date.parse(page.as_of)).toBeLessThan(next.ms);
        for (const { timestamp } of page.data) expect(timestamp <= page.as_of).toBe(true);
      }
    });

    it('omits events older than 30 days', async () => {
      const count = (await list({ type: 'drop.archived' })).length;
      await api.db.query(
        `UPDATE events SET recorded_at = now() - interval '31 days' WHERE place = (SELECT max(place) FROM events WHERE type = 'drop.archived')`,
      );
      expect(await list({ type: 'drop.archived' })).toHaveLength(count - 1);
    });
  });

  describe('400, 403', () => {
    it.each([
      'type=drop.gone',
      'type=',
      'type=drop.created,',
      'type=drop',
      'limit=101',
      'colour=red',
      'limit=1&limit=1',
    ])('rejects %s', async (query) => {
      expect((await api.get(`/v1/events?${query}`)).statusCode).toBe(400);
    });

    it('rejects a cursor of other types, and a forged one, with invalid_cursor', async () => {
      const { next_cursor: cursor } = await api.sdk.events.list({ limit: 1 });
      expect(cursor).not.toBeNull();
      for (const query of [`type=drop.*&cursor=${cursor}`, `cursor=${cursor}x`, 'cursor=']) {
        expect((await api.get(`/v1/events?${query}`)).json()).toMatchObject({ code: 'invalid_cursor' });
      }
    });

    it('requires the plan pro', async () => {
      await expect(api.free.events.list()).rejects.toMatchObject({ code: 'plan_required', requiredPlan: 'pro' });
    });
  });
});

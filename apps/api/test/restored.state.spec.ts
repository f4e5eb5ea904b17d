import type { CreatedWebhook, CreateWebhook } from '@droptrack/contracts';
import ICAL from 'ical.js';
import { backUp, restore } from './backups';
import { dropDefinition, eventDefinition } from './definitions';
import { publishAllEvents } from './fake-worker';
import { startApi, type TestApi } from './harness';
import { StreamClient } from './stream-client';
import { changeDrops, heads, storedEvents } from './stream-log';
import { until } from './until';
import { URL as HOOK_URL, webhookTerms } from './webhook-terms';

const dayAt = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString();
/** A drop whose claim opens in some days. */
const linea = (days: number, name = 'Linea') =>
  dropDefinition('linea', { name, events: [eventDefinition('claim', dayAt(days), { type: 'claim' })] });
const ENDPOINT: CreateWebhook = { url: HOOK_URL, events: ['drop.*'] };

// docs/backup.md, "After a restore".
describe('after a restore', () => {
  const webhooks = webhookTerms();
  let api: TestApi;
  let lost: Awaited<ReturnType<typeof loseFuture>>;
  beforeAll(async () => {
    lost = await loseFuture();
    api = await startApi([], { backup: lost.backup, webhooks });
  });
  afterAll(() => api.stop());

  const post = (of: TestApi, secret: string, key: string) =>
    of.inject({
      method: 'POST',
      url: '/v1/webhooks',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify(ENDPOINT),
    });
  const sequenceIn = async (of: TestApi, address: string) => {
    const { body } = await of.inject({ method: 'GET', url: new URL(address).pathname });
    const [event] = new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent');
    return Number(event!.getFirstPropertyValue('sequence'));
  };
  const sequenceOf = async (of: TestApi) => (await of.sdk.calendar.list()).data[0]!.sequence;

  /** Makes a backup, and what comes after it: a moved event, another name, an endpoint. */
  async function loseFuture() {
    const before = await startApi([linea(10)], { webhooks });
    const { secret } = await before.issueKey('pro');
    const feed = await before.sdkOf(secret).calendars.create();
    const kept = await post(before, secret, 'kept');
    await publishAllEvents(before.db);
    const backup = await backUp(before.databaseUrl);
    for (const days of [12, 14, 16]) await before.apply([linea(days, 'Lost')]);
    const { headers } = await before.sdk.drops.get('linea').withResponse();
    const created = await post(before, secret, 'lost');
    const known = { feed: await sequenceIn(before, feed.url), calendar: await sequenceOf(before) };
    await before.stop();
    return { backup, secret, feed, kept, created, known, asOf: headers.get('x-data-as-of')! };
  }

  it('the SEQUENCE of an event that was moved in the lost future does not go back', async () => {
    expect(lost.known).toEqual({ feed: 3, calendar: 3 });
    const restored = await sequenceIn(api, lost.feed.url);
    expect(restored).toBeGreaterThan(lost.known.feed);
    expect(await sequenceOf(api)).toBe(restored);
    await api.apply([linea(20)]);
    expect(await sequenceIn(api, lost.feed.url)).toBe(restored + 1);
  });

  it('a creation with an idempotency key of the lost future creates one endpoint, and one of the backup is repeated', async () => {
    expect((await post(api, lost.secret, 'kept')).body).toBe(lost.kept.body);
    const [again, once] = [await post(api, lost.secret, 'lost'), await post(api, lost.secret, 'lost')];
    expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(again.json<CreatedWebhook>().id).not.toBe(lost.created.json<CreatedWebhook>().id);
    expect([once.body, once.headers['idempotent-replayed']]).toEqual([again.body, 'true']);
    expect((await api.sdkOf(lost.secret).webhooks.list()).data).toHaveLength(2);
  });

  it('an instant of the lost future has the state of the backup', async () => {
    const { data, headers } = await api.sdk.drops.get('linea', { as_of: lost.asOf }).withResponse();
    expect([data.name, headers.get('x-data-as-of')]).toEqual(['Linea', lost.asOf]);
  });
});

// Its view is in the history before when the stream opens, and crosses the beginning of the new one.
it('a delayed stream sends each event of the new history once, and none of the one before', async () => {
  const before = await startApi([linea(10)]);
  await publishAllEvents(before.db);
  const backup = await backUp(before.databaseUrl);
  await before.stop();
  const api = await startApi([], { backup, freeDelaySeconds: 4 });
  try {
    const stream = await StreamClient.open(`${await api.listen()}/v1/stream`, api.keys.free);
    const { log } = await heads(api.db);
    for (const hype of [80, 85, 90]) await changeDrops(api.db, [['linea', { hype_score: hype }]]);
    await publishAllEvents(api.db);
    await stream.reached((await heads(api.db)).published);
    stream.close();
    expect(Number(stream.blocks[0]!.id)).toBeLessThan(log - 1e9);
    const expected = (await storedEvents(api.db)).filter(({ seq }) => seq > log).map(({ body }) => body);
    expect(expected.length).toBeGreaterThan(2);
    expect(stream.bodies).toEqual(expected);
    expect(stream.named('reset')).toEqual([]);
  } finally {
    await api.stop();
  }
});

describe('an instance whose database is restored under it', () => {
  let api: TestApi;
  let backup: Awaited<ReturnType<typeof backUp>>;
  beforeEach(async () => {
    api = await startApi([linea(10)]);
    backup = await backUp(api.databaseUrl);
  });
  afterEach(() => api.stop());
  const restoreUnder = async () => {
    await api.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await restore(api.db, backup);
  };

  it('ends if it has read the lost future', async () => {
    await api.apply([linea(12)]);
    await restoreUnder();
    await until(async () => api.logErrors.length > 0);
    expect(api.logErrors[0]!.message).toMatch(/^Revision \d+ (is missing from|of) the log/);
  });

  it('follows the new history if it has read no more than the backup', async () => {
    await api.caughtUp();
    await restoreUnder();
    await changeDrops(api.db, [['linea', { hype_score: 77 }]]);
    await api.caughtUp();
    expect((await api.sdk.drops.get('linea')).hype_score).toBe(77);
    expect(api.logErrors).toEqual([]);
  });
});

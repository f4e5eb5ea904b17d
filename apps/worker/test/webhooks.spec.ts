import { randomBytes } from 'node:crypto';
import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import { createTestAuthority, type TestAuthority } from '@droptrack/egress/testing';
import { appendRevisions, DeliveryQueue, openDatabase, SecretBox } from '@droptrack/persistence';
import { breakableLink, createTestDatabase, type TestDatabase } from '@droptrack/persistence/testing';
import { BREAKER } from '@droptrack/webhooks';
import { until } from '../src/webhooks/testing';
import { DEATHS } from './verifying-receiver';
import { dropsOf, type StagedWorker, WebhookStage } from './webhook-stage';

// Generous, for a busy machine.
jest.setTimeout(120_000);

const SECOND_MS = 1_000;
const DAY_MS = 86_400 * SECOND_MS;

let authority: TestAuthority;
let test: TestDatabase;
let stage: WebhookStage;
beforeAll(async () => void (authority = await createTestAuthority()));
beforeEach(async () => {
  test = await createTestDatabase();
  stage = await WebhookStage.open(test.url, authority);
});
afterEach(async () => {
  await stage.close();
  await test.drop();
});

/** A metric of a worker, by the start of its line. */
const figure = async ({ registry }: StagedWorker, begins: string): Promise<number> =>
  Number((await registry.metrics()).split('\n').find((line) => line.startsWith(begins))?.split(' ').at(-1)); // prettier-ignore

describe('a change', () => {
  // The whole way, over TLS, and an independent library verifies each delivery.
  it('is sent once to each endpoint that subscribes, and to no other', async () => {
    await stage.register(2);
    await stage.register(1, { drops: ['drop-1'] });
    const [quiet] = await stage.register(1, { events: ['eligibility.*'] });
    stage.staged.splice(3, 1);
    const worker = stage.start();
    await stage.change(dropsOf(3));
    await stage.change(dropsOf(2));
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toEqual({ events: 5, repeated: 0 });
    expect(stage.receiver.ids(quiet!.path)).toEqual([]);
    expect(await figure(worker, 'droptrack_webhook_delivered_total')).toBe(12);
    expect(await figure(worker, 'droptrack_webhook_attempts_total{outcome="delivered"}')).toBe(12);
    expect(await figure(worker, 'droptrack_webhook_delivery_lag_seconds_count')).toBe(12);
    expect(await figure(worker, 'droptrack_event_lag_revisions')).toBe(0);
    expect(await figure(worker, 'droptrack_events_total')).toBe(5);
    expect(worker.failures).toEqual([]);
  });

  // Each change follows the delivery of the one before: by polls alone it would wait for nearly half a second. A few may
  // coincide with a pause of the machine.
  it('is sent at once, without a wait for the next poll', async () => {
    const [endpoint] = await stage.register(1);
    stage.start();
    await stage.change(dropsOf(1));
    await stage.untilAllDelivered();
    const tookMs: number[] = [];
    for (let n = 2; n <= 21; n++) {
      const beganMs = performance.now();
      await stage.change(dropsOf(1));
      await until(() => stage.receiver.ids(endpoint!.path).length === n);
      tookMs.push(performance.now() - beganMs);
    }
    expect(tookMs.sort((a, b) => a - b)[10]).toBeLessThan(SECOND_MS / 4);
  });

  it('of a hype score is sent according to the thresholds of the worker', async () => {
    const [endpoint] = await stage.register(1, { events: ['hype.threshold_crossed'] });
    stage.start({ config: { thresholds: { scores: [30], hysteresis: 2 } } });
    const cause = 'catalogue';
    const drafts = [20, 31, 28].map((hype_score) => ({ ...dropChange(dropBody({ hype_score })), cause }) as const);
    await stage.db.transaction((sql) => appendRevisions(sql, drafts));
    await stage.untilAllDelivered();
    expect(stage.receiver.ids(endpoint!.path)).toHaveLength(2);
  });
});

describe('a worker', () => {
  it('that dies loses nothing: its leases expire, and another worker sends the same', async () => {
    const [endpoint] = await stage.register(1);
    const feeding = stage.start({ config: { box: null } });
    await stage.change(dropsOf(3));
    await until(async () => (await stage.count('deliveries')) === 3);
    const queue = new DeliveryQueue(stage.db, { leaseMs: 30 * SECOND_MS, ratePerSecond: 1_000 });
    const { deliveries } = await queue.lease({ nowMs: stage.now(), max: 10 });
    expect(deliveries).toHaveLength(3);
    await stage.stop(feeding);
    stage.start();
    await stage.change(dropsOf(1));
    // One of four slots is free; the others are leased to the dead worker.
    await until(() => stage.receiver.ids(endpoint!.path).length === 1);
    // The lease of the living worker must not expire before its outcome is recorded.
    await until(async () => (await stage.count(`deliveries WHERE status = 'delivered'`)) === 1);
    stage.clock.aheadMs = 31 * SECOND_MS;
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toEqual({ events: 4, repeated: 0 });
    expect(stage.receiver.ids(endpoint!.path)).toEqual(
      expect.arrayContaining(deliveries.map(({ eventId }) => eventId)),
    );
  });

  it('that stops releases attempts without a response, and another worker repeats them after their time', async () => {
    const [hanging] = await stage.register(1);
    stage.receiver.responses.set(hanging!.path, DEATHS.hang);
    const first = stage.start();
    await stage.change(dropsOf(1));
    await until(() => stage.receiver.count() === 1);
    stage.receiver.responses.clear();
    await stage.stop(first);
    expect(await stage.count(`deliveries WHERE status = 'pending'`)).toBe(1);
    expect(await stage.count(`deliveries WHERE due_at > to_timestamp(${stage.now() / 1_000})`)).toBe(1);
    stage.clock.aheadMs = 16 * SECOND_MS;
    stage.start();
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toEqual({ events: 1, repeated: 1 });
  });

  // Otherwise a wrong configuration of the service would disable all endpoints.
  it('without the key of the secrets sends nothing, logs the missing key, and counts no attempt; one with the key sends all', async () => {
    await stage.register(2);
    const other = stage.start({ config: { box: SecretBox.fromKeys([randomBytes(32).toString('base64')]) } });
    await stage.change(dropsOf(4));
    const later = `to_timestamp(${(stage.now() + 40 * SECOND_MS) / 1_000})`;
    await until(async () => (await stage.count(`deliveries WHERE status = 'pending' AND due_at > ${later}`)) === 8);
    expect(await figure(other, 'droptrack_webhook_attempts_total{outcome="unsigned"}')).toBe(8);
    const [secret] = await stage.db.query<{ key_id: string }>('SELECT key_id FROM webhook_secrets');
    expect(other.failures.join()).toContain(secret!.key_id);
    expect(await stage.count('deliveries WHERE tries > 0')).toBe(0);
    expect(await stage.count('attempts')).toBe(0);
    expect(await stage.count('webhook_endpoints WHERE failures > 0 OR failing_since IS NOT NULL')).toBe(0);
    await stage.stop(other);
    stage.clock.aheadMs = 61 * SECOND_MS;
    stage.start();
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toEqual({ events: 4, repeated: 0 });
  });

  it('survives a lost connection to the database, and loses no outcome', async () => {
    await stage.register(3);
    const link = await breakableLink(test.url);
    const db = openDatabase(link.url, { poolSize: 4, applicationName: 'worker under test', connectTimeoutMs: 1_000 });
    const worker = stage.start({ db, databaseUrl: link.url });
    await stage.change(dropsOf(10));
    await until(() => stage.receiver.count() > 3);
    await link.cut();
    await stage.change(dropsOf(10));
    await until(() => worker.failures.length > 0);
    await link.restore();
    // Leases from before the cut expire.
    stage.clock.aheadMs = 31 * SECOND_MS;
    await until(() => stage.staged.every(({ path }) => stage.receiver.ids(path).length === 20));
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toMatchObject({ events: 20 });
    await stage.stop(worker);
    await link.cut();
    await db.close();
  });

  it('without any key warns once, publishes events, and delivers nothing; with an insecure policy it warns', async () => {
    await stage.register(1);
    const worker = stage.start({ config: { box: null } });
    await stage.change(dropsOf(1));
    await until(async () => (await stage.count('deliveries')) === 1);
    expect(stage.receiver.count()).toBe(0);
    expect(worker.lines.filter((line) => line.includes('WEBHOOK_SECRET_KEY'))).toHaveLength(1);
    expect(worker.lines.filter((line) => line.includes('WEBHOOK_ALLOW_INSECURE'))).toHaveLength(1);
  });
});

describe('a receiver', () => {
  /** Most attempts of half-open circuit breakers since an instant. */
  const probesSince = (beganMs: number) => () => Math.floor((performance.now() - beganMs) / BREAKER.firstMs);

  it(`that does ${Object.keys(DEATHS).join(' or ')} does not delay other receivers`, async () => {
    const deaths = Object.values(DEATHS);
    const dead = await stage.register(2 * deaths.length);
    const alive = await stage.register(4);
    dead.forEach(({ path }, n) => stage.receiver.responses.set(path, deaths[n % deaths.length]!));
    const probes = probesSince(performance.now());
    stage.start();
    await stage.change(dropsOf(10));
    await stage.change(dropsOf(10));
    await until(() => alive.every(({ path }) => stage.receiver.ids(path).length === 20));
    // Five failures open its circuit breaker; by then the others have received everything.
    const ofDead = dead.map(({ path }) => stage.receiver.ids(path).length);
    expect(Math.max(...ofDead)).toBeLessThanOrEqual(8 + probes());
    const theirs = `endpoint_id = ANY ('{${dead.map(({ id }) => id).join()}}')`;
    expect(await stage.count(`deliveries WHERE status = 'delivered' AND ${theirs}`)).toBe(0);
  });

  // The owner installs the new secret some time after the rotation, between deliveries.
  it('whose secret is rotated under load rejects no delivery, before and after it knows the new one', async () => {
    const [endpoint] = await stage.register(1);
    const worker = stage.start();
    const heard = () => stage.receiver.ids(endpoint!.path).length;
    for (let change = 0; change < 12; change++) {
      await stage.change(dropsOf(10));
      if (change !== 4 && change !== 8) continue;
      const rotated = await stage.endpoints.rotateSecret(stage.account, endpoint!.id, 3_600, stage.now());
      const before = heard();
      // Deliveries that were leased before are signed with the former secret alone.
      const openLeases = await stage.countOpenLeases(endpoint!.id);
      await stage.change(dropsOf(10));
      await until(async () => heard() > before + 5 && (await openLeases()) === 0);
      stage.receiver.secrets.set(endpoint!.path, rotated!.secret);
    }
    await stage.untilAllDelivered();
    expect(await stage.expectAllReceived()).toEqual({ events: 140, repeated: 0 });
    expect(await figure(worker, 'droptrack_webhook_attempts_total{outcome="4xx"}')).toBe(0);
    // No secret is in a log.
    const secrets = [...stage.receiver.secrets.values()].map((secret) => secret.replace('whsec_', ''));
    for (const secret of [...secrets, stage.key]) expect(worker.lines.join()).not.toContain(secret);
  });

  // A receiver that is back is not overloaded by its backlog.
  it('that was down for a day gets its backlog at a bounded rate', async () => {
    // It rejects everything first, as the signed time is a day off.
    stage.clock.aheadMs = -DAY_MS;
    await stage.register(1);
    const rate = 20;
    const probes = probesSince(performance.now());
    stage.start({ config: { ratePerEndpoint: rate } });
    await stage.change(dropsOf(60));
    const isBlocked = `webhook_endpoints WHERE failures >= 5 AND blocked_until > to_timestamp(${stage.now() / 1_000})`;
    await until(async () => (await stage.count(isBlocked)) === 1);
    await until(async () => (await stage.count(`deliveries WHERE status = 'sending'`)) === 0);
    // No more attempts, however many deliveries are pending.
    const attempts = stage.receiver.count();
    expect(attempts).toBeLessThanOrEqual(8 + probes());
    await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    expect(stage.receiver.count()).toBeLessThanOrEqual(attempts + probes());

    stage.receiver.rejected.splice(0);
    stage.clock.aheadMs = 0;
    await stage.untilAllDelivered();
    await stage.expectAllReceived();
    const [took] = await stage.db.query<{ seconds: number }>(
      `SELECT extract(epoch FROM max(at) - min(at))::float8 AS seconds FROM attempts WHERE status_code = 204`,
    );
    // Four may come at once.
    expect(took!.seconds).toBeGreaterThan((60 - 2 * 4) / rate);
  });
});

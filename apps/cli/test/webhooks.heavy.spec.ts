import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {
  AcceptedDeliveries,
  CreatedWebhook,
  RotatedWebhookSecret,
  WebhookRecovery,
  WebhookTest,
} from '@droptrack/contracts';
import { Operator, printedCalls, until } from './service';
import { VerifyingReceiver, demoKey, OwnCatalogue, Owner } from './webhooks-walk';

const DROP = 'walk';
const DAY_MS = 86_400_000;
/** Rounded to the second, the precision of the calendar. */
const at = (fromNowMs: number): string => new Date(Math.ceil((Date.now() + fromNowMs) / 1_000) * 1_000).toISOString();
const claim = (startsInMs: number) => ({
  ...{ id: 'claim', type: 'claim', title: 'Claim window', precision: 'second' },
  ...{ starts_at: at(startsInMs), ends_at: at(90 * DAY_MS) },
});

/** From an empty database to replayed events: the owner by HTTP, the operator by commands, verified by svix. */
describe('webhooks of droptrack up', () => {
  let home = '';
  let operator: Operator;
  let receiver: VerifyingReceiver;
  let owner: Owner;
  let catalogue: OwnCatalogue;
  let webhook: CreatedWebhook;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'droptrack-webhooks-'));
    chmodSync(home, 0o755);
    operator = new Operator(home, { SOURCES_OFF: 'all', WEBHOOK_ALLOW_INSECURE: 'true' });
    receiver = await VerifyingReceiver.start();
    await operator.up();
    const [call] = printedCalls(operator.running().said);
    owner = new Owner(call!.url, demoKey(home));
    catalogue = new OwnCatalogue(home, operator, DROP);
    await catalogue.apply({ name: 'Walk', events: [claim(30 * DAY_MS)] });
  });
  afterAll(async () => {
    await receiver.close();
    operator.kill();
    rmSync(home, { recursive: true, force: true });
  });

  const arrived = (type: string) => receiver.accepted.filter((event) => event.type === type);
  const command = async <T>(...args: string[]): Promise<T> => {
    const { code, stdout, stderr } = await operator.call('webhooks', ...args, '--json');
    if (code !== 0) throw new Error(stdout + stderr);
    return JSON.parse(stdout) as T;
  };

  it('are on in the demo, with a key that is never shown, and warn of insecure mode', () => {
    const file = join(home, 'webhook-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { said } = operator.running();
    expect(said).toContain(`on, secrets encrypted with ${file}`);
    expect(said).toContain('WEBHOOK_ALLOW_INSECURE is on');
    const logs = ['api.log', 'worker.log'].map((log) => readFileSync(join(home, log), 'utf8'));
    expect(said + logs.join('')).not.toContain(readFileSync(file, 'utf8').trim());
  });

  it('are registered by HTTP, and pinged', async () => {
    await until(async () => (webhook = await owner.make(receiver.url, DROP).catch(() => webhook)) !== undefined);
    expect(webhook.secret).toMatch(/^whsec_/);
    receiver.secret = webhook.secret;
    expect(await owner.ask<WebhookTest>('POST', `/${webhook.id}/test`)).toMatchObject({
      delivered: true,
      status_code: 204,
      error: null,
    });
    expect(arrived('webhook.ping')).toMatchObject([{ data: { object: { id: webhook.id } } }]);
  });

  it('report a status that a catalogue file changes, and one that the clock changes', async () => {
    await catalogue.apply({ name: 'Walk', events: [claim(-DAY_MS)] });
    await until(() => arrived('drop.status_changed').length === 1);
    await catalogue.apply({
      name: 'Walk',
      events: [claim(-DAY_MS), { id: 'tge', type: 'tge', title: 'TGE', precision: 'second', starts_at: at(4_000) }],
    });
    await until(() => arrived('drop.status_changed').length === 2);
    expect(arrived('drop.status_changed').map(({ data }) => data)).toMatchObject([
      { object: { id: DROP, status: 'live' }, previous: { status: 'upcoming' } },
      { object: { id: DROP, status: 'tge' }, previous: { status: 'live' } },
    ]);
    expect(receiver.rejected).toEqual([]);
  });

  // Until the response with the new secret the receiver knows only the former one, and only the new one once all earlier
  // requests have arrived.
  it('have their secret rotated under load, and no delivery is rejected', async () => {
    const test = () => owner.ask<WebhookTest>('POST', `/${webhook.id}/test`);
    const results: WebhookTest[] = [];
    let [rotations, isOver] = [0, false];
    /** Number of completed rotations when the last completed test of each lane began. */
    const begunAfter = [0, 0, 0, 0];
    const load = begunAfter.map(async (_, lane) => {
      while (!isOver) {
        const before = rotations;
        results.push(await test());
        begunAfter[lane] = before;
      }
    });
    while (rotations < 3) {
      const before = results.length;
      await until(() => results.length >= before + 8);
      const path = `/${webhook.id}/rotate-secret`;
      const { secret } = await owner.ask<RotatedWebhookSecret>('POST', path, {});
      [receiver.former, receiver.secret] = [receiver.secret, secret];
      rotations += 1;
      await until(() => begunAfter.every((after) => after === rotations));
      receiver.former = null;
    }
    const before = results.length;
    await until(() => results.length >= before + 8);
    isOver = true;
    await Promise.all(load);
    expect(results.filter(({ delivered }) => !delivered)).toEqual([]);
    expect(receiver.rejected).toEqual([]);
  });

  it('are listed by their owner, and by the operator without query and secret', async () => {
    const [latest] = await owner.deliveries(webhook.id, '?event_type=drop.status_changed');
    expect(latest).toMatchObject({ status: 'delivered', attempts: [{ status_code: 204, response: null }] });
    const { data } = await command<{ data: object[] }>('deliveries', webhook.id, '--event-type', 'drop.status_changed');
    expect(data).toEqual(await owner.deliveries(webhook.id, '?event_type=drop.status_changed'));
    const { stdout } = await operator.call('webhooks', 'list');
    expect(stdout).toMatch(
      /demo pro \(pro, key_[\w-]+\) +http:\/\/127\.0\.0\.1:\d+\/accepted +drop\.\*, webhook\.\* \(1 drop\)/,
    );
    expect(stdout).not.toMatch(/hidden-token|whsec_/);
  });

  it('are redelivered by the owner and by the operator: the same event, the same bytes', async () => {
    const [latest] = await owner.deliveries(webhook.id, '?event_type=drop.status_changed');
    const same = () => receiver.heard.filter(({ headers }) => headers['webhook-id'] === latest!.event_id);
    await owner.ask<AcceptedDeliveries>('POST', `/${webhook.id}/deliveries/${latest!.id}/redeliver`);
    await until(() => same().length === 2);
    expect(await command('redeliver', webhook.id, latest!.id)).toMatchObject({ redelivered: [latest!.id] });
    await until(() => same().length === 3);
    expect(new Set(same().map(({ body }) => body)).size).toBe(1);
    expect(new Set(same().map(({ headers }) => headers['webhook-signature'])).size).toBeGreaterThan(0);
  });

  it('get the events that they missed while they were disabled', async () => {
    await owner.ask('PATCH', `/${webhook.id}`, { enabled: false });
    await catalogue.apply({ name: 'Walk, renamed', events: [claim(-DAY_MS)] });
    await catalogue.apply({ name: 'Walk, again', events: [claim(-DAY_MS)] });
    const names = () => receiver.accepted.map(({ data }) => (data.object as { name?: string }).name ?? '');
    const missed = () => names().filter((name) => name.startsWith('Walk,'));
    await until(async () => (await owner.events('drop.updated')).includes('Walk, again'));
    expect(missed()).toEqual([]);
    await owner.ask('PATCH', `/${webhook.id}`, { enabled: true });
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const { id } = await owner.ask<WebhookRecovery>('POST', `/${webhook.id}/recover`, { since });
    const recovery = () => owner.ask<WebhookRecovery>('GET', `/${webhook.id}/recoveries/${id}`);
    await until(async () => (await recovery()).status === 'done');
    expect((await recovery()).deliveries).toBeGreaterThanOrEqual(2);
    await until(() => new Set(missed()).size === 2);
    await until(async () => (await owner.deliveries(webhook.id, '?status=pending')).length === 0);
    expect(await command('recover', webhook.id, '--since', '24h')).toMatchObject({ deliveries: 0 });
  });

  it('are drained when their receiver works again, before their retries are due', async () => {
    receiver.status = 503;
    await catalogue.apply({ name: 'Walk, late', events: [claim(-DAY_MS)] });
    await until(async () => {
      const pending = await owner.deliveries(webhook.id, '?status=pending');
      return pending.length > 0 && pending.every(({ attempts }) => attempts.length >= 2);
    });
    receiver.status = 204;
    const drained = await command<{ outcome: string; pending: number }>('drain', webhook.id, '--wait');
    expect(drained).toMatchObject({ outcome: 'drained', pending: 0 });
    expect(await owner.deliveries(webhook.id, '?status=pending')).toEqual([]);
  });

  it('are checked by doctor and by reseal, which find the demo key by themselves', async () => {
    expect(await command('reseal')).toMatchObject({ resealed: 0, unknown: [] });
    const { code, stdout } = await operator.call('doctor');
    expect(code).toBe(0);
    expect(stdout).toMatch(/ok +webhook key +\d endpoint secrets?, all encrypted with key [0-9a-f]{8}/);
    expect(stdout).toMatch(/warn +webhooks +WEBHOOK_ALLOW_INSECURE is on/);
  });
});

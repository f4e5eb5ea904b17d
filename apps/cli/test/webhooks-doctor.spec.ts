import { SecretBox } from '@droptrack/persistence';
import { checkWebhooks } from '../src/commands/doctor/checks/check-webhooks';
import { CliError } from '../src/output/cli-error';
import { NEW_KEY, OLD_KEY, WebhooksFixture } from './webhooks-fixture';

let fixture: WebhooksFixture;
beforeEach(async () => {
  fixture = await WebhooksFixture.open();
});
afterEach(() => fixture.close());

const MINUTE_MS = 60_000;
const check = async ({ keys = [OLD_KEY], allowInsecure = false, aheadMs = 0 } = {}) => {
  const openBox = async () => (keys.length === 0 ? null : SecretBox.fromKeys(keys));
  const findings = await checkWebhooks(fixture.db, { openBox, allowInsecure }, () => Date.now() + aheadMs);
  return new Map(findings.map((finding) => [finding.check, finding]));
};
const states = async (options?: Parameters<typeof check>[0]) =>
  [...(await check(options)).values()].map(({ check: name, state }) => `${name} ${state}`);
const WELL = ['events ok', 'deliveries ok', 'endpoints ok', 'webhook key ok'];

it('is ok while revisions are published, deliveries are sent and every secret can be decrypted', async () => {
  await fixture.endpoint((await fixture.account()).account);
  await fixture.publish(2);
  await fixture.attempt(204);
  expect(await states()).toEqual(WELL);
  // Off by choice without any endpoint.
  await fixture.db.query('DELETE FROM webhook_endpoints');
  expect(await states({ keys: [] })).toEqual(WELL);
});

it('warns when revisions are not published, and when due deliveries are not sent', async () => {
  await fixture.endpoint((await fixture.account()).account);
  await fixture.publish(2);
  expect((await check({ aheadMs: 6 * MINUTE_MS })).get('deliveries')).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/^2 deliveries pending, the oldest due for 6 min/) as string,
  });
  const [first] = await fixture.db.query<{ ms: number }>(
    'SELECT (extract(epoch FROM recorded_at) * 1000)::float8 AS ms FROM revisions ORDER BY seq LIMIT 1',
  );
  await fixture.db.query('UPDATE event_head SET seq = 0');
  const after = async (ms: number) => (await check({ aheadMs: first!.ms + ms - Date.now() })).get('events');
  expect(await after(4 * MINUTE_MS)).toMatchObject({ state: 'ok' });
  expect(await after(6 * MINUTE_MS)).toMatchObject({
    state: 'warn',
    message: expect.stringMatching(/revisions to be published, the oldest for 6 min/) as string,
  });
});

// Tables from different backups: nothing is published, and the lag alone would look fine.
it('fails when the log ends before the position of the events', async () => {
  await fixture.db.query('UPDATE event_head SET seq = (SELECT seq + 2 FROM log_head)');
  expect((await check()).get('events')).toMatchObject({
    state: 'fail',
    message: 'The publisher is 2 revisions ahead of the log',
  });
});

it('counts endpoints with an open circuit breaker and those disabled by failures, not those that their owners disabled', async () => {
  const { account } = await fixture.account();
  const { endpoint } = await fixture.endpoint(account);
  const { endpoint: gone } = await fixture.endpoint(account, { enabled: false });
  expect(await states()).toEqual(WELL);
  await fixture.db.query(`UPDATE webhook_endpoints SET disabled_reason = 'gone' WHERE id = $1`, [gone.id]);
  await fixture.db.query(`UPDATE webhook_endpoints SET blocked_until = now() + interval '1 min' WHERE id = $1`, [
    endpoint.id,
  ]);
  expect((await check()).get('endpoints')).toMatchObject({
    state: 'warn',
    message: '1 with an open circuit breaker; 1 disabled after a 410 response or days of failures',
  });
});

it('fails if secrets cannot be decrypted, and names the missing key', async () => {
  await fixture.endpoint((await fixture.account()).account);
  const { keyId } = SecretBox.fromKeys([OLD_KEY]);
  expect((await check({ keys: [NEW_KEY] })).get('webhook key')).toMatchObject({
    state: 'fail',
    message: expect.stringContaining(`1 with ${keyId}`) as string,
  });
  expect((await check({ keys: [NEW_KEY, OLD_KEY] })).get('webhook key')).toMatchObject({
    state: 'warn',
    advice: expect.stringContaining('webhooks reseal') as string,
  });
  expect((await check({ keys: [] })).get('webhook key')).toMatchObject({ state: 'warn' });
  const openBox = () => Promise.reject(new CliError('webhook_key', 'Key 1 of 1 is not base64 of 32 bytes'));
  const spoiled = await checkWebhooks(fixture.db, { openBox, allowInsecure: false }, Date.now);
  expect(spoiled.at(-1)).toMatchObject({ check: 'webhook key', state: 'fail' });
});

it('warns of insecure mode', async () => {
  expect(await states({ allowInsecure: true })).toEqual([...WELL, 'webhooks warn']);
});

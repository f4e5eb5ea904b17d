import { SecretBox } from '@droptrack/persistence';
import { NEW_KEY, OLD_KEY, WebhooksFixture } from './webhooks-fixture';

interface Listed {
  data: Record<string, unknown>[];
}
interface Shown {
  data: { id: string; status: string; attempts: Record<string, unknown>[] }[];
  has_more: boolean;
}

let fixture: WebhooksFixture;
beforeEach(async () => {
  fixture = await WebhooksFixture.open();
});
afterEach(() => fixture.close());

const stand = async () => {
  const { account, keyId } = await fixture.account();
  const { endpoint, secret } = await fixture.endpoint(account);
  return { account, keyId, id: endpoint.id, secret };
};

describe('webhooks list', () => {
  it('shows account, health and pending deliveries of an endpoint, without its secret and query', async () => {
    const { account, keyId, id, secret } = await stand();
    await fixture.publish(3);
    await fixture.attempt(500);
    const { document } = await fixture.ask<Listed>(['webhooks', 'list']);
    expect(document.data).toEqual([
      expect.objectContaining({
        ...{ id, account, key: { id: keyId, label: 'wallet app', plan: 'pro' }, events: ['*'], pending: 3 },
        url: 'https://hooks.example/events',
        state: 'failing',
        failing_since: expect.any(String) as string,
        oldest_pending_at: expect.any(String) as string,
      }),
    ]);
    const { stdout } = await fixture.call(['webhooks', 'list']);
    expect(stdout).toMatch(/^ENDPOINT +OWNER +URL +EVENTS +STATE +PENDING +OLDEST\n/);
    expect(stdout).toMatch(
      /wallet app \(pro, key_[\w-]+\) +https:\/\/hooks\.example\/events +\* +enabled, failing since /,
    );
    for (const part of ['hidden', secret.slice(6, 20)]) expect(stdout + JSON.stringify(document)).not.toContain(part);
  });

  it('shows why an endpoint receives nothing', async () => {
    const { account, keyId, id } = await stand();
    const state = async () => {
      const { document } = await fixture.ask<Listed>(['webhooks', 'list']);
      const { stdout } = await fixture.call(['webhooks', 'list']);
      return [document.data[0]?.['state'], stdout];
    };
    const set = (columns: string) => fixture.db.query(`UPDATE webhook_endpoints SET ${columns} WHERE id = $1`, [id]);
    expect(await state()).toEqual(['enabled', expect.stringMatching(/ enabled +0 +-\n$/)]);
    await set(`blocked_until = now() + interval '1 minute', failures = 7, failing_since = now()`);
    expect(await state()).toEqual([
      'blocked',
      expect.stringMatching(/circuit breaker open until 20.*failing since .* \(7 in/),
    ]);
    await fixture.db.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId]);
    expect(await state()).toEqual(['paused', expect.stringContaining('paused: no active key with webhooks')]);
    await set(`enabled = false, disabled_reason = 'gone'`);
    expect(await state()).toEqual(['disabled', expect.stringContaining('disabled: it responded with 410')]);
    await set(`disabled_reason = NULL`);
    expect(await state()).toEqual(['disabled', expect.stringContaining('disabled: by its owner')]);
    expect((await fixture.ask<Listed>(['webhooks', 'list', '--account', account])).document.data).toHaveLength(1);
  });

  it('filters by account, by its id or any of its keys, and rejects an unknown one', async () => {
    const { keyId } = await stand();
    const other = await fixture.account('other');
    const by = async (...args: string[]) =>
      (await fixture.ask<Listed>(['webhooks', 'list', ...args])).document.data.length;
    expect([await by(), await by('--key', keyId), await by('--key', other.keyId)]).toEqual([1, 1, 0]);
    const { code, stderr } = await fixture.call(['webhooks', 'list', '--key', `${keyId}x`]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Did you mean ${keyId}?`)]);
  });
});

describe('webhooks deliveries', () => {
  it('shows each attempt, the latest first, filtered by status', async () => {
    const { id } = await stand();
    await fixture.publish(2);
    await fixture.attempt(500);
    await fixture.attempt(204, Date.now() + 60_000);
    const all = await fixture.ask<Shown>(['webhooks', 'deliveries', id]);
    expect(all.document).toMatchObject({
      has_more: false,
      data: [
        {},
        { status: 'delivered', attempts: [{ status_code: 204, error: null }, { error: 'the response was 500' }] },
      ],
    });
    const pending = await fixture.ask<Shown>(['webhooks', 'deliveries', id, '--status', 'pending']);
    expect(pending.document.data).toEqual([]);
    const one = await fixture.ask<Shown>([
      'webhooks',
      'deliveries',
      id,
      '--event-type',
      'drop.created',
      '--limit',
      '1',
    ]);
    expect([one.document.data.length, one.document.has_more]).toEqual([1, true]);
    const { stdout } = await fixture.call(['webhooks', 'deliveries', id]);
    expect(stdout).toMatch(
      /^dlv_\w+_[\w-]+ +drop\.created +delivered +20\d\d-\d\d-\d\d \d\d:\d\d:\d\dZ +204 +12 ms\n +20.*500 +12 ms +the response was 500$/m,
    );
  });

  // Ids are random, and tables truncate them.
  it('suggests the id of a similar endpoint for an unknown one', async () => {
    const { id } = await stand();
    const failureOf = async (written: string) => {
      const { code, document } = await fixture.ask(['webhooks', 'deliveries', written]);
      expect(code).toBe(1);
      return (document as { error: { code: string; hint: string } }).error;
    };
    const meant = { code: 'webhook_not_found', hint: `Did you mean ${id}?` };
    expect(await failureOf(`${id.slice(0, 8)}…`)).toMatchObject(meant);
    expect(await failureOf(`${id.slice(0, -1)}_`)).toMatchObject(meant);
    expect((await failureOf('nothing')).hint).toContain('webhooks list');
  });
});

describe('webhooks redeliver', () => {
  it('makes delivered events due for any account, and rejects unknown ids', async () => {
    const { id } = await stand();
    await fixture.publish(2);
    await fixture.attempt(204);
    const { document } = await fixture.ask<Shown>(['webhooks', 'deliveries', id]);
    const [first, second] = document.data.map((delivery) => delivery.id);
    const report = await fixture.ask(['webhooks', 'redeliver', id, first!, `dlv_${id.slice(3)}_999999`]);
    expect(report).toEqual({
      code: 1,
      document: { endpoint: id, redelivered: [first], under_way: [], not_found: [`dlv_${id.slice(3)}_999999`] },
    });
    const withStatus = (status: string, delivery: string) =>
      fixture.count(
        `deliveries JOIN events ON event = place WHERE status = '${status}' AND '${delivery}' LIKE '%' || substr(events.id, 5)`,
      );
    expect(await withStatus('pending', first!)).toBe(1);
    expect(await withStatus('delivered', second!)).toBe(1);
    expect(await fixture.attempt(204)).toBe(1);
  });

  it.each(['dlv_', 'evt_abc', '-1', '0', 'dlv_1x'])('rejects %s as wrong usage before anything is due', async (id) => {
    const { code, stderr } = await fixture.call(['webhooks', 'redeliver', 'wh_x', '--', id]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('is not a delivery')]);
  });
});

describe('webhooks recover', () => {
  const recover = (id: string, ...args: string[]) => ['webhooks', 'recover', id, ...args];

  it('makes failed and missed events due, and skips delivered ones', async () => {
    const { id } = await stand();
    await fixture.publish(2);
    await fixture.attempt(204);
    await fixture.db.query('UPDATE webhook_endpoints SET enabled = false');
    await fixture.publish(3, 'missed');
    await fixture.db.query('UPDATE webhook_endpoints SET enabled = true');
    const { code, document } = await fixture.ask<{ deliveries: number }>(recover(id, '--since', '24h'));
    expect([code, document.deliveries]).toEqual([0, 3]);
    expect(await fixture.attempt(204)).toBe(3);
    expect((await fixture.call(recover(id, '--since', '24h'))).stdout).toContain(
      'Every event that it subscribes to was delivered',
    );
  });

  it('asks for confirmation of a large replay, and does nothing without it', async () => {
    const { id } = await stand();
    await fixture.db.query('UPDATE webhook_endpoints SET enabled = false');
    await fixture.publish(301);
    await fixture.db.query('UPDATE webhook_endpoints SET enabled = true');
    const no = await fixture.call(recover(id, '--since', '1d'), { stdin: 'n\n' });
    expect(no).toMatchObject({ code: 1, stderr: expect.stringContaining(`Replay up to 301 events from `) as string });
    expect((await fixture.ask(recover(id, '--since', '1d'))).document).toMatchObject({
      error: { code: 'not_confirmed' },
    });
    expect(await fixture.count('deliveries')).toBe(0);
    const yes = await fixture.call(recover(id, '--since', '1d'), { stdin: 'y\n' });
    expect(yes).toMatchObject({ code: 0, stdout: expect.stringContaining('301 deliveries from ') as string });
    expect(await fixture.count('deliveries')).toBe(301);
    expect((await fixture.call(recover(id, '--since', '1d', '--yes'))).code).toBe(0);
  });

  it.each([
    [['--since', 'yesterday'], 'or an age, such as 90m, 36h or 2d'],
    [['--since', '2026-11-20'], 'an instant with a time zone'],
    [['--since', '31d'], 'last 30 days, for which events are stored'],
    [['--since', '2099-01-01T00:00:00Z'], 'in the future'],
    [['--since', '1h', '--until', '2h'], 'later than --since'],
  ])('rejects %j as wrong usage', async (args, words) => {
    const { code, stderr } = await fixture.call(recover('wh_x', ...args));
    expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  });
});

describe('webhooks reseal', () => {
  const reseal = (WEBHOOK_SECRET_KEY: string) =>
    fixture.ask<Record<string, unknown>>(['webhooks', 'reseal'], { env: { WEBHOOK_SECRET_KEY } });
  const keyId = (key: string) => SecretBox.fromKeys([key]).keyId;

  // Key rotation: add the new key first, reseal, remove the old one; secrets can be decrypted at any time.
  it('encrypts every secret with the first key, without changing the secrets', async () => {
    const { id, secret } = await stand();
    const before = await reseal(NEW_KEY);
    expect(before).toEqual({
      code: 1,
      document: {
        ...{ key_id: keyId(NEW_KEY), resealed: 0, sealed_before: 0 },
        unknown: [{ key_id: keyId(OLD_KEY), secrets: 1 }],
      },
    });
    const done = { code: 0, document: { key_id: keyId(NEW_KEY), resealed: 1, sealed_before: 0, unknown: [] } };
    expect(await reseal(`${NEW_KEY},${OLD_KEY}`)).toEqual(done);
    expect(await reseal(NEW_KEY)).toMatchObject({ code: 0, document: { resealed: 0, sealed_before: 1 } });
    const [row] = await fixture.db.query<{ sealed: Buffer; keyId: string }>(
      'SELECT sealed, key_id AS "keyId" FROM webhook_secrets',
    );
    const opened = SecretBox.fromKeys([NEW_KEY]).open(row!, id);
    expect(Buffer.from(opened).toString('base64')).toBe(secret.slice('whsec_'.length));
  });

  it('explains an invalid key without showing it', async () => {
    await stand();
    const none = await fixture.call(['webhooks', 'reseal']);
    expect(none).toMatchObject({ code: 2, stderr: expect.stringContaining('Set WEBHOOK_SECRET_KEY') as string });
    const bad = await fixture.call(['webhooks', 'reseal'], { env: { WEBHOOK_SECRET_KEY: `${NEW_KEY},hidden` } });
    expect(bad).toMatchObject({ code: 2, stderr: expect.stringContaining('Key 2 of 2 is not base64') as string });
    expect(bad.stderr).not.toMatch(/hidden/);
    const file = await fixture.call(['webhooks', 'reseal'], { env: { WEBHOOK_SECRET_KEY_FILE: '/hidden/away' } });
    expect(file).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be read (ENOENT)') as string });
    expect(file.stderr).not.toMatch(/hidden/);
  });
});

describe('webhooks new-key', () => {
  it('generates a new key at each call, and explains how to set it', async () => {
    const keys = await Promise.all(
      [1, 2].map(async () => (await fixture.ask<{ key: string; key_id: string }>(['webhooks', 'new-key'])).document),
    );
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2);
    for (const { key, key_id: keyId } of keys) expect(SecretBox.fromKeys([key]).keyId).toBe(keyId);
    const { stdout, stderr } = await fixture.call(['webhooks', 'new-key']);
    expect(stdout).toMatch(/^[A-Za-z0-9+/]{43}=\n$/);
    expect(stderr).toMatch(/1\. Set [^]*2\. Run droptrack webhooks reseal[^]*3\. Set /);
  });
});

import { dropBody, dropChange } from '@droptrack/catalogue/testing';
import { appendRevisions } from '../log/append';
import { withClient } from '../testing';
import { feedDatabase } from './testing/publish';

let feed: Awaited<ReturnType<typeof feedDatabase>>;
beforeEach(async () => (feed = await feedDatabase()));
afterEach(() => feed.close());

const drop = (over: Parameters<typeof dropBody>[0] = {}) =>
  ({ ...dropChange(dropBody(over)), cause: 'catalogue' }) as const;
const endpointsSent = async () => (await feed.sent()).map(({ endpoint, type }) => `${endpoint} ${type}`);

describe('deliveries of published events', () => {
  it('go to each endpoint that subscribes, and wake the dispatchers', async () => {
    const { account } = await feed.account();
    await feed.endpoints(
      { id: 'wh_all', account },
      { id: 'wh_base', account, chains: ['base'] },
      { id: 'wh_created', account, events: ['drop.created', 'calendar.*'] },
      { id: 'wh_hot', account, events: ['hype.*'], minHype: 70 },
      { id: 'wh_linea', account, events: ['drop.*'], drops: ['linea', 'scroll'] },
      { id: 'wh_off', account, enabled: false },
    );
    await withClient(feed.url, async (client) => {
      const heard = new Promise<string>((resolve) => client.on('notification', ({ channel }) => resolve(channel)));
      await client.query('LISTEN droptrack_deliveries');
      await appendRevisions(feed.db, [
        drop({ hype_score: 40 }),
        drop({ hype_score: 75 }),
        drop({ id: 'zora', chain: 'base' }),
      ]);
      expect(await feed.publish()).toMatchObject({ events: 5, deliveries: 12 });
      expect(await heard).toBe('droptrack_deliveries');
    });
    expect(await endpointsSent()).toEqual([
      'wh_all drop.created',
      'wh_created drop.created',
      'wh_linea drop.created',
      'wh_all drop.updated',
      'wh_linea drop.updated',
      'wh_all hype.threshold_crossed',
      'wh_hot hype.threshold_crossed',
      'wh_all hype.threshold_crossed',
      'wh_hot hype.threshold_crossed',
      'wh_all drop.created',
      'wh_base drop.created',
      'wh_created drop.created',
    ]);
  });

  it('are due at once, and leased to no worker', async () => {
    await feed.endpoints({ id: 'wh_1', ...(await feed.account()) });
    await appendRevisions(feed.db, [drop()]);
    const nowMs = Date.now();
    await feed.publish({ nowMs });
    expect(
      await feed.db.query(
        `SELECT status, claims, tries, (extract(epoch FROM due_at) * 1000)::float8 AS due,
                (extract(epoch FROM created_at) * 1000)::float8 AS created FROM deliveries`,
      ),
    ).toEqual([{ status: 'pending', claims: 0, tries: 0, due: nowMs, created: nowMs }]);
  });

  // A downgrade pauses endpoints and deletes nothing; a rotation of the key changes nothing.
  it('skip accounts without an active key of a plan with webhooks', async () => {
    const nowMs = Date.now();
    const accounts = {
      free: await feed.account('free'),
      scale: await feed.account('scale'),
      revoked: await feed.account(),
      expired: await feed.account(),
      rotated: await feed.account(),
    };
    await feed.keys.revoke(accounts.revoked.keyId, new Date(nowMs));
    await feed.db.query('UPDATE api_keys SET expires_at = $2 WHERE id = $1', [accounts.expired.keyId, new Date(nowMs)]);
    await feed.keys.rotate(accounts.rotated.keyId, 0, new Date(nowMs));
    const declared = Object.entries(accounts).map(([name, { account }]) => ({ id: `wh_${name}`, account }));
    await feed.endpoints(
      ...declared,
      { id: 'wh_deleted', account: accounts.scale.account },
      { id: 'wh_stranger', account: 'key_x' },
    );
    await feed.db.query(`UPDATE webhook_endpoints SET deleted_at = clock_timestamp() WHERE id = 'wh_deleted'`);
    await appendRevisions(feed.db, [drop()]);
    await feed.publish({ nowMs: nowMs + 1 });
    expect(await endpointsSent()).toEqual(['wh_rotated drop.created', 'wh_scale drop.created']);
  });

  it('are created for a thousand endpoints within half a second of processor time, and in bounded batches', async () => {
    const { account } = await feed.account();
    await feed.db.query(
      `INSERT INTO webhook_endpoints (id, account, url, events, filter_chains, enabled, created_at, updated_at)
       SELECT 'wh_' || n, $1, 'https://hooks.example/', '{drop.*,hype.*}', '{linea,base}', true, now(), now()
       FROM generate_series(1, 1000) AS n`,
      [account],
    );
    await appendRevisions(feed.db, [drop({ hype_score: 40 })]);
    const before = process.cpuUsage();
    expect(await feed.publish()).toMatchObject({ deliveries: 1_000, calls: 1 });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(0.5);

    const names = Array.from({ length: 45 }, (_, n) => drop({ hype_score: 40, name: `Linea ${n}` }));
    await appendRevisions(feed.db, names);
    expect(await feed.publish()).toEqual({ revisions: 45, events: 45, deliveries: 45_000, calls: 9 });
  });
});

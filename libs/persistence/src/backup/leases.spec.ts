import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '../database/database';
import { FinderRepository } from '../discovery/finder.repository';
import { drop, LEASE_MS as POLL_LEASE_MS, pollCalls } from '../polls/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { LEASE_MS, NOW_MS, Webhooks } from '../webhooks/testing';
import { backupDatabase } from './backup-database';
import type { Member } from './format';
import { restoreDatabase } from './restore-database';

const FINDER = { id: 'polymarket', leaseMs: 300_000 };

// The worker that held them is gone with the lost database.
describe('leases that were held at the backup', () => {
  let [source, target]: [TestDatabase, TestDatabase] = [null!, null!];
  let [before, after]: [Database, Database] = [null!, null!];
  beforeAll(async () => {
    source = await createTestDatabase();
    before = openDatabase(source.url, { poolSize: 1, applicationName: 'test' });
    const polls = pollCalls(() => before);
    await polls.declare();
    await polls.apply([drop('linea', { defillama: 'linea' })], NOW_MS);
    const webhooks = new Webhooks(before);
    await webhooks.deliveries(await webhooks.endpoint(), 1);
    const finders = new FinderRepository(before);
    await finders.declare([{ id: FINDER.id, source: FINDER.id, offReason: null }], NOW_MS);
    expect(await leasedAt(before, NOW_MS)).toEqual(HELD);

    target = await createTestDatabase({ migrated: false });
    after = openDatabase(target.url, { poolSize: 2, applicationName: 'test' });
    const { signal } = new AbortController();
    const members: Member[] = [];
    const write = async (member: Member) => void members.push(member);
    await backupDatabase(before, { version: '0.0.0', signal, onRows: () => undefined }, write);
    const migrations = join(__dirname, '../../../../prisma/migrations');
    await restoreDatabase(after, Readable.from(members), { migrations, signal, onStep: () => undefined });
  });
  afterAll(async () => {
    await Promise.all([before.close(), after.close()]);
    await Promise.all([source.drop(), target.drop()]);
  });

  const HELD = { deliveries: ['evt_1'], polls: ['linea'], finders: [FINDER.id] };
  const NOTHING = { deliveries: [], polls: [], finders: [] };
  const leasedAt = async (db: Database, nowMs: number) => ({
    deliveries: (await new Webhooks(db).lease(nowMs)).map(({ eventId }) => eventId),
    polls: (await pollCalls(() => db).lease(nowMs)).map(({ dropId }) => dropId),
    finders: (await new FinderRepository(db).lease([FINDER], 10, nowMs)).map(({ id }) => id),
  });

  it('end after a restore as they would have ended, and their work is done again', async () => {
    expect(await leasedAt(after, NOW_MS + 1)).toEqual(NOTHING);
    const endMs = NOW_MS + Math.max(LEASE_MS, POLL_LEASE_MS, FINDER.leaseMs) + 1;
    expect(await leasedAt(after, endMs)).toEqual(HELD);
  });
});

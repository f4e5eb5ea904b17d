import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Database, openDatabase } from '../database/database';
import { leaseTasks } from '../tasks/task.repository';
import { SourceRepository } from '../tasks/source.repository';
import { TASK_LEASE } from '../tasks/task';
import { drop, pollCalls } from '../tasks/testing';
import { createTestDatabase, type TestDatabase } from '../testing';
import { LEASE_MS, NOW_MS, Webhooks } from '../webhooks/testing';
import { backupDatabase } from './backup-database';
import type { Member, StoredMember } from './format';
import { restoreDatabase } from './restore-database';

const FINDER = 'finder/polymarket';

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
    await new SourceRepository(before).declare([{ kind: 'find', id: FINDER, offReason: null }], NOW_MS);
    expect(await leasedAt(before, NOW_MS)).toEqual(HELD);

    target = await createTestDatabase({ migrated: false });
    after = openDatabase(target.url, { poolSize: 2, applicationName: 'test' });
    const { signal } = new AbortController();
    const members: StoredMember[] = [];
    const write = async ({ name, bytes }: Member) =>
      void members.push({ name, size: bytes.length, content: Readable.from([bytes]) });
    await backupDatabase(before, { version: '0.0.0', signal, onRows: () => undefined }, write);
    const migrations = join(__dirname, '../../../../prisma/migrations');
    await restoreDatabase(after, Readable.from(members), { migrations, signal, onStep: () => undefined });
  });
  afterAll(async () => {
    await Promise.all([before.close(), after.close()]);
    await Promise.all([source.drop(), target.drop()]);
  });

  const HELD = { deliveries: ['evt_1'], polls: ['linea'], finders: [FINDER] };
  const NOTHING = { deliveries: [], polls: [], finders: [] };
  const leasedAt = async (db: Database, nowMs: number) => ({
    deliveries: (await new Webhooks(db).lease(nowMs)).map(({ eventId }) => eventId),
    polls: (await pollCalls(() => db).lease(nowMs)).map(({ subject }) => subject),
    finders: (await leaseTasks(db, [{ kind: 'find', source: FINDER, tasks: 1 }], nowMs)).map(({ source }) => source),
  });

  it('end after a restore as they would have ended, and their work is done again', async () => {
    expect(await leasedAt(after, NOW_MS + 1)).toEqual(NOTHING);
    const endMs = NOW_MS + Math.max(LEASE_MS, TASK_LEASE.ms) + 1;
    expect(await leasedAt(after, endMs)).toEqual(HELD);
  });
});

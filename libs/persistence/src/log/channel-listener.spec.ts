import { openDatabase, type Database } from '../database/database';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';
import { ChannelListener } from './channel-listener';
import type { Channel } from './polled-connection';

let test: TestDatabase;
let db: Database;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 1, applicationName: 'test' });
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const until = async (holds: () => boolean): Promise<void> => {
  for (let attempt = 0; !holds(); attempt++) {
    if (attempt > 3_000) throw new Error('It took too long');
    await pause(10);
  }
};
const notify = (channel: Channel) => db.query('SELECT pg_notify($1, $2)', [channel, '']);
const cut = () =>
  db.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'droptrack listener' AND datname = current_database()`,
  );

describe('ChannelListener', () => {
  it('calls the callback of each channel on its notifications, at the start, and after a broken connection', async () => {
    const heard = { log: 0, deliveries: 0 };
    const troubles: unknown[] = [];
    const listener = new ChannelListener({
      url: test.url,
      onNotification: {
        droptrack_log: () => void (heard.log += 1),
        droptrack_deliveries: () => void (heard.deliveries += 1),
      },
      onInterrupted: (error) => void troubles.push(error),
    });
    listener.start();
    await until(() => heard.log === 1 && heard.deliveries === 1);
    await notify('droptrack_log');
    await until(() => heard.log === 2);
    await notify('droptrack_deliveries');
    await until(() => heard.deliveries === 2);
    expect(heard.log).toBe(2);

    // Notifications during the interruption are lost: both callbacks are called.
    await cut();
    await until(() => heard.log === 3 && heard.deliveries === 3);
    await notify('droptrack_log');
    await until(() => heard.log === 4);
    expect(troubles).toHaveLength(1);

    await listener.stop();
    await notify('droptrack_log');
    const open = `SELECT FROM pg_stat_activity WHERE application_name = 'droptrack listener' AND datname = current_database()`;
    // The server ends a session a moment after its connection.
    while ((await db.query(open)).length > 0) await pause(10);
    expect(heard).toEqual({ log: 4, deliveries: 3 });
  });

  // A worker that is stopped during its start.
  it('stops while it is connecting', async () => {
    for (const waitMs of [0, 1, 3, 10]) {
      const listener = new ChannelListener({ url: test.url, onNotification: { droptrack_log: () => undefined } });
      listener.start();
      await pause(waitMs);
      await listener.stop();
    }
  });
});

import { setTimeout } from 'node:timers/promises';
import { type Database, openDatabase } from '../database/database';
import { DatabaseUnavailableError } from '../database/errors';
import { createTestDatabase, type TestDatabase } from '../testing';
import { RecoveryRepository } from './recovery.repository';
import { stepRecovery } from './recovery-step';
import { HOUR_MS, NOW_MS, SECOND_MS, Webhooks } from './testing';

let test: TestDatabase;
let db: Database;
let webhooks: Webhooks;
let endpoint: string;
beforeEach(async () => {
  test = await createTestDatabase();
  db = openDatabase(test.url, { poolSize: 6, applicationName: 'test' });
  webhooks = new Webhooks(db);
  endpoint = await webhooks.endpoint();
});
afterEach(async () => {
  await db.close();
  await test.drop();
});

const LATER_MS = NOW_MS + SECOND_MS;
const queue = async (of: string, nowMs = NOW_MS) => {
  const { account } = await webhooks.endpointRow(of);
  const span = { sinceMs: NOW_MS - HOUR_MS, untilMs: NOW_MS + HOUR_MS };
  return new RecoveryRepository(db).queue({ ...span, account, endpointId: of, bounds: null }, nowMs);
};
const stateOf = async (id: string) => (await new RecoveryRepository(db).find(endpoint, id))!;

/** The next step: the server holds the lock of a lost connection for a moment, in which there is none. */
async function stepOf(database: Database): ReturnType<typeof stepRecovery> {
  for (;;) {
    const step = await stepRecovery(database, LATER_MS);
    if (step !== null) return step;
    await setTimeout(10);
  }
}

describe('a recovery whose steps fail', () => {
  /** Database on which the steps of a recovery end with this effect. */
  const endingWith = (id: string, statements: readonly string[]): Database =>
    Object.assign(Object.create(db) as Database, {
      query: db.query.bind(db),
      transaction: (work: Parameters<Database['transaction']>[0]) =>
        db.transaction(async (sql) => {
          const step = (await work(sql)) as Awaited<ReturnType<typeof stepRecovery>>;
          if (step?.id === id) for (const statement of statements) await sql.query(statement);
          return step;
        }),
    });

  // Otherwise it would be leased before all others forever, and its account could queue no other.
  it('runs after all others, and fails after five time-outs in a row', async () => {
    await webhooks.events(1);
    const [first, second] = [await queue(endpoint), await queue(await webhooks.endpoint(), NOW_MS + 1)];
    const slow = endingWith(first.id, ['SET LOCAL statement_timeout = 1', 'SELECT pg_sleep(60)']);
    const fails = () => expect(stepRecovery(slow, LATER_MS)).rejects.toThrow(DatabaseUnavailableError);
    await fails();
    expect(await stepRecovery(slow, LATER_MS)).toMatchObject({ id: second.id, isFinished: true });
    for (let n = 1; n < 4; n += 1) await fails();
    expect(await stateOf(first.id)).toMatchObject({ status: 'queued', stoppedBy: null, finishedAtMs: null });
    await fails();
    expect(await stateOf(first.id)).toMatchObject({
      status: 'failed',
      stoppedBy: 'internal',
      finishedAtMs: LATER_MS,
    });
    expect(await stepRecovery(slow, LATER_MS)).toBeNull();
    await queue(endpoint);
  });

  it('continues after any number of lost connections', async () => {
    await webhooks.events(1);
    const { id } = await queue(endpoint);
    const lost = endingWith(id, ['SELECT pg_terminate_backend(pg_backend_pid())']);
    for (let n = 0; n < 6; n += 1) await expect(stepOf(lost)).rejects.toThrow(DatabaseUnavailableError);
    expect(await stepOf(db)).toMatchObject({ id, isFinished: true });
    expect(await stateOf(id)).toMatchObject({ status: 'done', deliveries: 1 });
  });
});

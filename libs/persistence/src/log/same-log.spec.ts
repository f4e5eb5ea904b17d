import { type Database, openDatabase } from '../database/database';
import { DatabaseUnavailableError } from '../database/errors';
import { ApiKeyRepository } from '../keys/api-key.repository';
import { createTestDatabase, type TestDatabase, withClient } from '../testing';
import { readPosition } from './head';
import { LOG_START, type LogPosition } from './position';
import { PrimaryWatch } from './primary-watch';
import { assertSameLog, OtherDatabaseError } from './same-log';
import { append, draft, until } from './testing';

let tests: TestDatabase[];
let [primary, other]: Database[] = [];
const watches: PrimaryWatch[] = [];
beforeEach(async () => {
  tests = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const open = (index: number) => openDatabase(tests[index]!.url, { poolSize: 1, applicationName: 'test' });
  [primary, other] = [open(0), open(1)];
  await append(primary, draft('a', 1), draft('b', 2));
  await append(other, draft('a', 1));
});
afterEach(async () => {
  await Promise.all(watches.splice(0).map((each) => each.stop()));
  await Promise.all([primary!.close(), other!.close()]);
  await Promise.all(tests.map((test) => test.drop()));
});

/** Watches the primary for a replica with this position; returns what happens. */
function watch(position: LogPosition) {
  const seen = { confirmed: 0, keys: 0, locked: 0, errors: [] as unknown[] };
  const started = new PrimaryWatch({
    url: tests[0]!.url,
    replicaPosition: () => position,
    onConfirmed: () => void (seen.confirmed += 1),
    onKeysChanged: () => void (seen.keys += 1),
    onLocked: () => void (seen.locked += 1),
    onInterrupted: (error) => void seen.errors.push(error),
    monotonicMs: () => performance.now(),
  });
  started.start();
  watches.push(started);
  return seen;
}

/** Holds a lock on the log of the primary. */
const whileLocked = (mode: 'SHARE' | 'ACCESS EXCLUSIVE', work: () => Promise<void>) =>
  withClient(tests[0]!.url, async (client) => {
    await client.query(`BEGIN; LOCK TABLE log_head, revisions IN ${mode} MODE`);
    await work();
    await client.query('ROLLBACK');
  });

describe('a replica that follows another database than the primary', () => {
  it('is recognized by a revision that the primary lacks, or has under another instant', async () => {
    const { seq, recordedAtUs } = await readPosition(primary!);
    await expect(assertSameLog(primary!, { seq, recordedAtUs })).resolves.toBeUndefined();
    await expect(assertSameLog(primary!, LOG_START)).resolves.toBeUndefined();
    await expect(assertSameLog(primary!, await readPosition(other!))).rejects.toThrow(OtherDatabaseError);
    await expect(assertSameLog(primary!, { seq: seq + 1, recordedAtUs })).rejects.toThrow(OtherDatabaseError);
  });

  // An instance that starts while the primary is away must learn it later.
  it('is recognized by the watch at a new connection, before it confirms or takes keys', async () => {
    const seen = watch(await readPosition(other!));
    await until(() => seen.errors.length > 0);
    expect(seen).toMatchObject({ confirmed: 0, keys: 0, errors: [expect.any(OtherDatabaseError)] });
  });

  // The keys of another database would be believed until the lock ends.
  it('is not believed while the log of the primary cannot be read', async () => {
    const position = await readPosition(other!);
    await whileLocked('ACCESS EXCLUSIVE', async () => {
      const seen = watch(position);
      await until(() => seen.errors.length + seen.locked > 0);
      expect(seen).toEqual({ confirmed: 0, keys: 0, locked: 0, errors: [expect.any(DatabaseUnavailableError)] });
    });
  });

  it('is not assumed while the primary has what the replica has', async () => {
    const seen = watch(await readPosition(primary!));
    await until(() => seen.confirmed > 0);
    expect(seen).toMatchObject({ keys: 1, errors: [] });
  });
});

it('reports a change of keys while another session locks the log', async () => {
  const position = await readPosition(primary!);
  await whileLocked('SHARE', async () => {
    const seen = watch(position);
    await until(() => seen.locked > 0);
    await new ApiKeyRepository(primary!).issue({ plan: 'free', label: 'test' });
    await until(() => seen.keys === 2);
    expect(seen).toMatchObject({ confirmed: 0, errors: [] });
  });
});
